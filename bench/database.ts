import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../server/src/core/postgres/postgres.ts';

export interface BenchDatabase {
  config: pg.PoolConfig;
  stop(): Promise<void>;
}

/** The server at a URL, or the embedded one on a data folder; `tune` counts for the embedded one alone. */
export async function openBenchDatabase(
  at: { url?: string | undefined; data: string },
  tune: Record<string, string> = {},
): Promise<BenchDatabase> {
  if (at.url) return { config: { connectionString: at.url }, stop: async () => {} };
  const { connection, stop } = await startPostgres({ dataDir: path.resolve(at.data), tune });
  return { config: connection, stop };
}

/** `{size}` in a folder's name stands for the size. */
export const dataFolder = (asked: string | undefined, size: string): string =>
  (asked ?? 'data/bench-{size}').replace('{size}', size);

export async function connected<Result>(
  config: pg.PoolConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
