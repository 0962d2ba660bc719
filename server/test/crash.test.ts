import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The real server with its own PostgreSQL, killed without warning while it works.

const dataDir = mkdtempSync(path.join(tmpdir(), 'aisle-crash-'));
const admin = { email: 'crash@aisle.example', password: 'Crashes1!' };
let running: { child: ChildProcess; base: string };

beforeAll(async () => {
  running = await startServer();
}, 120_000);
afterAll(async () => {
  const ended = new Promise((resolve) => running.child.once('close', resolve));
  running.child.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
});

test('whatever was acknowledged before a kill -9 under load is there after the next start', {
  timeout: 120_000,
}, async () => {
  const headers = await signIn();
  const acknowledged: string[] = [];
  let isDown = false;
  const workers = Array.from({ length: 12 }, async (_, worker) => {
    for (let index = 0; !isDown; index += 1) {
      const name = `Brand ${worker}-${index}`;
      const ok = await addBrand(headers, name);
      if (ok) acknowledged.push(name);
      else isDown = true;
    }
  });

  const died = new Promise((resolve) => running.child.once('close', resolve));
  await until(() => acknowledged.length > 200);
  running.child.kill('SIGKILL');
  await Promise.all([...workers, died]);
  running = await startServer();

  const kept = new Set(await brandNames(headers));
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
});

function startServer(): Promise<{ child: ChildProcess; base: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '0',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const port = /Aisle is ready: \S+:(\d+)/.exec(output)?.[1];
      if (port) resolve({ child, base: `http://127.0.0.1:${port}/api/v2` });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(`The server stopped before it was ready:\n${output}`)));
  });
}

type Headers = Record<string, string>;
async function post<Data>(address: string, body: unknown, headers: Headers = {}): Promise<Data | undefined> {
  try {
    const answer = await fetch(running.base + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return answer.ok ? ((await answer.json()) as { data: Data }).data : undefined;
  } catch {
    return undefined;
  }
}

async function signIn(): Promise<Headers> {
  const data = await post<{ 'admin-token': string; _id: string }>('/auth/login', admin);
  return { 'admin-token': data!['admin-token'], _id: data!._id };
}

const addBrand = async (headers: Headers, name: string) =>
  (await post('/brand/create', { name }, headers)) !== undefined;

async function brandNames(headers: Headers): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await post<{ records: { name: string }[]; nextCursor: string | null }>(
      '/brand/list',
      { limit: 100, ...(cursor && { cursor }) },
      headers,
    );
    names.push(...page!.records.map((brand) => brand.name));
    cursor = page!.nextCursor;
  } while (cursor);
  return names;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
