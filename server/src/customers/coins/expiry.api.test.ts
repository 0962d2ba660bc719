import { coinRoutes } from '@aisle/contract/customers/coins';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeEach, expect, test } from 'vitest';
import { addCustomer, decide, giveCoins, openStore } from '../../../test/order-builders.ts';
import { openDatabase } from '../../core/db/db.ts';
import { expireCoins } from './expiry.ts';

const store = await openStore({
  goods: { name: 'Bread', price: 1000, stock: 1000 },
});
const { shop, manager, location, addOrder } = store;
beforeEach(() => shop.db.owner.query('DELETE FROM mails'));

const night = (db = shop.db) => expireCoins(db);
const newCustomer = async (email?: string): Promise<string> =>
  (await addCustomer(manager, { ...(email && { email }) }))._id;
const give = (customerId: string, coins: number) => giveCoins(manager, customerId, coins);
const history = (customerId: string) => manager.do(coinRoutes.history, { body: { customerId } });
/** Makes all lots of a customer expire at this interval from now. */
const expireIn = (customerId: string, interval: string) =>
  shop.db.owner.query(
    `UPDATE coin_lots SET expires_at = now() + interval '${interval}' WHERE customer_id = '${customerId}'`,
  );
const mails = async () =>
  (await shop.db.owner.query<{ recipient: string; subject: string; body: string }>('SELECT * FROM mails'))
    .rows;

test('expires coins after their last day, in the books of the store that issued them', async () => {
  const customerId = await newCustomer();
  const order = await addOrder({ status: 'delivered', customerId, fulfilment: 'pickup', quantity: 2 });
  await give(customerId, 7);
  await expireIn(customerId, '-2 days');

  await night();
  await night();
  const { records, balance } = await history(customerId);
  const { rows } = await shop.db.owner.query(`
    SELECT e.location_id = '${location}' AS here, e.account, e.amount::int FROM journals j
    JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
    WHERE j.kind = 'coinExpiry' ORDER BY here, position`);

  expect(balance).toBe(0);
  expect(
    records.filter(({ kind }) => kind === 'expired').map(({ coins, order: of, by }) => [coins, of, by]),
  ).toEqual(
    expect.arrayContaining([
      [-20, { _id: order._id, number: order.number }, 'System'],
      [-7, null, 'System'],
    ]),
  );
  expect(rows).toEqual([
    { here: false, account: 'coinsLiability', amount: 7 },
    { here: false, account: 'coinsExpired', amount: -7 },
    { here: true, account: 'coinsLiability', amount: 20 },
    { here: true, account: 'coinsExpired', amount: -20 },
  ]);
});

test("keeps coins until the end of their last day in the marketplace's time zone", async () => {
  const customerId = await newCustomer();
  await give(customerId, 5);
  await shop.db.owner.query(`UPDATE coin_lots SET expires_at = date_trunc('day', now() AT TIME ZONE 'America/Chicago')
    AT TIME ZONE 'America/Chicago' WHERE customer_id = '${customerId}'`);

  await night();
  const today = (await history(customerId)).balance;
  await expireIn(customerId, '-1 day');
  await night();

  expect([today, (await history(customerId)).balance]).toEqual([5, 0]);
});

test('keeps coins that pay for an order, and returns them with 30 days to expire', async () => {
  const customerId = await newCustomer();
  await give(customerId, 100);
  const { _id: id } = await addOrder({
    customerId,
    fulfilment: 'pickup',
    coins: 60,
  });
  await expireIn(customerId, '-2 days');

  await night();
  const left = (await history(customerId)).balance;
  await manager.do(orderRoutes.cancel, { params: { id }, body: { reason: 'Changed their mind' } });
  await night();
  const { balance, records } = await history(customerId);

  expect([left, balance]).toEqual([0, 60]);
  expect(Math.round((Date.parse(records[0]!.expiresAt!) - Date.now()) / 86_400_000)).toBe(30);
});

test('sends a customer one email a week before, regardless of the number of runs', async () => {
  const ann = await newCustomer('ann@home.example');
  const silent = await newCustomer();
  for (const customerId of [ann, silent]) {
    await give(customerId, 30);
    await expireIn(customerId, '9 days');
  }
  await night();
  const early = await mails();
  for (const customerId of [ann, silent]) await expireIn(customerId, '6 days');
  const other = await openDatabase({ connectionString: shop.databaseUrl }, 4);

  await Promise.all([night(), night(other), night(other)]);
  await other.close();

  expect(early).toEqual([]);
  expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['ann@home.example', 'Aisle: 30 coins will expire soon'],
  ]);
  expect((await history(ann)).balance).toBe(30);
});

test('expires or spends each coin once with two servers and concurrent spending', async () => {
  const customers = await Promise.all(Array.from({ length: 8 }, () => newCustomer()));
  for (const customerId of customers) {
    await give(customerId, 40);
    await expireIn(customerId, '-2 days');
  }
  const other = await openDatabase({ connectionString: shop.databaseUrl }, 4);

  await Promise.all([
    night(),
    night(other),
    ...customers.map((customerId) =>
      manager.call(coinRoutes.adjust, { body: { customerId, coins: -15, reason: 'Spent in a store' } }),
    ),
  ]);
  await other.close();

  for (const customerId of customers) {
    const { balance, records } = await history(customerId);
    expect(balance).toBe(0);
    expect(records.reduce((sum, { coins }) => sum + coins, 0)).toBe(0);
  }
});

test('applies a new number of days only to coins added afterwards', async () => {
  const customerId = await newCustomer();
  await give(customerId, 1);
  await decide(shop, { coins: { earnPerDollar: 1, redeemCents: 1, expiryDays: 30 } });
  await give(customerId, 2);
  await decide(shop, { coins: { earnPerDollar: 1, redeemCents: 1, expiryDays: null } });
  await give(customerId, 3);

  const { records } = await history(customerId);
  const days = records.map(
    ({ at, expiresAt }) => expiresAt && Math.round((Date.parse(expiresAt) - Date.parse(at)) / 86_400_000),
  );

  expect(days).toEqual([null, 30, 365]);
});
