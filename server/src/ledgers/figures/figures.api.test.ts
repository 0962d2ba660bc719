import { driftRoutes } from '@aisle/contract/ledgers/drift';
import { orderStatuses } from '@aisle/contract/sales/orders/order-flow';
import { soldStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkInvariants } from '../../../test/invariants.ts';
import { decide } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { happen, happening } from '../../../test/simulated-events/simulate.ts';
import { addWorld } from '../../../test/simulated-events/world.ts';
import { moveToTimeZone } from '../../../test/stock-builders.ts';
import { checkDriftAtNight } from '../drift/drift-check.ts';
import { allMetricClaims, recountMarkedMetrics } from './figure-claims.queries.ts';

const wanted = 60;

const shop = await openShop({ cardGateway: 'simulated' });
await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: true } });
const manager = await shop.signIn();
await shop.sql`UPDATE sessions SET confirmed_at = now() + interval '1 day'`;
const world = await addWorld(shop, manager, 3, 300);
await moveToTimeZone(manager, world.locations[1]!, 'Pacific/Kiritimati');

/** Checks that the totals plus the remaining deltas equal the raw tables. */
const agree = () => shop.look(checkInvariants);
/** Daily totals that differ from the raw tables. */
const wrongDays = () =>
  shop.look(async (tx) => {
    const wrong: unknown[] = [];
    for (const query of Object.values(allMetricClaims)) {
      for (const place of world.locations) wrong.push(...(await query(place).execute(tx)).rows);
    }
    return wrong;
  });
const addUp = async () => {
  while (await shop.look(recountMarkedMetrics));
  await shop.sql`SELECT add_expiry_changes(20000)`;
};

test('counts the same statuses as sold in the database as in the contract', async () => {
  const rows = await shop.sql`SELECT status FROM unnest(${orderStatuses}::text[]) AS status
    WHERE is_sold(status)`;

  expect(rows.map(({ status }) => status).sort()).toEqual([...soldStatuses].sort());
});

test('equals the raw tables to the cent and the gram after any events and recounts', async () => {
  let done = 0;
  for (const one of fc.sample(happening, { seed: 20_261_123, numRuns: 2000 })) {
    if (world.placed >= wanted) break;
    await happen(world, one);
    done += 1;
    if (done % 40 === 0) await addUp();
    if (done % 60 === 0) await agree();
    if (done % 50 === 0) await moveToThePast();
  }
  await agree();
  await addUp();
  await agree();

  const rows = await shop.sql<Record<string, number>>`
    SELECT count(DISTINCT day)::int AS days, sum(gross)::float8 AS gross, sum(cancelled)::int AS cancelled,
      sum(refunds)::float8 AS refunds, sum(returns)::int AS returns, sum(payout)::float8 AS payout
    FROM figure_days`;
  expect(rows[0]!.days).toBeGreaterThan(2);
  for (const figure of ['gross', 'cancelled', 'refunds', 'returns', 'payout']) {
    expect([figure, rows[0]![figure]! > 0]).toEqual([figure, true]);
  }
}, 120_000);

test('marks the days of each single change', async () => {
  for (const one of fc.sample(happening, { seed: 20_261_128, numRuns: 60 })) {
    // If the day were still marked, a missing mark would go unnoticed.
    await addUp();
    await happen(world, one);
    expect([one, await wrongDays()]).toEqual([one, []]);
  }
  await addUp();
  await moveToThePast();
  expect(await wrongDays()).toEqual([]);
}, 120_000);

test.each(['figure_days', 'product_figure_days'])(
  'keeps the changes of concurrent writers while a recount waits to write %s',
  async (table) => {
    await addUp();
    const clients = Array.from({ length: 4 }, () => new pg.Client(shop.databaseUrl));
    const [early, late, reader, job] = clients as [pg.Client, pg.Client, pg.Client, pg.Client];
    onTestFinished(async () => void (await Promise.all(clients.map((client) => client.end()))));
    await Promise.all(clients.map((client) => client.connect()));
    const rows = await shop.sql`
      SELECT (o.created_at AT TIME ZONE l.time_zone)::date AS day, array_agg(DISTINCT o.id) AS orders,
        array_agg(DISTINCT m.lot_id) AS lots
      FROM orders o JOIN locations l ON l.id = o.location_id
      JOIN stock_movements m ON m.location_id = o.location_id AND m.order_id = o.id AND m.kind = 'pick'
      WHERE o.location_id = ${world.locations[0]} AND o.prepared_at IS NOT NULL AND o.processing_at IS NOT NULL AND is_sold(o.status)
      GROUP BY 1 HAVING count(DISTINCT o.id) > 1 AND count(DISTINCT m.lot_id) > 1`;
    const { day, orders, lots } = rows[0]!;
    const write = async (client: pg.Client, nth: number) => {
      await client.query('BEGIN');
      await client.query(`UPDATE orders SET processing_at = processing_at - interval '7 s' WHERE id = $1`, [
        orders[nth],
      ]);
      await client.query('UPDATE lots SET cost_price = coalesce(cost_price, 0) + 5 WHERE id = $1', [
        lots[nth],
      ]);
    };

    await write(late, 0);
    await write(early, 1);
    await early.query('COMMIT');
    // The recount has taken its marks and counted, and now waits for this lock to store the result.
    await reader.query('BEGIN');
    await reader.query(`SELECT FROM ${table} WHERE location_id = $1 AND day = $2 FOR UPDATE`, [
      world.locations[0],
      day,
    ]);
    const recounted = job.query('SELECT recount_marked_figures(1000)');
    await vi.waitFor(async () => {
      const waiting = await shop.db.owner.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%recount_marked%'`,
      );
      expect(waiting.rowCount).toBe(1);
    });
    await late.query('COMMIT');
    const during = await wrongDays();
    await reader.query('COMMIT');
    await recounted;
    const after = await wrongDays();
    await addUp();

    expect([during, after, await wrongDays()]).toEqual([[], [], []]);
  },
);

/** Moves some orders, refunds and returns to earlier days; later changes to them count for those days. */
async function moveToThePast(): Promise<void> {
  await shop.sql`UPDATE orders SET created_at = created_at - make_interval(days => 1 + (number % 50)::int)
    WHERE number % 3 = 0`;
  await shop.sql`UPDATE refunds SET refunded_at = refunded_at - interval '2 days' WHERE status = 'refunded'
    AND amount % 2 = 0`;
  await shop.sql`UPDATE returns SET created_at = created_at - interval '1 day' WHERE number % 2 = 0`;
}

const orderEdits = [
  "processing_at = coalesce(processing_at, created_at) - interval '7 seconds'",
  "prepared_at = now() + interval '1 minute'",
  "processing_at = created_at - interval '20 seconds'",
  ...['cancelled', 'processing', 'delivered'].map((status) => `status = '${status}'`),
  'items_total = items_total + 50, total = total + 50',
  'items_total = items_total + 7, discount_total = discount_total + 7',
  'tax_total = tax_total + 9, total = total + 9',
  'delivery_fee = delivery_fee + 3, total = total + 3',
  "out_at = now(), delivered_at = now() + interval '9 minutes'",
  "slot_to = now() + interval '1 hour'",
  "delivered_at = now() + interval '2 hours'",
  "out_at = now() - interval '1 minute'",
  "created_at = created_at - interval '3 days'",
  'slot_to = NULL',
  ...orderStatuses.map((status) => `status = '${status}'`),
  'prepared_at = NULL',
  'delivered_at = NULL, out_at = NULL',
].map((columns) => `orders SET ${columns}`);
const otherEdits = [
  'order_lines SET total = total + 4',
  'order_lines SET quantity = quantity + 1 WHERE picked_quantity IS NULL',
  "refunds SET refunded_at = refunded_at - interval '2 days'",
  "returns SET created_at = created_at - interval '2 days'",
  'lots SET cost_price = coalesce(cost_price, 0) + 7',
];

test('follows each edit of an order, a line, a refund, a return and a cost', async () => {
  for (const one of fc.sample(happening, { seed: 20_261_124, numRuns: 500 })) {
    if (world.placed < 20) await happen(world, one);
  }
  const undone = new Error('undone');
  const trial = shop.look(async (tx) => {
    // Each edit must mark its days without help from the others.
    for (const edit of [...otherEdits, ...orderEdits]) {
      while (await recountMarkedMetrics(tx));
      await sql`UPDATE ${sql.raw(edit)}`.execute(tx);
      for (const [claim, query] of Object.entries(allMetricClaims)) {
        for (const place of world.locations) {
          expect([edit, claim, (await query(place).execute(tx)).rows]).toEqual([edit, claim, []]);
        }
      }
    }
    throw undone;
  });

  await expect(trial).rejects.toBe(undone);
}, 120_000);

test("updates the cost of picked items after a lot's cost is corrected", async () => {
  const rows = await shop.sql`SELECT l.id, l.version FROM lots l JOIN stock_movements m
    ON m.location_id = l.location_id AND m.lot_id = l.id AND m.kind = 'pick' LIMIT 1`;
  const { id, version } = rows[0]!;

  await manager.do(inventoryRoutes.edit, { params: { id }, body: { version, costPrice: 123 } as never });

  await agree();
});

test("recounts a location's days after a change of its time zone", async () => {
  await addUp();
  await moveToTimeZone(manager, world.locations[0]!, 'Asia/Tokyo');

  await addUp();

  await agree();
});

test('reports wrong daily totals in the nightly check and recounts them', async () => {
  await addUp();
  await shop.sql`WITH newest AS (
      UPDATE product_figure_days SET units = units + 1 WHERE (location_id, day, sub_product_id) IN (
        SELECT location_id, day, sub_product_id FROM product_figure_days ORDER BY day DESC LIMIT 1)
      RETURNING location_id
    )
    UPDATE figure_days SET gross = gross + 1 WHERE (location_id, day) IN (
      SELECT location_id, max(day) FROM figure_days JOIN newest USING (location_id) GROUP BY 1)`;

  await checkDriftAtNight(shop.db);
  const found = (await manager.do(driftRoutes.latest)).checks[0]!.findings.filter(({ broken }) => broken > 0);
  await checkDriftAtNight(shop.db);
  const after = (await manager.do(driftRoutes.latest)).checks[0]!;

  expect(found.map(({ claim, broken }) => [claim, broken])).toEqual(
    expect.arrayContaining([
      ['Daily sums of sales equal orders, refunds, returns and journals', 1],
      ['Daily sums of products equal what was sold, picked, returned and wasted', 1],
    ]),
  );
  expect(found[0]!.sample[0]).toMatchObject({ location_id: expect.any(String) });
  expect(after.findings.find(({ claim }) => claim.startsWith('Daily sums of sales'))!.broken).toBe(0);
  expect(after.findings.find(({ claim }) => claim.startsWith('Daily sums of products'))!.broken).toBe(0);
});

test('reports wrong totals of months and all locations in the nightly check and rebuilds them', async () => {
  await addUp();
  await shop.sql`UPDATE figure_months SET tax = tax + 1`;
  await shop.sql`UPDATE all_figure_days SET refunds = refunds - 5
    WHERE day = (SELECT max(day) FROM figure_days)`;

  await checkDriftAtNight(shop.db);

  const found = (await manager.do(driftRoutes.latest)).checks[0]!.findings.filter(({ broken }) => broken > 0);
  expect(found.map(({ claim }) => claim)).toEqual([
    'Monthly sums of sales equal the sums of their days',
    'Sums of sales over all locations equal those of each location',
  ]);
  await agree();
});

test('rebuilds the same totals from scratch', async () => {
  await addUp();
  const all = () => shop.sql`SELECT * FROM product_figure_months
    WHERE (units, revenue, cost, refunded_units, returns, waste) <> (0, 0, 0, 0, 0, 0) ORDER BY 1, 2, 3`;
  const kept = await all();

  await shop.sql`SELECT fill_figures()`;

  expect(await all()).toEqual(kept);
  await agree();
});

test('allows only ledger functions to write totals, and hides those of other locations', async () => {
  await expect(shop.look((tx) => sql`UPDATE figure_days SET gross = 0`.execute(tx))).rejects.toMatchObject({
    code: '42501',
  });
  const client = await shop.db.locationScope.connect();
  try {
    await client.query('BEGIN');
    await client.query("SELECT set_config('app.locations', $1, true)", [`{${world.locations[2]}}`]);
    const tables = [
      'figure_days',
      'figure_months',
      'product_figure_days',
      'product_figure_months',
      'figure_marks',
      'product_figure_marks',
      'product_cost_marks',
    ];
    for (const table of tables) {
      const { rows } = await client.query(`SELECT DISTINCT location_id FROM ${table}`);
      expect(
        rows.every((row) => row.location_id === world.locations[2]),
        table,
      ).toBe(true);
    }
    for (const table of ['all_product_figure_days', 'all_figure_days']) {
      await client.query('SAVEPOINT before');
      await expect(client.query(`SELECT FROM ${table}`)).rejects.toMatchObject({ code: '42501' });
      await client.query('ROLLBACK TO before');
    }
    await client.query('ROLLBACK');
  } finally {
    client.release();
  }
});
