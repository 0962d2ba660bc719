import { nextBankingDay } from '@aisle/contract/core/banking-days';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { beforeEach, expect, test } from 'vitest';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, decide } from '../../../test/order-builders.ts';
import { dayAgo, owe, state } from '../../../test/payable-builders.ts';
import { deliver, requestReturn } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { statementsWork } from '../statements/statement-job.ts';
import { payoutRunWork } from './payout-run-work.ts';

const shop = await openShop();
await workJobs(shop, { statements: statementsWork, payoutRun: payoutRunWork });
const finance = await shop.signIn();
let oak: string;
let elm: string;
beforeEach(async () => {
  await decide(shop, { statements: { every: 'never', holdDays: 0, minimumPayout: 1000 } });
  oak = await addOrderLocation(shop, { name: 'Oak' });
  elm = await addOrderLocation(shop, { name: 'Elm' });
});
const previewOf = (body: { to: string; locationIds?: string[] }) =>
  finance.do(statementRoutes.previewMany, { body });
const nothingOpen = { openReturns: 0, refundsInProgress: 0, ordersOut: 0 };

test('previews the statements of many locations as they are then created', async () => {
  const order = await deliver(finance, oak, await addGoods(shop, oak, { price: 1000 }), { quantity: 2 });
  await requestReturn(finance, order);
  await owe(finance, elm, 500);

  const preview = await previewOf({ to: dayAgo(), locationIds: [oak, elm] });

  expect(preview.records).toMatchObject([
    { locationId: elm, locationName: 'Elm', orders: 0, total: 500, status: 'carried', notFinal: nothingOpen },
    { locationId: oak, orders: 1, status: 'open', notFinal: { ...nothingOpen, openReturns: 1 } },
  ]);
  expect([preview.open, preview.total]).toEqual([1, preview.records[1]!.total]);
  const made = await finance.do(statementRoutes.create, { body: { to: dayAgo() } });
  await jobOver(finance, 'jobId' in made ? made.jobId : '');
  const { records } = await finance.do(statementRoutes.list, { body: { filters: { to: dayAgo() } } });
  const totals = new Map(records.map(({ locationId, total }) => [locationId, total]));
  for (const { locationId, total } of preview.records) expect(totals.get(locationId)).toBe(total);
});

test('adds a carried total to the preview', async () => {
  await owe(finance, elm, 500);
  await state(finance, elm);
  await owe(finance, elm, 700);

  expect((await previewOf({ to: dayAgo(), locationIds: [elm] })).records).toMatchObject([
    { total: 1200, status: 'open' },
  ]);
});

test('leaves out locations without unbilled entries, and rejects a future day', async () => {
  expect(await previewOf({ to: dayAgo(), locationIds: [oak] })).toEqual({ records: [], total: 0, open: 0 });
  const { status, body } = await finance.call(statementRoutes.previewMany, { body: { to: dayAgo(-3) } });
  expect([status, body.error?.fields?.[0]?.path]).toEqual([400, 'to']);
});

const stated = async (locationId: string, amount: number): Promise<Statement> => {
  await owe(finance, locationId, amount);
  return state(finance, locationId);
};

test('previews a payout run with accounts, and pays it on the next banking day', async () => {
  const account = { bankName: 'Corner', accountHolder: 'Oak', routingNumber: '011401533' };
  const body = { ...account, accountNumber: '4400218730' };
  await finance.do(payoutAccountRoutes.save, { params: { id: oak }, body });
  const [one, other] = [await stated(oak, 5000), await stated(elm, 7000)];
  const statementIds = [one._id, other._id];

  const preview = await finance.do(payoutRoutes.previewRun, { body: { statementIds } });

  expect(preview.total).toBe(12_000);
  expect(preview.records).toMatchObject([
    { number: one.number, locationName: 'Oak', total: 5000, accountLast4: '8730', notFinal: nothingOpen },
    { number: other.number, locationName: 'Elm', total: 7000, accountLast4: null },
  ]);
  const { records } = await finance.do(payoutRoutes.previewRun, { body: { filters: { locationId: elm } } });
  expect(records.map(({ number }) => number)).toEqual([other.number]);

  const paidOn = nextBankingDay(dayAgo());
  const started = await finance.do(payoutRoutes.run, {
    body: { statementIds, method: 'bankTransfer', paidOn },
  });
  await jobOver(finance, started.jobId);

  const run = await finance.do(payoutRoutes.viewRun, { params: { id: started.runId } });
  expect(run).toMatchObject({ number: expect.stringMatching(/^P-\d+$/), paid: 2, failed: 0, paidOn });
  const { records: runs } = await finance.do(payoutRoutes.runs, { body: { search: run.number! } });
  expect(runs.map(({ _id }) => _id)).toEqual([started.runId]);
  const none = await finance.call(payoutRoutes.previewRun, { body: { statementIds } });
  expect(none.body.error?.code).toBe('statements.nothing-to-pay');
});
