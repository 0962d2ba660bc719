import { bookRoutes, type Journal, type TrialBalanceRow } from '@aisle/contract/finance/books';
import type { Permission } from '@aisle/contract/permissions';
import { ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import { defaultSettings, settingsRoutes } from '@aisle/contract/system/settings';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { idOf, pageOf, stored } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { type Request, refusal, serve } from '../../../test/server.ts';
import { Accounts } from './accounts.tsx';
import { JournalList } from './journal-list.tsx';
import { TrialBalance } from './trial-balance.tsx';

const permissions: Permission[] = ['statement_all_view', 'store_list', 'store_view', 'order_view'];
const location = { _id: idOf(50), name: 'North' };
const figures = { opening: -1000, debits: 250, credits: 3250, closing: -4000 };
const commission: TrialBalanceRow = { account: 'commissionIncome', code: '4100', location: null, ...figures };
const payments: TrialBalanceRow = {
  account: 'customerPayments',
  code: null,
  location: null,
  opening: 1000,
  debits: 3250,
  credits: 250,
  closing: 4000,
};
const zero = { opening: 0, debits: 3500, credits: 3500, closing: 0 };
const period = { from: '2026-10-01', to: '2026-10-31' };
const balance = (records: TrialBalanceRow[], more: object = {}) => ({
  ...period,
  ...pageOf(...records),
  totals: zero,
  isEmpty: false,
  ...more,
});

describe('the trial balance', () => {
  let requests: Request[];
  async function opened(at = '/books?from=2026-10-01&to=2026-10-31') {
    const shown = await show(<TrialBalance />, { at, page: '/books', permissions });
    await screen.findByRole('table', { name: 'Trial balance' });
    return shown;
  }

  test('shows the code and amounts of each account, and that the books are in balance', async () => {
    requests = serve(bookRoutes.trialBalance, balance([payments, commission]));
    await opened();

    expect(requests[0]?.body).toMatchObject({ ...period, groupBy: 'account' });
    const row = screen.getByRole('row', { name: /Commission/ });
    for (const text of ['4100', '$10.00Cr', '$2.50', '$32.50', '$40.00Cr']) {
      expect(row.textContent).toContain(text);
    }
    expect(screen.getByRole('status').textContent).toContain('In balance');
  });

  test('reports books that are out of balance', async () => {
    serve(bookRoutes.trialBalance, balance([payments], { totals: { ...zero, closing: 12 } }));
    await opened();

    expect(screen.getByRole('status').textContent).toContain('Out of balance by $0.12');
  });

  test('links each amount to its journals: those of the period, or all up to a day', async () => {
    serve(bookRoutes.trialBalance, balance([commission]));
    await opened();

    const links = within(screen.getByRole('row', { name: /Commission/ }))
      .getAllByRole('link')
      .map((link) => Object.fromEntries(new URL(hrefOf(link)!, 'http://shop.example').searchParams));
    const account = 'commissionIncome';
    expect(links).toEqual([
      { account, to: '2026-09-30' },
      { account, ...period },
      { account, ...period },
      { account, to: '2026-10-31' },
    ]);
  });

  test('expands an account into its locations by keyboard', async () => {
    requests = serve(bookRoutes.trialBalance, balance([commission]));
    const { user } = await opened();
    serve(bookRoutes.trialBalance, balance([{ ...commission, account: null, code: null, location }]));

    screen.getByRole('button', { name: 'Locations of Commission' }).focus();
    await user.keyboard('{Enter}');

    expect(await screen.findByRole('row', { name: /North/ })).toBeTruthy();
  });

  test('offers new amounts, and updates expanded rows together with their parent row', async () => {
    const below = { ...commission, account: null, code: null, location };
    const answers = (closing: number) =>
      serve(bookRoutes.trialBalance, ({ body }) => {
        const isBelow = (body as { groupBy: string }).groupBy === 'location';
        return balance([{ ...(isBelow ? below : commission), closing }]);
      });
    answers(-4000);
    const { user, readAgain } = await opened();
    await user.press('Locations of Commission');
    await screen.findByRole('row', { name: /North/ });
    const rows = () => screen.getAllByRole('row', { name: /Commission|North/ }).map((row) => row.textContent);

    answers(-5000);
    await readAgain('books');
    const offer = await screen.findByRole('button', { name: 'Show new figures' });
    expect(rows().every((text) => text?.includes('$40.00'))).toBe(true);
    await user.click(offer);

    expect(rows()).toHaveLength(2);
    expect(rows().every((text) => text?.includes('$50.00'))).toBe(true);
  });

  test('shows an empty state, and retries after an error', async () => {
    serve(bookRoutes.trialBalance, balance([], { isEmpty: true }));
    const { unmount } = await show(<TrialBalance />, { at: '/books', page: '/books', permissions });
    await screen.findByText('Nothing posted yet');
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    unmount();

    serve(bookRoutes.trialBalance, refusal(500, 'unexpected', 'Something went wrong'));
    await show(<TrialBalance />, { at: '/books', page: '/books', permissions });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

test('opens a journal with its balanced entries and links to its order', async () => {
  const journal: Journal = {
    _id: idOf(7),
    number: 'J-1042',
    kind: 'sale',
    postedAt: '2026-10-05T15:00:00.000Z',
    location: { ...location, timeZone: 'America/Chicago' },
    order: { _id: idOf(8), number: 'O-1001' },
    statement: null,
    vendorClaim: null,
    refundId: null,
    by: 'Ada Stone',
    amount: 900,
    entries: [
      { account: 'customerPayments', code: '1100', part: 'payment', amount: 900 },
      { account: 'locationPayable', code: '2100', part: 'goods', amount: -1000 },
      { account: 'locationPayable', code: '2100', part: 'commission', amount: 100 },
    ],
  };
  serve(bookRoutes.journals, pageOf(journal));
  const at = '/books/journals?account=locationPayable';
  const { user } = await show(<JournalList />, { at, page: '/books/journals', permissions });
  const row = await screen.findByRole('row', { name: /O-1001/ });
  expect(row.textContent).toContain('$9.00Cr');
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect([cells[1], cells[4], cells[5]]).toEqual([
    'J-1042',
    '1100 Customer payments',
    '2100 Owed to locations',
  ]);

  await user.click(row);

  const dialog = await screen.findByRole('dialog', { name: 'Sale J-1042' });
  expect(within(dialog).getByRole('link', { name: 'O-1001' })).toBeTruthy();
  expect(within(dialog).getByRole('row', { name: /Total/ }).textContent).toContain('$9.00$9.00');
  expect(within(dialog).getByRole('row', { name: /Commission/ }).textContent).toContain('$1.00');
});

describe('accounts', () => {
  const open = (held: Permission[]) =>
    show(<Accounts />, { at: '/books/accounts', page: '/books/accounts', permissions: held });

  test('shows codes and explanations read-only', async () => {
    const accounts = ledgerAccounts.map((account) => ({
      account,
      code: account === 'refunds' ? null : '77',
    }));
    serve(bookRoutes.accounts, { accounts });
    await open(permissions);

    expect(await screen.findByText('What the marketplace keeps of the goods sold.')).toBeTruthy();
    expect(screen.getByText('No code')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('edits codes with the permission for settings', async () => {
    serve(settingsRoutes.get, { ...defaultSettings, ...stored });
    const saved = serve(settingsRoutes.update, { ...defaultSettings, ...stored, version: 2 });
    const { user } = await open([...permissions, 'access_setting']);
    await user.retype('Code of Commission', '8400');
    await user.press('Save changes');

    await expect
      .poll(() => saved[0]?.body)
      .toMatchObject({
        version: 1,
        accountCodes: { commissionIncome: '8400', refunds: '1110' },
      });
  });

  test('keeps the draft while another user saves the settings', async () => {
    serve(settingsRoutes.get, { ...defaultSettings, ...stored });
    const saved = serve(settingsRoutes.update, { ...defaultSettings, ...stored, version: 3 });
    const { user, readAgain } = await open([...permissions, 'access_setting']);
    await user.retype('Code of Commission', '8400');

    serve(settingsRoutes.get, { ...defaultSettings, ...stored, version: 2 });
    await act(() => readAgain('settings'));
    await user.press('Save changes');

    await expect.poll(() => saved[0]?.body).toMatchObject({ accountCodes: { commissionIncome: '8400' } });
  });

  test('keeps input typed during a save', async () => {
    let answer: () => void = () => undefined;
    const accountCodes = { ...defaultSettings.accountCodes, commissionIncome: '8400' };
    serve(settingsRoutes.get, { ...defaultSettings, ...stored });
    const saved = serve(
      settingsRoutes.update,
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ ...defaultSettings, accountCodes, ...stored, version: 3 });
        }),
    );
    const { user } = await open([...permissions, 'access_setting']);
    const code = await screen.findByRole('textbox', { name: 'Code of Commission' });
    const save = () => user.press('Save changes');
    await user.retype(code, '8400');
    await save();
    await expect.poll(() => saved).toHaveLength(1);
    await user.type(code, '-1');
    await act(async () => answer());
    await save();

    await expect
      .poll(() => saved[1]?.body)
      .toMatchObject({ accountCodes: { commissionIncome: '8400-1' }, version: 3 });
  });
});
