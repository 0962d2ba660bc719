import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';

export interface Limit {
  key: string;
  /** The maximum within `seconds` of the first request. */
  most: number;
  seconds: number;
}
export interface Taken {
  granted: number;
  /** How many are left. */
  left: number;
  /** Seconds until the count starts over. */
  seconds: number;
}

/** Takes the wanted number of requests, or as many as are left. */
export async function takeOf(tx: Tx, { key, most, seconds }: Limit, wanted: number): Promise<Taken> {
  const { rows } = await sql<{ taken: number; seconds: number }>`
    INSERT INTO limit_counts AS c (key, taken, ends_at)
    VALUES (${key}, ${wanted}::bigint, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (key) DO UPDATE SET
      taken = excluded.taken + CASE WHEN c.ends_at > now() THEN c.taken ELSE 0 END,
      ends_at = CASE WHEN c.ends_at > now() THEN c.ends_at ELSE excluded.ends_at END
    RETURNING taken, extract(epoch FROM ends_at - now())::float8 AS seconds`.execute(tx);
  const { taken, seconds: secondsLeft } = rows[0]!;
  const before = taken - wanted;
  return {
    granted: Math.max(0, Math.min(wanted, most - before)),
    left: Math.max(0, most - taken),
    seconds: secondsLeft,
  };
}

/** Resets a count. */
export async function deleteCount(tx: Tx, key: string): Promise<void> {
  await sql`DELETE FROM limit_counts WHERE key = ${key}`.execute(tx);
}

/** Deletes expired counts. */
export async function deleteOldCounts(tx: Tx): Promise<void> {
  await sql`DELETE FROM limit_counts WHERE ends_at < now()`.execute(tx);
  await sql`DELETE FROM write_positions WHERE at < now() - interval '1 hour'`.execute(tx);
}
