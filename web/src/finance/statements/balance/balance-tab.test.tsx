import { type BalanceExplained, statementRoutes } from '@aisle/contract/finance/statements';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../../test/records.ts';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { balance, north, payouts, statement } from '../../finance.fixtures.ts';
import { BalanceTab } from './balance-tab.tsx';

const explained = (more: Partial<BalanceExplained> = {}): BalanceExplained => ({
  asOf: '2026-11-20',
  before: 90_000,
  parts: [
    { part: 'goods', amount: 20_000, entries: 2 },
    { part: 'payout', amount: -7300, entries: 1 },
  ],
  balance: 102_700,
  now: balance,
  ...more,
});

const opened = () => {
  serve(statementRoutes.listOfLocation, { records: [statement()], totalRecord: 1, balance, payouts });
  return show(<BalanceTab locationId={north._id} />, {
    at: '/somewhere',
    permissions: ['location_report'],
  });
};

test("adds the parts of today to yesterday's balance", async () => {
  serve(statementRoutes.explainBalance, explained({ parts: explained().parts.toReversed() }));
  await opened();

  const table = await screen.findByRole('table', { name: 'Balance' });
  expect(table.textContent).toMatch(
    /end of 11\/19\/2026\$900\.00Goods.*2 entries.*\$200\.00Payouts.*1 entry.*-\$73\.00Balance now\$1,027\.00/,
  );
});

test('explains the balance of any day, and keeps the day in the URL', async () => {
  const requests = serve(statementRoutes.explainBalance, ({ query }) =>
    query.date ? explained({ asOf: '2026-10-05', parts: [], now: null, balance: 90_000 }) : explained(),
  );
  const { user, search } = await opened();
  const day = await screen.findByRole('textbox', { name: 'As of' });

  await user.retype(day, '10/05/2026');

  await waitFor(() => expect(search()).toEqual({ date: '2026-10-05' }));
  expect(await screen.findByText('Balance at the end of 10/05/2026')).toBeTruthy();
  expect(screen.getByText('Nothing was posted on this day.')).toBeTruthy();
  expect(requests.at(-1)?.query).toEqual({ date: '2026-10-05' });
});

test('pages through the entries of a part, each with its order and statement', async () => {
  serve(statementRoutes.explainBalance, explained());
  const requests = serve(statementRoutes.balanceEntries, {
    records: [
      {
        part: 'goods',
        amount: 20_000,
        journalId: idOf(91),
        cause: 'O-100031',
        postedAt: '2026-11-20T18:00:00.000Z',
        orderId: idOf(31),
        orderNumber: 'O-100031',
        statement: null,
      },
    ],
    totalRecords: 26,
  });
  const { user, search } = await opened();

  await user.press('Goods');

  const entries = within(await screen.findByRole('table', { name: 'Goods' }));
  const row = entries.getByRole('row', { name: /O-100031/ }).textContent;
  for (const text of ['Delivered', 'Not yet', '$200.00']) expect(row).toContain(text);
  expect(search()).toEqual({ part: 'goods' });
  await user.press('Next');
  await waitFor(() =>
    expect(requests.at(-1)?.body).toMatchObject({ locationId: north._id, part: 'goods', page: 2 }),
  );
  await user.press('Goods');
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Goods' })).toBeNull());
});
