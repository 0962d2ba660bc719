import { type Reconciliation, reconciliationRoutes } from '@aisle/contract/finance/reconciliation';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { describe, expect, test } from 'vitest';
import { control } from '../../../../tools/stripe/test-client.ts';
import { editLines, moveTo, runSql } from '../../../test/order-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { readBalances } from './read-balances.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { shop, manager, standIn, stripe, gateway, runGateway, addPaidOrder, addCardOrder } = store;
const { pay: payCard, deliverEvents } = store;

/** A delivered order whose card was charged. The money is available at once. */
const pay = () => addPaidOrder('pm_card_bypassPending');
const refund = async (orderId: string) => {
  await manager.do(refundRoutes.create, { params: { id: orderId }, body: { reason: 'Off' } });
  await runGateway();
};
const readAll = () => readBalances(shop.db, [gateway]);
/** Lets the stand-in pay out what is available and name the contents. */
const payOut = async () => {
  const { id } = (await control(standIn, 'payouts')) as { id: string };
  await control(standIn, 'clock', { advanceSeconds: 31 * 3600 });
  return id;
};
const recordOf = async (payoutId: string): Promise<Reconciliation> => {
  const { records } = await manager.do(reconciliationRoutes.list, { body: { search: payoutId } });
  return records[0]!;
};
const rowsOf = async ({ _id }: Reconciliation, filters: object = {}) =>
  (
    await manager.do(reconciliationRoutes.rows, {
      body: { filters: { recordId: _id, ...filters }, limit: 100 },
    })
  ).records;
/** The sum of entries of an order over all books. */
const sumOf = async (orderId: string, accounts: readonly string[]) => {
  const [row] = await runSql<{ sum: number }>(
    shop,
    `SELECT coalesce(sum(e.amount), 0)::int AS sum FROM journals j
     JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
     WHERE j.order_id = '${orderId}' AND e.account IN ('${accounts.join("','")}')`,
  );
  return row!.sum;
};
const balanceAtProvider = async () => {
  const { available, pending } = await stripe.balance.retrieve();
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0);
};

describe('a bank payout', () => {
  test('is the sum of its charges, refunds and fees, and closes without unmatched rows', async () => {
    const order = await pay();
    const other = await pay();
    await refund(order._id);
    const payoutId = await payOut();
    await readAll();

    const record = await recordOf(payoutId);
    expect(record).toMatchObject({
      charges: 5000,
      refunds: -2500,
      fees: -206,
      amount: 2294,
      rowCount: 3,
      unmatched: 0,
      status: 'closed',
      closedBy: 'System',
      bankStatus: 'paid',
    });
    const rows = await rowsOf(record);
    expect(rows.map(({ kind, order: about }) => [kind, about?._id]).sort()).toEqual(
      [
        ['payment', order._id],
        ['payment', other._id],
        ['refund', order._id],
      ].sort(),
    );
    expect(await rowsOf(record, { figure: 'refunds' })).toMatchObject([{ amount: -2500, state: 'matched' }]);
    expect(await rowsOf(record, { figure: 'fees' })).toHaveLength(2);
  });

  test('settles the payments and refunds of its orders in the books', async () => {
    const order = await pay();
    await refund(order._id);
    expect(await sumOf(order._id, ['customerPayments', 'refunds'])).toBe(0);
    const kept = await pay();
    expect(await sumOf(kept._id, ['customerPayments', 'refunds'])).toBe(2500);
    await readAll();
    await readAll();
    expect(await sumOf(order._id, ['customerPayments', 'refunds'])).toBe(0);
    expect(await sumOf(order._id, ['providerBalance'])).toBe(-103);
    expect(await sumOf(kept._id, ['customerPayments', 'refunds'])).toBe(0);
    expect(await sumOf(kept._id, ['providerBalance', 'paymentFees'])).toBe(2500);
    const { balance } = await manager.do(reconciliationRoutes.list, { body: {} });
    expect(balance.providerBalance).toBe(await balanceAtProvider());
  });

  test('has what a capture of a part returned to the card', async () => {
    const order = await addCardOrder();
    await payCard(order, 'pm_card_bypassPending');
    const picking = await moveTo(manager, order, 'processing');
    await editLines(manager, picking, { lines: [{ lineId: order.lines[0]!._id, pickedQuantity: 1 }] });
    for (const status of ['prepared', 'pickup', 'delivered']) await moveTo(manager, order, status);
    await runGateway();
    const payoutId = await payOut();
    await readAll();
    const record = await recordOf(payoutId);
    expect(record).toMatchObject({ unmatched: 0, status: 'closed' });
    const { records } = await manager.do(reconciliationRoutes.rows, { body: { search: order.number } });
    expect(records.map(({ amount, fee }) => [amount, fee]).sort()).toEqual([
      [-1250, -37],
      [2500, 103],
    ]);
    expect(await sumOf(order._id, ['customerPayments', 'refunds'])).toBe(0);
  });

  test('is read when the provider has named its contents', async () => {
    await pay();
    const { id } = (await control(standIn, 'payouts')) as { id: string };
    await control(standIn, 'clock', { advanceSeconds: 31 * 3600 });
    await deliverEvents();
    const woken = await shop.sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'read_balances'`;
    expect(woken).not.toHaveLength(0);
    await readAll();
    expect(await recordOf(id)).toMatchObject({ status: 'closed' });
  });

  test('that the bank returns is a row of a later one', async () => {
    await pay();
    const first = await payOut();
    await readAll();
    await control(standIn, 'payouts/fail', { payout: first });
    const second = await payOut();
    await readAll();

    const { amount } = await recordOf(first);
    const later = await recordOf(second);
    expect(later).toMatchObject({ other: amount, unmatched: 0, status: 'closed' });
    expect(await rowsOf(later, { figure: 'other' })).toMatchObject([{ kind: 'payout', amount }]);
    const { balance } = await manager.do(reconciliationRoutes.list, { body: {} });
    expect(balance.providerBalance).toBe(await balanceAtProvider());
  });

  test('stays open until its contents are known', async () => {
    await pay();
    const { id } = (await control(standIn, 'payouts')) as { id: string };
    await readAll();
    const record = await recordOf(id);
    expect(record).toMatchObject({ status: 'open', isComplete: false, bankStatus: 'inTransit', rowCount: 0 });
    const { _id, version } = record;
    const closing = { params: { id: _id }, body: { version } };
    expect(refusal(await manager.call(reconciliationRoutes.close, closing))).toEqual([
      409,
      'reconciliation.incomplete',
    ]);
    await control(standIn, 'clock', { advanceSeconds: 31 * 3600 });
    await readAll();
    expect(await recordOf(id)).toMatchObject({ status: 'closed', isComplete: true, rowCount: 1 });
  });
});

describe('an unmatched row', () => {
  test('of an unknown category keeps its record open until a person resolves it', async () => {
    await pay();
    await control(standIn, 'balance-transactions', { amount: -75, category: 'climate_order_purchase' });
    const payoutId = await payOut();
    await readAll();
    await readAll();

    const record = await recordOf(payoutId);
    expect(record).toMatchObject({ status: 'open', other: -75, unmatched: 1 });
    const { records: notices } = await manager.do(notificationRoutes.list, {
      body: { filters: { kind: 'cardPayments' } },
    });
    const ours = notices.filter(({ text }) => text?.includes('climate_order_purchase'));
    expect(ours).toHaveLength(1);
    const { rows, totalRows } = await manager.do(reconciliationRoutes.view, {
      params: { id: record._id },
      query: { unmatched: true },
    });
    expect([totalRows, rows[0]]).toMatchObject([
      1,
      { kind: 'other', category: 'climate_order_purchase', state: 'unmatched', proposal: { as: 'fee' } },
    ]);
    const close = ({ _id, version }: Reconciliation) =>
      manager.call(reconciliationRoutes.close, { params: { id: _id }, body: { version } });
    expect(refusal(await close(record))).toEqual([409, 'reconciliation.unmatched']);

    const resolve = (body: object = {}) =>
      manager.call(reconciliationRoutes.resolve, {
        params: { id: record._id },
        body: { rowId: rows[0]!._id, as: 'fee', reason: 'Carbon removal', ...body },
      });
    expect(refusedField(await resolve({ targetId: record._id }))).toEqual([400, 'targetId']);
    const resolved = await resolve();
    expect(resolved.data).toMatchObject({ status: 'matched', other: 0, unmatched: 0 });
    expect(refusal(await resolve())).toEqual([409, 'reconciliation.matched']);
    expect(await rowsOf(record, { state: 'resolved' })).toMatchObject([
      { kind: 'fee', resolution: { reason: 'Carbon removal' } },
    ]);
    const { balance } = await manager.do(reconciliationRoutes.list, { body: {} });
    expect(balance.providerBalance).toBe(await balanceAtProvider());

    expect(refusal(await close(record))).toEqual([409, 'version-stale']);
    expect((await close(resolved.data)).data).toMatchObject({ status: 'closed' });
    expect(refusal(await resolve())).toEqual([409, 'reconciliation.closed']);
    await expect(
      runSql(shop, `UPDATE bank_payouts SET unmatched = 1 WHERE id = '${record._id}' RETURNING id`),
    ).rejects.toThrow('bank_payouts_closed');
  });

  test('names the order that it differs from, and is resolved with it', async () => {
    const order = await pay();
    await stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_bypassPending',
      metadata: { order: order._id },
    });
    const payoutId = await payOut();
    await readAll();
    const record = await recordOf(payoutId);
    const [row] = await rowsOf(record, { state: 'unmatched' });
    expect(row).toMatchObject({
      kind: 'payment',
      amount: 900,
      proposal: { as: 'payment', targetId: order._id },
    });
    const resolve = (targetId: string) =>
      manager.call(reconciliationRoutes.resolve, {
        params: { id: record._id },
        body: { rowId: row!._id, as: 'payment', targetId, reason: 'Paid at the counter' },
      });
    expect(refusedField(await resolve(record._id))).toEqual([404, 'targetId']);
    expect((await resolve(order._id)).data).toMatchObject({ status: 'matched', unmatched: 0 });
    expect(await rowsOf(record, { state: 'resolved' })).toMatchObject([{ order: { number: order.number } }]);
    await readAll();
    expect(await recordOf(payoutId)).toMatchObject({ status: 'closed' });
  });

  test('is matched later, when its record exists', async () => {
    const order = await pay();
    await runSql(
      shop,
      `UPDATE payments SET amount = amount - 1 WHERE order_id = '${order._id}' AND status = 'captured' RETURNING id`,
    );
    const payoutId = await payOut();
    await readAll();
    expect(await recordOf(payoutId)).toMatchObject({ status: 'open', unmatched: 1 });
    await runSql(
      shop,
      `UPDATE payments SET amount = amount + 1 WHERE order_id = '${order._id}' AND status = 'captured' RETURNING id`,
    );
    await readAll();
    expect(await recordOf(payoutId)).toMatchObject({ status: 'closed', unmatched: 0 });
    expect(await sumOf(order._id, ['customerPayments', 'refunds'])).toBe(0);
  });
});

describe('a row that no bank payout contains', () => {
  const inBalance = async (filters: object = {}) =>
    (
      await manager.do(reconciliationRoutes.rows, {
        body: { filters: { paidOut: false, ...filters }, limit: 100 },
      })
    ).records;
  const unmatched = async () => (await manager.do(reconciliationRoutes.list, { body: {} })).balance.unmatched;
  const resolve = (id: string, body: object = {}) =>
    manager.call(reconciliationRoutes.resolveRow, {
      params: { id },
      body: { as: 'fee', reason: 'Carbon removal', ...body },
    });

  test('is counted, listed and resolved, and stays resolved in its later payout', async () => {
    const order = await pay();
    await control(standIn, 'balance-transactions', { amount: -60, category: 'climate_order_purchase' });
    await readAll();
    expect(await unmatched()).toBe(1);
    const [row, ...more] = await inBalance({ state: 'unmatched' });
    expect(more).toEqual([]);
    expect(row).toMatchObject({ recordId: null, amount: -60, proposal: { as: 'fee' } });
    const listed = await inBalance();
    expect(listed.map(({ order: about }) => about?._id)).toContain(order._id);
    expect(listed.filter(({ kind, amount }) => kind === 'payout' && amount < 0)).toEqual([]);

    expect(refusedField(await resolve(row!._id, { targetId: order._id }))).toEqual([400, 'targetId']);
    expect(refusedField(await resolve(row!._id, { as: 'payment', targetId: row!._id }))).toEqual([
      404,
      'targetId',
    ]);
    const resolved = await resolve(row!._id);
    expect(resolved.data).toMatchObject({
      kind: 'fee',
      state: 'resolved',
      resolution: { reason: 'Carbon removal' },
    });
    expect(refusal(await resolve(row!._id))).toEqual([409, 'reconciliation.matched']);
    expect(await unmatched()).toBe(0);
    const { balance } = await manager.do(reconciliationRoutes.list, { body: {} });
    expect(balance.providerBalance).toBe(await balanceAtProvider());

    const payoutId = await payOut();
    await readAll();
    expect(await recordOf(payoutId)).toMatchObject({ status: 'closed', unmatched: 0, other: 0 });
    expect((await resolve(row!._id)).status).toBe(404);
  });

  test('is resolved after a payout by hand, whose contents are unknown', async () => {
    await pay();
    await control(standIn, 'account', { automaticPayouts: false });
    await control(standIn, 'balance-transactions', { amount: -15, category: 'climate_order_purchase' });
    await stripe.payouts.create({ amount: 500, currency: 'usd' });
    await control(standIn, 'clock', { advanceSeconds: 31 * 3600 });
    await readAll();
    await control(standIn, 'account', { automaticPayouts: true });
    const [row] = await inBalance({ state: 'unmatched' });
    expect(row).toMatchObject({ amount: -15 });
    expect((await resolve(row!._id)).status).toBe(200);
  });

  test('is out of reach of users who only view', async () => {
    const viewer = await shop.signIn({ permissions: ['reconciliation_list'] });
    const body = { as: 'fee' as const, reason: 'Mine' };
    const [row] = await inBalance();
    const refused = await viewer.call(reconciliationRoutes.resolveRow, { params: { id: row!._id }, body });
    expect(refused.status).toBe(403);
  });
});

test('finds rows by order and transaction, and payouts by status and day', async () => {
  const order = await pay();
  const payoutId = await payOut();
  await readAll();
  const record = await recordOf(payoutId);
  const find = async (body: object) =>
    (await manager.do(reconciliationRoutes.rows, { body })).records.map(({ transactionId }) => transactionId);
  const [found] = await find({ search: order.number });
  expect(await find({ search: found })).toEqual([found]);
  const list = async (filters: object) =>
    (await manager.do(reconciliationRoutes.list, { body: { filters, limit: 100 } })).records.map(
      ({ _id }) => _id,
    );
  expect(await list({ status: 'closed' })).toContain(record._id);
  expect(await list({ status: 'open' })).not.toContain(record._id);
  const { arrivesOn } = record;
  expect(await list({ from: arrivesOn, to: arrivesOn })).toContain(record._id);
  expect(await list({ to: '2020-01-01' })).toEqual([]);
});

test('lists no rows of a payout that was not made by the schedule, because the provider names none', async () => {
  await pay();
  await control(standIn, 'account', { automaticPayouts: false });
  const { id } = await stripe.payouts.create({ amount: 1000, currency: 'usd' });
  await control(standIn, 'clock', { advanceSeconds: 31 * 3600 });
  await readAll();
  await control(standIn, 'account', { automaticPayouts: true });
  expect(await recordOf(id)).toMatchObject({
    isAutomatic: false,
    amount: 1000,
    rowCount: 0,
    status: 'closed',
  });
});
