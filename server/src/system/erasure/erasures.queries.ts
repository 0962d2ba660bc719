import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

const key = sql`hashtextextended('erasures', 0)`;

/**
 * No customer is erased until this transaction ends. For whatever writes elsewhere what it read of customers: an erasure
 * then finds what was written, or what is written was read after it.
 */
export const holdOffErasures = (tx: Tx) => sql`SELECT pg_advisory_xact_lock_shared(${key})`.execute(tx);

/** Waits for those that hold it off. */
export async function beginErasure(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${key})`.execute(tx);
  await sql`SELECT nextval('erasures')`.execute(tx);
}

/** A number that each erasure changes; holds off others. */
export async function erasuresSoFar(tx: Tx): Promise<string> {
  await holdOffErasures(tx);
  const { rows } = await sql<{ value: string }>`
    SELECT last_value || '/' || is_called AS value FROM erasures`.execute(tx);
  return rows[0]!.value;
}
