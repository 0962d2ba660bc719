import { dayIn } from '@aisle/contract/core/dates';
import { type PayoutRunPreview, payoutRoutes } from '@aisle/contract/finance/payouts';
import {
  type StatementTree,
  type StatementTreeQuery,
  type StatementView,
  statementRoutes,
} from '@aisle/contract/finance/statements';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../../test/records.ts';
import { hrefOf, show } from '../../../../test/render.tsx';
import { onlyBody, type Request, refusal, serve } from '../../../../test/server.ts';
import {
  balance,
  north,
  payment,
  payout,
  payouts,
  statement,
  statementView,
} from '../../finance.fixtures.ts';
import '../../payouts/pay-dialog.tsx';
import '../../payouts/void-dialog.tsx';
import './adjust-dialog.tsx';
import { StatementScreen } from './statement-view.tsx';

const finance: Permission[] = [
  'location_report',
  'statement_all_view',
  'statement_generate',
  'statement_payment',
  'order_view',
];
serve(payoutRoutes.payments, { records: [] });
serve(statementRoutes.listOfLocation, {
  records: [statement(), statement({ _id: idOf(2), number: 'S-2030', status: 'carried', total: -300 })],
  totalRecord: 2,
  balance,
  payouts,
});
const previewOf = (transferState: 'none' | 'active', canTransfer = true): PayoutRunPreview => ({
  records: [
    {
      statementId: idOf(1),
      number: 'S-2031',
      locationId: north._id,
      locationName: north.name,
      timeZone: 'America/Chicago',
      total: 98_000,
      accountLast4: null,
      transferState,
      notFinal: { openReturns: 0, refundsInProgress: 0, ordersOut: 0 },
    },
  ],
  total: 98_000,
  canTransfer,
});
serve(payoutRoutes.previewRun, previewOf('none', false));
async function opened(view: StatementView = statementView(), search = '', permissions = finance) {
  serve(statementRoutes.view, view);
  const shown = await show(<StatementScreen />, {
    at: `/statements/${view._id}${search}`,
    page: '/statements/$id',
    permissions,
  });
  await screen.findByRole('heading', { name: view.number });
  return shown;
}
const tableText = async (name: string) => (await screen.findByRole('table', { name })).textContent;

test('shows the parts and total of a statement, and its days', async () => {
  await opened(
    statementView({
      carriedIn: -300,
      carriedFrom: { _id: idOf(2), number: 'S-2030' },
      total: 97_700,
      taxRemitted: 450,
    }),
  );

  const sums = await tableText('Statement');
  expect(sums).toMatch(/Goods.*\$1,000\.00.*Tax.*\$80\.00.*Commission.*-\$100\.00.*S-2030.*-\$3\.00/);
  expect(sums).toMatch(/Amount due\$977\.00$/);
  expect(screen.getByText(/The marketplace remits \$4\.50 of tax itself/)).toBeTruthy();
  const days = within(screen.getByRole('table', { name: 'By day' }));
  expect(days.getByRole('row', { name: /10\/05\/2026/ }).textContent).toContain('$784.00');
  // The days don't include the amount carried in.
  expect(days.getByRole('row', { name: /Total without what was carried in/ }).textContent).toContain(
    '$1,000.00$80.00-$100.00$980.00',
  );
  expect(hrefOf(days.getByRole('link', { name: '10/06/2026' }))).toContain('day=2026-10-06');
});

test('links corrections to their order and original statement, and shows reasons of adjustments', async () => {
  await opened(
    statementView({
      corrections: -1200,
      adjustments: 500,
      correctionRows: [
        {
          day: '2026-10-07',
          cause: 'Damaged',
          orderId: idOf(31),
          orderNumber: 'O-100031',
          statementId: idOf(9),
          statementNumber: 'S-2009',
          amount: -1200,
        },
      ],
      adjustmentRows: [
        {
          _id: idOf(41),
          locationId: north._id,
          day: '2026-10-08',
          reason: 'Promotion support',
          note: 'Agreed by phone',
          amount: 500,
          by: 'Ada Stone',
          at: '2026-10-08T12:00:00.000Z',
          statement: null,
        },
      ],
    }),
  );

  const corrections = within(await screen.findByRole('table', { name: 'Corrections' }));
  expect(hrefOf(corrections.getByRole('link', { name: 'O-100031' }))).toBe(`/orders/view/${idOf(31)}`);
  expect(hrefOf(corrections.getByRole('link', { name: 'S-2009' }))).toBe(`/statements/${idOf(9)}`);
  expect(await tableText('Adjustments')).toContain('Promotion supportAgreed by phone');
});

test('pays with method, reference and date, and sends the loaded version', async () => {
  const paid = serve(payoutRoutes.payout, statement({ status: 'paid' }));
  const { user } = await opened();

  await user.press('Pay $980.00…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payout of S-2031' }));
  await user.click(dialog.getByRole('button', { name: 'Record payout of $980.00' }));
  expect(await dialog.findByText('Reference is required')).toBeTruthy();
  expect(paid).toEqual([]);
  await user.retype('Pay date', '11/02/2026');
  await user.type(dialog.getByRole('textbox', { name: 'Reference' }), ' T-77 {Enter}');

  await waitFor(() =>
    expect(paid.map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: [idOf(1)],
        body: { method: 'bankTransfer', reference: 'T-77', paidOn: '2026-11-02', version: 4 },
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('transfers a payout today, without a reference', async () => {
  serve(payoutRoutes.previewRun, previewOf('active'));
  const paid = serve(payoutRoutes.payout, statement({ status: 'paid' }));
  const { user } = await opened();

  await user.press('Pay $980.00…');
  await user.select('Method', 'Stripe transfer');
  expect(screen.queryByRole('textbox', { name: 'Reference' })).toBeNull();
  expect(screen.queryByText('Not ready for transfers')).toBeNull();
  await user.press('Transfer $980.00');

  expect(await onlyBody(paid)).toEqual({ method: 'stripe', paidOn: dayIn('America/Chicago'), version: 4 });
});

test('warns before a transfer to a location without an account', async () => {
  serve(payoutRoutes.previewRun, previewOf('none'));
  const { user } = await opened();
  await user.press('Pay $980.00…');
  await user.select('Method', 'Stripe transfer');
  expect(await screen.findByText('Not ready for transfers')).toBeTruthy();
});

test('offers no second payout while a transfer is in progress', async () => {
  await opened(statementView({ money: 'transferring' }));
  expect(screen.getByText('Transfer in progress')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('keeps the input and shows why a payout was rejected', async () => {
  serve(payoutRoutes.payout, refusal(409, 'statements.paid', 'Statement S-2031 is already paid'));
  const { user } = await opened();

  await user.press('Pay $980.00…');
  const dialog = within(await screen.findByRole('dialog'));
  const reference = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Reference' });
  await user.type(reference, 'T-77{Enter}');

  expect((await dialog.findByRole('alert')).textContent).toBe('Statement S-2031 is already paid');
  expect(reference.value).toBe('T-77');
});

test('voids a returned payout with its reason, and shows both in the history', async () => {
  const reason = 'Account closed';
  serve(payoutRoutes.payments, {
    records: [
      payment(),
      payment({ kind: 'void', amount: -98_000, payout: null, reason, at: '2026-11-03T10:00:00.000Z' }),
    ],
  });
  const voided = serve(payoutRoutes.void, statement());
  const { user } = await opened(statementView({ status: 'paid', payout, canDiscard: false }));

  expect(await screen.findByText('Payout voided')).toBeTruthy();
  expect(screen.getByText('“Account closed”')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  await user.choose(/^More for/, 'Void payout…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Void the payout of S-2031?' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), `${reason}{Enter}`);

  await waitFor(() => expect(voided.map(({ body }) => body)).toEqual([{ reason }]));
});

test('discards a statement after confirmation, and returns to the list', async () => {
  const removed = serve(statementRoutes.remove, { _id: idOf(1) });
  const { user, address } = await opened();

  await user.choose(/^More for/, 'Discard statement…');
  await user.answer('Discard S-2031?', 'Cancel');
  expect(removed).toEqual([]);
  await user.choose(/^More for/, 'Discard statement…');
  await user.press('Discard statement');

  await waitFor(() => expect(address()).toBe('/statements'));
  expect(removed.map(({ params }) => params)).toEqual([[idOf(1)]]);
});

test('sets the sign of an adjustment by its direction', async () => {
  const adjusted = serve(statementRoutes.adjust, refusal(409, 'busy', 'Try again'));
  const { user } = await opened();

  await user.choose(/^More for/, 'Adjust the balance of North…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Adjust the balance of North' }));
  await user.click(dialog.getByRole('radio', { name: 'Deduct' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '12.50');
  await user.click(dialog.getByRole('button', { name: 'Deduct $12.50' }));
  expect(await dialog.findByText('Reason is required')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Fee{Enter}');

  expect(await onlyBody(adjusted)).toMatchObject({ locationId: north._id, amount: -1250, reason: 'Fee' });
  expect((await dialog.findByRole('alert')).textContent).toBe('Try again');
});

test('hides payment and changes from read-only users, but offers the PDF', async () => {
  await opened(statementView(), '', ['location_report']);

  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'PDF' })).toBeTruthy();
});

test('opens the PDF in a new tab', async () => {
  const tab = { location: { href: '' }, close: vi.fn() };
  vi.stubGlobal('open', () => tab);
  serve(payoutRoutes.pdf, { url: '/files/s-2031.pdf', jobId: null });
  const { user } = await opened();

  await user.press('PDF');

  await waitFor(() => expect(tab.location.href).toBe('/files/s-2031.pdf'));
});

test('shows the other statements of the location with its balance', async () => {
  await opened(statementView(), '?tab=location');

  const table = within(await screen.findByRole('table', { name: 'Statements of this location' }));
  expect(table.getByRole('link', { name: 'S-2030' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Balance $1,027.00' })).toBeTruthy();
});

const noSums = {
  goods: 900,
  tax: 0,
  commission: 0,
  discounts: 0,
  promotions: 0,
  coins: 0,
  refunds: 0,
  corrections: 0,
  adjustments: 0,
};
function serveTree(): Request[] {
  return serve(statementRoutes.tree, ({ query }): StatementTree => {
    const { day, orderId } = query as Partial<StatementTreeQuery>;
    if (orderId) return { level: 'entries', lines: [], entries: [entry] };
    if (day) {
      const record = {
        orderId: idOf(31),
        orderNumber: 'O-100031',
        customerName: 'Ines',
        ...noSums,
        total: 900,
      };
      return { level: 'orders', orders: { records: [record], totalRecords: 1 } };
    }
    return {
      level: 'days',
      days: [{ day: '2026-10-05', orders: 1, total: 900 }],
      carriedIn: -100,
      total: 800,
    };
  });
}
const entry = {
  account: 'locationPayable',
  part: 'goods',
  section: 'goods' as const,
  amount: 900,
  journalId: idOf(91),
  journalKind: 'sale',
  cause: 'O-100031',
  postedAt: '2026-10-05T20:00:00.000Z',
};
const focused = () => document.activeElement?.getAttribute('aria-label');

test('loads days, orders and entries as they are expanded by keyboard', async () => {
  const levels = serveTree();
  const { user } = await opened(statementView(), '?tab=tree');
  const day = await screen.findByRole('treeitem', { name: '10/05/2026 1 order $9.00' });
  expect(levels).toHaveLength(1);

  day.focus();
  await user.keyboard('{ArrowRight}');
  await screen.findByRole('treeitem', { name: 'O-100031 Ines $9.00' });
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await screen.findByRole('treeitem', { name: /^Goods O-100031 · Owed to locations/ });
  await user.keyboard('{ArrowDown}');

  expect(focused()).toMatch(/^Goods .*\$9\.00$/);
  expect(levels.map(({ query }) => query)).toEqual([
    {},
    { day: '2026-10-05', page: '1' },
    { day: '2026-10-05', orderId: idOf(31) },
  ]);
});

test('expands the day of a link, and links its order', async () => {
  serveTree();
  await opened(statementView(), '?tab=tree&day=2026-10-05');

  const link = await screen.findByRole('link', { name: 'Open O-100031' });
  expect(hrefOf(link)).toBe(`/orders/view/${idOf(31)}`);
});

test('adds the carried amount to the days, up to the amount of the statement', async () => {
  serveTree();
  const carriedFrom = { _id: idOf(9), number: 'S-2030' };
  await opened(statementView({ carriedIn: -100, carriedFrom, total: 800 }), '?tab=tree');

  await screen.findByRole('treeitem', { name: 'Carried in from S-2030 -$1.00' });
  expect(hrefOf(screen.getByRole('link', { name: 'Open S-2030' }))).toBe(`/statements/${idOf(9)}`);
  expect(screen.getByText('Amount due').textContent).toBe('Amount due $8.00');
});

test('filters the tree by part, and resets the filter', async () => {
  const levels = serveTree();
  const { user, search } = await opened(statementView(), '?tab=main');

  await user.click(await screen.findByRole('link', { name: 'Commission' }));

  await screen.findByRole('heading', { name: 'Commission' });
  expect(search()).toEqual({ tab: 'tree', part: 'commission' });
  await waitFor(() => expect(levels.map(({ query }) => query)).toEqual([{ part: 'commission' }]));
  await user.click(screen.getByRole('link', { name: 'Show all parts' }));
  await waitFor(() => expect(levels.at(-1)?.query).toEqual({}));
});
