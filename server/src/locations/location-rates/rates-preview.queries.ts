import type { RatesPreview } from '@aisle/contract/locations/location-rates';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The rates that apply to a category before and after a change. */
export interface RateShift {
  categoryId: string;
  taxBefore: number;
  taxAfter: number;
  commissionBefore: number;
  commissionAfter: number;
}
export interface CategorySums {
  categoryId: string;
  lineCount: number;
  goods: number;
  taxBefore: number;
  taxAfter: number;
  commissionBefore: number;
  commissionAfter: number;
  chargedTax: number;
  chargedCommission: number;
}
export type Month = Pick<RatesPreview, 'from' | 'until'>;

/** The previous calendar month at the location. */
export async function lastMonth(tx: Tx, today: string): Promise<Month> {
  const { rows } = await sql<Month>`
    SELECT (date_trunc('month', ${today}::date) - interval '1 month')::date AS "from",
      (date_trunc('month', ${today}::date) - interval '1 day')::date AS until`.execute(tx);
  return rows[0]!;
}

/** Delivered orders of a location that were placed in a month. */
const delivered = (locationId: string, timeZone: string, { from, until }: Month) => sql`
  FROM orders o
  WHERE o.location_id = ${locationId} AND o.status = 'delivered'
    AND o.created_at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}
    AND o.created_at < (${until}::date + 1)::timestamp AT TIME ZONE ${timeZone}`;

/**
 * Tax and commission of each category's lines at these rates, rounded per line like orders. Lines of products with product
 * taxes keep their tax, because category rates don't apply to them.
 */
export async function sumsAtRates(
  tx: Tx,
  place: { locationId: string; timeZone: string },
  month: Month,
  shifts: readonly RateShift[],
): Promise<{ orderCount: number; sums: CategorySums[] }> {
  const orders = delivered(place.locationId, place.timeZone, month);
  const { rows } = await sql<{ orderCount: number; sums: CategorySums[] }>`
    WITH rate AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(shifts)}::jsonb) AS rate ("categoryId" uuid,
        "taxBefore" numeric, "taxAfter" numeric, "commissionBefore" numeric, "commissionAfter" numeric)
    ), line AS (
      SELECT p.category_id, n.total - n.tax AS goods, n.tax,
        round((n.total - n.tax) * n.commission_rate / 100) AS commission,
        EXISTS (SELECT FROM product_taxes own WHERE own.product_id = p.id) AS is_own
      FROM (SELECT o.location_id, o.id ${orders}) o
      JOIN order_lines n ON n.location_id = o.location_id AND n.order_id = o.id
      JOIN sub_products s ON s.id = n.sub_product_id
      JOIN products p ON p.id = s.product_id
    ), sums AS (
      SELECT rate."categoryId", count(*) AS "lineCount", sum(goods) AS goods,
        sum(CASE WHEN is_own THEN tax ELSE round(goods * rate."taxBefore" / 100) END) AS "taxBefore",
        sum(CASE WHEN is_own THEN tax ELSE round(goods * rate."taxAfter" / 100) END) AS "taxAfter",
        sum(round(goods * rate."commissionBefore" / 100)) AS "commissionBefore",
        sum(round(goods * rate."commissionAfter" / 100)) AS "commissionAfter",
        sum(tax) AS "chargedTax", sum(commission) AS "chargedCommission"
      FROM line JOIN rate ON rate."categoryId" = line.category_id
      GROUP BY rate."categoryId"
    )
    SELECT (SELECT count(*) ${orders}) AS "orderCount",
      (SELECT coalesce(json_agg(sums), '[]') FROM sums) AS sums`.execute(tx);
  return rows[0]!;
}
