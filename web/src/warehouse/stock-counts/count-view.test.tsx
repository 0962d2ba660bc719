import type { Permission } from '@aisle/contract/permissions';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { milk } from '../warehouse.fixtures.ts';
import { CountView } from './count-view.tsx';
import { countOf, entryOf, itemOf } from './counts.fixtures.ts';

const all: Permission[] = ['inventory_list', 'inventory_edit', 'inventory_add'];
serve(stockCountRoutes.items, pageOf(itemOf()));
async function opened(more: Parameters<typeof countOf>[0] = {}, permissions = all) {
  const count = countOf(more);
  serve(stockCountRoutes.view, count);
  const shown = await show(<CountView />, {
    at: `/inventory/counts/${count._id}`,
    page: '/inventory/counts/$id',
    permissions,
  });
  await screen.findByRole('row', { name: /Whole milk/ });
  return { ...shown, count };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const question = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('posts a count after a confirmation with the stock changes', async () => {
  const posted = serve(stockCountRoutes.post, countOf({ status: 'posted' }));
  const { user, count } = await opened();

  await user.press('Post…');
  const dialogButtons = await question('Post C-31?');
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('2 items to the counted quantities, -$5.00 at cost');
  expect(dialog.textContent).toContain("2 items weren't counted and won't change");
  await user.click(dialogButtons.getByRole('button', { name: 'Post count' }));

  await waitFor(() => expect(posted).toMatchObject([{ params: [count._id], body: { version: 6 } }]));
});

test.each([
  ['conflicting counts', { conflicts: 1 }],
  ['an open recount', { recounts: 1 }],
])('disables posting with %s', async (_, more) => {
  await opened(more);

  expect(button('Post…').disabled).toBe(true);
});

test('only offers to cancel before the first count', async () => {
  await opened({ counted: 0 });

  expect(button('Cancel…').disabled).toBe(false);
  expect(screen.queryByRole('button', { name: 'Post…' })).toBeNull();
});

test('links conflicting counts to their items', async () => {
  const { count } = await opened({ conflicts: 2 });

  const link = screen.getByRole('link', { name: /Counts differ/ });
  expect(hrefOf(link)).toBe(`/inventory/counts/${count._id}?state=conflict`);
});

test('shows a conflict and keeps the count open', async () => {
  serve(stockCountRoutes.post, refusal(409, 'version-stale', 'Someone counted again'));
  const { user } = await opened();

  await user.press('Post…');
  await user.click((await question('Post C-31?')).getByRole('button', { name: 'Post count' }));

  expect((await screen.findByRole('alert')).textContent).toContain('Someone counted again');
  expect(button('Post…').disabled).toBe(false);
});

test('sends a blind count to review before posting', async () => {
  const reviewed = serve(stockCountRoutes.review, countOf({ status: 'review', blind: true }));
  const { user, count } = await opened({ blind: true, seesFigures: false, variance: null, differing: null });

  expect(screen.queryByRole('button', { name: 'Post…' })).toBeNull();
  await user.press('Finish counting…');
  await user.click(
    (await question('Finish counting C-31?')).getByRole('button', { name: 'Finish counting' }),
  );

  await waitFor(() => expect(reviewed).toMatchObject([{ params: [count._id] }]));
});

test('hides expected quantities and differences from blind counters', async () => {
  await opened({ blind: true, seesFigures: false, variance: null, differing: null });

  const hidden = /^(Expected|Difference|Counted|Counted by)$/;
  expect(screen.queryByRole('columnheader', { name: hidden })).toBeNull();
  expect(screen.getByRole('columnheader', { name: 'Your count' })).toBeTruthy();
  expect(screen.queryByText('Net')).toBeNull();
});

test('shows differences by item and in total', async () => {
  await opened();

  const row = screen.getByRole('row', { name: /Whole milk/ });
  expect(row.textContent).toContain('-3');
  expect(row.textContent).toContain('-$7.50');
  expect(screen.getByText('Net').parentElement?.textContent).toContain('-$5.00');
});

test('selects one of two counts of an item', async () => {
  const [kim, ben] = [entryOf(), entryOf({ userName: 'Ben Reed', quantity: 11 })];
  serve(
    stockCountRoutes.items,
    pageOf(itemOf({ state: 'conflict', quantity: null, difference: null, entries: [kim, ben] })),
  );
  const chosen = serve(stockCountRoutes.choose, countOf());
  const { user } = await opened({ conflicts: 1 });

  await user.choose('More for Whole milk, 1 gal', "Use Ben Reed's 11");

  await waitFor(() => expect(chosen).toMatchObject([{ body: { subProductId: milk._id, entryId: ben._id } }]));
});

test('requests a recount of an item', async () => {
  const again = serve(stockCountRoutes.recount, countOf({ recounts: 1 }));
  const { user } = await opened();

  await user.choose('More for Whole milk, 1 gal', 'Request recount');

  await waitFor(() => expect(again).toMatchObject([{ body: { subProductIds: [milk._id] } }]));
});

test('cancels a count only after a confirmation', async () => {
  const cancelled = serve(stockCountRoutes.cancel, countOf({ status: 'cancelled' }));
  const { user } = await opened();

  await user.press('Cancel…');
  await user.click((await question('Cancel C-31?')).getByRole('button', { name: 'Keep' }));
  expect(cancelled).toEqual([]);
  await user.press('Cancel…');
  await user.click((await question('Cancel C-31?')).getByRole('button', { name: 'Cancel count' }));

  await waitFor(() => expect(cancelled).toHaveLength(1));
});

test('hides all actions of a posted count', async () => {
  await opened({ status: 'posted' });

  expect(screen.queryByRole('button', { name: 'Post…' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Count' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
});

test('offers only counting without permission to post', async () => {
  await opened({}, ['inventory_list', 'inventory_add']);

  const count = screen.getByRole('link', { name: 'Count' });
  // The icon isn't a plus, because the button doesn't add anything.
  expect(count.querySelector('.tabler-icon-barcode')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Post…|Cancel…)$/ })).toBeNull();
});
