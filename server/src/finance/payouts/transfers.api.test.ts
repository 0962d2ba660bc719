import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { afterAll, describe, expect, test } from 'vitest';
import { control } from '../../../../tools/stripe/test-client.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addOrderLocation, runSql } from '../../../test/order-builders.ts';
import { dayAgo, owe, state } from '../../../test/payable-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { readBalances } from '../reconciliation/read-balances.ts';
import { payoutRunWork } from './payout-run-work.ts';
import { repeatTransfers } from './transfers.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { shop, manager, standIn, stripe, gateway, addPaidOrder, deliverEvents } = store;
const runner = await workJobs(shop, { payoutRun: payoutRunWork });
afterAll(() => runner.stop());

const onboarding = (id: string) => manager.do(payoutAccountRoutes.onboarding, { params: { id } });
const startOnboarding = (id: string) => manager.call(payoutAccountRoutes.startOnboarding, { params: { id } });
const accountOf = async (locationId: string) => {
  const [row] = await runSql<{ account: string }>(
    shop,
    `SELECT account_ref AS account FROM connected_accounts WHERE location_id = '${locationId}'`,
  );
  return row!.account;
};
/** A location whose account may receive transfers. */
async function addReady(): Promise<string> {
  const id = await addOrderLocation(shop);
  await startOnboarding(id);
  await control(standIn, 'accounts/missing', { account: await accountOf(id), missing: [] });
  await deliverEvents();
  return id;
}
async function stated(locationId: string, amount = 1000): Promise<Statement> {
  await owe(manager, locationId, amount);
  return state(manager, locationId);
}
const start = (statements: readonly Statement[]) =>
  manager.do(payoutRoutes.run, {
    body: { statementIds: statements.map(({ _id }) => _id), method: 'stripe', paidOn: dayAgo() },
  });
async function transfer(...statements: Statement[]) {
  const { runId, jobId } = await start(statements);
  await jobOver(manager, jobId);
  return manager.do(payoutRoutes.viewRun, { params: { id: runId } });
}
const view = async ({ _id }: Pick<Statement, '_id'>) => {
  const { records } = await manager.do(statementRoutes.list, { body: { limit: 100 } });
  return records.find((row) => row._id === _id)!;
};
const transfers = async () => (await stripe.transfers.list({ limit: 100 })).data;
interface Paying {
  reference?: string;
  headers?: Record<string, string>;
}
const pay = ({ _id }: Statement, { headers = {}, ...paying }: Paying = {}) =>
  manager.send(payoutRoutes.payout, {
    params: { id: _id },
    body: { method: 'stripe', paidOn: dayAgo(), ...paying },
    headers,
  });
const recordCheck = ({ _id }: Statement) =>
  manager.call(payoutRoutes.payout, {
    params: { id: _id },
    body: { method: 'check', reference: '1', paidOn: dayAgo() },
  });
const failNext = (kind: string, times = 1) =>
  control(standIn, 'faults', { kind, method: 'POST', path: '/v1/transfers', times });
/** The client of Stripe repeats a request over a lost connection once. */
const lostTimes = 2;
/** Repeats transfers without the pauses between attempts. */
async function repeat(): Promise<void> {
  await runSql(shop, 'UPDATE payout_transfers SET next_at = now()');
  await repeatTransfers(shop.db, shop.services);
}
const voidPayout = ({ _id }: Statement) =>
  manager.call(payoutRoutes.void, { params: { id: _id }, body: { reason: 'Wrong location' } });

describe('the account of a location', () => {
  test('is opened once, and follows what the provider reports', async () => {
    const id = await addOrderLocation(shop);
    expect(await onboarding(id)).toMatchObject({ isAvailable: true, state: 'none', missing: [] });
    const { data } = await startOnboarding(id);
    expect(data).toMatchObject({
      url: expect.stringContaining('/onboarding/'),
      expiresAt: expect.any(String),
    });
    const account = await accountOf(id);
    await startOnboarding(id);
    expect(await accountOf(id)).toBe(account);

    await control(standIn, 'accounts/missing', { account, missing: ['external_account'] });
    await deliverEvents();
    expect(await onboarding(id)).toMatchObject({ state: 'incomplete', missing: ['external_account'] });
    await control(standIn, 'accounts/missing', { account, missing: [] });
    await deliverEvents();
    expect(await onboarding(id)).toMatchObject({ state: 'active', missing: [] });
    await control(standIn, 'accounts/missing', { account, missing: ['external_account'] });
    await deliverEvents();
    expect(await onboarding(id)).toMatchObject({ state: 'restricted' });
  });

  test('that is disconnected starts over with another one, and notifies an operator', async () => {
    const id = await addReady();
    const account = await accountOf(id);
    await control(standIn, 'accounts/deauthorize', { account });
    await deliverEvents();
    expect(await onboarding(id)).toMatchObject({ state: 'none', missing: [] });
    const { records } = await manager.do(notificationRoutes.list, {
      body: { filters: { kind: 'cardPayments' } },
    });
    expect(records.some(({ text }) => text?.includes('disconnected its account'))).toBe(true);
    await startOnboarding(id);
    expect(await accountOf(id)).not.toBe(account);
  });

  test('of another location is out of reach', async () => {
    const id = await addReady();
    const elsewhere = await addOrderLocation(shop);
    const owner = await shop.signIn({ permissions: ['store_view', 'store_edit'], locations: [elsewhere] });
    expect((await owner.call(payoutAccountRoutes.onboarding, { params: { id } })).status).toBe(404);
    expect((await owner.call(payoutAccountRoutes.startOnboarding, { params: { id } })).status).toBe(404);
    const own = await owner.call(payoutAccountRoutes.startOnboarding, { params: { id: elsewhere } });
    expect(own.status).toBe(200);
  });
});

describe('a payout run by transfer', () => {
  test('transfers each total once, says where the money is, and skips the rest with a reason', async () => {
    await addPaidOrder('pm_card_bypassPending');
    const ready = await stated(await addReady());
    const notReady = await stated(await addOrderLocation(shop));
    const tooMuch = await stated(await addReady(), 900_000);
    expect((await view(ready)).money).toBe('atProvider');
    expect((await view(notReady)).money).toBeNull();

    const run = await transfer(ready, notReady, tooMuch);
    expect(run.results.map(({ paid, problem }) => [paid, problem])).toEqual([
      [true, null],
      [false, expect.stringContaining("can't receive transfers")],
      [false, expect.stringContaining('balance at the card provider is too low')],
    ]);
    const [sent, ...more] = await transfers();
    expect(more).toEqual([]);
    expect(sent).toMatchObject({ amount: 1000, transfer_group: run._id });
    expect(await view(ready)).toMatchObject({
      status: 'paid',
      money: 'transferred',
      payout: { method: 'stripe', reference: sent!.id },
    });
    expect(await view(notReady)).toMatchObject({ status: 'open' });

    await control(standIn, 'payouts', { account: await accountOf(ready.locationId) });
    await control(standIn, 'clock', { advanceSeconds: 31 * 3600 });
    await deliverEvents();
    expect((await view(ready)).money).toBe('inBank');
    const [bankPayout] = (await stripe.payouts.list({}, { stripeAccount: await accountOf(ready.locationId) }))
      .data;
    await control(standIn, 'payouts/fail', { payout: bankPayout!.id });
    await deliverEvents();
    expect((await view(ready)).money).toBe('transferred');
  });

  test('is posted with the balance of the provider, to the cent', async () => {
    await addPaidOrder('pm_card_bypassPending');
    const statement = await stated(await addReady(), 700);
    await transfer(statement);
    await readBalances(shop.db, [gateway]);
    const [row] = await runSql<{ transfers: number }>(
      shop,
      "SELECT count(*)::int AS transfers FROM provider_transactions WHERE kind = 'transfer' AND state <> 'matched'",
    );
    expect(row).toEqual({ transfers: 0 });
  });

  test('repeats a transfer whose response failed until it is known, without a second one', async () => {
    await addPaidOrder('pm_card_bypassPending');
    const statement = await stated(await addReady(), 800);
    const next = await stated(await addReady(), 10);
    const before = (await transfers()).length;
    await failNext('error500AfterEffect');
    const { runId, jobId } = await start([statement, next]);
    await jobOver(manager, jobId);
    expect(await view(statement)).toMatchObject({ status: 'open', money: 'transferring' });
    expect(refusal(await recordCheck(statement))).toEqual([409, 'payouts.transfer-under-way']);

    await repeat();
    for (const { _id } of [statement, next]) {
      expect(await view({ _id })).toMatchObject({ status: 'paid', money: 'transferred' });
    }
    expect(await transfers()).toHaveLength(before + 2);
    const { results } = await manager.do(payoutRoutes.viewRun, { params: { id: runId } });
    expect(results.map(({ paid }) => paid)).toEqual([true, true]);
  });
});

describe('a single payout by transfer', () => {
  test('transfers the total once and names the transfer', async () => {
    await addPaidOrder('pm_card_bypassPending');
    const statement = await stated(await addReady(), 900);
    const before = (await transfers()).length;
    const headers = { 'idempotency-key': 'one-transfer' };
    const paid = await pay(statement, { headers });
    expect(paid.data).toMatchObject({ status: 'paid', money: 'transferred' });
    const [sent] = await transfers();
    expect(sent).toMatchObject({ amount: 900 });
    expect((paid.data as Statement).payout).toMatchObject({ method: 'stripe', reference: sent!.id });

    expect((await pay(statement, { headers })).data).toEqual(paid.data);
    expect(refusal(await pay(statement))).toEqual([409, 'statements.paid']);
    expect(await transfers()).toHaveLength(before + 1);
  });

  test('keeps a reference of the user', async () => {
    await addPaidOrder('pm_card_bypassPending');
    const statement = await stated(await addReady(), 120);
    const { data } = await pay(statement, { reference: 'November' });
    expect(data).toMatchObject({ status: 'paid', payout: { reference: 'November' } });
  });

  test('refuses a location without an active account', async () => {
    const statement = await stated(await addOrderLocation(shop));
    expect(refusal(await pay(statement))).toEqual([409, 'payouts.account-not-ready']);
    expect(await view(statement)).toMatchObject({ status: 'open' });
  });

  test('refuses more than the available balance, and can be sent again', async () => {
    const statement = await stated(await addReady(), 900_000);
    expect(refusal(await pay(statement))).toEqual([409, 'payouts.balance-too-low']);
    expect(await view(statement)).toMatchObject({ status: 'open', money: 'atProvider' });
    expect((await recordCheck(statement)).status).toBe(200);
  });

  test('repeats a transfer whose response was lost', async () => {
    await addPaidOrder('pm_card_bypassPending');
    const statement = await stated(await addReady(), 700);
    const before = (await transfers()).length;
    await failNext('answerLost', lostTimes);
    expect(refusal(await pay(statement))).toEqual([409, 'payouts.transfer-under-way']);
    expect(refusal(await pay(statement))).toEqual([409, 'payouts.transfer-under-way']);
    expect(await view(statement)).toMatchObject({ money: 'transferring' });

    await repeat();
    expect(await view(statement)).toMatchObject({
      status: 'paid',
      money: 'transferred',
      payout: { by: expect.any(String) },
    });
    expect(await transfers()).toHaveLength(before + 1);
  });

  test('tells an operator about a refusal that came late', async () => {
    const statement = await stated(await addReady(), 900_000);
    await failNext('connectionLost', lostTimes);
    expect(refusal(await pay(statement))).toEqual([409, 'payouts.transfer-under-way']);
    await repeat();
    expect(await view(statement)).toMatchObject({ status: 'open', money: 'atProvider' });
    const { records } = await manager.do(notificationRoutes.list, {
      body: { filters: { kind: 'cardPayments' } },
    });
    expect(records.map(({ text }) => text)).toContainEqual(
      expect.stringContaining(`${statement.number} wasn't paid. The available balance`),
    );
  });
});

test('takes a transfer back, unless the provider refuses', async () => {
  await addPaidOrder('pm_card_bypassPending');
  const statement = await stated(await addReady(), 600);
  await transfer(statement);
  const voided = await voidPayout(statement);
  expect(voided.data).toMatchObject({ status: 'open', money: 'atProvider' });
  expect((await transfers())[0]).toMatchObject({ reversed: true });

  await transfer(statement);
  await control(standIn, 'payouts', { account: await accountOf(statement.locationId) });
  expect(refusal(await voidPayout(statement))).toEqual([409, 'payouts.reversal-refused']);
  expect(await view(statement)).toMatchObject({ status: 'paid' });
});

test('requires the reference of other payouts', async () => {
  const statement = await stated(await addReady(), 500);
  const body = { method: 'check', paidOn: dayAgo() };
  const recorded = await manager.send(payoutRoutes.payout, { params: { id: statement._id }, body });
  expect(refusedField(recorded)).toEqual([400, 'reference']);
});
