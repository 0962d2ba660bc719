import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gtinCheckDigit } from '@aisle/contract/catalog/sub-products';

// Imports many rows and takes them back, watching the server's memory:  npm run bench:imports -- --rows 100000
const { values: args } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const rows = Number(args.rows);
const mostMb = 512;
const dataDir = await mkdtemp(path.join(tmpdir(), 'aisle-bench-imports-'));
let server = await start();
try {
  // The demo marketplace is made by the first start, and is not what is measured.
  await stop(server.child);
  server = await start();
  const most = await measure(server);
  console.log(`most memory ${most} MB, bar ${mostMb}: ${most <= mostMb ? 'met' : 'MISSED'}`);
  if (most > mostMb) process.exitCode = 1;
} finally {
  await stop(server.child);
  await rm(dataDir, { recursive: true, force: true });
}

interface Running {
  child: ChildProcess;
  url: string;
}
async function start(): Promise<Running> {
  const main = path.join(import.meta.dirname, '../../server/src/main.ts');
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: '1',
    RATE_LIMIT: '0',
    MAX_LAG_MS: '0',
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout) {
    const ready = /ready: \S+:(\d+)/.exec(String(chunk));
    if (ready) return { child, url: `http://127.0.0.1:${ready[1]}/api/v2` };
  }
  throw new Error('The server did not start');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function measure({ child, url }: Running): Promise<number> {
  const ask = asker(url);
  await ask.signIn();
  const form = new FormData();
  form.append('file', new Blob([table()]), 'bench.csv');
  const { _id, mapping } = await ask.send('POST', '/product/import', form);
  let most = 0;
  for (const [step, body] of [
    ['dry-run', { mapping }],
    ['run', {}],
    ['undo', {}],
  ] as const) {
    const from = performance.now();
    const { jobId } = await ask.send('POST', `/import/${step}/${_id}`, body);
    for (let status = 'waiting'; status === 'waiting' || status === 'running'; ) {
      await setTimeout(100);
      most = Math.max(most, memoryOf(child));
      status = (await ask.send('GET', `/job/${jobId}`)).status as string;
      if (status === 'failed') throw new Error(`${step} failed`);
    }
    const { counts, undone } = await ask.send('GET', `/import/get/${_id}`);
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    console.log(step.padEnd(8), `${seconds} s`.padStart(9), JSON.stringify(undone ?? counts));
  }
  return most;
}

function memoryOf({ pid }: ChildProcess): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024);
}

function asker(url: string) {
  const headers: Record<string, string> = {};
  async function send(method: string, address: string, body?: object): Promise<Record<string, unknown>> {
    const isForm = body instanceof FormData;
    const answer = await fetch(url + address, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const { data, message } = (await answer.json()) as { data: Record<string, unknown>; message: string };
    if (!answer.ok) throw new Error(`${address}: ${message}`);
    return data;
  }
  async function signIn(): Promise<void> {
    const login = { email: 'admin@aisle.example', password: 'Groceries1!' };
    const { 'admin-token': token, _id } = await send('POST', '/auth/login', login);
    Object.assign(headers, { 'admin-token': token, _id });
  }
  return { send, signIn };
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
