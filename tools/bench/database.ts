import path from 'node:path';
import { startPostgres } from '@aisle/embedded-postgres/postgres';
import pg from 'pg';

interface BenchDatabase {
  config: pg.PoolConfig;
  stop(): Promise<void>;
}

/**
 * The server at a URL, or the embedded one in a data folder, where `{size}` is replaced with the size. `tune` applies only to
 * the embedded one.
 */
export async function openBenchDatabase(
  at: { size: string; url: string | undefined; data: string | undefined },
  tune: Record<string, string> = {},
): Promise<BenchDatabase> {
  const named = (text: string) => text.replaceAll('{size}', at.size);
  if (at.url) return { config: { connectionString: named(at.url) }, stop: async () => {} };
  const dataDir = path.resolve(named(at.data ?? 'data/bench-{size}'));
  const { connection, stop } = await startPostgres({ dataDir, tune });
  return { config: connection, stop };
}

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
