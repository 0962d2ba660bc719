import { expiringSoonDays } from '@aisle/contract/system/settings';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { announceJournals } from '../../ledgers/money/journal.queries.ts';

/** The start of the day in this number of days, in the marketplace's time zone. */
const dayIn = (days: number) => sql`
  ((date_trunc('day', now() AT TIME ZONE marketplace_time_zone()) + make_interval(days => ${days}))
    AT TIME ZONE marketplace_time_zone())`;

/**
 * Expires the next lots that ended before today, and posts their value in the books where they were earned. Returns the number
 * of expired lots.
 */
export async function expireLots(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH due AS MATERIALIZED (
      SELECT customer_id, id, location_id, order_id, coins_left FROM coin_lots
      WHERE coins_left > 0 AND expires_at < ${dayIn(0)} ORDER BY customer_id, expires_at, id LIMIT ${limit}
    ), expired AS (
      INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id, worth)
      SELECT customer_id, new_uuid_v7(), 'expired', -coins_left, id, order_id, location_id, 0 FROM due
      RETURNING location_id, id, order_id, worth
    ), journal AS (
      INSERT INTO journals (location_id, id, kind, cause_id, order_id)
      SELECT location_id, new_uuid_v7(), 'coinExpiry', id, order_id FROM expired WHERE worth <> 0
      RETURNING location_id, id, cause_id
    ), posted AS (
      INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount)
      SELECT j.location_id, j.id, part.position, part.account, 'expired', part.sign * e.worth
      FROM journal j JOIN expired e ON e.location_id = j.location_id AND e.id = j.cause_id
      CROSS JOIN (VALUES (1, 'coinsLiability', -1), (2, 'coinsExpired', 1)) AS part (position, account, sign)
    ), announced AS (
      ${announceJournals(sql`location_id`, sql`FROM (SELECT DISTINCT location_id FROM journal) AS places`)}
    )
    SELECT count(*) AS count FROM expired`.execute(tx);
  return rows[0]!.count;
}

/** Coins of a customer that expire within a week, without a notification so far. */
export interface ExpiringCoins {
  customerId: string;
  email: string | null;
  firstName: string;
  balance: number;
  days: { day: string; coins: number }[];
}
/** Marks lots as notified in the same statement, so that two servers don't both notify. */
export async function claimExpiring(tx: Tx, limit: number): Promise<ExpiringCoins[]> {
  const { rows } = await sql<ExpiringCoins>`
    WITH due AS MATERIALIZED (
      SELECT customer_id, id FROM coin_lots
      WHERE coins_left > 0 AND warned_at IS NULL AND expires_at < ${dayIn(expiringSoonDays + 1)}
      ORDER BY customer_id, expires_at, id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ), noted AS (
      UPDATE coin_lots l SET warned_at = now() FROM due
      WHERE l.customer_id = due.customer_id AND l.id = due.id
      RETURNING l.customer_id, (l.expires_at AT TIME ZONE marketplace_time_zone())::date AS day, l.coins_left
    )
    SELECT c.id AS "customerId", c.email, c.first_name AS "firstName", c.coin_balance AS balance, by_day.days
    FROM (SELECT customer_id, jsonb_agg(jsonb_build_object('day', day, 'coins', coins) ORDER BY day) AS days
      FROM (SELECT customer_id, day, sum(coins_left) AS coins FROM noted GROUP BY 1, 2) each GROUP BY 1) by_day
    JOIN customers c ON c.id = by_day.customer_id ORDER BY c.id`.execute(tx);
  return rows;
}
