import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../../test/records.ts';
import { hrefOf, show } from '../../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../../test/server.ts';
import { bread, choiceOf, milk } from '../../warehouse.fixtures.ts';
import { countOf, entryOf, itemOf } from '../counts.fixtures.ts';
import { CountSheet } from './count-sheet.tsx';

const count = countOf();
serve(stockCountRoutes.items, pageOf(itemOf({ state: 'open', entries: [], quantity: null })));
serve(subProductRoutes.dropdown, ({ query }) => [choiceOf(query.search === 'BREAD-1' ? bread : milk)]);
const entered = serve(stockCountRoutes.enter, { items: [] });
async function opened(more: Parameters<typeof countOf>[0] = {}) {
  serve(stockCountRoutes.view, { ...count, ...more });
  const shown = await show(<CountSheet />, {
    at: `/inventory/counts/sheet/${count._id}`,
    page: '/inventory/counts/sheet/$id',
    permissions: ['inventory_list', 'inventory_add', 'inventory_edit'],
  });
  await screen.findByRole('heading', { name: 'Count C-31' });
  const scan = async (code: string) =>
    shown.user.type(screen.getByRole('combobox', { name: /Scan/ }), `${code}{Enter}`);
  return { ...shown, scan };
}
const quantity = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Quantity counted' });

test('sends a count immediately and is ready for the next scan', async () => {
  const { user, scan } = await opened();

  await scan('MILK-1');
  await user.type(await quantity(), '9{Enter}');

  expect(await onlyRequest(entered)).toMatchObject({
    params: [count._id],
    body: { entries: [{ subProductId: milk._id, quantity: 9 }] },
  });
  expect(screen.queryByRole('textbox', { name: 'Quantity counted' })).toBeNull();
  await waitFor(() => expect(screen.queryByText(/waiting to be sent/)).toBeNull());
});

test('requires a quantity but accepts 0', async () => {
  const { user, scan } = await opened();

  await scan('MILK-1');
  await quantity();
  await user.press('Save');
  expect(await screen.findByText('Enter what you counted, or 0')).toBeTruthy();
  expect(entered).toEqual([]);
  await user.type(await quantity(), '0{Enter}');

  await waitFor(() => expect(entered).toMatchObject([{ body: { entries: [{ quantity: 0 }] } }]));
});

test('increments an item that is scanned again', async () => {
  const { scan } = await opened();

  await scan('MILK-1');
  await quantity();
  await scan('MILK-1');
  await scan('MILK-1');

  await waitFor(async () => expect((await quantity()).value).toBe('2'));
});

test('saves the current count when the next item is scanned', async () => {
  const { user, scan } = await opened();

  await scan('MILK-1');
  await user.type(await quantity(), '5');
  await scan('BREAD-1');

  expect(await onlyBody(entered)).toMatchObject({ entries: [{ subProductId: milk._id, quantity: 5 }] });
  expect(await screen.findByText('Rye bread')).toBeTruthy();
});

test('rejects a barcode as the quantity', async () => {
  const { user, scan } = await opened();

  await scan('MILK-1');
  await user.type(await quantity(), '4000000000012{Enter}');

  expect(await screen.findByText(/That was a barcode/)).toBeTruthy();
  const field = await quantity();
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['', 'true']);
  expect(entered).toEqual([]);
});

test('stores counts offline and shows that they are pending', async () => {
  const lost = refusal(503, 'unavailable', 'The server is busy');
  serve(stockCountRoutes.enter, lost);
  const first = await opened();

  await first.scan('MILK-1');
  await first.user.type(await quantity(), '9{Enter}');
  const note = await screen.findByText(/The server is busy/);
  expect(note.textContent).toContain('1 count is waiting to be sent');
  first.unmount();
  const entered = serve(stockCountRoutes.enter, { items: [] });
  await opened();

  await waitFor(() => expect(entered).toMatchObject([{ body: { entries: [{ quantity: 9 }] } }]));
});

test('reports an unknown code', async () => {
  serve(subProductRoutes.dropdown, []);
  const { scan } = await opened();

  await scan('NOPE');

  expect((await screen.findByRole('alert')).textContent).toContain('NOPE');
  expect(screen.queryByRole('textbox', { name: 'Quantity counted' })).toBeNull();
});

test('updates the shelf of an item found elsewhere', async () => {
  const shelved = serve(inventoryRoutes.shelve, { changed: 1, rejected: [] });
  const { user, scan } = await opened();

  await scan('MILK-1');
  await user.press('Change');
  await user.retype('Shelf', 'b1{Enter}');

  expect(await onlyBody(shelved)).toEqual({
    locationId: idOf(1),
    rows: [{ subProductId: milk._id, shelf: 'B1' }],
  });
});

test("lists open items with the user's own counts", async () => {
  const items = serve(
    stockCountRoutes.items,
    pageOf(itemOf({ state: 'conflict', entries: [entryOf({ userId: 'person-1', quantity: 7 })] })),
  );
  const { user } = await opened();

  const item = await screen.findByRole('button', { name: /Whole milk/ });
  expect(items[0]?.body).toMatchObject({ filters: { countId: count._id, state: 'open' } });
  expect(item.textContent).toContain('7');
  expect(item.textContent).toContain('Counts differ');
  await user.click(item);

  expect(await quantity()).toBeTruthy();
});

test('links an ended count to its results and hides the scan field', async () => {
  await opened({ status: 'posted' });

  expect(screen.getByText(/This count has ended/)).toBeTruthy();
  expect(hrefOf(screen.getByRole('link', { name: 'View results' }))).toContain(count._id);
  expect(screen.queryByRole('combobox', { name: /Scan/ })).toBeNull();
});
