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
    shown.user.type(screen.getByRole('textbox', { name: /Scan/ }), `${code}{Enter}`);
  return { ...shown, scan };
}
const quantity = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Quantity counted' });

test('what was counted is sent at once, and the next scan can begin', async () => {
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

test('nothing found is counted as 0, but nothing typed is not', async () => {
  const { user, scan } = await opened();

  await scan('MILK-1');
  await quantity();
  await user.press('Save');
  expect(await screen.findByText('Enter what you counted, or 0')).toBeTruthy();
  expect(entered).toEqual([]);
  await user.type(await quantity(), '0{Enter}');

  await waitFor(() => expect(entered).toMatchObject([{ body: { entries: [{ quantity: 0 }] } }]));
});

test('scanning the same item again counts one more of it', async () => {
  const { scan } = await opened();

  await scan('MILK-1');
  await quantity();
  await scan('MILK-1');
  await scan('MILK-1');

  await waitFor(async () => expect((await quantity()).value).toBe('2'));
});

test('the next item scanned keeps what was counted of the one before', async () => {
  const { user, scan } = await opened();

  await scan('MILK-1');
  await user.type(await quantity(), '5');
  await scan('BREAD-1');

  expect(await onlyBody(entered)).toMatchObject({ entries: [{ subProductId: milk._id, quantity: 5 }] });
  expect(await screen.findByText('Rye bread')).toBeTruthy();
});

test('a barcode scanned into the quantity is no quantity', async () => {
  const { user, scan } = await opened();

  await scan('MILK-1');
  await user.type(await quantity(), '4000000000012{Enter}');

  expect(await screen.findByText(/That was a barcode/)).toBeTruthy();
  const field = await quantity();
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['', 'true']);
  expect(entered).toEqual([]);
});

test('without a connection counts are kept on the device, and said to be', async () => {
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

test('an unknown code is named', async () => {
  serve(subProductRoutes.dropdown, []);
  const { scan } = await opened();

  await scan('NOPE');

  expect((await screen.findByRole('alert')).textContent).toContain('NOPE');
  expect(screen.queryByRole('textbox', { name: 'Quantity counted' })).toBeNull();
});

test('an item found on another shelf is put there in the stock too', async () => {
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

test('the list is what is left to count, and shows one’s own counts', async () => {
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

test('an ended count takes nothing, and leads to its results', async () => {
  await opened({ status: 'posted' });

  expect(screen.getByText(/This count has ended/)).toBeTruthy();
  expect(hrefOf(screen.getByRole('link', { name: 'View results' }))).toContain(count._id);
  expect(screen.queryByRole('textbox', { name: /Scan/ })).toBeNull();
});
