import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { connected } from './database.ts';
import { people } from './people.ts';
import type { RecordedTransaction, RecordMode } from './record.ts';

export interface BenchServer {
  port: number;
  /** Changes the recording mode, and returns the transactions recorded since the last change. */
  record(mode: RecordMode): Promise<RecordedTransaction[]>;
  /** Milliseconds of processor time that the server's process has used. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

/** The same key for every run, because a database stores the fingerprint of its first key. */
const secretsKey = `1:${Buffer.alloc(32, 'bench').toString('base64')}`;

/** The real server, in a separate process, on an existing database, with more settings if needed. */
export async function startServer(
  config: pg.PoolConfig,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'aisle-bench-server-'));
  // Each run has a new folder, which the server would mistake for that of another installation.
  await connected(config, (client) => client.query("DELETE FROM server_secrets WHERE name = 'installation'"));
  const child = fork(path.join(import.meta.dirname, '../../server/src/main.ts'), {
    execArgv: ['--import', path.join(import.meta.dirname, 'record.ts')],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: urlOf(config),
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      RATE_LIMIT: '0',
      MAX_LAG_MS: '0',
      LOG_LEVEL: 'error',
      SECRETS_KEY: secretsKey,
      ...settings,
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.once('exit', () => reject(new Error(`The server did not start:\n${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const port = /Aisle is ready: \S+:(\d+)/.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
  });
  const ask = async <Answer>(question: object): Promise<Answer> => {
    const answer = once(child, 'message');
    child.send(question);
    return ((await answer) as [Answer])[0];
  };
  return {
    port,
    record: async (mode) => (await ask<{ recorded: RecordedTransaction[] }>({ record: mode })).recorded,
    cpu: async () => {
      const { cpu } = await ask<{ cpu: NodeJS.CpuUsage }>({ cpu: true });
      return (cpu.user + cpu.system) / 1000;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function urlOf({ connectionString, host, port, user, database, password }: pg.PoolConfig): string {
  if (connectionString) return connectionString;
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${user}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
}

/** The sessions of a database filled long ago have expired. */
export async function renewSessions(client: pg.Client): Promise<void> {
  await client.query(
    `UPDATE sessions SET last_seen_at = now(), confirmed_at = now(), expires_at = now() + interval '1 day' WHERE user_id = ANY ($1)`,
    [Object.values(people).map(({ userId }) => userId)],
  );
}
