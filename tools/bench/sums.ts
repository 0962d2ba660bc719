import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders';
import pg from 'pg';
import { openBenchDatabase } from './database.ts';
import { type Call, Connection, type Sent } from './http.ts';
import { people } from './people.ts';
import { baskets } from './scenarios/orders.ts';
import { type BenchServer, renewSessions, startServer } from './server.ts';
import { sizeOf } from './sizes.ts';

// What keeping the sums of reports costs a write:  npm run bench:sums -- --size S --data DIR --runs 4
// Each request goes to a server with the sums and to one without them, on copies of one database, one after the other.
const { values: args } = parseArgs({
  options: {
    size: { type: 'string', default: 'S' },
    data: { type: 'string' },
    runs: { type: 'string', default: '4' },
    count: { type: 'string', default: '200' },
  },
});
const bar = 0.05;
const batch = 25;
const arms = ['with', 'without'] as const;
type Arm = (typeof arms)[number];

interface Side {
  client: pg.Client;
  server: BenchServer;
  connection: Connection;
  /** The server's connections to the database. */
  backends: number[];
}
/** Milliseconds: what somebody waited, and the processor time of PostgreSQL and of the server. */
interface Cost {
  waited: number;
  database: number;
  server: number;
}
type Pair = Record<Arm, Cost>;

const database = await openBenchDatabase({ size: sizeOf(args.size).name, url: undefined, data: args.data });
const measured = new Map<string, Pair[]>();

async function openSides(inOrder: readonly Arm[]): Promise<Record<Arm, Side>> {
  const sides: Partial<Record<Arm, Side>> = {};
  for (const arm of inOrder) {
    const config = { ...database.config, database: await copyFor(arm) };
    const client = new pg.Client(config);
    await client.connect();
    await renewSessions(client);
    const server = await startServer(config);
    // A server starts on no database whose triggers are switched off.
    if (arm === 'without') await removeSums(client);
    sides[arm] = {
      client,
      server,
      connection: await Connection.open(server.port, people.administrator),
      backends: [],
    };
  }
  return sides as Record<Arm, Side>;
}

async function closeSides(sides: Record<Arm, Side>): Promise<void> {
  for (const { client, connection, server } of Object.values(sides)) {
    connection.close();
    await server.stop();
    await client.end();
  }
}

/** A copy of the filled database for one arm, made anew. */
async function copyFor(arm: Arm): Promise<string> {
  const name = `bench_sums_${arm}`;
  const client = new pg.Client({ ...database.config, database: 'postgres' });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${name}`);
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${database.config.database}`);
  await client.end();
  return name;
}

/** No trigger notes a difference any more; stock is kept as before. */
async function removeSums(client: pg.Client): Promise<void> {
  const { rows: triggers } = await client.query<{ sql: string }>(
    `SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS sql FROM pg_trigger
     WHERE tgname LIKE 'note_figures%'`,
  );
  for (const { sql } of triggers) await client.query(sql);
  const { rows } = await client.query<{ text: string }>(
    `SELECT pg_get_functiondef('apply_movements'::regproc) AS text`,
  );
  const noting = /WITH stocked AS \((.*?)RETURNING [^)]*\), .*?SELECT count\(\*\) INTO held FROM stocked;/s;
  if (!noting.test(rows[0]!.text)) throw new Error('apply_movements notes its sums in another way');
  await client.query(rows[0]!.text.replace(noting, '$1; GET DIAGNOSTICS held = ROW_COUNT;'));
}

/** New orders of 3 and of 10 lines, of which some are cancelled and the others taken to the customer. */
async function measureBatch(sides: Record<Arm, Side>, counts: boolean): Promise<void> {
  const { client, connection } = sides.with;
  for (const lines of [3, 10]) {
    const wanted = await baskets(lines)({ client, call: connection.call }, 2 * batch);
    const nameOf = (what: string) => (counts ? `${what}, ${lines} lines` : undefined);
    await measureOrders(sides, wanted.slice(0, batch), ['prepared', 'pickup', 'delivered'], nameOf);
    await measureOrders(sides, wanted.slice(batch), ['cancelled'], nameOf);
  }
}

async function measureOrders(
  sides: Record<Arm, Side>,
  wanted: readonly Sent[],
  steps: readonly string[],
  nameOf: (what: string) => string | undefined,
): Promise<void> {
  await lookAtBackends(sides);
  const orders: Record<Arm, string>[] = [];
  for (const basket of wanted) {
    const got = await askBoth(sides, nameOf('new order'), (call) => call(mainOrderRoutes.create, basket));
    orders.push({ with: idIn(got.with), without: idIn(got.without) });
  }
  const idsOf = (arm: Arm) => orders.map((order) => order[arm]);
  for (const arm of arms) await begin(sides[arm], idsOf(arm));
  for (const status of steps) {
    for (const order of orders) {
      await askBoth(sides, nameOf(status), (call, arm) => step(call, order[arm], status));
    }
  }
}

const idIn = (data: unknown): string => (data as { orders: { _id: string }[] }).orders[0]!._id;
const step = (call: Call, id: string, status: string) =>
  status === 'cancelled'
    ? call(orderRoutes.cancel, { params: { id }, body: { reason: 'Changed their mind' } })
    : call(orderRoutes.updateStatus, { params: { id }, body: { status } });

/** Somebody is picking them; what the disk has to catch up with is not part of the next steps. */
async function begin({ client }: Side, orders: readonly string[]): Promise<void> {
  await client.query(
    `UPDATE orders SET status = 'processing', headline_status = 'processing', processing_at = now() WHERE id = ANY ($1)`,
    [orders],
  );
  await client.query('CHECKPOINT');
}

let turns = 0;
/** The same request to both servers; which comes first changes each time. */
async function askBoth(
  sides: Record<Arm, Side>,
  kind: string | undefined,
  work: (call: Call, arm: Arm) => ReturnType<Call>,
): Promise<Record<Arm, unknown>> {
  turns += 1;
  const answers: Partial<Record<Arm, unknown>> = {};
  const costs: Partial<Pair> = {};
  for (const arm of turns % 2 ? arms : arms.toReversed()) {
    const { server, connection, backends } = sides[arm];
    const [server0, database0, since] = [await server.cpu(), databaseCpu(backends), performance.now()];
    answers[arm] = (await work(connection.call, arm)).data;
    const waited = performance.now() - since;
    await lookAtBackends({ [arm]: sides[arm] });
    costs[arm] = {
      waited,
      database: databaseCpu(sides[arm].backends) - database0,
      server: (await server.cpu()) - server0,
    };
  }
  if (kind) measured.set(kind, [...(measured.get(kind) ?? []), costs as Pair]);
  return answers as Record<Arm, unknown>;
}

async function lookAtBackends(sides: Partial<Record<Arm, Side>>): Promise<void> {
  for (const side of Object.values(sides)) {
    const { rows } = await side.client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
         AND datname = current_database()`,
    );
    side.backends = rows.map(({ pid }) => pid);
  }
}

/** Milliseconds of processor time that these processes have used (Linux). */
const databaseCpu = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);

/** A connection that has ended counts nothing; the middle of many requests leaves such a one out. */
function cpuOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

function report(): void {
  for (const [kind, pairs] of measured) {
    const waits = compare(pairs, ({ waited }) => waited);
    const used = compare(pairs, ({ database, server }) => database + server);
    const isMet = waits.share <= bar;
    if (!isMet) process.exitCode = 1;
    console.log(
      `${isMet ? 'met    ' : 'NOT MET'} ${kind.padEnd(20)} waits ${waits.text}, processor time ${used.text}`,
    );
  }
}

/** What the sums add to a figure without them, and which share of it that is. */
function compare(pairs: readonly Pair[], of: (cost: Cost) => number): { share: number; text: string } {
  const without = middle(pairs.map((pair) => of(pair.without)));
  const sums = middle(pairs.map((pair) => of(pair.with) - of(pair.without)));
  const share = sums / without;
  return { share, text: `${without.toFixed(2)} ms + ${sums.toFixed(2)} (${(100 * share).toFixed(1)}%)` };
}

/** The mean of the middle three fifths. */
function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const kept = sorted.slice(Math.floor(sorted.length * 0.2), Math.ceil(sorted.length * 0.8));
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}

try {
  for (let run = 0; run < Number(args.runs); run += 1) {
    // The server that is started first takes a little more for each request: it is either in turn.
    const sides = await openSides(run % 2 ? arms : arms.toReversed());
    try {
      for (let placed = 0; placed < Number(args.count); placed += batch)
        await measureBatch(sides, placed > 0);
    } finally {
      await closeSides(sides);
    }
  }
} finally {
  await database.stop();
}
report();
