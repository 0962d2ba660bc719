import type pg from 'pg';
import { sealedColumns } from '../../core/db/seals/sealed-columns.ts';

export interface ServerFacts {
  version: string;
  isSuperuser: boolean;
  readOnly: boolean;
  /** Seconds that the database's clock is ahead of this machine's. */
  ahead: number;
}

export async function readServerFacts(client: pg.ClientBase, now: Date): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `SELECT current_setting('server_version') AS version,
      (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
      current_setting('transaction_read_only')::boolean AS "readOnly",
      extract(epoch FROM clock_timestamp() - $1::timestamptz)::float8 AS ahead`,
    [now.toISOString()],
  );
  return rows[0]!;
}

/** Returns the time of the newest audit entry: a future one was written while the clock was wrong. */
export async function newestEntry(client: pg.ClientBase): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>('SELECT max(at) AS at FROM audit_entries');
  return rows[0]?.at ?? null;
}

export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Returns login roles that can bypass the access rules. */
export async function rolesThatBypass(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT r.rolname AS name FROM pg_roles r WHERE r.rolname LIKE 'aisle\\_%' AND (r.rolsuper OR r.rolbypassrls OR r.rolcreaterole)
      AND (r.rolname IN ('aisle_all', 'aisle_located') OR pg_has_role(r.oid, 'aisle_all', 'member')
        OR pg_has_role(r.oid, 'aisle_located', 'member')) AND r.rolname <> current_user ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

interface SortingFacts {
  /** The ICU version that built the indexes, and the server's current version. */
  recorded: string | null;
  actual: string | null;
  /** Indexes sorted by name. */
  indexes: string[];
}

export async function readSorting(client: pg.ClientBase): Promise<SortingFacts | undefined> {
  const { rows } = await client.query<SortingFacts>(`
    SELECT c.collversion AS recorded, pg_collation_actual_version(c.oid) AS actual,
      ARRAY(SELECT i.indexrelid::regclass::text FROM pg_index i WHERE c.oid = ANY (i.indcollation) ORDER BY 1) AS indexes
    FROM pg_collation c WHERE c.oid = to_regcollation('public.aisle_names')`);
  return rows[0];
}

interface LedgerFacts {
  /** Cents by which the books are out of balance. */
  unbalanced: number;
  /** Units by which stock differs from its movements. */
  stock: number;
  coins: number;
  lastCheck: Date | null;
  broken: number | null;
}

export async function readLedgers(client: pg.ClientBase): Promise<LedgerFacts> {
  const { rows } = await client.query<LedgerFacts>(`
    SELECT (SELECT coalesce(sum(amount), 0)::float8 FROM ledger_entries) AS unbalanced,
      ((SELECT coalesce(sum(on_hand), 0) FROM stock_movements) - (SELECT coalesce(sum(on_hand), 0) FROM stock_levels))::float8
        AS stock,
      ((SELECT coalesce(sum(coins), 0) FROM coin_entries) - (SELECT coalesce(sum(coin_balance), 0) FROM customers))::float8
        AS coins, c.finished_at AS "lastCheck", c.broken::float8 AS broken
    FROM (SELECT 1) one
    LEFT JOIN LATERAL (SELECT finished_at, broken FROM drift_checks WHERE finished_at IS NOT NULL
      ORDER BY started_at DESC LIMIT 1) c ON true`);
  return rows[0]!;
}

export async function activeAdmins(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM users WHERE user_type = 'admin' AND status AND password_hash IS NOT NULL`,
  );
  return rows[0]!.count;
}

/** Key fingerprints by key version. */
export async function keyFingerprints(client: pg.ClientBase): Promise<[number, Buffer][]> {
  const { rows } = await client.query<{ version: number; fingerprint: Buffer }>(
    'SELECT version, fingerprint FROM secret_keys ORDER BY version',
  );
  return rows.map(({ version, fingerprint }) => [version, fingerprint]);
}

export async function serverSecrets(client: pg.ClientBase): Promise<{ name: string; value: Buffer }[]> {
  const { rows } = await client.query<{ name: string; value: Buffer }>(
    'SELECT name, value FROM server_secrets ORDER BY name',
  );
  return rows;
}

/** Returns all sealed values, wherever they are stored. */
export async function sealedValues(client: pg.ClientBase): Promise<Buffer[]> {
  const parts = sealedColumns.map(
    ({ table, column, isText }) =>
      `SELECT ${isText ? `decode(${column}, 'base64')` : column} AS value FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  const { rows } = await client.query<{ value: Buffer }>(parts.join(' UNION ALL '));
  return rows.map(({ value }) => value);
}

/** The requests that wait for their gateway. */
export async function waitingGateways(client: pg.ClientBase): Promise<{ provider: string; count: number }[]> {
  const { rows } = await client.query<{ provider: string; count: number }>(
    `SELECT provider, count(*)::int AS count FROM gateway_operations WHERE status = 'waiting' GROUP BY 1`,
  );
  return rows;
}
