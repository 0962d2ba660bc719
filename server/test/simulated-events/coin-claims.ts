import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';

/** Invariants of coin lots, besides those of the nightly check, for tests that don't change expiration dates. */
const broken: Record<string, RawBuilder<Record<string, unknown>>> = {
  'no balance was ever below zero': sql`
    SELECT customer_id, id, kind, coins, balance_after FROM coin_entries WHERE balance_after < 0`,
  'coins leave the lots that expire first': sql`
    WITH steps AS (
      SELECT customer_id, lot_id, position, lead(position) OVER lot AS until, sum(coins) OVER lot AS remaining
      FROM (
        SELECT l.customer_id, l.id AS lot_id, e.position, l.coins FROM coin_lots l
        JOIN coin_entries e ON e.customer_id = l.customer_id AND e.id = l.entry_id
        UNION ALL SELECT m.customer_id, m.lot_id, e.position, m.coins FROM coin_moves m
        JOIN coin_entries e ON e.customer_id = m.customer_id AND e.id = m.entry_id
      ) changes WINDOW lot AS (PARTITION BY customer_id, lot_id ORDER BY position)
    )
    SELECT e.customer_id, e.id, e.kind, l.id AS lot_id, l.expires_at, earlier.id AS earlier_lot,
      earlier.expires_at AS earlier_expires_at, s.remaining
    FROM coin_entries e JOIN coin_moves m ON m.customer_id = e.customer_id AND m.entry_id = e.id
    JOIN coin_lots l ON l.customer_id = m.customer_id AND l.id = m.lot_id
    JOIN steps s ON s.customer_id = e.customer_id AND s.remaining > 0 AND s.position <= e.position
      AND (s.until > e.position OR s.until IS NULL)
    JOIN coin_lots earlier ON earlier.customer_id = s.customer_id AND earlier.id = s.lot_id
    WHERE e.coins < 0 AND e.kind IN ('redeemed', 'adjusted')
      AND (coalesce(earlier.expires_at, 'infinity'), earlier.created_at, earlier.id)
        < (coalesce(l.expires_at, 'infinity'), l.created_at, l.id)`,
  'only lots whose last day is over expire, as a whole': sql`
    SELECT e.customer_id, e.id, e.created_at, l.id AS lot_id, l.expires_at, l.coins_left FROM coin_entries e
    JOIN coin_lots l ON l.customer_id = e.customer_id AND l.id = e.cause_id
    WHERE e.kind = 'expired' AND (l.coins_left > 0 OR l.expires_at IS NULL OR l.expires_at >=
      date_trunc('day', e.created_at AT TIME ZONE marketplace_time_zone()) AT TIME ZONE marketplace_time_zone())`,
  'no lot is left after its last day': sql`
    SELECT customer_id, id, expires_at, coins_left FROM coin_lots WHERE coins_left > 0 AND expires_at <
      date_trunc('day', now() AT TIME ZONE marketplace_time_zone()) AT TIME ZONE marketplace_time_zone()`,
};

/** Fails with coins that were added or removed in any other way. Coins past their last day must have expired. */
export async function checkCoins(tx: Tx): Promise<void> {
  for (const [claim, query] of Object.entries(broken)) {
    const { rows } = await query.execute(tx);
    if (rows.length > 0) throw new Error(`Not true that ${claim}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
}
