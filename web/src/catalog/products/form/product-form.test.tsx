import { brandRoutes } from '@aisle/contract/catalog/brands';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { ProductInput, productRoutes } from '@aisle/contract/catalog/products';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import type { Permission } from '@aisle/contract/permissions';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fieldsShown } from '../../../../test/fields-shown.ts';
import { idOf, newId } from '../../../../test/records.ts';
import { narrowScreen, show } from '../../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../../test/server.ts';
import { brandOf, categoryOf, nodeOf, productOf, subProductOf, taxOf } from '../../catalog.fixtures.ts';
import { ProductForm } from './product-form.tsx';

const all: Permission[] = [
  'product_add',
  'product_edit',
  'product_view',
  'category_list',
  'sub_product_add',
  'sub_product_edit',
  'sub_product_delete',
];
const saved = productOf({ _id: idOf(90) });
const fat = {
  _id: newId(),
  name: 'Fat',
  type: 'option' as const,
  options: ['Skim', 'Whole'],
  required: true,
  inheritedFrom: { _id: idOf(5), name: 'Food' },
};
serve(categoryRoutes.tree, [nodeOf('Dairy', { _id: idOf(4) })]);
serve(categoryRoutes.specificationsOf, []);
serve(taxRoutes.dropdown, []);
serve(productRoutes.show, saved);
const created = serve(productRoutes.create, saved);
async function opened(product?: ReturnType<typeof productOf>, permissions = all) {
  const shown = await show(<ProductForm {...(product && { product })} />, {
    at: '/products/add',
    permissions,
  });
  await screen.findByRole('heading', { level: 1 });
  return shown;
}
const field = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });
/** A cell of the sub-product grid, by its column's name. */
const cell = (column: string, row = 0) => {
  const sheet = within(screen.getByRole('grid', { name: 'Sub-products' }));
  const at = sheet.getAllByRole('columnheader').findIndex((head) => head.textContent?.startsWith(column));
  return within(sheet.getAllByRole('row')[row + 1]!).getAllByRole('gridcell')[at]!;
};

test('rejects a product without name and category, at both fields', async () => {
  const { user } = await opened();

  await user.press('Create product');

  expect(await screen.findByText('Name is required')).toBeTruthy();
  expect(screen.getByText('Choose a category')).toBeTruthy();
  expect(created).toEqual([]);
});

test('offers to jump to each section on phones', async () => {
  narrowScreen();
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = await opened();

  const jumps = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('button');
  for (const jump of jumps) {
    await user.click(jump);
    expect(document.activeElement?.textContent).toContain(jump.textContent);
    expect(document.activeElement?.tagName).toBe('SECTION');
  }
  expect(jumps).toHaveLength(6);
  expect(scroll).toHaveBeenCalledTimes(6);
});

test('adds sub-products for pasted rows', async () => {
  const { user } = await opened();
  await user.press('Add sub-product');
  cell('Name').focus();
  const paste = createEvent.paste(document.activeElement!);
  Object.defineProperty(paste, 'clipboardData', {
    value: { getData: () => 'Milk\tM-1\nOat\tO-1\nRice\tR-1\n' },
  });
  fireEvent(document.activeElement!, paste);

  await waitFor(() => expect(cell('SKU', 2).textContent).toBe('R-1'));
  expect([0, 1, 2].map((row) => cell('Name', row).textContent)).toEqual(['Milk', 'Oat', 'Rice']);
  expect(screen.queryByText(/didn't fit/)).toBeNull();
});

test('saves a product with its sub-products in one request, and opens it', async () => {
  const { user, address } = await opened();

  await user.type(field('Name'), 'Milk');
  await user.select(/^Category/, 'Dairy');
  await user.press('Add sub-product');
  expect(cell('Name').textContent).toBe('Milk');
  cell('SKU').focus();
  await user.keyboard('MILK-1{Enter}');
  cell('Price').focus();
  await user.keyboard('3.99{Enter}');
  await user.press('Create product');

  await waitFor(() => expect(created).toHaveLength(1));
  expect(created).toMatchObject([
    {
      body: {
        name: 'Milk',
        categoryId: idOf(4),
        status: true,
        subProducts: [{ name: 'Milk', sku: 'MILK-1', price: 399, barcode: null }],
      },
    },
  ]);
  await waitFor(() => expect(address()).toBe(`/products/view/${idOf(90)}`));
});

test('offers the combinations of options before it saves a product without sub-products', async () => {
  const { user } = await opened();
  await user.type(field('Name'), 'Latte');
  await user.select(/^Category/, 'Dairy');
  await user.press('Add option');
  expect(document.activeElement).toBe(field('Option'));
  await user.keyboard('Size');
  await user.type(screen.getByLabelText('Values', { selector: 'input' }), '8 oz,12 oz,{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.press('Create product');
  await user.press('Add 2 combinations');

  await waitFor(() => expect(cell('SKU', 1).textContent).toBe('LATTE-12-OZ'));
  expect(created).toEqual([]);
});

test('saves without combinations if the user prefers that', async () => {
  const { user } = await opened();
  await user.type(field('Name'), 'Latte');
  await user.select(/^Category/, 'Dairy');
  await user.press('Add option');
  await user.keyboard('Size');
  await user.type(screen.getByLabelText('Values', { selector: 'input' }), '8 oz,');
  await user.press('Create product');
  await user.press('Create without');

  await waitFor(() => expect(created).toHaveLength(1));
});

test.each(['Tags', 'Values'])('keeps the form open after Enter in the empty field %s', async (label) => {
  const { user } = await opened();
  await user.press('Add option');

  await user.type(screen.getByLabelText(label, { selector: 'input' }), 'nut{Enter}{Enter}');

  expect(screen.queryByText('Choose a category')).toBeNull();
  expect(screen.getByText('nut')).toBeTruthy();
});

test('shows a duplicate SKU at its cell until it is corrected', async () => {
  serve(
    productRoutes.create,
    refusal(409, 'subProducts.sku-taken', 'Another sub-product has the same SKU.', {
      fields: [{ path: 'subProducts.0.sku', message: 'Taken by Oat milk' }],
    }),
  );
  const { user, address } = await opened();

  await user.type(field('Name'), 'Milk');
  await user.select(/^Category/, 'Dairy');
  await user.press('Add sub-product');
  cell('SKU').focus();
  await user.keyboard('MILK-1{Enter}');
  cell('Price').focus();
  await user.keyboard('3.99{Enter}');
  await user.press('Create product');
  await waitFor(() => expect(cell('SKU').getAttribute('aria-invalid')).toBe('true'));
  expect(cell('SKU').textContent).toBe('MILK-1');
  const created = serve(productRoutes.create, saved);
  await user.press('Create product');

  await waitFor(() => expect(created).toHaveLength(1));
  await waitFor(() => expect(address()).toBe(`/products/view/${idOf(90)}`));
});

test('edits the pictures of a variant in a dialog, and saves them with the form', async () => {
  const edits = serve(productRoutes.edit, productOf({ _id: idOf(90), version: 2 }));
  const own = { _id: newId(), alt: 'Jug', small: 's.webp', medium: 'm.webp', large: 'l.webp' };
  const [gallon, pint] = [subProductOf({ images: [own] }), subProductOf({ name: 'Pint', sku: 'MILK-2' })];
  const { user } = await opened(productOf({ _id: idOf(90), subProducts: [gallon, pint] }));

  await user.press('Add pictures to Pint');
  const empty = await screen.findByRole('dialog', { name: 'Pictures of Pint' });
  expect(within(empty).getByText(/shown with the product's cover/)).toBeTruthy();
  await user.click(within(empty).getByRole('button', { name: 'Done' }));
  await user.press(`1 picture of ${gallon.name}`);
  const dialog = await screen.findByRole('dialog', { name: `Pictures of ${gallon.name}` });
  await user.click(within(dialog).getByRole('button', { name: 'Remove picture 1' }));
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await user.press('Save changes');

  expect(await onlyBody(edits)).toEqual({
    version: 1,
    subProducts: [expect.objectContaining({ _id: gallon._id, version: 1, images: [] })],
  });
});

test('rejects a sale price above the price, at its cell', async () => {
  const { user } = await opened();

  await user.type(field('Name'), 'Milk');
  await user.select(/^Category/, 'Dairy');
  await user.press('Add sub-product');
  cell('SKU').focus();
  await user.keyboard('MILK-1{Enter}');
  cell('Price').focus();
  await user.keyboard('3.99{Enter}');
  cell('Sale').focus();
  await user.keyboard('4.50{Enter}');
  await user.press('Create product');

  await waitFor(() => expect(cell('Sale').getAttribute('aria-invalid')).toBe('true'));
  expect(created).toEqual([]);
});

test('shows the specifications of the category, and sends their values', async () => {
  serve(categoryRoutes.specificationsOf, [fat]);
  const { user } = await opened();

  await user.type(field('Name'), 'Milk');
  expect(screen.queryByRole('combobox', { name: /^Fat/ })).toBeNull();
  await user.select(/^Category/, 'Dairy');
  expect(await screen.findByText('From Food')).toBeTruthy();
  await user.select(/^Fat/, 'Whole');
  await user.press('Create product');

  await waitFor(() => expect(created).toMatchObject([{ body: { specifications: { Fat: 'Whole' } } }]));
});

test('shows a missing specification at its field', async () => {
  serve(categoryRoutes.specificationsOf, [fat]);
  serve(
    productRoutes.create,
    refusal(400, 'validation', 'Check the fields', {
      fields: [{ path: 'specifications.Fat', message: 'Fat is required' }],
    }),
  );
  const { user } = await opened();

  await user.type(field('Name'), 'Milk');
  await user.select(/^Category/, 'Dairy');
  await screen.findByRole('combobox', { name: /^Fat/ });
  await user.press('Create product');

  expect(await screen.findByText('Fat is required')).toBeTruthy();
});

test('warns about a missing required specification until it is filled in', async () => {
  serve(categoryRoutes.specificationsOf, [fat]);
  const { user } = await opened(productOf({ _id: idOf(90) }));

  expect((await screen.findByRole('alert')).textContent).toBe('The category requires Fat.');
  await user.select(/^Fat/, 'Whole');

  expect(screen.queryByRole('alert')).toBeNull();
});

test('sends only changed fields with the version', async () => {
  const edits = serve(productRoutes.edit, productOf({ _id: idOf(90), version: 2 }));
  const { user } = await opened(productOf({ _id: idOf(90), tags: ['fresh'] }));

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true);
  await user.type(field('Name'), ' 2%');
  await user.press('Save changes');

  expect(await onlyRequest(edits)).toMatchObject({
    params: [idOf(90)],
    body: { name: 'Milk 2%', version: 1 },
  });
  expect(Object.keys(edits[0]?.body as object).sort()).toEqual(['name', 'version']);
});

test('shows a change by another user beside the draft, and saves the choice', async () => {
  const remote = productOf({ _id: idOf(90), name: 'Fresh milk', version: 2 });
  serve(
    productRoutes.edit,
    refusal(409, 'version-stale', 'Somebody else has changed this', { data: remote }),
  );
  const { user } = await opened(productOf({ _id: idOf(90) }));

  await user.type(field('Name'), ' 2%');
  await user.press('Save changes');
  const choice = await screen.findByRole('group', { name: 'Name' });
  expect(choice.textContent).toContain('Milk 2%');
  expect(choice.textContent).toContain('Fresh milk');
  const edits = serve(productRoutes.edit, productOf({ _id: idOf(90), version: 3 }));
  await user.click(within(choice).getByRole('radio', { name: /Milk 2%/ }));
  await user.press('Save choices');

  await waitFor(() => expect(edits).toMatchObject([{ body: { name: 'Milk 2%', version: 2 } }]));
});

test('deletes a removed sub-product and leaves the others unchanged', async () => {
  const [gallon, pint] = [subProductOf(), subProductOf({ name: 'Whole milk, pint', sku: 'MILK-2' })];
  const edits = serve(productRoutes.edit, productOf({ _id: idOf(90), version: 2 }));
  const { user } = await opened(productOf({ _id: idOf(90), subProducts: [gallon, pint] }));

  await user.press('Remove sub-product 1');
  await user.press('Save changes');

  expect(await onlyBody(edits)).toEqual({ version: 1, removeSubProducts: [gallon._id] });
});

test('locks sub-products for users who cannot edit them', async () => {
  await opened(productOf({ subProducts: [subProductOf()] }), ['product_edit', 'category_list']);

  expect(cell('SKU').getAttribute('aria-readonly')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Add sub-product' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove sub-product 1' })).toBeNull();
});

test('shows that an inactive product is hidden', async () => {
  const { user } = await opened();

  expect(screen.getByText(/^On sale at stores/)).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: /^Active/ }));

  expect(screen.getByText(/^Hidden from customers/)).toBeTruthy();
});

test('creates the first category in its select and keeps the input', async () => {
  const { _id, name } = { _id: idOf(7), name: 'Pantry' };
  serve(categoryRoutes.tree, []);
  const added = serve(categoryRoutes.create, categoryOf({ _id, name }));
  const { user } = await opened(undefined, [...all, 'category_add']);
  await screen.findByText(/Type a name under Category/);
  await user.type(field(/^Name/), 'Peanut Butter');

  serve(categoryRoutes.tree, [nodeOf(name, { _id })]);
  await user.type(screen.getByRole('combobox', { name: /^Category/ }), 'pantry');
  await user.select(/^Category/, 'Create "pantry"');

  expect(await onlyBody(added)).toEqual({ name: 'pantry' });
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Category/ }).value).toBe(name),
  );
  expect(field(/^Name/).value).toBe('Peanut Butter');
});

test('creates a brand by keyboard, and shows at the field why it cannot', async () => {
  const known = { _id: idOf(8), name: 'Alder' };
  serve(brandRoutes.dropdown, [known]);
  serve(
    brandRoutes.create,
    refusal(409, 'duplicate', 'Taken', { fields: [{ path: 'name', message: 'This name is taken' }] }),
  );
  const { user } = await opened(undefined, [...all, 'brand_add']);
  const brand = screen.getByRole<HTMLInputElement>('combobox', { name: /^Brand/ });

  await user.type(brand, 'Birch');
  await screen.findByRole('option', { name: 'Create "Birch"' });
  await user.keyboard('{ArrowUp}{Enter}');
  await screen.findByText('Birch: This name is taken');
  serve(brandRoutes.create, brandOf({ name: 'Birch' }));
  await user.clear(brand);
  await user.type(brand, 'Birch');
  await user.select(/^Brand/, 'Create "Birch"');

  await waitFor(() => expect(brand.value).toBe('Birch'));
  expect(screen.queryByText('Birch: This name is taken')).toBeNull();
});

test('does not offer to create a name that exists, or without the permission', async () => {
  serve(brandRoutes.dropdown, [{ _id: idOf(8), name: 'Alder' }]);
  const { user } = await opened(undefined, [...all, 'brand_add']);

  await user.type(screen.getByRole('combobox', { name: /^Brand/ }), 'alder');
  await screen.findByRole('option', { name: 'Alder' });
  await user.type(screen.getByRole('combobox', { name: /^Category/ }), 'Pantry');
  await screen.findAllByText('No results');

  expect(screen.queryByRole('option', { name: /^Create/ })).toBeNull();
});

test('asks for the rate of a tax that it creates', async () => {
  const added = serve(taxRoutes.create, taxOf({ _id: idOf(6), name: 'Bottle tax' }));
  const { user } = await opened(undefined, [...all, 'tax_add']);

  await user.type(screen.getByRole('combobox', { name: /^Custom taxes/ }), 'Bottle tax');
  await user.select(/^Custom taxes/, 'Create "Bottle tax"');
  const dialog = within(await screen.findByRole('dialog', { name: 'New tax' }));
  await user.type(dialog.getByRole('textbox', { name: /^Rate/ }), '1.5');
  await user.click(dialog.getByRole('button', { name: 'Create tax' }));

  expect(await onlyBody(added)).toEqual({ name: 'Bottle tax', rate: 1.5 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getAllByText('Bottle tax').length).toBeGreaterThan(0);
});

test('has an input for every field of a product', async () => {
  serve(categoryRoutes.specificationsOf, [fat]);
  await opened(productOf());
  await screen.findByRole('combobox', { name: /^Fat/ });

  const shown = fieldsShown();

  expect(Object.keys(ProductInput.shape).filter((field) => !shown.has(field))).toEqual([]);
});
