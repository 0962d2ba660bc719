import type { Ref } from '@aisle/contract/core/fields';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { refundOfJournal } from '../../ledgers/money/journal.queries.ts';

export interface SimulatedLocation extends Ref {
  timeZone: string;
  /** The location's current commission, and its past ones up to a day (exclusive), earliest first. */
  commissionRate: number;
  past: { until: string; rate: number }[];
}

/** The locations of a simulation by name, without those that the actor has no access to. */
export async function simulatedLocations(
  tx: Tx,
  ids: readonly string[] | undefined,
): Promise<SimulatedLocation[]> {
  const { rows } = await sql<SimulatedLocation>`
    SELECT l.id AS "_id", l.name, l.time_zone AS "timeZone", l.commission_rate AS "commissionRate",
      coalesce((SELECT json_agg(json_build_object('until', (past.until AT TIME ZONE l.time_zone)::date, 'rate', past.rate)
        ORDER BY past.until) FROM past_location_commissions past WHERE past.location_id = l.id), '[]') AS past
    FROM locations l WHERE ${ids ? sql`l.id = ANY (${ids}::uuid[])` : sql`true`}
    ORDER BY l.name COLLATE aisle_names, l.id`.execute(tx);
  return rows;
}

/** The simulated rate for items of a category, for orders placed on these days. */
export interface NewRate {
  categoryId: string;
  from: string;
  /** Exclusive; null means no end. */
  before: string | null;
  rate: number;
}
export interface CategoryCommission {
  category: Ref;
  goods: number;
  actual: number;
  simulated: number;
}
export interface LocationCommission {
  orders: number;
  categories: CategoryCommission[];
}
interface SimulationAt {
  place: SimulatedLocation;
  from: string;
  to: string;
  rates: readonly NewRate[];
}

/**
 * The commission that the ledger posted at a location in a period, and the simulated one: computed and rounded per line like
 * commissionOfLine, and for refunds like shareOf. Refunds of earlier sales keep their rates.
 */
export async function commissionsAt(
  tx: Tx,
  { place, from, to, rates }: SimulationAt,
): Promise<LocationCommission> {
  const { _id: locationId, timeZone } = place;
  const { rows } = await sql<LocationCommission>`
    WITH period AS (
      SELECT ${from}::date::timestamp AT TIME ZONE ${timeZone} AS starts,
        (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone} AS ends
    ), rate AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
        AS rate ("categoryId" uuid, "from" date, before date, rate numeric)
    ), posted AS MATERIALIZED (
      SELECT j.location_id, j.kind, j.order_id, j.cause_id, CASE j.kind WHEN 'refundReversal' THEN -1 ELSE 1 END AS sign,
        (o.created_at AT TIME ZONE ${timeZone})::date AS placed,
        j.kind = 'sale' OR EXISTS (SELECT FROM journals sale WHERE sale.location_id = j.location_id
          AND sale.kind = 'sale' AND sale.cause_id = j.order_id AND sale.posted_at >= period.starts) AS is_simulated
      FROM period JOIN journals j ON j.location_id = ${locationId} AND j.posted_at >= period.starts
        AND j.posted_at < period.ends AND j.kind IN ('sale', 'refund', 'refundReversal')
      JOIN orders o ON o.location_id = j.location_id AND o.id = j.order_id
    ), part AS (
      SELECT posted.order_id, posted.placed, posted.is_simulated, n.id AS line_id, 1 AS sign, NULL::bigint AS amount,
        NULL::bigint AS amount_before, n.total - n.tax AS goods,
        round((n.total - n.tax) * n.commission_rate / 100)::bigint AS actual
      FROM posted JOIN order_lines n ON n.location_id = ${locationId} AND n.order_id = posted.order_id
      WHERE posted.kind = 'sale'
      UNION ALL
      SELECT posted.order_id, posted.placed, posted.is_simulated, back."lineId", posted.sign, back.amount,
        (SELECT coalesce(sum((earlier ->> 'amount')::bigint), 0)
          FROM refunds other CROSS JOIN jsonb_array_elements(other.lines) AS earlier
          WHERE other.location_id = r.location_id AND other.order_id = r.order_id AND other.of_sale AND other.id < r.id
            AND earlier ->> 'lineId' = back."lineId"::text)::bigint,
        posted.sign * (back.discount - back.goods), -posted.sign * back.commission
      FROM posted ${refundOfJournal('posted')}
      CROSS JOIN jsonb_to_recordset(coalesce(v.lines, r.lines))
        AS back ("lineId" uuid, amount bigint, goods bigint, discount bigint, commission bigint)
      WHERE posted.kind <> 'sale'
    ), line AS (
      SELECT p.category_id, part.goods, part.actual, CASE
        WHEN rate.rate IS NULL OR NOT part.is_simulated THEN part.actual
        WHEN part.amount IS NULL THEN at_rate.commission
        WHEN n.total = 0 THEN 0
        ELSE part.sign * (round(at_rate.commission * part.amount_before / n.total)
          - round(at_rate.commission * (part.amount_before + part.amount) / n.total)) END AS simulated
      FROM part
      JOIN order_lines n ON n.location_id = ${locationId} AND n.order_id = part.order_id AND n.id = part.line_id
      JOIN sub_products s ON s.id = n.sub_product_id JOIN products p ON p.id = s.product_id
      LEFT JOIN rate ON rate."categoryId" = p.category_id AND part.placed >= rate."from"
        AND (rate.before IS NULL OR part.placed < rate.before)
      CROSS JOIN LATERAL (SELECT round((n.total - n.tax) * rate.rate / 100) AS commission) at_rate
    ), sums AS (
      SELECT category_id, sum(goods)::bigint AS goods, sum(actual)::bigint AS actual, sum(simulated)::bigint AS simulated
      FROM line GROUP BY 1
    )
    SELECT (SELECT count(*) FROM posted WHERE kind = 'sale') AS orders,
      coalesce((SELECT json_agg(json_build_object('category', json_build_object('_id', c.id, 'name', c.name),
        'goods', goods, 'actual', actual, 'simulated', simulated) ORDER BY c.name COLLATE aisle_names, c.id)
        FROM sums JOIN categories c ON c.id = sums.category_id), '[]') AS categories`.execute(tx);
  return rows[0]!;
}
