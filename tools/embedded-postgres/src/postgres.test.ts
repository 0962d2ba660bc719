import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findBinaries } from './binaries.ts';
import { type Connection, startPostgres } from './postgres.ts';
import { readPostmaster } from './postmaster.ts';

const patience = { timeout: 30_000, interval: 50 };

let dataDir: string;
let holders: Holder[];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'aisle-'));
  holders = [];
});

afterEach(async () => {
  await Promise.all(holders.map((holder) => holder.end('SIGTERM')));
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('keeps written data when the server is killed, and starts again within 20 s', async () => {
    const first = await start();
    await query(first.connection, 'create table basket (item text)');
    await query(first.connection, "insert into basket values ('milk')");

    await first.end('SIGKILL');
    const since = Date.now();
    const second = await start();

    expect(Date.now() - since).toBeLessThan(20_000);
    expect(await query(second.connection, 'select item from basket')).toEqual([{ item: 'milk' }]);
  });

  test('restarts after PostgreSQL itself was killed', async () => {
    const first = await start();
    await query(first.connection, 'create table basket (item text)');

    process.kill(readPostmaster(path.join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL');
    expect(await first.lastLine()).toMatch(/^died PostgreSQL ended by itself \(SIGKILL\)/);
    const second = await start();

    expect(await query(second.connection, 'select item from basket')).toEqual([]);
  });

  test('reports to a second server which process uses the folder', async () => {
    const first = await start();

    const second = hold();

    expect(await second.lastLine()).toBe(
      `problem The data folder ${dataDir} is in use by another Aisle (process ${first.pid}). Stop that one first, or set another DATA_DIR.`,
    );
    expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('ignores a pid file whose process ID now belongs to another program', async () => {
    const first = await start();
    await first.end('SIGTERM');
    writeFileSync(path.join(dataDir, 'server.pid'), `${process.pid}\n`);
    const stale = [process.pid, path.join(dataDir, 'postgres'), 0, 5432, '', '', '', 'ready'];
    writeFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), stale.join('\n'));

    const second = await start();

    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test("stops a PostgreSQL that outlived its server if the kernel doesn't", async () => {
    const first = await start({ mayOutlive: true });
    const orphan = readPostmaster(path.join(dataDir, 'postgres'))?.pid;
    await first.end('SIGKILL');
    expect(isAlive(orphan)).toBe(true);

    const second = await start({ mayOutlive: true });

    expect(isAlive(orphan)).toBe(false);
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('stops on request, and releases the folder', async () => {
    const first = await start();

    await first.end('SIGTERM');

    expect(readPostmaster(path.join(dataDir, 'postgres'))).toBeUndefined();
  });

  test('restarts at the same path after it ended by itself, with all written data', async () => {
    const restarts: string[] = [];
    const postgres = await startPostgres({ dataDir, onRestart: (line) => restarts.push(line) });
    try {
      await query(postgres.connection, 'create table basket (item text)');
      process.kill(readPostmaster(path.join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL');

      await vi.waitFor(() => query(postgres.connection, "insert into basket values ('milk')"), patience);

      expect(await query(postgres.connection, 'select item from basket')).toEqual([{ item: 'milk' }]);
      expect(restarts).toEqual([
        expect.stringMatching(/^PostgreSQL ended by itself \(SIGKILL\) and is started/),
      ]);
    } finally {
      await postgres.stop();
    }
    expect(readPostmaster(path.join(dataDir, 'postgres'))).toBeUndefined();
  });

  test('retries while processes of a killed server still use its memory and log their end', async () => {
    const binaries = await findBinaries();
    const programs = { ...binaries, postgres: failingOnce(binaries.postgres) };

    const postgres = await startPostgres({ dataDir, programs });

    try {
      expect(await query(postgres.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      await postgres.stop();
    }
  });

  test('restarts if it waits for open connections before it stops', async () => {
    const restarts: string[] = [];
    const onRestart = (line: string) => restarts.push(line);
    const postgres = await startPostgres({ dataDir, onRestart, deafAfterMs: 500 });
    const open = new pg.Client(postgres.connection);
    open.on('error', () => {});
    try {
      await open.connect();
      process.kill(readPostmaster(path.join(dataDir, 'postgres'))?.pid ?? 0, 'SIGTERM');
      await vi.waitFor(() => expect(query(postgres.connection, 'select 1')).rejects.toThrow(), patience);

      await vi.waitFor(() => query(postgres.connection, 'select 1'), patience);

      expect(restarts).toHaveLength(1);
    } finally {
      await open.end().catch(() => {});
      await postgres.stop();
    }
  });

  test("reports in one line that the data folder can't be created", async () => {
    writeFileSync(path.join(dataDir, 'file'), '');

    const refused = hold({ folder: path.join(dataDir, 'file', 'data') });

    expect(await refused.lastLine()).toMatch(
      /^problem Cannot write to the data folder .*part of the path is a file/,
    );
  });
});

type Holder = {
  pid: number | undefined;
  lastLine: () => Promise<string>;
  end: (signal: NodeJS.Signals) => Promise<void>;
};
type HoldOptions = { folder?: string; mayOutlive?: boolean };

/** Runs PostgreSQL in a separate process, so that the test can kill it. */
function hold({ folder = dataDir, mayOutlive = false }: HoldOptions = {}): Holder & { child: ChildProcess } {
  const script = path.join(import.meta.dirname, '../test/hold-postgres.ts');
  const PATH = mayOutlive ? `${orphaningPath()}:${process.env.PATH}` : process.env.PATH;
  const child = spawn(process.execPath, [script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'close');
  const holder = {
    child,
    pid: child.pid,
    lastLine: async () => {
      await ended;
      return output.trim().split('\n').at(-1) ?? '';
    },
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      await ended;
    },
  };
  holders.push(holder);
  return holder;
}

/** A `setpriv` without the signal on the parent's death, as on systems that don't support it. */
function orphaningPath(): string {
  const folder = path.join(dataDir, 'bin');
  const real = execFileSync('sh', ['-c', 'command -v setpriv'], { encoding: 'utf8' }).trim();
  mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh\n[ "$1" = --pdeathsig ] && shift 2\nexec ${real} "$@"\n`;
  writeFileSync(path.join(folder, 'setpriv'), script, { mode: 0o755 });
  return folder;
}

/** A PostgreSQL that finds the memory of its predecessor in use at the first attempt. */
function failingOnce(real: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'aisle-failing-'));
  chmodSync(folder, 0o777);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = path.join(folder, 'postgres');
  const lines = [
    '#!/bin/sh',
    `[ -e ${folder}/tried ] && exec ${real} "$@"`,
    `touch ${folder}/tried`,
    'echo "FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use" >&2',
    'echo "FATAL:  terminating connection due to unexpected postmaster exit" >&2',
    'exit 1',
  ];
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o755 });
  return script;
}

async function start(options?: HoldOptions): Promise<Holder & { connection: Connection }> {
  const holder = hold(options);
  const [line] = await Promise.race([
    once(holder.child.stdout ?? process.stdout, 'data'),
    holder.lastLine().then((last) => Promise.reject(new Error(last))),
  ]);
  return { ...holder, connection: JSON.parse(String(line).replace(/^ready /, '')) };
}

async function query(connection: Connection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number | undefined): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
