import { nextBankingDay } from '@aisle/contract/core/banking-days';
import { dayIn, formatDay } from '@aisle/contract/core/dates';
import { type PayoutRunPreview, payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import type { Permission } from '@aisle/contract/permissions';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../../test/records.ts';
import { hrefOf, show, type User } from '../../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../../test/server.ts';
import { signInStore } from '../../../../test/store-user.ts';
import { balance, due, north, payouts, run, statement } from '../../finance.fixtures.ts';
import '../../payouts/pay-many-dialog.tsx';
import '../../payouts/print-dialog.tsx';
import './make-many-dialog.tsx';
import { jobOf } from '../../../system/system.fixtures.ts';
import { StatementLists } from './statement-lists.tsx';

const listOf = <Row,>(...records: Row[]) => ({ records, totalRecord: records.length });
const notFinal = { openReturns: 0, refundsInProgress: 0, ordersOut: 0 };
const payable = (number: number, total: number, more: Partial<PayoutRunPreview['records'][number]> = {}) => ({
  statementId: idOf(number),
  number: `S-${2030 + number}`,
  locationId: idOf(50 + number),
  locationName: `Store ${number}`,
  timeZone: 'America/Chicago',
  total,
  accountLast4: '8730',
  transferState: 'none' as const,
  notFinal,
  ...more,
});
const finance: Permission[] = [
  'location_report',
  'statement_all_view',
  'statement_generate',
  'statement_payment',
  'store_list',
];
const lists = serve(statementRoutes.list, listOf(statement()));
const opened = (at = '/statements', permissions = finance) =>
  show(<StatementLists />, { at, page: '/statements', permissions });
const row = (name: RegExp) => screen.findByRole('row', { name });
const select = async (user: User, ...names: string[]) => {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
};

test('lists all statements first with period and total', async () => {
  await opened();

  const cells = (await row(/S-2031/)).textContent;
  for (const text of ['North', '10/01/2026 – 10/31/2026', '$980.00']) expect(cells).toContain(text);
  expect(lists[0]?.body).toHaveProperty('filters', {});
});

test('distinguishes between all statements paid and none yet', async () => {
  let all = listOf(statement());
  serve(statementRoutes.list, ({ body }) =>
    (body as { filters: { status?: string } }).filters.status ? listOf() : all,
  );
  const { unmount } = await opened('/statements?tab=open');
  expect(await screen.findByText('All statements are paid or carried over')).toBeTruthy();
  unmount();

  all = listOf();
  await opened('/statements?tab=open');

  expect(await screen.findByText('No open statements yet')).toBeTruthy();
});

test.each([
  ['Paid', { status: 'paid' }],
  ['Carried', { status: 'carried' }],
  ['All', {}],
])('requests only the statements of the tab %s', async (name, filters) => {
  const { user } = await opened('/statements?tab=open');
  await row(/S-2031/);

  await user.press(name);

  await waitFor(() => expect(lists.at(-1)?.body).toHaveProperty('filters', filters));
});

test('shows method and date of a payment', async () => {
  serve(
    statementRoutes.list,
    listOf(
      statement({
        status: 'paid',
        payout: {
          method: 'check',
          reference: '4711',
          paidOn: '2026-11-02',
          accountLast4: null,
          by: 'Ada',
          at: statement().createdAt,
        },
      }),
    ),
  );
  await opened('/statements?tab=paid');

  const cells = (await row(/S-2031/)).textContent;
  expect(cells).toContain('Check 4711');
  expect(cells).toContain('11/02/2026');
});

test('previews the payouts of selected statements, then records them and opens the run', async () => {
  serve(
    statementRoutes.list,
    listOf(statement(), statement({ _id: idOf(2), number: 'S-2032', total: 2050 })),
  );
  const previews = serve(payoutRoutes.previewRun, {
    records: [
      payable(1, 98_000),
      payable(2, 2050, { accountLast4: null, notFinal: { ...notFinal, openReturns: 3 } }),
    ],
    total: 100_050,
    canTransfer: false,
  });
  const runs = serve(payoutRoutes.run, { runId: idOf(70), jobId: idOf(71) });
  const { user, address } = await opened('/statements?tab=open');

  await select(user, 'S-2031', 'S-2032');
  await user.press('Pay…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay 2 statements' }));
  const table = within(dialog.getByRole('table', { name: 'Payouts to record' }));
  const warned = table.getByRole('row', { name: /Store 2/ }).textContent;
  expect(warned).toContain('No payout account');
  expect(warned).toContain('Not final: 3 open returns');
  expect(table.getByRole('row', { name: /^Total/ }).textContent).toBe('Total$1,000.50');
  const payDate = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Pay date' });
  expect(payDate.value).toBe(formatDay(nextBankingDay(dayIn('America/Chicago'))));
  await user.click(dialog.getByRole('button', { name: 'Record payouts and create files' }));

  await waitFor(() => expect(address()).toBe(`/statements/payout-runs/${idOf(70)}`));
  expect(previews[0]?.body).toEqual({ statementIds: [idOf(1), idOf(2)] });
  expect(runs[0]?.body).toMatchObject({ method: 'bankTransfer', statementIds: [idOf(1), idOf(2)] });
});

test('keeps the dialog open and shows why a run was rejected', async () => {
  serve(payoutRoutes.previewRun, { records: [payable(1, 98_000)], total: 98_000, canTransfer: false });
  serve(payoutRoutes.run, refusal(409, 'statements.nothing-to-pay', 'None of these statements is open'));
  const { user } = await opened('/statements?tab=open');

  await select(user, 'S-2031');
  await user.press('Pay…');
  await user.press('Record payouts and create files');

  const dialog = within(screen.getByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toBe('None of these statements is open');
});

test('pays exactly the previewed statements of the list', async () => {
  const records = [payable(1, 98_000), payable(3, 700)];
  const previews = serve(payoutRoutes.previewRun, { records, total: 98_700, canTransfer: false });
  const runs = serve(payoutRoutes.run, { runId: idOf(70), jobId: idOf(71) });
  const { user } = await opened('/statements?tab=open&search=north');

  await user.press('Pay all 1…');
  await user.press('Record payouts and create files');

  expect(await onlyBody(runs)).toHaveProperty('statementIds', [idOf(1), idOf(3)]);
  expect(previews[0]?.body).toEqual({ filters: { status: 'open', search: 'north' } });
});

test('creates PDFs one by one, and continues after an error', async () => {
  serve(
    statementRoutes.list,
    listOf(statement(), statement({ _id: idOf(2), number: 'S-2032', locationName: 'South' })),
  );
  serve(payoutRoutes.pdf, ({ params }) =>
    params[0] === idOf(1)
      ? refusal(404, 'not-found', 'Statement not found')
      : { url: '/files/s-2032.pdf', jobId: null },
  );
  const { user } = await opened();

  await select(user, 'S-2031', 'S-2032');
  await user.press('Create PDFs…');
  const dialog = within(await screen.findByRole('dialog', { name: 'PDFs of 2 statements' }));
  await user.click(dialog.getByRole('button', { name: 'Create PDFs' }));

  const link = await dialog.findByRole('link', { name: 'S-2032 · South' });
  expect(hrefOf(link)).toBe('/files/s-2032.pdf');
  expect(dialog.getByText('Statement not found')).toBeTruthy();
  expect(dialog.queryByRole('link', { name: /S-2031/ })).toBeNull();
});

test('hides payments, new statements, Due and Payout runs from read-only users', async () => {
  await opened('/statements?tab=due', ['location_report', 'statement_all_view']);
  await row(/S-2031/);

  for (const name of ['Due', 'Payout runs', /Pay all/]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.queryByRole('link', { name: 'New statement' })).toBeNull();
});

test('shows a store its statements, and links each amount of its balance', async () => {
  const balances = serve(statementRoutes.listOfLocation, { ...listOf(statement()), balance, payouts });
  const shown = opened('/statements', ['location_report']);
  signInStore(['location_report'], [north]);
  await shown;

  await row(/S-2031/);
  expect(balances[0]?.body).toMatchObject({ locationId: north._id });
  expect(lists.at(-1)?.body).toMatchObject({ filters: { locationId: north._id } });
  const link = await screen.findByRole('link', { name: 'Balance $1,027.00' });
  expect(hrefOf(link)).toBe(`/statements/balance/${north._id}`);
  expect(screen.getByRole('link', { name: 'Carried forward -$3.00' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Explain this balance' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Next payout 12/09/2026 about $11,600' })).toBeTruthy();
  const last = screen.getByRole('link', { name: 'Last payout 11/02/2026 to ••8730 $980.00' });
  expect(hrefOf(last)).toBe(`/statements/${idOf(1)}`);
  expect(screen.queryByRole('button', { name: 'Due' })).toBeNull();
});

test('shows the balance of each of several stores to users without access to all', async () => {
  const shown = opened('/statements', ['location_report']);
  signInStore(['location_report'], [north, { _id: idOf(51), name: 'South' }]);
  serve(statementRoutes.listOfLocation, { ...listOf(), balance, payouts });
  const { user } = await shown;
  const balances = () => screen.getAllByRole('link', { name: 'Balance $1,027.00' });
  await waitFor(() => expect(balances()).toHaveLength(2));

  await user.press('Statements of South');

  await waitFor(() => expect(lists.at(-1)?.body).toMatchObject({ filters: { locationId: idOf(51) } }));
});

test('shows no texts about other locations to a store', async () => {
  serve(statementRoutes.list, listOf());
  serve(statementRoutes.listOfLocation, { ...listOf(), balance, payouts });
  const shown = opened('/statements', ['location_report']);
  signInStore(['location_report'], [north, { _id: idOf(51), name: 'South' }]);
  const { user } = await shown;

  await user.press('Statements of North');

  await screen.findByText('No statements yet');
  expect(screen.queryByText(/All locations/)).toBeNull();
});

const someDue = () =>
  serve(statementRoutes.due, listOf(due(1, 'North', 5000), due(2, 'South', 0 - 200), due(3, 'West', 700)));

test('links unbilled money to the preview of its statement', async () => {
  someDue();
  await opened('/statements?tab=due');

  const link = await screen.findByRole('link', { name: 'North' });
  expect(hrefOf(link)).toMatch(new RegExp(`^/statements/add\\?locationId=${idOf(51)}&since=2026-`));
  expect((await row(/North/)).textContent).toContain('$100.00');
});

test('creates statements of selected locations one by one, and continues after an error', async () => {
  someDue();
  const made = serve(statementRoutes.create, ({ body }) => {
    const { locationId } = body as { locationId: string };
    if (locationId === idOf(52)) return refusal(409, 'statements.nothing-to-state', 'Nothing to state');
    return statement({ _id: idOf(locationId === idOf(51) ? 1 : 3), number: `S-${locationId.slice(-2)}` });
  });
  const previewed = ['North', 'South', 'West'].map((locationName, index) => ({
    ...{ locationId: idOf(51 + index), locationName, orders: 1, status: 'open' as const },
    ...{ total: 5000, notFinal: { ...notFinal, openReturns: index } },
  }));
  const previews = serve(statementRoutes.previewMany, { records: previewed, total: 15_000, open: 3 });
  const { user } = await opened('/statements?tab=due');

  await select(user, 'North', 'South', 'West');
  await user.press('Create statements…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create statements for 3 locations' }));
  const to = dialog.getByRole('textbox', { name: 'Through' });
  await user.retype(to, '10/31/2026');
  await waitFor(() => expect(previews.at(-1)?.body).toMatchObject({ to: '2026-10-31' }));
  const preview = within(await dialog.findByRole('table', { name: 'Statements to create' }));
  expect(preview.getByRole('row', { name: /West/ }).textContent).toContain('Not final: 2 open returns');
  expect(preview.getByRole('row', { name: /^Total/ }).textContent).toBe('Total$150.00');
  await user.click(dialog.getByRole('button', { name: 'Create 3 statements' }));

  expect(await dialog.findByRole('link', { name: 'S-53' })).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'S-51' })).toBeTruthy();
  expect(dialog.getByText('Nothing to state')).toBeTruthy();
  expect(made.map(({ body }) => body)).toEqual(
    [51, 52, 53].map((number) => ({ locationId: idOf(number), to: '2026-10-31' })),
  );
});

test('creates statements for all locations in a job, once the date is valid', async () => {
  someDue();
  const made = serve(statementRoutes.create, { jobId: idOf(71) });
  const outcome = { statementId: null, number: null, total: null, problem: null };
  serve(
    jobRoutes.get,
    jobOf({
      _id: idOf(71),
      kind: 'statements',
      title: 'Creating statements',
      result: {
        results: [
          { ...outcome, ...due(1, 'North', 0), statementId: idOf(1), number: 'S-2031', total: 5000 },
          { ...outcome, ...due(2, 'South', 0), problem: 'Another statement was made meanwhile' },
        ],
      },
    }),
  );
  const previewed = ['North', 'South', 'West'].map((locationName, index) => ({
    ...{ locationId: idOf(51 + index), locationName, orders: 1, status: 'open' as const },
    ...{ total: 5000, notFinal: { ...notFinal, openReturns: index } },
  }));
  const previews = serve(statementRoutes.previewMany, { records: previewed, total: 15_000, open: 3 });
  const { user } = await opened('/statements?tab=due');

  await user.press('Create all statements…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create statements for all locations' }));
  const to = dialog.getByRole('textbox', { name: 'Through' });
  await user.clear(to);
  await user.click(dialog.getByRole('button', { name: /^Create/ }));
  expect(await dialog.findByText('Enter a valid date')).toBeTruthy();
  await user.type(to, '10/31/2026');
  await waitFor(() => expect(previews.at(-1)?.body).toEqual({ to: '2026-10-31' }));
  await user.click(dialog.getByRole('button', { name: 'Create 3 statements' }));

  expect(await dialog.findByRole('link', { name: 'S-2031' })).toBeTruthy();
  expect(dialog.getByText('Another statement was made meanwhile')).toBeTruthy();
  expect(made.map(({ body }) => body)).toEqual([{ to: '2026-10-31' }]);
});

test('lists payout runs with their results', async () => {
  serve(payoutRoutes.runs, pageOf(run()));
  await opened('/statements?tab=runs');

  const cells = (await row(/Bank transfer/)).textContent;
  for (const text of ['1 not paid', '1 of 2', '$980.00']) expect(cells).toContain(text);
});

test('retries after a loading error', async () => {
  serve(statementRoutes.list, refusal(500, 'unexpected', 'Something broke'));
  const { user } = await opened();
  await screen.findByText('Something broke');

  serve(statementRoutes.list, listOf(statement()));
  await user.press('Try again');

  expect(await row(/S-2031/)).toBeTruthy();
});

test('explains statements and links to the first one if there is none', async () => {
  serve(statementRoutes.list, listOf());
  await opened();

  expect(await screen.findByText(/adds up what a location is owed/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New statement' })).toBeTruthy();
});
