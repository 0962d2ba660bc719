import type { ExpiringSoon, LateOrder, LowStock, OutOfStock } from '@aisle/contract/system/notifications';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** Nothing counts further than this in a request. */
const mostCounted = 1000;
const shown = 100;

const sold = sql`
  JOIN location_sub_products offer USING (location_id, sub_product_id)
  JOIN sub_products sold ON sold.id = level.sub_product_id
  JOIN products p ON p.id = sold.product_id`;
/** What locations sell and have none left of. Never stocked is not out of stock. */
const out = sql`FROM stock_levels level ${sold}
  WHERE level.out_since IS NOT NULL AND offer.assigned AND sold.status AND p.status`;
const low = sql`FROM low_levels level JOIN sub_products sold ON sold.id = level.sub_product_id`;
/** By a bound that the index can use: no day is ahead of UTC by more than one. */
const expiring = (days: number) => sql`FROM lots l
  JOIN locations place ON place.id = l.location_id
  JOIN sub_products sold ON sold.id = l.sub_product_id
  WHERE l.in_stock AND l.recall_id IS NULL
    AND l.expires_on BETWEEN (now() AT TIME ZONE 'UTC')::date - 1 AND (now() AT TIME ZONE 'UTC')::date + 1 + ${days}::int
    AND l.expires_on >= (now() AT TIME ZONE place.time_zone)::date
    AND l.expires_on <= (now() AT TIME ZONE place.time_zone)::date + ${days}::int`;

const late = sql`FROM notices n JOIN locations place ON place.id = n.location_id
  WHERE n.kind = 'late' AND n.over_at IS NULL`;

const ofLevel = sql`level.location_id || ':' || level.sub_product_id AS "_id", level.location_id AS "locationId",
  (SELECT name FROM locations WHERE id = level.location_id) AS "locationName",
  jsonb_build_object('_id', sold.id, 'name', sold.name, 'sku', sold.sku) AS "subProductData"`;

export interface Center {
  outOfStock: OutOfStock[];
  count: number;
  low: LowStock[];
  lowCount: number;
  expiring: ExpiringSoon[];
  expiringCount: number;
  late: LateOrder[];
  lateCount: number;
}
/** The first of each kind, and how many there are, as far as anybody counts. */
export async function notificationCenter(
  tx: Tx,
  expiringDays: number,
  maySeeOrders: boolean,
): Promise<Center> {
  const { rows: outOfStock } = await sql<OutOfStock>`
    SELECT ${ofLevel}, level.out_since AS since ${out}
    ORDER BY level.out_since DESC, level.location_id, level.sub_product_id LIMIT ${shown}`.execute(tx);
  const { rows: lowStock } = await sql<LowStock>`
    SELECT ${ofLevel}, level.low_since AS since, level.available ${low}
    ORDER BY level.low_since DESC, level.location_id, level.sub_product_id LIMIT ${shown}`.execute(tx);
  const { rows: soon } = await sql<ExpiringSoon>`
    SELECT l.id AS "_id", l.location_id AS "locationId", place.name AS "locationName", l.on_hand AS "onHand",
      jsonb_build_object('_id', sold.id, 'name', sold.name, 'sku', sold.sku) AS "subProductData",
      l.expires_on AS "expiresOn" ${expiring(expiringDays)}
    ORDER BY l.expires_on, l.location_id, l.id LIMIT ${shown}`.execute(tx);
  const { rows: lateOrders } = maySeeOrders
    ? await sql<LateOrder>`
      SELECT n.order_id AS "_id", n.text AS number, n.location_id AS "locationId", place.name AS "locationName",
        n.at AS since ${late} ORDER BY n.at DESC, n.id LIMIT ${shown}`.execute(tx)
    : { rows: [] };
  const [count, lowCount, expiringCount, lateCount] = await countsOf(tx, [
    [outOfStock, out],
    [lowStock, low],
    [soon, expiring(expiringDays)],
    [lateOrders, late],
  ]);
  return {
    outOfStock,
    count: count!,
    low: lowStock,
    lowCount: lowCount!,
    expiring: soon,
    expiringCount: expiringCount!,
    late: lateOrders,
    lateCount: lateCount!,
  };
}

/** How many there are of each; what is shown whole is not counted again. */
async function countsOf(
  tx: Tx,
  kinds: readonly (readonly [rows: readonly unknown[], of: RawBuilder<unknown>])[],
): Promise<number[]> {
  if (kinds.every(([rows]) => rows.length < shown)) return kinds.map(([rows]) => rows.length);
  const counts = kinds.map(([rows, of]) =>
    rows.length < shown
      ? sql`${rows.length}::int`
      : sql`(SELECT count(*)::int FROM (SELECT ${of} LIMIT ${mostCounted}) AS counted)`,
  );
  const { rows } = await sql<{ counts: number[] }>`SELECT ARRAY[${sql.join(counts)}] AS counts`.execute(tx);
  return rows[0]!.counts;
}
