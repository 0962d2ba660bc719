import pg from 'pg';
import type { Settings } from '../settings.ts';
import { openFolder } from './open-folder.ts';
import { startPostgres } from './postgres.ts';
import { StartupProblem } from './startup-problem.ts';

/** Where the database is, whoever runs it. */
export type Attached = {
  config: pg.PoolConfig;
  /** Resolves with one line when the embedded PostgreSQL ends by itself. */
  died: Promise<string>;
  stop: () => Promise<void>;
};

const oldestVersion = 15;

/** The server in DATABASE_URL, or the embedded one, ready for connections. */
export async function attachDatabase({ dataDir, databaseUrl }: Settings): Promise<Attached> {
  if (!databaseUrl) {
    const { connection, died, stop } = await startPostgres({ dataDir });
    return { config: connection, died, stop };
  }
  openFolder(dataDir);
  const config = { connectionString: databaseUrl, connectionTimeoutMillis: 10_000 };
  await checkVersion(config);
  return { config, died: new Promise(() => {}), stop: async () => {} };
}

async function checkVersion(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const version = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (version < oldestVersion) {
      throw new StartupProblem(
        `DATABASE_URL is PostgreSQL ${version}; Aisle needs ${oldestVersion} or newer.`,
      );
    }
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    throw new StartupProblem(`Cannot use the database in DATABASE_URL: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A name with two addresses fails with one error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
