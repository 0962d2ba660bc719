import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** A moment, and the transactions that are open shortly after it. */
export interface Waiting {
  until: string;
  open: string[];
}

/**
 * Entries carry the time at which their transaction began. Once these transactions are over, nothing is posted before
 * the moment any more: those that begin later are later.
 */
export async function openNow(tx: Tx): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    SELECT clock_timestamp() - interval '10 seconds' AS until, (${openTransactions}) AS open`.execute(tx);
  return rows[0]!;
}

/** Of this database and of its users alone: vacuuming posts nothing. Without the one that asks. */
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

/** Begins the sums of a location again where they differ from its entries; returns whether they did. */
export async function healAccountSums(tx: Tx, locationId: string): Promise<boolean> {
  const { rows } = await sql<{ isWrong: boolean }>`
    SELECT EXISTS (SELECT FROM wrong_account_sums(${locationId})) AS "isWrong"`.execute(tx);
  if (!rows[0]!.isWrong) return false;
  await sql`SELECT reset_account_sums(${locationId})`.execute(tx);
  return true;
}

/** The ids of all sets of books: of the locations, and of the marketplace itself. */
export async function setsOfBooks(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM sets_of_books ORDER BY id`.execute(tx);
  return rows.map(({ id }) => id);
}
