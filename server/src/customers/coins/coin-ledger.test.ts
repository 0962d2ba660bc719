import { customerRoutes } from '@aisle/contract/customers/customers';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOrderLocation, newShopper } from '../../../test/order-builders.ts';
import { openShop, type Shop } from '../../../test/shop.ts';
import { checkCoins } from '../../../test/simulated-events/coin-claims.ts';
import { system, type Tx, transaction } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { claimsOfAll } from '../../ledgers/drift/claims.queries.ts';
import { type Entry, reversalEntries, saleEntries } from '../../ledgers/money/accounts.ts';
import { insertCoins, insertJournal, postToMarketplace } from '../../ledgers/money/journal.queries.ts';
import { expireLots } from './expiry.queries.ts';

// Ten thousand coin events, as orders, refunds, staff and the nightly job cause them, compared with a model.

const wanted = Number(process.env.COIN_EVENTS ?? 10_000);
const batchSize = 250;

let shop: Shop;
let location: string;
const customers: string[] = [];
beforeAll(async () => {
  shop = await openShop({}, { isLarge: true });
  const manager = await shop.signIn();
  location = await addOrderLocation(shop);
  for (let count = 0; count < 50; count += 1) {
    customers.push((await manager.do(customerRoutes.create, { body: newShopper() }))._id);
  }
});
afterAll(() => shop.close());

/** The parts of an order that matter for coins. */
interface Order {
  id: string;
  customer: string;
  /** The value of the coins that pay for the order, and their number. */
  pays: number;
  coins: number;
  earned: number;
  isDelivered: boolean;
  isOver: boolean;
}
const event = fc.record({
  what: fc.constantFrom(
    'order',
    'order',
    'deliver',
    'deliver',
    'cancel',
    'refund',
    'adjust',
    'adjust',
    'night',
  ),
  who: fc.nat({ max: 49 }),
  size: fc.integer({ min: 1, max: 400 }),
  cents: fc.integer({ min: 0, max: 5 }),
  days: fc.option(fc.integer({ min: -3, max: 60 })),
  part: fc.integer({ min: 1, max: 4 }),
});
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;

const balances = new Map<string, number>();
const orders: Order[] = [];
const change = (customer: string, coins: number) =>
  balances.set(customer, (balances.get(customer) ?? 0) + coins);
const openOrder = (isDelivered: boolean, who: number): Order | undefined => {
  const open = orders.filter((order) => order.isDelivered === isDelivered && !order.isOver);
  return open[who % Math.max(1, open.length)];
};

async function enter(
  tx: Tx,
  { customer, id }: Pick<Order, 'customer' | 'id'>,
  entry: Pick<Parameters<typeof insertCoins>[1], 'kind' | 'coins' | 'causeId' | 'lot'>,
) {
  const by = { customerId: customer, orderId: id, locationId: location, userId: null };
  const moved = await insertCoins(tx, { ...by, ...entry });
  change(customer, moved.coins);
  return moved;
}
const post = (tx: Tx, kind: 'sale' | 'refund', causeId: string, entries: Entry[]) =>
  insertJournal(tx, { locationId: location, kind, causeId, orderId: null, userId: null, entries });
const sale = { deliveryFee: 0, discountTotal: 0, taxTotal: 0, commission: 0 } as const;
const marketplace = { discountsFundedBy: 'marketplace', taxRemittedBy: 'location' } as const;

const happen: Record<Event['what'], (tx: Tx, event: Event) => Promise<void>> = {
  async order(tx, { who, size, cents }) {
    const customer = customers[who]!;
    const coins = Math.min(size, balances.get(customer) ?? 0);
    const order = {
      id: newId(),
      customer,
      pays: coins * cents,
      coins,
      earned: 0,
      isDelivered: false,
      isOver: false,
    };
    orders.push(order);
    if (coins > 0) await enter(tx, order, { kind: 'redeemed', coins: -coins, causeId: order.id });
  },
  async deliver(tx, { who, size, cents, days }) {
    const order = openOrder(false, who);
    if (!order) return;
    order.isDelivered = true;
    order.earned = size;
    const total = Math.max(order.pays, 1);
    const { rows } = await sql<{
      worth: number;
    }>`SELECT -coalesce(sum(worth), 0)::bigint AS worth FROM coin_entries
      WHERE customer_id = ${order.customer} AND order_id = ${order.id}`.execute(tx);
    const coinsWorth = order.coins > 0 ? rows[0]!.worth : 0;
    const worth = size * cents;
    const sold = { ...sale, ...marketplace, itemsTotal: total, total };
    await post(
      tx,
      'sale',
      order.id,
      saleEntries({ ...sold, inCoins: order.pays, coinsWorth, earned: worth }),
    );
    await enter(tx, order, {
      kind: 'earned',
      coins: size,
      causeId: order.id,
      lot: { worth, expiryDays: days },
    });
  },
  async cancel(tx, { who }) {
    const order = openOrder(false, who);
    if (!order) return;
    order.isOver = true;
    if (order.coins > 0) await enter(tx, order, { kind: 'returned', coins: order.coins, causeId: order.id });
  },
  async refund(tx, { who, part }) {
    const order = openOrder(true, who);
    if (!order) return;
    const share = (whole: number) => (part === 1 ? whole : Math.floor(whole / part));
    const [inCoins, back, taken] = [share(order.pays), share(order.coins), share(order.earned)];
    const causeId = newId();
    const returned = back > 0 ? await enter(tx, order, { kind: 'returned', coins: back, causeId }) : null;
    const takenBack =
      taken > 0 ? await enter(tx, order, { kind: 'takenBack', coins: -taken, causeId }) : null;
    const worth = -(takenBack?.worth ?? 0);
    const none = { goods: inCoins, discount: 0, tax: 0, commission: 0, deliveryFee: 0, amount: inCoins };
    await post(
      tx,
      'refund',
      causeId,
      reversalEntries({ ...none, ...marketplace, inCoins, coinsWorth: returned?.worth ?? 0, earned: worth }),
    );
    order.pays -= inCoins;
    order.coins -= back;
    order.earned -= taken;
    order.isOver = part === 1;
  },
  async adjust(tx, { who, size, cents, days, part }) {
    const customer = customers[who]!;
    const coins = part === 1 ? -Math.min(size, balances.get(customer) ?? 0) : size;
    if (coins === 0) return;
    const { id, worth } = await insertCoins(tx, {
      customerId: customer,
      kind: 'adjusted',
      coins,
      causeId: newId(),
      orderId: null,
      locationId: null,
      userId: null,
      lot: { worth: Math.max(0, coins) * cents, expiryDays: days },
    });
    change(customer, coins);
    if (worth === 0) return;
    const entries: Entry[] = [
      { account: 'coinsLiability', part: 'adjustment', amount: -worth },
      { account: 'discounts', part: 'adjustment', amount: worth },
    ];
    await postToMarketplace(tx, { kind: 'coinAdjustment', causeId: id, entries });
  },
  async night(tx) {
    await expireLots(tx, 20);
    const { rows } = await sql<{ id: string; balance: number }>`
      SELECT id, coin_balance AS balance FROM customers WHERE id = ANY (${customers}::uuid[])`.execute(tx);
    for (const { id, balance } of rows) {
      expect(balance).toBeLessThanOrEqual(balances.get(id) ?? 0);
      balances.set(id, balance);
    }
  },
};

/** Compares the books with open lots and the coins held by orders in progress. These orders exist only in the model. */
async function booksAgree(tx: Tx): Promise<void> {
  const held = orders.filter((order) => !order.isDelivered && !order.isOver).map(({ id }) => id);
  const { rows } = await sql<{ owed: number; lots: number; held: number }>`
    SELECT (SELECT -coalesce(sum(amount), 0)::bigint FROM ledger_entries WHERE account = 'coinsLiability') AS owed,
      (SELECT coalesce(sum(worth_left), 0)::bigint FROM coin_lots) AS lots,
      (SELECT -coalesce(sum(worth), 0)::bigint FROM coin_entries WHERE order_id = ANY (${held}::uuid[])) AS held`.execute(
    tx,
  );
  const { owed, lots, held: onTheWay } = rows[0]!;
  expect(owed).toBe(lots + onTheWay);
}

test(
  `keeps balances and books correct after ${wanted} events`,
  async () => {
    const events = fc.sample(event, { seed: 20_261_122, numRuns: wanted });
    for (let from = 0; from < events.length; from += batchSize) {
      await transaction(shop.db, system, async (tx) => {
        for (const one of events.slice(from, from + batchSize)) await happen[one.what](tx, one);
      });
      await shop.look(booksAgree);
    }

    const { rows } = await shop.db.owner.query<{ id: string; balance: number }>(
      'SELECT id, coin_balance::int AS balance FROM customers',
    );
    expect(new Map(rows.map(({ id, balance }) => [id, balance]))).toEqual(
      new Map(customers.map((id) => [id, balances.get(id) ?? 0])),
    );
    for (const [claim, query] of Object.entries(claimsOfAll)) {
      if (claim.startsWith('The books')) continue;
      expect(await shop.look(async (tx) => (await query.execute(tx)).rows), claim).toEqual([]);
    }
    const kinds = await shop.db.owner.query(
      'SELECT kind, count(*)::int AS count FROM coin_entries GROUP BY 1',
    );
    for (const { kind, count } of kinds.rows) expect(count, kind).toBeGreaterThan(wanted / 200);
    expect(kinds.rows).toHaveLength(6);

    await transaction(shop.db, system, async (tx) => {
      while ((await expireLots(tx, 200)) > 0);
      await checkCoins(tx);
    });
    await shop.db.owner.query('UPDATE coin_lots SET expires_at = created_at');
    await expect(shop.look(checkCoins)).rejects.toThrow('coins leave the lots that expire first');
  },
  60_000 + wanted * 20,
);
