import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { BulkReceiptInput, BulkReceiptResult } from '@aisle/contract/warehouse/receipts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../../test/records.ts';
import { show } from '../../../../test/render.tsx';
import { type Request, refusal, serve } from '../../../../test/server.ts';
import { productOf, subProductOf } from '../../../catalog/catalog.fixtures.ts';
import { milk } from '../../warehouse.fixtures.ts';
import { Receive } from './receive.tsx';

const bodyOf = ({ body }: Request) => body as BulkReceiptInput;
const acceptAll = (request: Request): BulkReceiptResult => {
  const { rows, dryRun = false } = bodyOf(request);
  return { accepted: rows.length, rejected: [], dryRun };
};
serve(locationRoutes.dropdown, [{ _id: idOf(1), name: 'Downtown' }]);
serve(vendorRoutes.dropdown, [{ _id: idOf(4), name: 'Hill Dairy' }]);
serve(subProductRoutes.dropdown, ({ query }) =>
  query.search === 'NOPE' ? [] : [{ ...milk, barcode: null, price: 399, costPrice: 250 }],
);
const sent = serve(inventoryRoutes.bulkCreate, acceptAll);
async function opened({ atDowntown = true } = {}) {
  const shown = await show(<Receive />, {
    at: '/inventory/receive',
    permissions: ['inventory_add', 'store_list'],
  });
  if (atDowntown) {
    await shown.user.select(/^Location/, 'Downtown');
  }
  const type = async (label: string, text: string) => shown.user.type(cell(label), text);
  return { ...shown, type };
}
const cell = (label: string, row = 1) =>
  screen.getByLabelText<HTMLInputElement>(`${label}, row ${row}`, { selector: 'input' });
const sure = async (name: string) =>
  within(await screen.findByRole('dialog', { name: 'Receive 1 lot?' })).getByRole('button', { name });

test('fills in the items of the product that a link names', async () => {
  const variants = [
    subProductOf({ name: '8 oz', sku: 'PB-8', costPrice: 199 }),
    subProductOf({ name: '16 oz', sku: 'PB-16' }),
    subProductOf({ name: '32 oz', sku: 'PB-32', status: false }),
  ];
  const product = productOf({ name: 'Peanut Butter', subProducts: variants });
  serve(productRoutes.show, product);

  const { search } = await show(<Receive />, {
    at: `/inventory/add?productId=${product._id}`,
    permissions: ['inventory_add', 'store_list'],
  });

  await waitFor(() => expect(cell('Barcode or SKU', 2).value).toBe('PB-16'));
  expect(cell('Barcode or SKU').value).toBe('PB-8');
  expect(cell('Unit cost').value).toBe('1.99');
  expect(screen.queryByLabelText('Barcode or SKU, row 3')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(cell('Quantity')));
  expect(search()).toEqual({});
});

test('validates and confirms a receipt before posting it', async () => {
  const { user, type } = await opened();

  await type('Barcode or SKU', 'MILK-1{Enter}');
  await type('Quantity', '20');
  await waitFor(() => expect(cell('Unit cost').value).toBe('2.50'));
  await type('Expires', '12/24/2026');
  await user.press('Receive');
  const dialog = await screen.findByRole('dialog', { name: 'Receive 1 lot?' });
  expect(dialog.textContent).toContain('Adds 20 units worth $50.00 to stock.');
  expect(sent.map((one) => bodyOf(one).dryRun)).toEqual([true]);
  await user.click(await sure('Receive'));

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toEqual({
    locationId: idOf(1),
    rows: [{ subProductId: milk._id, quantity: 20, costPrice: 250, expiresOn: '2026-12-24' }],
    dryRun: false,
  });
  await waitFor(() => expect(cell('Barcode or SKU').value).toBe(''));
});

test('offers the lots of the location once they are received', async () => {
  const { user, type, search } = await opened();
  await type('Barcode or SKU', 'MILK-1{Enter}');
  await type('Quantity', '20');
  await user.press('Receive');
  await user.click(await sure('Receive'));

  await user.click(await screen.findByRole('button', { name: 'View lots' }));

  await waitFor(() => expect(search()).toEqual({ tab: 'lots', locationId: idOf(1) }));
});

test('replaces a selected number while typing', async () => {
  const { type } = await opened();
  await type('Barcode or SKU', 'MILK-1{Enter}');
  await type('Quantity', '12');

  const quantity = cell('Quantity');
  quantity.blur();
  quantity.setSelectionRange(0, 0);
  quantity.focus();

  expect([quantity.selectionStart, quantity.selectionEnd]).toEqual([0, 2]);
});

test('keeps the rows if the confirmation is dismissed', async () => {
  const { user, type } = await opened();

  await type('Barcode or SKU', 'MILK-1{Enter}');
  await type('Quantity', '20');
  await user.press('Receive');
  await user.click(await sure('Cancel'));

  expect(sent.map((one) => bodyOf(one).dryRun)).toEqual([true]);
  expect(cell('Quantity').value).toBe('20');
});

test('requires a location', async () => {
  const { user, type } = await opened({ atDowntown: false });

  await type('Barcode or SKU', 'MILK-1{Enter}');
  await type('Quantity', '20');
  await user.press('Receive');

  expect(await screen.findByText('Choose a location')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('shows invalid input at its cells and sends nothing', async () => {
  const { user, type } = await opened();

  await type('Barcode or SKU', 'MILK-1{Enter}');
  await type('Quantity', '0');
  await type('Expires', 'soon');
  await user.press('Receive');

  expect(await screen.findByText('Enter a quantity above 0')).toBeTruthy();
  expect(screen.getByText('Enter a date as MM/DD/YYYY')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('One row has an error.');
  expect(sent).toEqual([]);
});

test('reports an unknown code immediately', async () => {
  const { type } = await opened();

  await type('Barcode or SKU', 'NOPE{Enter}');

  expect(await screen.findByText('No item has the code NOPE')).toBeTruthy();
  expect(cell('Barcode or SKU').getAttribute('aria-invalid')).toBe('true');
});

test('keeps and counts an unknown code and mentions it in the confirmation', async () => {
  const isUnknown = (row: Record<string, unknown>) => row.sku === 'NOPE';
  serve(inventoryRoutes.bulkCreate, (request) => {
    const { rows, dryRun = false } = bodyOf(request);
    return {
      accepted: rows.filter((row) => !isUnknown(row)).length,
      rejected: rows.flatMap((row, at) =>
        isUnknown(row)
          ? [{ row: at + 1, reason: 'Unknown', fields: [{ path: 'sku', message: 'Unknown' }] }]
          : [],
      ),
      dryRun,
    };
  });
  const { user } = await opened();
  for (const code of ['MILK-1', 'NOPE', 'MILK-1', 'NOPE'])
    await user.type(screen.getByRole('combobox', { name: /^Scan/ }), `${code}{Enter}`);

  await waitFor(() => expect(cell('Quantity', 2).value).toBe('2'));
  expect(cell('Barcode or SKU', 2).value).toBe('NOPE');
  expect(cell('Barcode or SKU', 2).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('1 unknown code')).toBeTruthy();
  await user.press('Receive');
  expect((await screen.findByRole('dialog')).textContent).toContain(
    "No item has the code NOPE. Its row stays here and isn't received.",
  );
  await user.click(await sure('Receive'));

  await waitFor(() => expect(cell('Barcode or SKU').value).toBe('NOPE'));
  expect(screen.getByText('No item has the code NOPE')).toBeTruthy();
});

test('sets the item of an unknown code after a search', async () => {
  const { user, type } = await opened();
  await type('Barcode or SKU', 'NOPE{Enter}');
  await type('Quantity', '3');

  await user.press('Find NOPE');
  await user.type(await screen.findByRole('combobox', { name: /^Name, SKU/ }), 'MILK-1{Enter}');
  await waitFor(() => expect(cell('Barcode or SKU').value).toBe(milk.sku));
  await user.press('Receive');
  await user.click(await sure('Receive'));

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(bodyOf(sent[1]!).rows).toMatchObject([{ subProductId: milk._id, quantity: 3 }]);
});

test('repeats the lookup of unknown codes when reopening a receipt', async () => {
  const first = await opened();
  await first.type('Barcode or SKU', 'NOPE{Enter}');
  await screen.findByText('No item has the code NOPE');
  first.unmount();
  serve(subProductRoutes.dropdown, [{ ...milk, sku: 'NOPE', barcode: null, price: 399, costPrice: 250 }]);
  await opened({ atDowntown: false });

  await waitFor(() => expect(screen.queryByText('No item has the code NOPE')).toBeNull());
  expect(screen.getByText(milk.name)).toBeTruthy();
});

test('looks up the codes of pasted rows and reports unknown ones', async () => {
  const { user } = await opened();
  await user.click(cell('Barcode or SKU'));

  await user.paste('MILK-1\t3\nNOPE\t2');

  expect(await screen.findByText('No item has the code NOPE')).toBeTruthy();
  expect(screen.getByText(milk.name)).toBeTruthy();
  expect(screen.getByText('1 unknown code')).toBeTruthy();
  expect(cell('Unit cost').value).toBe('2.50');
  expect(sent).toEqual([]);
});

test('points out expired items at their cell and in the confirmation', async () => {
  const { user, type } = await opened();
  const ago = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  const [year, month, day] = ago.split('-');
  await type('Barcode or SKU', 'MILK-1{Enter}');
  await type('Quantity', '20');
  await type('Expires', `${month}/${day}/${year}`);

  expect(screen.getByText(/^Expired (19|20|21) days ago$/)).toBeTruthy();
  await user.press('Receive');
  expect((await screen.findByRole('dialog')).textContent).toContain(
    `One lot has already expired: ${milk.name} (${month}/${day}/${year}).`,
  );
});

test('moves between fields with Enter and from the date to a new row', async () => {
  const { user, type } = await opened();

  await type('Barcode or SKU', 'MILK-1{Enter}');
  expect(document.activeElement).toBe(cell('Quantity'));
  await user.keyboard('5{Enter}');
  expect(document.activeElement).toBe(cell('Unit cost'));
  await user.keyboard('{Enter}{Enter}');

  await waitFor(() => expect(document.activeElement).toBe(cell('Barcode or SKU', 2)));
});

test('keeps rejected rows with their reasons and receives the others', async () => {
  const sent = serve(inventoryRoutes.bulkCreate, (request) => {
    const { rows, dryRun = false } = bodyOf(request);
    const isExpired = (row: Record<string, unknown>) => row.lotNumber === 'OLD';
    return {
      accepted: rows.filter((row) => !isExpired(row)).length,
      rejected: rows.flatMap((row, at) =>
        isExpired(row)
          ? [{ row: at + 1, reason: 'Expired', fields: [{ path: 'expiresOn', message: 'Expired already' }] }]
          : [],
      ),
      dryRun,
    };
  });
  const { user, type } = await opened();

  await type('Barcode or SKU', 'MILK-1{Enter}');
  await type('Quantity', '5');
  await user.press('Add row');
  await user.type(cell('Barcode or SKU', 2), 'MILK-1{Enter}');
  await user.type(cell('Quantity', 2), '7');
  await user.type(cell('Lot number', 2), 'OLD');
  await user.press('Receive');
  expect((await screen.findByRole('dialog')).textContent).toContain("One row can't be received.");
  await user.click(await sure('Receive'));

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(bodyOf(sent[1]!).rows).toMatchObject([{ quantity: 5 }]);
  expect(await screen.findByText('Expired already')).toBeTruthy();
  await waitFor(() => expect(cell('Lot number').value).toBe('OLD'));
  expect(cell('Quantity').value).toBe('7');
});

test('increments an item scanned in the top field', async () => {
  const { user } = await opened();
  const scan = () => user.type(screen.getByRole('combobox', { name: /^Scan/ }), 'MILK-1{Enter}');

  await scan();
  await waitFor(() => expect(cell('Quantity').value).toBe('1'));
  await scan();

  await waitFor(() => expect(cell('Quantity').value).toBe('2'));
  expect(screen.getByText(/\$5\.00/)).toBeTruthy();
});

test('appends the rows of a file and reports ignored columns', async () => {
  serve(inventoryRoutes.readTable, {
    rows: [['MILK-1', '12', '2.40', '', 'HD-7', '']],
    isCut: false,
    leftOut: ['Remark'],
    sheet: null,
    sheets: [],
  });
  const { user, container } = await opened();

  const chooser = container.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(chooser, new File(['x'], 'delivery.csv', { type: 'text/csv' }));

  expect(await screen.findByText('1 row from delivery.csv. Skipped columns: Remark.')).toBeTruthy();
  expect(cell('Quantity').value).toBe('12');
  expect(cell('Lot number').value).toBe('HD-7');
  expect(sent).toEqual([]);
});

test("explains why a file can't be parsed", async () => {
  serve(inventoryRoutes.readTable, refusal(400, 'imports.unreadable', 'This is not a table'));
  const { user, container } = await opened();

  const chooser = container.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(chooser, new File(['x'], 'delivery.csv', { type: 'text/csv' }));

  expect(await screen.findByText('This is not a table')).toBeTruthy();
});

test('restores an unfinished receipt', async () => {
  const first = await opened();
  await first.type('Barcode or SKU', 'MILK-1{Enter}');
  await first.type('Quantity', '20');
  first.unmount();
  await opened({ atDowntown: false });

  expect(cell('Quantity').value).toBe('20');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Location/ }).value).toBe('Downtown');
});
