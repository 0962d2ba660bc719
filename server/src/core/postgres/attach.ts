import type { LockPatience } from '@aisle/embedded-postgres/folder-lock';
import { openFolder } from '@aisle/embedded-postgres/open-folder';
import { startPostgres } from '@aisle/embedded-postgres/postgres';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import pg from 'pg';
import type { RequestConnectionOptions } from '../db/db.ts';
import type { Settings } from '../settings.ts';

/** The connection to an external or embedded database. */
export type Attached = {
  /** For the database's owner: migrations, jobs, backups. */
  config: pg.PoolConfig;
  /** For requests, if they use another connection. */
  reached: RequestConnectionOptions;
  /** Resolves with a one-line message when the embedded PostgreSQL exits unexpectedly and can't be restarted. */
  died: Promise<string>;
  stop: () => Promise<void>;
};

const oldestVersion = 15;
/** A real installation uses more disk space for fewer checkpoints; a demo shouldn't use a gigabyte. */
const forDemo = { max_wal_size: '256MB', min_wal_size: '80MB' };

/** Connects to the server in DATABASE_URL, or starts the embedded one. */
export async function attachDatabase(
  settings: Settings,
  /** Overrides settings of the embedded server. */
  tuning: Record<string, string> = {},
  /** How long to wait for the embedded server's data folder. */
  lockPatience?: LockPatience,
): Promise<Attached> {
  const { dataDir, databaseUrl, databaseDirectUrl, databasePool: connections } = settings;
  if (!databaseUrl) {
    const onRestart = (line: string) => console.error(line);
    const tune = { ...(settings.demo && forDemo), ...tuning };
    const { connection, died, stop } = await startPostgres({
      dataDir,
      onRestart,
      tune,
      lockPatience,
      ownRole: true,
    });
    return { config: connection, reached: { connections }, died, stop };
  }
  openFolder(dataDir);
  const found = configOf(databaseUrl);
  const pooled = await checkServer(found, 'DATABASE_URL');
  const isPooled = settings.databasePooled ?? pooled;
  const direct = databaseDirectUrl ? configOf(databaseDirectUrl) : undefined;
  if (direct) await checkServer(direct, 'DATABASE_DIRECT_URL');
  return {
    config: direct ?? found,
    reached: { isPooled, connections, copy: settings.databaseReadUrl, ...(direct && { through: found }) },
    died: new Promise(() => {}),
    stop: async () => {},
  };
}

const configOf = (connectionString: string): pg.PoolConfig => ({
  connectionString,
  connectionTimeoutMillis: 10_000,
});

/**
 * Detects problems that would otherwise fail in the middle of a migration with the database's own messages. Returns whether a
 * pooler is in between: it can't report the process that will run a transaction.
 */
async function checkServer(config: pg.ClientConfig, setting: string): Promise<boolean> {
  const client = new pg.Client(config);
  try {
    await client.connect();
    const { rows } = await client.query<ServerFacts>(queryServer);
    const facts = rows[0]!;
    const lacking = missingRights(facts);
    if (lacking) throw new StartupProblem(lacking.replaceAll('DATABASE_URL', setting));
    // The driver's types omit the ID of the server process.
    return facts.process !== Reflect.get(client, 'processID');
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    throw new StartupProblem(`Cannot use the database in ${setting}: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
}

type ServerFacts = {
  process: number;
  version: number;
  me: string;
  database: string;
  makesRoles: boolean;
  owns: boolean;
};
const queryServer = `
  SELECT pg_backend_pid() AS process, current_setting('server_version_num')::int / 10000 AS version,
    quote_ident(current_user) AS me, quote_ident(current_database()) AS database,
    (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) AS "makesRoles",
    has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS owns`;

function missingRights({ version, me, database, makesRoles, owns }: ServerFacts): string | undefined {
  if (version < oldestVersion) {
    return `DATABASE_URL is PostgreSQL ${version}; Aisle needs ${oldestVersion} or newer.`;
  }
  if (!owns) {
    return `The user of DATABASE_URL can't create tables in its database. Ask its administrator to run ALTER DATABASE ${database} OWNER TO ${me}.`;
  }
  if (!makesRoles) {
    return `The user of DATABASE_URL can't create roles, which Aisle needs to separate locations. Ask an administrator to run ALTER ROLE ${me} CREATEROLE.`;
  }
  return undefined;
}

/** A host name with two addresses fails with one error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
