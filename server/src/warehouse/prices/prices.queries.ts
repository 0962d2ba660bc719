import type { Page } from '@aisle/contract/core/page';
import type { CustomPriceState, PriceCell, PriceGridPage, PriceRow } from '@aisle/contract/warehouse/prices';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fits } from '../../catalog/sub-products/filter.queries.ts';
import type { Tx } from '../../core/db/db.ts';
import { byName } from '../../core/list/by-name.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { listPage } from '../../core/list/list.ts';

type Ref = { _id: string; name: string };
/** The requested locations in that order, or else the actor's first ones by name. */
export async function locationsFor(tx: Tx, ids: readonly string[] | undefined, most: number): Promise<Ref[]> {
  const query = tx
    .selectFrom('locations')
    .select(['id as _id', 'name'])
    .orderBy(byName('name'))
    .orderBy('id');
  if (!ids) return query.limit(most).execute();
  const found = await query.where(sql<boolean>`id = ANY (${ids}::uuid[])`).execute();
  const byId = new Map(found.map((one) => [one._id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const defaultPrice = sql`coalesce(s.sale_price, s.price)`;
const comparisons: Record<CustomPriceState, RawBuilder<unknown>> = {
  differs: sql`here.price <> ${defaultPrice}`,
  above: sql`here.price > ${defaultPrice}`,
  below: sql`here.price < ${defaultPrice}`,
  missing: sql`here.assigned AND here.price IS NULL`,
};
/** Whether the offer of a sub-product `s` at one of the locations compares to the default price as requested. */
const comparesAs = (state: CustomPriceState, locationIds: readonly string[]): RawBuilder<SqlBool> => sql`
  EXISTS (SELECT FROM location_sub_products here WHERE here.sub_product_id = s.id
    AND here.location_id = ANY (${locationIds}::uuid[]) AND ${comparisons[state]})`;

/** A page of sub-products, each with its cell for every location. */
export async function listPrices(
  tx: Tx,
  request: PriceGridPage,
  locationIds: readonly string[],
): Promise<Page<PriceRow>> {
  const { search, filters, sort } = request;
  const { assigned, customPrice, locationIds: _, ...rest } = filters;
  let filtered = tx
    .selectFrom('sub_products as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .where(fits({ search, filters: rest }));
  if (assigned !== undefined) {
    const sold = sql`s.id IN (SELECT here.sub_product_id FROM location_sub_products here
      WHERE here.location_id = ANY (${locationIds}::uuid[]) AND here.assigned)`;
    filtered = filtered.where(sql<boolean>`${assigned ? sold : sql`NOT ${sold}`}`);
  }
  if (customPrice) filtered = filtered.where(comparesAs(customPrice, locationIds));
  const page = await listPage(tx, filtered, {
    request,
    sort: {
      columns: [byName('p.name'), sql.ref('p.id'), sql.ref('s.sort_order'), sql.ref('s.id')],
      direction: sort?.order ?? 'asc',
    },
    select: (query) =>
      query
        .select(['s.id as _id', 's.sku', 's.price', 's.sale_price as salePrice', 's.status'])
        .select([
          's.sold_by_weight as soldByWeight',
          itemNameOf('s').as('name'),
          'p.name as productName',
          's.name as variantName',
          sql<PriceRow['unit']>`s.unit`.as('unit'),
        ]),
  });
  const cells = await cellsOf(
    tx,
    page.records.map(({ _id }) => _id),
    locationIds,
  );
  return { ...page, records: page.records.map((row) => ({ ...row, cells: cells.get(row._id) ?? [] })) };
}

async function cellsOf(
  tx: Tx,
  subProductIds: readonly string[],
  locationIds: readonly string[],
): Promise<Map<string, PriceCell[]>> {
  const { rows } = await sql<{ subProductId: string; cells: PriceCell[] }>`
    SELECT sold.id AS "subProductId", json_agg(json_build_object('locationId', place.id,
      'assigned', coalesce(offer.assigned, false), 'price', offer.price, 'threshold', offer.threshold,
      'maxPerOrder', offer.max_per_order, 'onHand', coalesce(level.on_hand, 0),
      'available', CASE WHEN level.location_id IS NULL THEN 0 ELSE available_now(level) END)
      ORDER BY place.position) AS cells
    FROM unnest(${subProductIds}::uuid[]) AS sold (id)
    CROSS JOIN unnest(${locationIds}::uuid[]) WITH ORDINALITY AS place (id, position)
    LEFT JOIN location_sub_products offer ON offer.location_id = place.id AND offer.sub_product_id = sold.id
    LEFT JOIN stock_levels level ON level.location_id = place.id AND level.sub_product_id = sold.id
    GROUP BY sold.id`.execute(tx);
  return new Map(rows.map((row) => [row.subProductId, row.cells]));
}

export interface Place {
  locationId: string;
  subProductId: string;
}
/** The current cell of a sub-product at a location. */
export interface LockedCell extends Place {
  assigned: boolean;
  price: number | null;
  threshold: number | null;
  maxPerOrder: number | null;
  onHand: number;
  offerAt: string;
  stockAt: string | null;
}
const unnested = (places: readonly Place[]): RawBuilder<unknown> => sql`unnest(
  ${places.map((place) => place.locationId)}::uuid[], ${places.map((place) => place.subProductId)}::uuid[])
  AS place (location_id, sub_product_id)`;

/** Of these records, the existing sub-products and the locations that the actor has access to. */
export async function existingLocations(
  tx: Tx,
  places: readonly { locationId?: string; subProductId: string }[],
): Promise<{ locations: Set<string>; subProducts: Set<string> }> {
  const locationIds = [...new Set(places.flatMap(({ locationId }) => locationId ?? []))];
  const subProductIds = [...new Set(places.map(({ subProductId }) => subProductId))];
  const { rows } = await sql<{ locations: string[]; subProducts: string[] }>`
    SELECT ARRAY(SELECT id FROM locations WHERE id = ANY (${locationIds}::uuid[])) AS locations,
      ARRAY(SELECT id FROM sub_products WHERE id = ANY (${subProductIds}::uuid[])) AS "subProducts"`.execute(
    tx,
  );
  const { locations = [], subProducts = [] } = rows[0] ?? {};
  return { locations: new Set(locations), subProducts: new Set(subProducts) };
}

/**
 * Locks cells in key order to avoid deadlocks. Inserts missing offers first, so that two users who set one concurrently wait
 * for each other.
 */
export async function lockCells(tx: Tx, places: readonly Place[]): Promise<LockedCell[]> {
  await sql`
    INSERT INTO location_sub_products (location_id, sub_product_id, assigned)
    SELECT DISTINCT location_id, sub_product_id, false FROM ${unnested(places)} ORDER BY 1, 2
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<LockedCell>`
    SELECT offer.location_id AS "locationId", offer.sub_product_id AS "subProductId", offer.assigned, offer.price,
      offer.threshold, offer.max_per_order AS "maxPerOrder", offer.updated_at AS "offerAt",
      coalesce(level.on_hand, 0) AS "onHand", level.updated_at AS "stockAt"
    FROM location_sub_products offer
    LEFT JOIN stock_levels level USING (location_id, sub_product_id)
    WHERE (offer.location_id, offer.sub_product_id) IN (SELECT location_id, sub_product_id FROM ${unnested(places)})
    ORDER BY offer.location_id, offer.sub_product_id FOR NO KEY UPDATE OF offer`.execute(tx);
  return rows;
}

export type Offer = Omit<LockedCell, 'onHand' | 'offerAt' | 'stockAt'>;
export async function saveOffers(tx: Tx, offers: readonly Offer[]): Promise<void> {
  await sql`
    UPDATE location_sub_products offer SET assigned = input.assigned, price = input.price,
      threshold = input.threshold, max_per_order = input."maxPerOrder"
    FROM jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) AS input ("locationId" uuid, "subProductId" uuid,
      assigned boolean, price bigint, threshold numeric, "maxPerOrder" numeric)
    WHERE offer.location_id = input."locationId" AND offer.sub_product_id = input."subProductId"`.execute(tx);
}

/**
 * The time and author of each record's last change, in order. Every change of a cell writes an audit entry with the timestamp
 * of its row.
 */
export async function lastChanges(
  tx: Tx,
  changes: readonly { locationId: string | null; subProductId: string; at: string | null }[],
): Promise<{ name: string | null; at: string | null }[]> {
  const { rows } = await sql<{ name: string | null; at: string | null }>`
    SELECT CASE WHEN changed.location_id IS NULL
        THEN (SELECT e.actor_name FROM audit_entries e WHERE e.resource = 'subProducts'
          AND e.record_id = changed.sub_product_id AND e.at = s.updated_at ORDER BY e.id DESC LIMIT 1)
        ELSE (SELECT e.actor_name FROM audit_entries e
          WHERE e.location_id = changed.location_id AND e.at = changed.at ORDER BY e.id LIMIT 1)
      END AS name, CASE WHEN changed.location_id IS NULL THEN s.updated_at ELSE changed.at END AS at
    FROM unnest(${changes.map((one) => one.locationId)}::uuid[], ${changes.map((one) => one.subProductId)}::uuid[],
      ${changes.map((one) => one.at)}::timestamptz[])
      WITH ORDINALITY AS changed (location_id, sub_product_id, at, position)
    JOIN sub_products s ON s.id = changed.sub_product_id
    ORDER BY changed.position`.execute(tx);
  return rows;
}
