import { creditRoutes } from '@aisle/contract/customers/credits';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../test/invariants.ts';
import {
  addCustomer,
  advanceTo,
  booksOf,
  giveCoins,
  openStore,
  payOrder,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { recordWebhooks } from '../../../test/webhook-builders.ts';
import { newId } from '../../core/ids.ts';

const { shop, manager, location, addOrder } = await openStore({
  server: { webhookAllowPrivate: true },
  goods: { name: 'Bread', price: 1000, stock: 10_000 },
});
const sqlAs = (text: string) => shop.db.owner.query(text);

const newCustomer = async (): Promise<string> => (await addCustomer(manager))._id;
const adjust = (customerId: string, amount: number, more: object = {}, who = manager) =>
  who.call(creditRoutes.adjust, { body: { customerId, amount, reason: 'goodwill', ...more } });
const issue = (customerId: string, amount: number, more: object = {}) =>
  manager.do(creditRoutes.adjust, { body: { customerId, amount, reason: 'goodwill', ...more } });
const history = (customerId: string, more: object = {}) =>
  manager.do(creditRoutes.history, { body: { customerId, ...more } });
const deliver = async (customerId: string, rest: object = {}) =>
  advanceTo(manager, await addOrder({ customerId, fulfilment: 'pickup', quantity: 1, ...rest }), 'delivered');
const check = () => shop.look(checkInvariants);

describe('an adjustment of store credit', () => {
  test("issues credit at the marketplace's expense", async () => {
    const customerId = await newCustomer();
    const order = await deliver(customerId);

    const entry = await issue(customerId, 1250, { note: 'Late delivery', orderId: order._id });
    const { rows } = await sqlAs(`SELECT e.account, e.amount::int FROM journals j JOIN ledger_entries e
      ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.cause_id = '${entry._id}' AND j.location_id = marketplace_books() ORDER BY e.position`);

    expect(entry).toMatchObject({
      kind: 'issued',
      reason: 'goodwill',
      amount: 1250,
      balanceAfter: 1250,
      note: 'Late delivery',
      order: { _id: order._id, number: order.number },
      by: 'Ada Tester',
    });
    expect(rows).toEqual([
      { account: 'storeCreditLiability', amount: -1250 },
      { account: 'discounts', amount: 1250 },
    ]);
    await check();
  });

  test('lists entries newest first, with balance and filter', async () => {
    const customerId = await newCustomer();
    await issue(customerId, 500);
    await issue(customerId, 200, { reason: 'promotion' });
    await issue(customerId, -300, { reason: 'correction' });

    const all = await history(customerId);
    const issued = await history(customerId, { filters: { kind: 'issued' } });

    expect(all).toMatchObject({ balance: 400, held: 0, totalRecords: 3 });
    expect(
      all.records.map(({ kind, reason, amount, balanceAfter }) => [kind, reason, amount, balanceAfter]),
    ).toEqual([
      ['adjusted', 'correction', -300, 400],
      ['issued', 'promotion', 200, 700],
      ['issued', 'goodwill', 500, 500],
    ]);
    expect(issued.totalRecords).toBe(2);
  });

  test('rejects removing more than the balance, and removes nothing', async () => {
    const customerId = await newCustomer();
    await issue(customerId, 100);

    const refused = await adjust(customerId, -101);

    expect(refusal(refused)).toEqual([409, 'credits.too-little']);
    expect(refused.body.message).toContain('$1.00');
    expect(await history(customerId)).toMatchObject({ balance: 100, totalRecords: 1 });
  });

  test('removes no more than the balance in 12 concurrent adjustments', async () => {
    const customerId = await newCustomer();
    await issue(customerId, 500);

    const answers = await Promise.all(Array.from({ length: 12 }, () => adjust(customerId, -100)));

    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(5);
    expect(await history(customerId)).toMatchObject({ balance: 0 });
  });

  test('requires the password only to issue more than the limit', async () => {
    const customerId = await newCustomer();
    const clerk = await shop.signIn({ permissions: ['customer_credit', 'customer_view'] });
    await runSql(
      shop,
      `UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = '${clerk.userId}'`,
    );

    expect((await adjust(customerId, 5000, {}, clerk)).status).toBe(200);
    expect(refusal(await adjust(customerId, 5001, {}, clerk))).toEqual([403, 'reauth-required']);
    expect(await history(customerId)).toMatchObject({ balance: 5000 });
  });

  test('applies an adjustment once if the same key is sent twice', async () => {
    const customerId = await newCustomer();
    const sent = {
      headers: { 'idempotency-key': newId() },
      body: { customerId, amount: 120, reason: 'goodwill' as const },
    };

    await manager.do(creditRoutes.adjust, sent);
    await manager.do(creditRoutes.adjust, sent);

    expect(await history(customerId)).toMatchObject({ balance: 120, totalRecords: 1 });
  });

  test.each([
    ['an amount of 0', { amount: 0 }, 400, 'amount'],
    ['half a cent', { amount: 0.5 }, 400, 'amount'],
    ['an unknown reason', { reason: 'because' }, 400, 'reason'],
    ['an unknown order', { orderId: newId() }, 404, 'orderId'],
    ['an unknown ticket', { ticketId: newId() }, 404, 'ticketId'],
    ['an unknown customer', { customerId: newId() }, 404, 'customerId'],
  ])('rejects %s', async (_, wrong, status, field) => {
    expect(refusedField(await adjust(await newCustomer(), 100, wrong))).toEqual([status, field]);
  });

  test('rejects the order of another customer', async () => {
    const order = await deliver(await newCustomer());

    const refused = await adjust(await newCustomer(), 100, { orderId: order._id });

    expect(refusedField(refused)).toEqual([404, 'orderId']);
  });

  test('hides credit from store users', async () => {
    const customerId = await newCustomer();
    await deliver(customerId);
    await issue(customerId, 700);
    const clerk = await shop.signIn({
      permissions: ['customer_credit', 'customer_view'],
      locations: [location],
    });

    expect((await adjust(customerId, 100, {}, clerk)).status).toBe(403);
    expect((await clerk.call(creditRoutes.history, { body: { customerId } })).status).toBe(403);
  });

  test('announces each change to webhooks', async () => {
    const events = await recordWebhooks(shop, manager, ['credit.changed']);
    const customerId = await newCustomer();
    const { _id: entryId } = await issue(customerId, 300);

    const data = { customerId, entryId, kind: 'issued', amount: 300, balance: 300, orderId: null };
    expect(await events()).toEqual([{ event: 'credit.changed', data }]);
  });
});

describe('a refund to store credit', () => {
  test('is completed at once, and the books owe it to the customer', async () => {
    const customerId = await newCustomer();
    const order = await deliver(customerId);
    await payOrder(manager, order).catch(() => undefined);
    const body = { reason: 'Stale', to: 'storeCredit' as const };

    const plan = await manager.do(refundRoutes.plan, {
      params: { id: order._id },
      body: { to: 'storeCredit' },
    });
    const refund = await manager.do(refundRoutes.create, { params: { id: order._id }, body });

    expect(plan).toMatchObject({ amount: 1000, toCredit: 1000, by: 'storeCredit' });
    expect(refund).toMatchObject({ status: 'refunded', amount: 1000, toCredit: 1000 });
    expect(await history(customerId)).toMatchObject({
      balance: 1000,
      records: [{ kind: 'issued', reason: 'refund', order: { _id: order._id } }],
    });
    expect(await booksOf(shop, order._id)).toMatchObject({
      'customerPayments payment': 1000,
      'storeCreditLiability refund': -1000,
    });
    expect((await viewOrder(manager, order._id)).refunded).toBe(1000);
    await check();
  });

  test('still returns coins as coins', async () => {
    const customerId = await newCustomer();
    await giveCoins(manager, customerId, 300);
    const order = await deliver(customerId, { coins: 300 });
    const body = { reason: 'Stale', to: 'storeCredit' as const };

    const refund = await manager.do(refundRoutes.create, { params: { id: order._id }, body });

    expect(refund).toMatchObject({ inCoins: 300, toCredit: 700, coinsReturned: 300, status: 'refunded' });
    expect(await history(customerId)).toMatchObject({ balance: 700 });
    await check();
  });

  test('is possible only once the order is delivered', async () => {
    const order = await addOrder({ fulfilment: 'pickup', status: 'prepared' });
    const { _id: id } = await payOrder(manager, order);
    const body = { reason: 'Stale', to: 'storeCredit' as const };

    expect(refusedField(await manager.call(refundRoutes.create, { params: { id }, body }))).toEqual([
      400,
      'to',
    ]);
    const plan = await manager.call(refundRoutes.plan, { params: { id }, body: { to: 'storeCredit' } });
    expect(refusedField(plan)).toEqual([400, 'to']);
  });
});

describe('merged and erased customers', () => {
  const merge = (customerId: string, otherId: string) =>
    manager.do(customerCareRoutes.merge, { body: { customerId, otherId } });

  test('moves the balance in a merge, and back as far as it is left', async () => {
    const [kept, other] = [await newCustomer(), await newCustomer()];
    await issue(kept, 100);
    await issue(other, 500);

    expect((await merge(kept, other)).after.storeCredit).toBe(600);
    expect(await history(other)).toMatchObject({ balance: 600 });
    await issue(kept, -250, { reason: 'correction' });
    await manager.do(customerCareRoutes.unmerge, { body: { otherId: other } });

    expect(await history(kept)).toMatchObject({ balance: 0 });
    expect(await history(other)).toMatchObject({ balance: 350 });
    expect((await history(other)).records.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['moved', 350],
      ['moved', -500],
      ['issued', 500],
    ]);
    await check();
  });

  test('erases a customer with a balance only if it may be lost', async () => {
    const id = await newCustomer();
    await issue(id, 500, { note: 'For Grace' });
    const erase = (body: object) => manager.call(customerCareRoutes.erase, { params: { id }, body });

    const plan = await erase({ dryRun: true });
    const refused = await erase({});
    const erased = await erase({ forfeit: true });

    expect(plan.body.data).toMatchObject({ storeCredit: 500 });
    expect(refusal(refused)).toEqual([409, 'customers.has-balance']);
    expect(erased.status).toBe(200);
    const { balance, records } = await history(id);
    expect(balance).toBe(0);
    expect(records).toMatchObject([
      { kind: 'adjusted', reason: 'forfeited', amount: -500 },
      { kind: 'issued', note: 'Erased' },
    ]);
    await check();
  });
});

describe('the database', () => {
  test.each([
    ['a changed balance', "UPDATE credit_balances SET balance = -1 WHERE customer_id = '$1'"],
    ['a changed entry', "UPDATE credit_entries SET amount = 1 WHERE customer_id = '$1'"],
    ['a deleted entry', "DELETE FROM credit_entries WHERE customer_id = '$1'"],
    [
      'more spent than there is',
      `INSERT INTO credit_entries (customer_id, id, kind, amount, cause_id)
        VALUES ('$1', gen_random_uuid(), 'spent', -41, gen_random_uuid())`,
    ],
  ])('rejects %s by direct SQL', async (_, statement) => {
    const customerId = await newCustomer();
    await issue(customerId, 40);

    await expect(sqlAs(statement.replace('$1', customerId))).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    });
    expect(await history(customerId)).toMatchObject({ balance: 40 });
  });

  test('lets no role of the server change balances', async () => {
    for (const pool of [shop.db.all, shop.db.locationScope]) {
      const changed = pool.query('UPDATE credit_balances SET balance = 0');
      await expect(changed).rejects.toMatchObject({ code: '42501' });
    }
    await expect(shop.db.locationScope.query('SELECT FROM credit_entries')).rejects.toMatchObject({
      code: '42501',
    });
  });
});
