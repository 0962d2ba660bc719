import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { PromotionTerms } from '@aisle/contract/sales/promotions/promotion-terms';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import type pg from 'pg';
import type { z } from 'zod';
import { connected, openBenchDatabase } from './database.ts';
import { type Call, Connection, type Sent } from './http.ts';
import { people } from './people.ts';
import { baskets } from './scenarios/orders.ts';
import { type BenchServer, renewSessions, startServer } from './server.ts';
import { sizeOf } from './sizes.ts';

// Measures quotes and new orders of 30 lines with 300 active promotions and without any, alternately, and the list of 5,000
// promotions beside other lists: npm run bench:promotions -- --size S. The orders stay, the active promotions don't.
const { values: args } = parseArgs({
  options: {
    size: { type: 'string', default: 'S' },
    url: { type: 'string' },
    data: { type: 'string' },
    /** How often both ways are measured. */
    rounds: { type: 'string', default: '12' },
  },
});
const bars = { ratio: 1.3, moreStatements: 2, ofOtherLists: 1.5 };
const rounds = Number(args.rounds);
const lines = 30;
const perRound = 10;

type Terms = z.input<typeof PromotionTerms>;
type Reward = Terms['reward'];
const everyone = { combines: {}, audience: {}, funding: { marketplace: 60, location: 40, vendor: 0 } };

const database = await openBenchDatabase({ size: sizeOf(args.size).name, url: args.url, data: args.data });
try {
  await connected(database.config, async (client) => {
    await renewSessions(client);
    await deleteActive(client);
    await addEnded(client, 5_000, 50_000);
    const server = await startServer(database.config);
    const connection = await Connection.open(server.port, people.administrator);
    const shop = { client, server, call: connection.call };
    try {
      await compareLists(connection.call);
      await compareBaskets('300 promotions of an assortment', shop, await mixedTerms(client), true);
      await compareBaskets(
        '300 promotions of all items',
        shop,
        Array.from({ length: 300 }, storewide),
        false,
      );
    } finally {
      connection.close();
      await server.stop();
      await deleteActive(client);
    }
  });
} finally {
  await database.stop();
}

/** Seven in ten are for a few products, the rest for brands, categories, all items, delivery and coins. */
async function mixedTerms(client: pg.Client): Promise<Terms[]> {
  const ids = async (table: string) => {
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY md5(id::text)`);
    return rows.map(({ id }) => id);
  };
  const [products, brands, categories] = [
    await ids('products'),
    await ids('brands'),
    await ids('categories'),
  ];
  const some = (all: readonly string[], nth: number, count: number) =>
    Array.from({ length: count }, (_, index) => all[(nth * count + index) % all.length]!);
  return Array.from({ length: 300 }, (_, nth): Terms => {
    const conditions = nth % 5 === 0 ? { minGoods: 2_000 } : {};
    const terms = (reward: Reward, goods: Terms['goods']) => ({ ...everyone, reward, goods, conditions });
    if (nth < 210) return terms(goodsReward(nth), { productIds: some(products, nth, 4) });
    if (nth < 240) return terms(goodsReward(nth), { brandIds: some(brands, nth, 1) });
    if (nth < 270) return terms(goodsReward(nth), { categoryIds: some(categories, nth, 1) });
    if (nth < 280) return storewide(undefined, nth);
    if (nth < 290) return terms({ kind: 'amount', amount: 100 + nth, per: 'order' }, {});
    if (nth < 295) return terms({ kind: 'delivery', percent: 50 }, {});
    return terms({ kind: 'coins', bonus: nth }, {});
  });
}

function goodsReward(nth: number): Reward {
  const kinds: Reward[] = [
    { kind: 'percent', percent: 5 + (nth % 20) },
    { kind: 'price', price: 199 + nth },
    { kind: 'bundle', quantity: 2, price: 300 + nth },
    { kind: 'buyGet', buy: 1, get: 1, percent: 50 },
  ];
  return kinds[nth % kinds.length]!;
}

function storewide(_: unknown, nth: number): Terms {
  return { ...everyone, reward: goodsReward(nth), goods: {}, conditions: { minGoods: 100 * (nth % 50) } };
}

async function insert(
  client: pg.Client,
  promotions: readonly Terms[],
  state: 'ended' | 'paused',
): Promise<string[]> {
  const rows = promotions.map((terms) => ({ id: randomUUID(), terms: PromotionTerms.parse(terms) }));
  await client.query(
    `WITH rows AS (SELECT (row ->> 'id')::uuid AS id, row -> 'terms' AS terms, nth
       FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS rows (row, nth)),
     added AS (INSERT INTO promotions (id, name, label, state, starts_at)
       SELECT id, 'Promotion ' || nth, 'Offer ' || nth, $2, now() - interval '1 day' * (1 + nth % 300) FROM rows RETURNING id),
     editions AS (INSERT INTO promotion_editions (promotion_id, number, terms) SELECT id, 1, terms FROM rows)
     INSERT INTO promotion_limits (promotion_id) SELECT id FROM added`,
    [JSON.stringify(rows), state],
  );
  return rows.map(({ id }) => id);
}

/** Ended promotions that orders have used, as after some years. Half of the uses are of the 25 on the first page. */
async function addEnded(client: pg.Client, promotions: number, uses: number): Promise<void> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM promotions');
  if (rows[0]!.count >= promotions) return;
  const ids = await insert(
    client,
    Array.from({ length: promotions }, (_, nth) => storewide(undefined, nth)),
    'ended',
  );
  await client.query(
    `INSERT INTO promotion_uses (location_id, order_id, promotion_id, edition, main_order_id, customer_id, discount,
       sold, created_at)
     SELECT o.location_id, o.id, ($1::uuid[])[$2 - CASE WHEN nth % 2 = 0 THEN nth % 25 ELSE nth * 7 % $2 END], 1, o.main_order_id, o.customer_id, 100, 90, o.created_at
     FROM (SELECT *, row_number() OVER (ORDER BY id) AS nth FROM orders ORDER BY id LIMIT $3) o`,
    [ids, promotions, uses],
  );
  await client.query('ANALYZE promotions, promotion_editions, promotion_limits, promotion_uses');
}

/** So that every run finds the same promotions. */
async function deleteActive(client: pg.Client): Promise<void> {
  const measured = `SELECT id FROM promotions WHERE state <> 'ended'`;
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica;
    DELETE FROM promotion_uses WHERE promotion_id IN (${measured});
    DELETE FROM promotion_limits WHERE promotion_id IN (${measured});
    DELETE FROM promotion_editions WHERE promotion_id IN (${measured});
    DELETE FROM promotions WHERE state <> 'ended';
    COMMIT`);
}

interface Shop {
  client: pg.Client;
  server: BenchServer;
  call: Call;
}
interface Part {
  times: number[];
  cpu: number;
  /** Of each call. The first one after a change of promotions needs one more. */
  statements: number[];
}

/** Alternates between both ways, so that the load of the machine changes for both. The first round warms up. */
async function compareBaskets(name: string, shop: Shop, terms: Terms[], hasBar: boolean): Promise<void> {
  const { client, call } = shop;
  const ids = await insert(client, terms, 'paused');
  const wanted = perRound * (rounds + 1) * 2;
  const targets = (await baskets(lines)({ client, call }, wanted)) as Sent[];
  console.log(`\n${name}, ${lines} lines`);
  for (const [what, route] of [
    ['quote', mainOrderRoutes.quote],
    ['new order', mainOrderRoutes.create],
  ] as const) {
    const parts = { without: newPart(), with: newPart() };
    for (let round = 0; round <= rounds; round += 1) {
      for (const way of ['without', 'with'] as const) {
        const state = way === 'with' ? 'active' : 'paused';
        await client.query('UPDATE promotions SET state = $1 WHERE id = ANY ($2)', [state, ids]);
        const first = perRound * (2 * round + (way === 'with' ? 1 : 0));
        const chosen = targets.slice(first, first + perRound);
        const part = round === 0 ? newPart() : parts[way];
        const before = await shop.server.cpu();
        for (const target of chosen) {
          const since = performance.now();
          const { statements } = await call(route, target);
          part.times.push(performance.now() - since);
          part.statements.push(statements);
        }
        part.cpu += (await shop.server.cpu()) - before;
      }
    }
    printPair(what, parts, hasBar);
  }
  await deleteActive(client);
}

function newPart(): Part {
  return { times: [], cpu: 0, statements: [] };
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function printPair(what: string, parts: { without: Part; with: Part }, hasBar: boolean): void {
  const [without, promoted] = [parts.without, parts.with].map(({ times, cpu, statements }) => ({
    p50: quantile(times, 0.5),
    cpu: cpu / times.length,
    statements: quantile(statements, 0.5),
  }));
  const ratio = promoted!.p50 / without!.p50;
  const more = promoted!.statements - without!.statements;
  const isMet = ratio <= bars.ratio && more <= bars.moreStatements;
  if (hasBar && !isMet) process.exitCode = 1;
  const figure = (name: 'p50' | 'cpu') => `${without![name].toFixed(2)} → ${promoted![name].toFixed(2)} ms`;
  console.log(
    `${hasBar ? (isMet ? 'met     ' : 'NOT MET ') : ''}${what.padEnd(10)} ${ratio.toFixed(2)} times as long (p50 ${figure('p50')}), ` +
      `CPU of the server ${figure('cpu')}, statements ${without!.statements} → ${promoted!.statements}`,
  );
}

async function compareLists(call: Call): Promise<void> {
  const lists = {
    promotions: promotionRoutes.list,
    orders: orderRoutes.list,
    customers: customerRoutes.list,
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds * perRound; round += 1) {
    for (const [name, route] of Object.entries(lists)) {
      const since = performance.now();
      await call(route, { body: {} });
      const all = times.get(name) ?? [];
      if (round >= perRound) all.push(performance.now() - since);
      times.set(name, all);
    }
  }
  console.log('\nfirst page of 5,000 promotions with 50,000 uses, beside other lists');
  const p99 = (name: keyof typeof lists) => quantile(times.get(name)!, 0.99);
  for (const [name, all] of times) {
    console.log(
      `${name.padEnd(10)} p50 ${quantile(all, 0.5).toFixed(2)} ms, p99 ${quantile(all, 0.99).toFixed(2)} ms`,
    );
  }
  const isMet = p99('promotions') <= bars.ofOtherLists * Math.max(p99('orders'), p99('customers'));
  if (!isMet) process.exitCode = 1;
  console.log(
    `${isMet ? 'met     ' : 'NOT MET '}at most ${bars.ofOtherLists} times the p99 of the slower one of the others`,
  );
}
