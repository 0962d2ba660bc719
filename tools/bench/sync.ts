import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { asker, type DemoServer, startDemo, stopDemo, usedBy } from './demo-server.ts';

// Syncs many rows in calls of 1,000 beside the requests of a list, and imports the same rows from files:
// npm run bench:sync -- --rows 50000
const { values: args } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    /** A folder to keep, which can contain the marketplace of an earlier run. */
    data: { type: 'string' },
  },
});
const rows = Number(args.rows);
const size = 1000;
const maxSeconds = 60;
const dataDir = args.data ?? (await mkdtemp(path.join(tmpdir(), 'aisle-bench-sync-')));
let server = await startDemo(dataDir);
try {
  // The first start creates the demo marketplace, which is not measured.
  await stopDemo(server);
  server = await startDemo(dataDir);
  await measure(server);
} finally {
  await stopDemo(server);
  if (args.data === undefined) await rm(dataDir, { recursive: true, force: true });
}

async function measure({ child, url }: DemoServer): Promise<void> {
  const ask = asker(url);
  const processor = () => {
    const { server: own, database } = usedBy(child);
    return own + database;
  };
  await ask.signIn();
  const first = async (address: string) => {
    const { records } = await ask.send('POST', address, { limit: 1 });
    return (records as { _id: string; name: string }[])[0]!;
  };
  const { _id: locationId, name: location } = await first('/store/list');
  const { categoryData } = (await first('/product/list1')) as unknown as { categoryData: { _id: string } };
  // New items also in the marketplace of an earlier run.
  const run = Date.now().toString(36);
  const skus = Array.from({ length: rows }, (_, row) => `SYNC-${run}-${row}`);
  const list = () => ask.send('POST', '/inventory/levels', { limit: 25, filters: { locationId } });
  const sync = (name: string, rowOf: (sku: string, row: number) => object) =>
    syncAll({
      name,
      list,
      processor,
      rows: skus.map(rowOf),
      send: (body) => ask.send('PUT', `/sync/${name}`, body),
    });

  const at = { locationId };
  await sync('products', (sku, row) => ({
    sku,
    name: `Product ${row} with a name of usual length`,
    price: 100 + (row % 900),
    categoryId: categoryData._id,
  }));
  const countedAt = new Date().toISOString();
  await sync('prices', (sku, row) => ({ ...at, sku, price: 90 + (row % 900) }));
  await sync('stock', (sku, row) => ({ ...at, sku, onHand: 1 + (row % 40), countedAt }));
  await sync('stock', (sku, row) => ({ ...at, sku, onHand: 1 + (row % 40), countedAt }));
  await sync('stock', (sku) => ({ ...at, sku, change: -1, kind: 'sold', movementId: `sold-${sku}` }));

  const table = (heading: string, cell: (row: number) => string) =>
    [`SKU,Location,${heading}`, ...skus.map((sku, row) => `${sku},"${location}",${cell(row)}`)].join('\n');
  const price = (row: number) => ((80 + (row % 900)) / 100).toFixed(2);
  await importAll({ kind: 'prices', csv: table('Custom price', price), send: ask.send, processor });
  const quantity = (row: number) => String(50 + (row % 40));
  await importAll({ kind: 'stock', csv: table('On hand', quantity), send: ask.send, processor });
}

interface Syncing {
  name: string;
  rows: readonly object[];
  send(body: object): Promise<Record<string, unknown>>;
  /** A list that staff read meanwhile. */
  list(): Promise<unknown>;
  /** The processor time of server and database in seconds. */
  processor(): number;
}
async function syncAll({ name, rows: all, send, list, processor }: Syncing): Promise<void> {
  const calls: number[] = [];
  const lists: number[] = [];
  const counts: Record<string, number> = {};
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      lists.push(await timeOf(list));
      await setTimeout(100);
    }
  })();
  const [from, used] = [performance.now(), processor()];
  for (let start = 0; start < all.length; start += size) {
    calls.push(
      await timeOf(async () => {
        const answer = await send({ rows: all.slice(start, start + size) });
        for (const [state, count] of Object.entries(answer.counts as Record<string, number>)) {
          counts[state] = (counts[state] ?? 0) + count;
        }
      }),
    );
  }
  const seconds = (performance.now() - from) / 1000;
  isDone = true;
  await reading;
  const isMet = seconds < maxSeconds && middle(calls) < 1000;
  console.log(
    `sync ${name}`.padEnd(16),
    `${seconds.toFixed(1)} s, 1,000 rows in ${middle(calls).toFixed(0)} ms: ${isMet ? 'met' : 'MISSED'}`,
    JSON.stringify(counts),
    `processor ${(processor() - used).toFixed(1)} s, lists meanwhile p50 ${middle(lists).toFixed(1)} ms`,
  );
  if (!isMet) process.exitCode = 1;
}

interface Importing extends Pick<Syncing, 'processor'> {
  kind: string;
  csv: string;
  send: ReturnType<typeof asker>['send'];
}
async function importAll({ kind, csv, send, processor }: Importing): Promise<void> {
  const used = processor();
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', new Blob([csv]), `${kind}.csv`);
  const { _id, mapping } = await send('POST', '/import/upload', form);
  const seconds: string[] = [];
  for (const [step, body] of [
    ['dry-run', { mapping }],
    ['run', {}],
  ] as const) {
    const time = await timeOf(async () => {
      const { jobId } = await send('POST', `/import/${step}/${_id}`, body);
      for (;;) {
        const { status } = await send('GET', `/job/${jobId}`);
        if (status === 'failed') throw new Error(`${step} failed`);
        if (status !== 'waiting' && status !== 'running') return;
        await setTimeout(50);
      }
    });
    seconds.push(`${step} ${(time / 1000).toFixed(1)} s`);
  }
  const { counts } = await send('GET', `/import/get/${_id}`);
  console.log(
    `import ${kind}`.padEnd(16),
    `${seconds.join(', ')}, processor ${(processor() - used).toFixed(1)} s`,
    JSON.stringify(counts),
  );
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
