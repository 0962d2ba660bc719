import { brandRoutes } from '@aisle/contract/catalog/brands';
import { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { productBulkRoutes } from '@aisle/contract/catalog/product-bulk';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { locationRoutes } from '@aisle/contract/locations/locations';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../../test/records.ts';
import { show } from '../../../../test/render.tsx';
import { onlyBody, serve } from '../../../../test/server.ts';
import { bulkEditOf, bulkPreviewOf, bulkRowOf } from '../../../links/bulk/bulk.fixtures.ts';
import { categoryOf, nodeOf } from '../../catalog.fixtures.ts';
import { ProductBulkDialog } from './product-bulk-dialog.tsx';

const frozen = nodeOf('Frozen', { _id: idOf(9) });
const row = bulkRowOf({
  subProductId: null,
  name: 'Peas',
  sku: '',
  field: 'categoryId',
  before: 'Vegetables',
  after: 'Frozen',
});
const target = { filters: { status: true }, search: 'peas' };
serve(categoryRoutes.tree, [frozen]);
serve(bulkEditRoutes.list, { records: [], totalRecords: 0, nextCursor: null });
const previews = serve(
  productBulkRoutes.preview,
  bulkPreviewOf(340, {
    changed: 338,
    refused: 2,
    problems: [{ reason: 'Weight is required in this category', count: 2, refuses: true }],
    sample: [row],
  }),
);
const started = serve(productBulkRoutes.create, bulkEditOf());
async function opened(permissions: Permission[] = ['product_edit', 'sub_product_list', 'category_list']) {
  const onClose = vi.fn();
  const shown = await show(<ProductBulkDialog target={target} onClose={onClose} />, {
    at: '/products',
    permissions,
  });
  return { ...shown, onClose, dialog: within(await screen.findByRole('dialog')) };
}

test('moves products that match the filter to a category after a preview', async () => {
  const { user, dialog, address } = await opened();
  expect((dialog.getByRole('button', { name: 'Change' }) as HTMLButtonElement).disabled).toBe(true);

  await user.select('New category', 'Frozen');

  expect(await dialog.findByText('338 will change')).toBeTruthy();
  expect(dialog.getByText(/2: Weight is required in this category/)).toBeTruthy();
  expect(dialog.getByText('Vegetables')).toBeTruthy();
  const body = { target, change: { field: 'categoryId', to: frozen._id } };
  expect(previews.at(-1)?.body).toEqual(body);

  await user.click(await dialog.findByRole('button', { name: 'Change 338' }));
  await waitFor(() => expect(started).toMatchObject([{ body }]));
  await waitFor(() => expect(address()).toBe(`/products/bulk-edits/${idOf(60)}`));
});

test('creates the category that the products move to', async () => {
  const created = serve(categoryRoutes.create, categoryOf({ _id: idOf(12), name: 'Jams' }));
  const { user, dialog } = await opened(['product_edit', 'category_list', 'category_add']);

  await user.type(dialog.getByRole('combobox', { name: 'New category' }), 'Jams');
  await user.click(await screen.findByRole('option', { name: 'Create "Jams"' }));

  expect(await onlyBody(created)).toEqual({ name: 'Jams' });
  await waitFor(() =>
    expect(previews.at(-1)?.body).toEqual({ target, change: { field: 'categoryId', to: idOf(12) } }),
  );
});

test('offers to create brands and taxes, with their permissions', async () => {
  serve(brandRoutes.dropdown, []);
  serve(taxRoutes.dropdown, []);
  const { user, dialog } = await opened(['product_edit', 'brand_list', 'brand_add', 'tax_list', 'tax_add']);

  await user.select('Field', 'Brand');
  await user.type(dialog.getByRole('combobox', { name: 'New brand' }), 'Zed');
  expect(await screen.findByRole('option', { name: 'Create "Zed"' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.select('Field', 'Taxes');
  await user.type(dialog.getByRole('combobox', { name: 'New taxes' }), 'City tax');

  expect(await screen.findByRole('option', { name: 'Create "City tax"' })).toBeTruthy();
});

test('adds or removes tags', async () => {
  const { user, dialog } = await opened();

  await user.select('Field', 'Tags');
  await user.click(dialog.getByRole('radio', { name: 'Remove' }));
  await user.type(dialog.getByRole('combobox', { name: 'Tags' }), 'old{Enter}');

  await waitFor(() =>
    expect(previews.at(-1)?.body).toEqual({ target, change: { field: 'tags', by: 'remove', to: ['old'] } }),
  );
});

test('offers "no brand" as a separate choice', async () => {
  const { user, dialog } = await opened();

  await user.select('Field', 'Brand');
  expect(previews).toHaveLength(0);
  await user.click(dialog.getByRole('checkbox', { name: 'No brand' }));

  await waitFor(() =>
    expect(previews.at(-1)?.body).toEqual({ target, change: { field: 'brandId', to: null } }),
  );
});

test('raises the prices of all variants, counted as sub-products of the selected products', async () => {
  serve(productBulkRoutes.preview, {
    records: 340,
    rows: 815,
    changed: 812,
    same: 0,
    refused: 3,
    problems: [{ reason: 'Has no sub-products', count: 3, refuses: true }],
    sample: [{ ...row, subProductId: idOf(3), field: 'price', before: 500, after: 549 }],
  });
  const { user, dialog } = await opened(['product_list', 'sub_product_edit', 'sub_product_list']);

  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Field' }).value).toBe('Price');
  await user.select('Change', 'Raise by %');
  await user.type(dialog.getByRole('textbox', { name: 'Percent' }), '10');

  expect(await dialog.findByText('812 sub-products will change')).toBeTruthy();
  expect(dialog.getByText(/3: Has no sub-products/).textContent).toContain('not changed');
  expect(await screen.findByRole('dialog', { name: 'Bulk edit 340 products' })).toBeTruthy();
  await user.click(await dialog.findByRole('button', { name: 'Change 812' }));
  expect(await onlyBody(started)).toMatchObject({
    target,
    change: { field: 'price', to: { by: 'percent', value: 10, rounding: 'cent' } },
  });
});

test('removes products from locations, and offers only the assignment without other permissions', async () => {
  serve(locationRoutes.dropdown, [{ _id: idOf(1), name: 'Downtown' }]);
  const { user, dialog } = await opened(['product_list', 'assign_subProduct', 'store_list']);

  const what = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Field' });
  expect(what.value).toBe('Assignment to locations');
  await user.click(dialog.getByRole('radio', { name: 'Remove' }));
  expect(previews).toHaveLength(0);
  await user.select('From these locations', 'Downtown');

  await waitFor(() =>
    expect(previews.at(-1)?.body).toEqual({
      target,
      change: { field: 'assigned', locationIds: [idOf(1)], to: { by: 'set', value: false } },
    }),
  );
  await user.click(what);
  expect(screen.queryByRole('option', { name: 'Price' })).toBeNull();
});
