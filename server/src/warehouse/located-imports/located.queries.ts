import { sql } from 'kysely';
import { codeKey } from '../../catalog/product-imports/reading/code-key.ts';
import type { Tx } from '../../core/db/db.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { wholeGtinOf } from '../../core/list/search-text.ts';

/** A sub-product at a location. */
export interface LocationIds {
  locationId: string;
  subProductId: string;
}

export interface NamedLocation {
  id: string;
  name: string;
  code: string;
}
/** The actor's locations with one of these names or codes (in lower case), or with this ID. */
export async function locationsNamed(
  tx: Tx,
  names: readonly string[],
  id: string | undefined,
): Promise<NamedLocation[]> {
  const { rows } = await sql<NamedLocation>`SELECT id, name, code FROM locations
    WHERE lower(name) = ANY (${names}::text[]) OR lower(code) = ANY (${names}::text[]) OR id = ${id ?? null}::uuid
    ORDER BY name COLLATE aisle_names, id`.execute(tx);
  return rows;
}

export interface NamedSubProduct {
  id: string;
  sku: string;
  barcode: string | null;
  name: string;
  unit: string;
  soldByWeight: boolean;
}
/** The sub-products with these SKUs (in lower case) or barcodes (as GTIN-14), by SKU or barcode. */
export async function subProductsByCode(
  tx: Tx,
  key: 'sku' | 'barcode',
  codes: readonly string[],
): Promise<Map<string, NamedSubProduct>> {
  if (codes.length === 0) return new Map();
  const column = key === 'sku' ? sql`lower(s.sku)` : wholeGtinOf(sql.ref('s.barcode'));
  const { rows } = await sql<NamedSubProduct>`
    SELECT s.id, s.sku, s.barcode, ${itemNameOf('s')} AS name, s.unit, s.sold_by_weight AS "soldByWeight"
    FROM sub_products s WHERE ${column} = ANY (${codes}::text[])`.execute(tx);
  return new Map(rows.map((row) => [codeKey(key, row[key]!), row]));
}

export interface LocationOffer extends LocationIds {
  assigned: boolean;
  price: number | null;
  threshold: number | null;
  maxPerOrder: number | null;
}
/** The offers of sub-products at locations, without missing ones. */
export async function offersAt(tx: Tx, places: readonly LocationIds[]): Promise<LocationOffer[]> {
  const { rows } = await sql<LocationOffer>`
    SELECT offer.location_id AS "locationId", offer.sub_product_id AS "subProductId", offer.assigned, offer.price,
      offer.threshold, offer.max_per_order AS "maxPerOrder"
    FROM location_sub_products offer
    JOIN unnest(${places.map((one) => one.locationId)}::uuid[], ${places.map((one) => one.subProductId)}::uuid[])
      AS place (location_id, sub_product_id) USING (location_id, sub_product_id)`.execute(tx);
  return rows;
}

interface LocationLevel extends LocationIds {
  onHand: number;
  reserved: number;
  expired: number;
}
/** The levels of sub-products at locations, without items that were never in stock. */
export async function levelsAt(tx: Tx, places: readonly LocationIds[]): Promise<LocationLevel[]> {
  const { rows } = await sql<LocationLevel>`
    SELECT level.location_id AS "locationId", level.sub_product_id AS "subProductId", level.on_hand AS "onHand",
      level.reserved, expired_now(level) AS expired
    FROM stock_levels level
    JOIN unnest(${places.map((one) => one.locationId)}::uuid[], ${places.map((one) => one.subProductId)}::uuid[])
      AS place (location_id, sub_product_id) USING (location_id, sub_product_id)`.execute(tx);
  return rows;
}

/** The names of locations in files, or their codes if several locations have the same name. */
export async function locationNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; called: string }>`
    SELECT id, CASE WHEN EXISTS (SELECT FROM locations other
      WHERE other.id <> l.id AND lower(other.name) = lower(l.name)) THEN code ELSE name END AS called
    FROM locations l WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, called }) => [id, called]));
}
