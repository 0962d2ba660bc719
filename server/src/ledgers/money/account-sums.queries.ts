import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** A time, and the transactions that were open shortly after it. */
export interface Waiting {
  until: string;
  open: string[];
}

/**
 * Entries have the start time of their transaction. Once these transactions have ended, no entry before this time can be posted
 * anymore, since later transactions have later start times.
 */
export async function openNow(tx: Tx): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    SELECT clock_timestamp() - interval '10 seconds' AS until, (${openTransactions}) AS open`.execute(tx);
  return rows[0]!;
}

/** Transactions of users of this database, except the current one. Vacuuming posts nothing. */
const openTransactions = sql`
  SELECT coalesce(array_agg(l.virtualtransaction), '{}') FROM pg_locks l
  JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database() AND a.usename IS NOT NULL
  WHERE l.locktype = 'virtualxid' AND l.mode = 'ExclusiveLock' AND l.pid <> pg_backend_pid()`;

export async function stillOpen(tx: Tx, { open }: Waiting): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    SELECT (${openTransactions}) && ${open}::text[] AS "isOpen"`.execute(tx);
  return rows[0]!.isOpen;
}

export const sumAccounts = async (tx: Tx, locationId: string, until: string): Promise<void> =>
  void (await sql`SELECT sum_accounts(${locationId}, ${until})`.execute(tx));

/** Resets the sums of a location if they differ from its entries. Returns whether they did. */
export async function healAccountSums(tx: Tx, locationId: string): Promise<boolean> {
  const { rows } = await sql<{ isWrong: boolean }>`
    SELECT EXISTS (SELECT FROM wrong_account_sums(${locationId})) AS "isWrong"`.execute(tx);
  if (!rows[0]!.isWrong) return false;
  await sql`SELECT reset_account_sums(${locationId})`.execute(tx);
  return true;
}

/** The IDs of all sets of books: those of the locations, and the marketplace's. */
export async function setsOfBooks(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM sets_of_books ORDER BY id`.execute(tx);
  return rows.map(({ id }) => id);
}
