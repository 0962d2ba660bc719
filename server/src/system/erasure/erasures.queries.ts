import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

const key = sql`hashtextextended('erasures', 0)`;

/**
 * Prevents erasures until this transaction ends. Use it when copying customer data elsewhere: an erasure then either finds the
 * copy, or the copy is made from erased data.
 */
export const holdOffErasures = (tx: Tx) => sql`SELECT pg_advisory_xact_lock_shared(${key})`.execute(tx);

/** Waits for transactions that hold off erasures. */
export async function beginErasure(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${key})`.execute(tx);
  await sql`SELECT nextval('erasures')`.execute(tx);
}

/** Returns a number that each erasure changes; holds off erasures. */
export async function erasuresSoFar(tx: Tx): Promise<string> {
  await holdOffErasures(tx);
  const { rows } = await sql<{ value: string }>`
    SELECT last_value || '/' || is_called AS value FROM erasures`.execute(tx);
  return rows[0]!.value;
}
