import { type BulkChange, type Figures, noFigures } from '@aisle/contract/catalog/bulk-change';
import type { BulkRow, BulkTarget } from '@aisle/contract/catalog/bulk-edits';
import type { ProductTarget } from '@aisle/contract/catalog/product-bulk';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { fits } from '../sub-products/filter.queries.ts';
import { fitsTarget } from './product-edits.queries.ts';

export const kind = 'subProducts';
/** The reason shown for a selected product without sub-products. */
export const noVariants = 'Has no sub-products';

/** A change of the selected sub-products, or of all variants of the selected products. */
export interface VariantRequest {
  target: BulkTarget | { products: ProductTarget };
  change: BulkChange;
}
type AtLocations = Extract<BulkChange, { locationIds: string[] }>;
export const isAtLocations = (change: BulkChange): change is AtLocations => 'locationIds' in change;

const sold = sql`FROM sub_products s JOIN products p ON p.id = s.product_id`;
const isChosen = (target: VariantRequest['target']): RawBuilder<SqlBool> =>
  'products' in target ? fitsTarget(target.products) : fits(target);
const listOrder = sql`p.name, p.id, s.sort_order, s.id`;
const isBarren = sql`NOT EXISTS (SELECT FROM sub_products variant WHERE variant.product_id = p.id)`;

/**
 * The rows of a change: sub-products, their assigned offers at the locations, or all combinations of sub-product and location.
 */
function rowsOf({ target, change }: VariantRequest): RawBuilder<unknown> {
  if (!isAtLocations(change)) return sql`${sold} WHERE ${isChosen(target)}`;
  const places = sql`${change.locationIds}::uuid[]`;
  if (change.field === 'threshold') {
    return sql`${sold}
      JOIN location_sub_products offer ON offer.sub_product_id = s.id AND offer.assigned
        AND offer.location_id = ANY(${places})
      JOIN locations l ON l.id = offer.location_id
      WHERE ${isChosen(target)}`;
  }
  return sql`${sold} JOIN locations l ON l.id = ANY(${places})
    LEFT JOIN location_sub_products offer ON offer.location_id = l.id AND offer.sub_product_id = s.id
    LEFT JOIN stock_levels stock_row ON stock_row.location_id = l.id AND stock_row.sub_product_id = s.id
    WHERE ${isChosen(target)}`;
}
const inOrder = (change: BulkChange) =>
  sql`${listOrder} ${isAtLocations(change) ? sql`, l.name, l.id` : sql``}`;

/** The fields that a change depends on. Others would only split rows with the same outcome into more groups. */
const amountsFor = (change: BulkChange): RawBuilder<Partial<Figures>> =>
  ({
    price: sql`jsonb_build_object('price', s.price, 'salePrice', s.sale_price, 'costPrice', s.cost_price)`,
    salePrice: sql`jsonb_build_object('price', s.price, 'salePrice', s.sale_price, 'costPrice', s.cost_price)`,
    status: sql`jsonb_build_object('status', s.status)`,
    threshold: sql`jsonb_build_object('threshold', offer.threshold)`,
    assigned: sql`jsonb_build_object('assigned', coalesce(offer.assigned, false), 'isActive', s.status AND p.status,
      'inStock', coalesce(stock_row.on_hand > 0, false))`,
  })[change.field] as RawBuilder<Partial<Figures>>;

/** The rows of a change, as saved for its job. Products without variants come last. */
export function rowsToChange(request: VariantRequest): RawBuilder<unknown> {
  const { target, change } = request;
  const rows = sql`
    SELECT s.id AS record_id, ${isAtLocations(change) ? sql`l.id` : sql`NULL::uuid`} AS location_id
    ${rowsOf(request)} ORDER BY ${inOrder(change)}`;
  if (!('products' in target)) return rows;
  return sql`(${rows}) UNION ALL (
    SELECT p.id, NULL::uuid FROM products p WHERE ${fitsTarget(target.products)} AND ${isBarren}
    ORDER BY p.name COLLATE aisle_names, p.id)`;
}

/** Counts the selected products or sub-products, and the products among them without variants. */
export async function countChosen(
  tx: Tx,
  { target }: VariantRequest,
): Promise<{ records: number; withoutVariants: number }> {
  const { rows } = await ('products' in target
    ? sql<{ records: number; withoutVariants: number }>`
        SELECT count(*) AS records, count(*) FILTER (WHERE ${isBarren}) AS "withoutVariants"
        FROM products p WHERE ${fitsTarget(target.products)}`
    : sql<{ records: number; withoutVariants: number }>`
        SELECT count(*) AS records, 0 AS "withoutVariants" ${sold} WHERE ${fits(target)}`
  ).execute(tx);
  return rows[0]!;
}

/** The distinct values of all rows, far fewer than rows, so that the preview can try each of them. */
export async function amountsOf(tx: Tx, request: VariantRequest): Promise<(Figures & { count: number })[]> {
  const { target, change } = request;
  const counted =
    change.field === 'assigned'
      ? assignmentsOf(target, [...new Set(change.locationIds)])
      : sql`SELECT figures, count(*) AS count
          FROM (SELECT ${amountsFor(change)} AS figures ${rowsOf(request)}) AS found GROUP BY 1`;
  const { rows } = await sql<{ figures: Partial<Figures>; count: number }>`${counted}`.execute(tx);
  return rows.flatMap(({ figures, count }) => (count > 0 ? [{ ...noFigures, ...figures, count }] : []));
}

/**
 * Counts assigned offers and subtracts them from all combinations, because sub-products times locations are too many rows to
 * read.
 */
const assignmentsOf = (target: VariantRequest['target'], locationIds: readonly string[]) => sql`
  WITH chosen AS MATERIALIZED (SELECT s.id, s.status AND p.status AS active ${sold} WHERE ${isChosen(target)}),
  held AS (
    SELECT chosen.active, coalesce(stock_row.on_hand > 0, false) AS stocked, count(*) AS count
    FROM location_sub_products offer JOIN chosen ON chosen.id = offer.sub_product_id
    LEFT JOIN stock_levels stock_row
      ON stock_row.location_id = offer.location_id AND stock_row.sub_product_id = offer.sub_product_id
    WHERE offer.location_id = ANY(${locationIds}::uuid[]) AND offer.assigned GROUP BY 1, 2
  )
  SELECT jsonb_build_object('assigned', true, 'isActive', active, 'inStock', stocked) AS figures, count FROM held
  UNION ALL
  SELECT jsonb_build_object('assigned', false, 'isActive', active), (count(*) * ${locationIds.length}::bigint
    - coalesce((SELECT sum(held.count) FROM held WHERE held.active = chosen.active), 0))::bigint
  FROM chosen GROUP BY active`;

export type SampleRow = Pick<
  BulkRow,
  'subProductId' | 'productId' | 'name' | 'sku' | 'locationId' | 'locationName'
> & { figures: Figures };
/** The first rows in list order, taken from the first sub-products only. */
export async function firstRows(tx: Tx, request: VariantRequest, limit: number): Promise<SampleRow[]> {
  const { target, change } = request;
  const place = isAtLocations(change) ? sql`l.id, 'locationName', l.name` : sql`NULL, 'locationName', NULL`;
  // With this field, every sub-product has a row, so the first rows come from at most that many sub-products.
  const first =
    change.field === 'assigned'
      ? sql`AND s.id IN (SELECT s.id ${sold} WHERE ${isChosen(target)} ORDER BY ${listOrder} LIMIT ${limit})`
      : sql``;
  const { rows } = await sql<{ row: SampleRow }>`
    SELECT jsonb_build_object('subProductId', s.id, 'productId', p.id, 'name', ${itemNameOf('s')}, 'sku', s.sku,
      'locationId', ${place}, 'figures', ${amountsFor(change)}) AS row
    ${rowsOf(request)} ${first} ORDER BY ${inOrder(change)} LIMIT ${limit}`.execute(tx);
  return rows.map(({ row }) => ({ ...row, figures: { ...noFigures, ...row.figures } }));
}
