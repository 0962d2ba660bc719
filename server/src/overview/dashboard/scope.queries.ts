import type { Days } from '@aisle/contract/overview/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** Rows of one location, or of all that the actor has access to. */
export const at = (column: string, locationId: string | null): RawBuilder<unknown> =>
  locationId === null ? sql`true` : sql`${sql.ref(column)} = ${locationId}`;

/** Rows whose time is within these days. */
export const within = (column: string, { since, until }: Pick<Days, 'since' | 'until'>) =>
  sql`${sql.ref(column)} >= ${since}::timestamptz AND ${sql.ref(column)} < ${until}::timestamptz`;

/**
 * Finds the time zone of the location, or of most locations that the actor has access to, and the time by the database's clock,
 * which also dates live events.
 */
export async function clockOf(
  tx: Tx,
  locationId: string | null,
): Promise<{ zone: string; now: string } | undefined> {
  const { rows } = await sql<{ zone: string; now: string }>`
    SELECT time_zone AS zone, iso(now()) AS now FROM locations WHERE ${at('id', locationId)}
    GROUP BY time_zone ORDER BY count(*) DESC, time_zone LIMIT 1`.execute(tx);
  return rows[0];
}
