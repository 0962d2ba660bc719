import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gtinCheckDigit } from '@aisle/contract/catalog/sub-products';
import { asker, type DemoServer, startDemo, stopDemo, usedBy } from './demo-server.ts';

// Imports many rows and undoes them, measuring the server's memory: npm run bench:imports -- --rows 100000
const { values: args } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    /** Uses the headings and values of another shop system's export. */
    foreign: { type: 'boolean', default: false },
    /** A folder to keep, which can contain the marketplace of an earlier run. */
    data: { type: 'string' },
    /** The folder for a V8 profile of the server. */
    profile: { type: 'string' },
  },
});
const rows = Number(args.rows);
const maxMb = 512;
const dataDir = args.data ?? (await mkdtemp(path.join(tmpdir(), 'aisle-bench-imports-')));
let server = await startDemo(dataDir, args.profile);
try {
  // The first start creates the demo marketplace, which is not measured.
  await stopDemo(server);
  server = await startDemo(dataDir, args.profile);
  const most = await measure(server);
  console.log(`most memory ${most} MB, bar ${maxMb}: ${most <= maxMb ? 'met' : 'MISSED'}`);
  if (most > maxMb) process.exitCode = 1;
} finally {
  await stopDemo(server);
  if (args.data === undefined) await rm(dataDir, { recursive: true, force: true });
}

async function measure({ child, url }: DemoServer): Promise<number> {
  const ask = asker(url);
  await ask.signIn();
  const form = new FormData();
  form.append('file', new Blob([args.foreign ? foreignTable() : table()]), 'bench.csv');
  const { _id, mapping } = await ask.send('POST', '/product/import', form);
  let most = 0;
  const list = () => ask.send('POST', '/product/list1', { limit: 25 });
  console.log('lists before', await timesOf(list, () => Promise.resolve(false), 100));
  for (const [step, body] of [
    ['dry-run', { mapping }],
    ['run', {}],
    ['undo', {}],
  ] as const) {
    const from = performance.now();
    const usedBefore = usedBy(child);
    const { jobId } = await ask.send('POST', `/import/${step}/${_id}`, body);
    const times = await timesOf(list, async () => {
      most = Math.max(most, memoryOf(child));
      const { status } = await ask.send('GET', `/job/${jobId}`);
      if (status === 'failed') throw new Error(`${step} failed`);
      return status === 'waiting' || status === 'running';
    });
    const { counts, undone } = await ask.send('GET', `/import/get/${_id}`);
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    const used = usedBy(child);
    const processor = `server ${(used.server - usedBefore.server).toFixed(1)} s, database ${(used.database - usedBefore.database).toFixed(1)} s`;
    console.log(
      step.padEnd(8),
      `${seconds} s`.padStart(9),
      `processor: ${processor}`,
      JSON.stringify(undone ?? counts),
    );
    console.log('  lists meanwhile', times);
  }
  return most;
}

/** Requests a list every tenth of a second while other work runs, with a minimum number of requests. */
async function timesOf(
  list: () => Promise<unknown>,
  isRunning: () => Promise<boolean>,
  least = 20,
): Promise<string> {
  const times: number[] = [];
  while ((await isRunning()) || times.length < least) {
    const from = performance.now();
    await list();
    times.push(performance.now() - from);
    await setTimeout(100);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${times.length}`;
}

function memoryOf({ pid }: ChildProcess): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024);
}

/** The same products in the export format of WooCommerce and similar systems. */
function foreignTable(): string {
  const lines = ['ID,Type,SKU,Name,Published,Short description,Categories,Regular price,Brands,GTIN,Tags'];
  for (let at = 0; at < rows; at += 1) {
    const digits = String(300_000_000_000 + at);
    const price = `${1 + (at % 40)},${String(at % 100).padStart(2, '0')} €`;
    lines.push(
      `${at},simple,SHOP-${at},Article ${at} with a name of usual length,1,Grown nearby and packed today,Department ${at % 21} > Aisle ${at % 134},"${price}",Brand ${at % 500},${digits}${gtinCheckDigit(digits)},"new, local"`,
    );
  }
  return lines.join('\n');
}

/** The requested number of rows, as long as those of real lists. */
function table(): string {
  const lines = ['SKU,Name,Category,Sub category,Price,Brand,Barcode,Description'];
  for (let at = 0; at < rows; at += 1) {
    const digits = String(200_000_000_000 + at);
    const place = `Department ${at % 21},Aisle ${at % 134},${1 + (at % 40)}.${String(at % 100).padStart(2, '0')}`;
    const words = `What a shopper reads of product ${at}: where it grew, what is in it, how long it keeps.`;
    lines.push(
      `BENCH-${at},Product ${at} with a name of usual length,${place},Brand ${at % 500},${digits}${gtinCheckDigit(digits)},"${words}"`,
    );
  }
  return lines.join('\n');
}
