import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { LevelKey } from '../../../ledgers/stock/stock.queries.ts';

export interface NewSale {
  id: string;
  locationId: string;
  externalId: string;
  soldAt: string;
}
/** Adds sales that weren't added before, and returns their IDs. Another call with the same sale waits for this one. */
export async function claimSales(tx: Tx, sourceId: string, sales: readonly NewSale[]): Promise<Set<string>> {
  if (sales.length === 0) return new Set();
  const column = <Value>(of: (sale: NewSale) => Value) => sales.map(of);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO counter_sales (location_id, id, source_id, external_id, sold_at)
    SELECT given.location_id, given.id, ${sourceId}::uuid, given.external_id, given.sold_at
    FROM unnest(${column((sale) => sale.locationId)}::uuid[], ${column((sale) => sale.id)}::uuid[],
      ${column((sale) => sale.externalId)}::text[], ${column((sale) => sale.soldAt)}::timestamptz[])
      AS given (location_id, id, external_id, sold_at)
    ORDER BY given.external_id
    ON CONFLICT (source_id, external_id) DO NOTHING RETURNING id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export interface EarlierSale {
  id: string;
  short: { subProductId: string; short: number }[];
}
/** Sales that earlier calls added, by the caller's ID, with what wasn't in stock. Those of other locations are hidden. */
export async function earlierSales(
  tx: Tx,
  sourceId: string,
  externalIds: readonly string[],
): Promise<Map<string, EarlierSale>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await sql<EarlierSale & { externalId: string }>`
    SELECT sale.external_id AS "externalId", sale.id, coalesce((
        SELECT jsonb_agg(jsonb_build_object('subProductId', n.sub_product_id, 'short', n.short))
        FROM counter_sale_lines n
        WHERE n.location_id = sale.location_id AND n.sale_id = sale.id AND n.short > 0), '[]') AS short
    FROM counter_sales sale
    WHERE sale.source_id = ${sourceId}::uuid AND sale.external_id = ANY (${externalIds}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.externalId, row]));
}

export interface NewSaleLine extends LevelKey {
  saleId: string;
  quantity: number;
  short: number;
  amount: number;
}
/** Marks the days of sales for a recount of product figures. */
export async function markSales(
  tx: Tx,
  sales: readonly Pick<NewSale, 'locationId' | 'soldAt'>[],
): Promise<void> {
  if (sales.length === 0) return;
  await sql`SELECT mark_sold_days(${sales.map((sale) => sale.locationId)}::uuid[],
    ${sales.map((sale) => sale.soldAt)}::timestamptz[])`.execute(tx);
}

export async function insertSaleLines(tx: Tx, lines: readonly NewSaleLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    INSERT INTO counter_sale_lines (location_id, sale_id, sub_product_id, quantity, short, amount)
    SELECT "locationId", "saleId", "subProductId", quantity, short, amount
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS line ("locationId" uuid, "saleId" uuid,
      "subProductId" uuid, quantity numeric, short numeric, amount bigint)`.execute(tx);
}

/** The price of items at locations: the location's own, the sale price, or the list price. */
export async function pricesAt(
  tx: Tx,
  levels: readonly LevelKey[],
): Promise<(LevelKey & { price: number })[]> {
  if (levels.length === 0) return [];
  const { rows } = await sql<LevelKey & { price: number }>`
    SELECT wanted.location_id AS "locationId", s.id AS "subProductId",
      coalesce(offer.price, s.sale_price, s.price) AS price
    FROM (SELECT DISTINCT * FROM unnest(${levels.map((one) => one.locationId)}::uuid[],
      ${levels.map((one) => one.subProductId)}::uuid[]) AS given (location_id, sub_product_id)) wanted
    JOIN sub_products s ON s.id = wanted.sub_product_id
    LEFT JOIN location_sub_products offer ON offer.location_id = wanted.location_id
      AND offer.sub_product_id = wanted.sub_product_id`.execute(tx);
  return rows;
}
