import { coinRoutes } from '@aisle/contract/customers/coins';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  advanceTo,
  cancelOrder,
  decide,
  giveCoins,
  openStore,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { completeRefund } from '../../../test/payable-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const store = await openStore({ goods: { name: 'Bread', price: 1000, stock: 100_000 } });
const { shop, manager, location, addOrder } = store;
beforeEach(() => use({ earnPerDollar: 1, redeemCents: 2, expiryDays: 365 }));

const use = (coins: { earnPerDollar: number; redeemCents: number; expiryDays: number | null }) =>
  decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: true }, coins });
const day = 86_400_000;
const sqlAs = (text: string) => shop.db.owner.query(text);

const newCustomer = async (): Promise<string> => (await addCustomer(manager))._id;
const adjust = (customerId: string, coins: number, who = manager, more: object = {}) =>
  who.call(coinRoutes.adjust, { body: { customerId, coins, reason: 'Goodwill', ...more } });
const give = (customerId: string, coins: number) => giveCoins(manager, customerId, coins);
const history = (customerId: string, more: object = {}, who = manager) =>
  who.do(coinRoutes.history, { body: { customerId, ...more } });
const explain = (customerId: string, who = manager) => who.do(coinRoutes.explain, { body: { customerId } });
/** Places an order of one loaf by default, paid with coins if given. */
const order = (customerId: string, rest: object = {}) =>
  addOrder({ customerId, fulfilment: 'pickup', quantity: 1, ...rest });
const deliver = async (customerId: string, rest: object = {}) =>
  advanceTo(manager, await order(customerId, rest), 'delivered');
async function refundAll(orderId: string) {
  const body = { reason: 'Stale' };
  const refund = await manager.do(refundRoutes.create, { params: { id: orderId }, body });
  if (refund.status !== 'refunded') await completeRefund(manager, refund._id);
  const { refunds } = await viewOrder(manager, orderId);
  return refunds.find(({ _id }) => _id === refund._id)!;
}
const instant = (text: string | null | undefined) => new Date(text!).getTime();

describe('the history of coins', () => {
  test('lists changes, newest first, each with its order and the balance after it', async () => {
    const customerId = await newCustomer();
    await give(customerId, 30);
    const first = await deliver(customerId);
    const [earned] = (await history(customerId)).records;
    const second = await order(customerId, { coins: 35 });
    await cancelOrder(manager, second, 'Changed their mind');

    const { records, totalRecords, balance, expiringSoon } = await history(customerId);

    expect(records).toMatchObject([
      { kind: 'returned', coins: 35, balanceAfter: 40, causedBy: { type: 'order', id: second._id } },
      { kind: 'redeemed', coins: -35, balanceAfter: 5, order: { _id: second._id, number: second.number } },
      {
        kind: 'earned',
        coins: 10,
        balanceAfter: 40,
        causedBy: { type: 'order', number: first.number, id: first._id },
        by: 'Ada Tester',
      },
      { kind: 'adjusted', coins: 30, balanceAfter: 30, reason: 'Goodwill', causedBy: { type: 'adjustment' } },
    ]);
    expect([totalRecords, balance]).toEqual([4, 40]);
    expect(expiringSoon).toEqual({ coins: 0, at: null });
    expect(Math.round((Date.parse(earned!.expiresAt!) - Date.parse(earned!.at)) / day)).toBe(365);
  });

  test('filters by kind and continues page after page', async () => {
    const customerId = await newCustomer();
    for (const coins of [1, 2, 3]) await give(customerId, coins);
    await give(customerId, -4);

    const two = await history(customerId, { limit: 2, filters: { kind: 'adjusted' } });
    const rest = await history(customerId, { limit: 2, cursor: two.nextCursor });
    const none = await history(customerId, { filters: { kind: 'earned' } });

    expect([...two.records, ...rest.records].map(({ coins }) => coins)).toEqual([-4, 3, 2, 1]);
    expect(none).toMatchObject({ records: [], balance: 2 });
  });

  test('returns the coins that expire within a week', async () => {
    const customerId = await newCustomer();
    await give(customerId, 100);
    await use({ earnPerDollar: 1, redeemCents: 2, expiryDays: 5 });
    await give(customerId, 20);

    const { expiringSoon, records } = await history(customerId);

    // The database omits trailing zeros of fractional seconds.
    expect([expiringSoon!.coins, instant(expiringSoon!.at)]).toEqual([20, instant(records[0]!.expiresAt)]);
  });

  test('shows a store the changes by its own orders, without a balance', async () => {
    const customerId = await newCustomer();
    const there = await addOrderLocation(shop);
    const jam = await addGoods(shop, there, { price: 500 });
    await give(customerId, 5);
    await deliver(customerId);
    const placed = await placeOne(manager, there, jam, { customerId, fulfilment: 'pickup' });
    await advanceTo(manager, placed, 'delivered');
    const clerkAt = (at: string) => shop.signIn({ permissions: ['customer_view'], locations: [at] });
    const [clerk, stranger] = [await clerkAt(there), await clerkAt(await addOrderLocation(shop))];

    const seen = await history(customerId, {}, clerk);

    const records = [{ kind: 'earned', balanceAfter: null }];
    expect(seen).toMatchObject({ records, balance: null, expiringSoon: null });
    expect((await stranger.call(coinRoutes.history, { body: { customerId } })).status).toBe(404);
    expect((await clerk.call(coinRoutes.explain, { body: { customerId } })).status).toBe(403);
  });
});

describe('an adjustment', () => {
  test("adds coins at their value in the marketplace's books", async () => {
    const customerId = await newCustomer();

    const entry = await give(customerId, 50);
    const books = await sqlAs(`SELECT e.location_id, e.account, e.amount FROM journals j JOIN ledger_entries e
      ON e.location_id = j.location_id AND e.journal_id = j.id WHERE j.cause_id = '${entry._id}' ORDER BY e.position`);

    expect(entry).toMatchObject({ kind: 'adjusted', coins: 50, balanceAfter: 50, by: 'Ada Tester' });
    const ours = '00000000-0000-0000-0000-000000000000';
    expect(books.rows.map((row) => ({ ...row, amount: Number(row.amount) }))).toEqual([
      { location_id: ours, account: 'coinsLiability', amount: -100 },
      { location_id: ours, account: 'discounts', amount: 100 },
    ]);
  });

  test('rejects removing more coins than the balance, and removes none', async () => {
    const customerId = await newCustomer();
    await give(customerId, 10);

    const refused = await adjust(customerId, -11);
    const taken = await adjust(customerId, -10);

    expect(refusal(refused)).toEqual([409, 'coins.too-few']);
    expect(taken.body.data).toMatchObject({ coins: -10, balanceAfter: 0 });
    expect((await history(customerId)).totalRecords).toBe(2);
  });

  test('requires reauthentication to add or remove many coins', async () => {
    const customerId = await newCustomer();
    await give(customerId, 3000);
    const clerk = await shop.signIn({ permissions: ['customer_edit'] });
    const past = "now() - interval '1 hour'";
    await runSql(shop, `UPDATE sessions SET confirmed_at = ${past} WHERE user_id = '${clerk.userId}'`);

    const few = await adjust(customerId, 1000, clerk);
    const many = await adjust(customerId, 1001, clerk);
    const manyLess = await adjust(customerId, -1001, clerk);

    expect(few.status).toBe(200);
    for (const refused of [many, manyLess]) expect(refusal(refused)).toEqual([403, 'reauth-required']);
    expect((await history(customerId)).balance).toBe(4000);
  });

  test('applies an adjustment once if the same key is sent twice', async () => {
    const customerId = await newCustomer();
    const body = { customerId, coins: 12, reason: 'Goodwill' };
    const sent = { headers: { 'idempotency-key': newId() }, body };

    await manager.do(coinRoutes.adjust, sent);
    await manager.do(coinRoutes.adjust, sent);

    expect(await history(customerId)).toMatchObject({ balance: 12, totalRecords: 1 });
  });

  test("rejects adjustments by store users, who can't see the balance", async () => {
    const customerId = await newCustomer();
    await deliver(customerId);
    const clerk = await shop.signIn({ permissions: ['customer_edit'], locations: [location] });

    expect((await adjust(customerId, 7, clerk)).status).toBe(403);
    expect((await history(customerId)).balance).toBe(10);
  });

  test.each([
    ['zero coins', { coins: 0 }, 'coins'],
    ['half a coin', { coins: 1.5 }, 'coins'],
    ['no reason', { reason: ' ' }, 'reason'],
  ])('rejects an adjustment with %s', async (_, wrong, field) => {
    const customerId = await newCustomer();

    expect(refusedField(await adjust(customerId, 5, manager, wrong))).toEqual([400, field]);
  });

  test('rejects an unknown customer at its field', async () => {
    expect(refusedField(await adjust(newId(), 5))).toEqual([404, 'customerId']);
  });

  test('removes no more than the balance in 20 concurrent adjustments', async () => {
    const customerId = await newCustomer();
    await give(customerId, 50);

    const answers = await Promise.all(Array.from({ length: 20 }, () => adjust(customerId, -7)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect((await history(customerId)).balance).toBe(1);
  });
});

describe('lots', () => {
  test('spends lots by earliest expiration, and explains the remaining coins of each', async () => {
    const customerId = await newCustomer();
    await give(customerId, 100);
    await use({ earnPerDollar: 1, redeemCents: 2, expiryDays: 40 });
    await give(customerId, 30);
    await use({ earnPerDollar: 1, redeemCents: 2, expiryDays: null });
    await give(customerId, 10);
    const held = await order(customerId, { coins: 50 });

    const explained = await explain(customerId);

    expect(explained).toMatchObject({
      balance: 90,
      worth: 180,
      came: [{ kind: 'adjusted', coins: 140, entries: 3 }],
      went: [{ kind: 'redeemed', coins: -50, entries: 1 }],
      elsewhere: 0,
      held: [{ _id: held._id, number: held.number, coins: 50 }],
      lotCount: 2,
    });
    const lots = [
      { coins: 100, coinsLeft: 80 },
      { coins: 10, coinsLeft: 10, expiresAt: null },
    ];
    expect(explained.lots).toMatchObject(lots);
    expect(explained.lots[0]!.expiresAt).not.toBeNull();
  });

  test('returns unneeded coins to their lots, also when an order is cancelled', async () => {
    const customerId = await newCustomer();
    await give(customerId, 20);
    await use({ earnPerDollar: 1, redeemCents: 3, expiryDays: 500 });
    await give(customerId, 20);
    const before = (await explain(customerId)).lots;
    const { _id: id } = await order(customerId, { coins: 33 });

    await manager.do(orderRoutes.cancel, { params: { id }, body: { reason: 'Changed their mind' } });

    expect((await explain(customerId)).lots).toEqual(before);
  });

  test('keeps returned coins for 30 days if their lot would expire earlier', async () => {
    const customerId = await newCustomer();
    await use({ earnPerDollar: 1, redeemCents: 2, expiryDays: 3 });
    await give(customerId, 25);
    const { _id: id } = await order(customerId, { coins: 10 });

    await manager.do(orderRoutes.cancel, { params: { id }, body: { reason: 'Changed their mind' } });
    const { lots } = await explain(customerId);
    const { records } = await history(customerId, { limit: 1 });

    expect(lots).toMatchObject([
      { kind: 'adjusted', coinsLeft: 15, worth: 30 },
      { kind: 'returned', coinsLeft: 10, worth: 20 },
    ]);
    expect(Math.round((Date.parse(lots[1]!.expiresAt!) - Date.now()) / day)).toBe(30);
    expect(records[0]!.kind).toBe('returned');
    expect(instant(records[0]!.expiresAt)).toBe(instant(lots[1]!.expiresAt));
  });

  test("reverses the order's own coins first, then others, up to the balance", async () => {
    const customerId = await newCustomer();
    const first = await deliver(customerId, { quantity: 3 });
    const second = await deliver(customerId, { quantity: 2 });

    await refundAll(second._id);
    const { lots } = await explain(customerId);
    await adjust(customerId, -24);
    const refund = await refundAll(first._id);
    const { records, balance } = await history(customerId);

    expect(lots.map(({ order: by, coinsLeft }) => [by?._id, coinsLeft])).toEqual([[first._id, 30]]);
    expect(balance).toBe(0);
    const causedBy = { type: 'refund', id: refund._id };
    expect(records[0]).toMatchObject({ kind: 'takenBack', coins: -6, causedBy });
    expect(refund).toMatchObject({ coins: 30, coinsNotTaken: 24 });
  });
});

describe('the database', () => {
  const attempts: [string, string][] = [
    [
      'a balance change without an entry',
      "UPDATE customers SET coin_balance = coin_balance + 1 WHERE id = '$1'",
    ],
    ['a negative balance', "UPDATE customers SET coin_balance = -1 WHERE id = '$1'"],
    [
      'a lot with more coins than its entry',
      "UPDATE coin_lots SET coins = 99, coins_left = 99 WHERE customer_id = '$1'",
    ],
    ['a lot with missing coins', "UPDATE coin_lots SET coins_left = 1 WHERE customer_id = '$1'"],
    ['a lot with a changed value', "UPDATE coin_lots SET worth_left = 1 WHERE customer_id = '$1'"],
    ['deleting a lot', "DELETE FROM coin_lots WHERE customer_id = '$1'"],
    ['changing an entry', "UPDATE coin_entries SET coins = 1 WHERE customer_id = '$1'"],
    ['deleting an entry', "DELETE FROM coin_entries WHERE customer_id = '$1'"],
    ['deleting movements', 'DELETE FROM coin_moves'],
    [
      'a movement without an entry',
      `INSERT INTO coin_moves (customer_id, entry_id, lot_id, coins, worth)
        SELECT customer_id, gen_random_uuid(), id, -1, -1 FROM coin_lots WHERE customer_id = '$1'`,
    ],
    [
      'a lot without an entry',
      `INSERT INTO coin_lots (customer_id, id, entry_id, kind, location_id, coins, worth, coins_left, worth_left)
        VALUES ('$1', gen_random_uuid(), gen_random_uuid(), 'earned', gen_random_uuid(), 5, 5, 5, 5)`,
    ],
    [
      'removing more coins than the balance',
      `INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, worth)
        VALUES ('$1', gen_random_uuid(), 'adjusted', -41, gen_random_uuid(), 0)`,
    ],
    [
      'returning more coins than an order used',
      `INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, worth)
        VALUES ('$1', gen_random_uuid(), 'returned', 1, gen_random_uuid(), gen_random_uuid(), 0)`,
    ],
  ];
  test.each(attempts)('rejects %s by direct SQL', async (_, statement) => {
    const customerId = await newCustomer();
    await give(customerId, 40);

    await expect(sqlAs(statement.replace('$1', customerId))).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    });
    expect((await history(customerId)).balance).toBe(40);
  });

  test('rejects direct writes of lots and movements, even by users of all locations', async () => {
    const customerId = await newCustomer();
    await give(customerId, 40);

    for (const table of ['coin_lots', 'coin_moves']) {
      await expect(shop.db.all.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: '42501' });
    }
  });
});
