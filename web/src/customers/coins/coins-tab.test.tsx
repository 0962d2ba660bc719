import { type CoinEntry, type CoinsExplained, coinRoutes } from '@aisle/contract/customers/coins';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { AdjustCoinsButton } from './adjust-coins-button.tsx';
import { CoinsTab } from './coins-tab.tsx';

const customer = { _id: idOf(1), firstName: 'Grace', lastName: 'Hill' };
const order = { _id: idOf(20), number: 'O-100042' };
const at = '2026-11-20T18:00:00.000Z';
const entry = (number: number, more: Partial<CoinEntry> = {}): CoinEntry => ({
  _id: idOf(100 + number),
  kind: 'earned',
  coins: 80,
  balanceAfter: 140,
  causedBy: { type: 'order', number: order.number, id: order._id },
  order,
  expiresAt: '2027-11-20T18:00:00.000Z',
  reason: null,
  note: null,
  by: 'Ada Clerk',
  at,
  ...more,
});
const explained = (more: Partial<CoinsExplained> = {}): CoinsExplained => ({
  balance: 120,
  worth: 240,
  came: [{ kind: 'earned', coins: 140, entries: 3 }],
  went: [{ kind: 'redeemed', coins: -50, entries: 1 }],
  elsewhere: 30,
  held: [{ ...order, coins: 50 }],
  lots: [
    {
      _id: idOf(31),
      kind: 'returned',
      coins: 40,
      coinsLeft: 20,
      worth: 40,
      order,
      at,
      expiresAt: '2026-11-29T18:00:00.000Z',
    },
    {
      _id: idOf(32),
      kind: 'adjusted',
      coins: 100,
      coinsLeft: 100,
      worth: 200,
      order: null,
      at,
      expiresAt: null,
    },
  ],
  lotCount: 2,
  ...more,
});
serve(coinRoutes.explain, explained());
const histories = serve(coinRoutes.history, {
  records: [
    entry(1),
    entry(2, {
      kind: 'adjusted',
      coins: -20,
      order: null,
      reason: 'Goodwill',
      note: 'Called twice',
      expiresAt: null,
    }),
    entry(3, {
      kind: 'takenBack',
      coins: -5,
      causedBy: { type: 'refund', number: order.number, id: idOf(40) },
    }),
  ],
  totalRecords: 30,
  balance: 120,
  expiringSoon: { coins: 20, at: '2026-11-29T18:00:00.000Z' },
});
const opened = (permissions: readonly Permission[] = ['customer_view', 'customer_edit', 'order_view']) =>
  show(<CoinsTab customer={customer} />, { at: '/somewhere', permissions });
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

test('explains a balance by its sources, uses and expirations', async () => {
  await opened();

  expect(await rowsOf('Balance of coins')).toEqual([
    'Earned 3 entries+140',
    'Redeemed 1 entry-50',
    "At locations you don't have access to+30",
    'Balance now120',
  ]);
  expect((await rowsOf('What expires when')).slice(1)).toEqual([
    expect.stringMatching(/^11\/29\/202620 of 40\$0\.40O-100042Returned/),
    expect.stringMatching(/^Never100\$2\.00–Adjusted/),
  ]);
  expect(screen.getByText(/is paid with 50 coins and isn't delivered/)).toBeTruthy();
  expect(await screen.findByText(/Next expiration:/)).toBeTruthy();
});

test('shows reason, user and balance of each change, and filters by kind', async () => {
  const { user } = await opened();

  const rows = await rowsOf('History of coins');
  expect(rows[2]).toMatch(/Adjusted: GoodwillCalled twice-20140–Ada Clerk–$/);
  expect(rows[3]).toContain('Reversed: Refund');
  await user.press('Next');
  await waitFor(() => expect(histories.at(-1)?.body).toMatchObject({ page: 2 }));
  await user.select('Kind', 'Expired');

  await waitFor(() =>
    expect(histories.at(-1)?.body).toMatchObject({ page: 1, filters: { kind: 'expired' } }),
  );
});

test('previews the new balance, and sends removed coins as a negative number', async () => {
  const adjusted = serve(coinRoutes.adjust, entry(9));
  const { user } = await opened();

  await user.press('Adjust coins');
  const dialog = within(await screen.findByRole('dialog', { name: 'Adjust the coins of Grace Hill' }));
  await user.click(dialog.getByRole('radio', { name: 'Remove' }));
  await user.type(dialog.getByRole('textbox', { name: 'Coins' }), '45');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Entered twice');
  expect(dialog.getByText('75')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Remove 45 coins' }));

  expect(await onlyBody(adjusted)).toEqual({
    customerId: customer._id,
    coins: -45,
    reason: 'Entered twice',
    note: '',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('rejects removing more coins than the balance, and shows errors of the server', async () => {
  serve(coinRoutes.adjust, refusal(409, 'coins.too-few', 'Grace Hill has only 60 coins'));
  const { user } = await opened();

  await user.press('Adjust coins');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Remove' }));
  const coins = dialog.getByRole('textbox', { name: 'Coins' });
  await user.type(coins, '121');
  expect(dialog.getByText('Only 120 coins to remove')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Remove 121/ }).disabled).toBe(true);
  await user.retype(coins, '100');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Entered twice');
  await user.click(dialog.getByRole('button', { name: 'Remove 100 coins' }));

  expect(await dialog.findByText('Grace Hill has only 60 coins')).toBeTruthy();
});

test('collapses lots after the first ten', async () => {
  const lots = Array.from({ length: 14 }, (_, index) => ({
    ...explained().lots[1]!,
    _id: idOf(200 + index),
  }));
  serve(coinRoutes.explain, explained({ lots, lotCount: 14 }));
  const { user } = await opened();

  expect(await rowsOf('What expires when')).toHaveLength(11);
  await user.press('Show all 14');

  expect(await rowsOf('What expires when')).toHaveLength(15);
});

test('hides adjustments from read-only users', async () => {
  await opened(['customer_view']);

  await rowsOf('History of coins');
  expect(screen.queryByRole('button', { name: 'Adjust coins' })).toBeNull();
});

test('shows no expirations without coins', async () => {
  serve(
    coinRoutes.explain,
    explained({ balance: 0, came: [], went: [], elsewhere: 0, held: [], lots: [], lotCount: 0 }),
  );
  serve(coinRoutes.history, {
    records: [],
    totalRecords: 0,
    balance: 0,
    expiringSoon: { coins: 0, at: null },
  });
  await opened();

  expect(await screen.findByText('No coins yet. Delivered orders earn them.')).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'What expires when' })).toBeNull();
});

test('reports the adjustment to other screens', async () => {
  serve(coinRoutes.adjust, entry(9));
  const done: string[] = [];
  const { user } = await show(
    <AdjustCoinsButton
      customer={{ _id: customer._id, name: 'Grace Hill' }}
      onDone={(text) => done.push(text)}
    />,
    { at: '/somewhere', permissions: ['customer_edit'] },
  );

  await user.press('Adjust coins');
  await user.type(await screen.findByRole('textbox', { name: 'Coins' }), '200');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Goodwill');
  await user.press('Add 200 coins');

  await waitFor(() => expect(done).toEqual(['Added 200 coins: Goodwill']));
});
