import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { reportRoutes } from '@aisle/contract/overview/reports';
import pg from 'pg';
import { openBenchDatabase } from './database.ts';
import { type Call, Connection } from './http.ts';
import type { Job } from './load.ts';
import { people } from './people.ts';
import { scenarios } from './scenarios/index.ts';
import { putOrdersBack } from './scenarios/orders.ts';
import { wholeYear } from './scenarios/overview.ts';
import { renewSessions, startServer } from './server.ts';
import { sizeOf } from './sizes.ts';

// Measures dashboard and reports during other writes, and right after the cost of lots has changed: npm run bench:reports --
// --size M. Writers make the totals of many days outdated, and reads count these days themselves until the job has run.
const { values: args } = parseArgs({
  options: {
    size: { type: 'string', default: 'S' },
    url: { type: 'string' },
    data: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    lots: { type: 'string', default: '1000' },
  },
});
const seconds = Number(args.seconds);
/** The number of writers of each scenario, 16 in all. Their targets last for both parts with writers. */
const writers = [
  { name: 'order step', concurrency: 4, targets: 1000 },
  { name: 'new order of 10 lines', concurrency: 8, targets: 250 * seconds },
  { name: 'order prepared, 3 lines', concurrency: 4, targets: 1000 },
];
const bars: Record<string, { p50?: number; p99?: number }> = {
  dashboard: { p50: 150 },
  'store report, by location': { p99: 300 },
  'store report, by month, compared': { p99: 300 },
  'product report, by sub-product': { p99: 300 },
};

const reads: Record<string, (call: Call) => ReturnType<Call>> = {
  dashboard: (call) => call(dashboardRoutes.data, {}),
  'store report, by location': (call) =>
    call(reportRoutes.store, { body: { ...wholeYear, groupBy: 'location' } }),
  'store report, by month, compared': (call) =>
    call(reportRoutes.store, { body: { ...wholeYear, groupBy: 'month', compare: 'previous' } }),
  'product report, by sub-product': (call) =>
    call(reportRoutes.product, { body: { ...wholeYear, groupBy: 'subProduct' } }),
};

const database = await openBenchDatabase({
  size: sizeOf(args.size).name,
  url: args.url,
  data: args.data,
});
const client = new pg.Client(database.config);
try {
  await client.connect();
  await renewSessions(client);
  const server = await startServer(database.config);
  const connection = await Connection.open(server.port, people.administrator);
  const loads: ChildProcess[] = [];
  try {
    await readFor(1, connection.call);
    await report('alone', connection.call);
    await report('while today is marked at every location', connection.call, markToday);
    const jobs: Job[] = [];
    for (const { name, concurrency, targets: wanted } of writers) {
      const scenario = scenarios.find((each) => each.name.startsWith(name))!;
      const targets = await scenario.prepare({ client, call: connection.call }, wanted);
      const extent = { once: true } as const;
      jobs.push({ kind: 'http', port: server.port, scenario: scenario.name, targets, concurrency, extent });
    }
    loads.push(...jobs.map(startLoad));
    await report('while 16 clients write', connection.call);
    const changed = await editCosts(client, Number(args.lots));
    await report(`right after the cost of ${changed} lots was edited`, connection.call);
  } finally {
    for (const load of loads) load.kill();
    connection.close();
    await server.stop();
    await putOrdersBack(client);
  }
} finally {
  await client.end();
  await database.stop();
}

function startLoad(job: Job): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'load.ts'), { serialization: 'advanced' });
  child.send(job);
  return child;
}

/** Changes lots from all over the marketplace that orders were picked from, in one transaction. */
async function editCosts(db: pg.Client, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE lots SET cost_price = coalesce(cost_price, 0) + 1
     WHERE (location_id, id) IN (SELECT DISTINCT location_id, lot_id FROM stock_movements TABLESAMPLE SYSTEM (1)
       WHERE kind = 'pick' LIMIT $1)`,
    [count],
  );
  return rowCount ?? 0;
}

/** The milliseconds of each kind of read, in sequence, and the maximum number of outdated days. */
async function readFor(
  duration: number,
  call: Call,
  prepare: () => Promise<unknown> = async () => undefined,
) {
  const times = new Map<string, number[]>();
  const dirty = { orders: 0, products: 0 };
  const end = performance.now() + duration * 1000;
  while (performance.now() < end) {
    for (const [name, read] of Object.entries(reads)) {
      await prepare();
      const since = performance.now();
      await read(call);
      times.set(name, [...(times.get(name) ?? []), performance.now() - since]);
    }
    for (const [kind, count] of Object.entries(await countDirtyDays())) {
      dirty[kind as keyof typeof dirty] = Math.max(dirty[kind as keyof typeof dirty], count);
    }
  }
  return { times, dirty };
}

/** The job processes the marks within seconds, so every read gets new ones. */
async function markToday(): Promise<void> {
  await client.query(`WITH marked AS (INSERT INTO figure_marks SELECT id, now() FROM locations)
    INSERT INTO product_figure_marks SELECT id, now() FROM locations`);
}

async function countDirtyDays(): Promise<{ orders: number; products: number }> {
  const { rows } = await client.query<{ orders: number; products: number }>(`
    SELECT (SELECT count(DISTINCT (location_id, at::date))::int FROM figure_marks) AS orders,
      (SELECT count(DISTINCT (location_id, at::date))::int FROM product_figure_marks) AS products`);
  return rows[0]!;
}

async function report(when: string, call: Call, prepare?: () => Promise<unknown>): Promise<void> {
  const { times, dirty } = await readFor(seconds, call, prepare);
  console.log(`\n${when}: at most ${dirty.orders} dirty days of orders, ${dirty.products} of products`);
  for (const [name, all] of times) {
    const sorted = all.toSorted((a, b) => a - b);
    const part = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
    const [p50, p99] = [part(0.5), part(0.99)];
    const bar = bars[name]!;
    const isMet =
      p50 <= (bar.p50 ?? Number.POSITIVE_INFINITY) && p99 <= (bar.p99 ?? Number.POSITIVE_INFINITY);
    if (!isMet) process.exitCode = 1;
    console.log(
      `${isMet ? 'met    ' : 'NOT MET'} ${name.padEnd(34)} p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, at most ${sorted.at(-1)!.toFixed(0)} ms (${all.length})`,
    );
  }
}
