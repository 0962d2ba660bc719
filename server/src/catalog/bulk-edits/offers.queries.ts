import type { Figures } from '@aisle/contract/catalog/bulk-change';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The location's fields of a sub-product that bulk edits change. */
export interface Offer extends Pick<Figures, 'threshold' | 'assigned' | 'isActive' | 'inStock'> {
  locationId: string;
  subProductId: string;
  /** The custom price; null if the price of the sub-product applies. */
  ownPrice: number | null;
  /** 0 if the location has no offer yet. */
  version: number;
}
type Place = Pick<Offer, 'locationId' | 'subProductId'>;
const places = (at: readonly Place[]): RawBuilder<unknown> =>
  sql`unnest(${at.map((one) => one.locationId)}::uuid[], ${at.map((one) => one.subProductId)}::uuid[])
    AS place (location_id, sub_product_id)`;

/**
 * Locks offers in key order to avoid deadlocks, and reads them with the other fields that the change needs. With `adds`,
 * inserts missing ones first, so that two users who assign the same items wait for each other.
 */
export async function lockOffers(
  tx: Tx,
  at: readonly Place[],
  { adds = false }: { adds?: boolean } = {},
): Promise<Offer[]> {
  if (adds) {
    await sql`
      INSERT INTO location_sub_products (location_id, sub_product_id, assigned)
      SELECT l.id, s.id, false FROM ${places(at)}
      JOIN locations l ON l.id = place.location_id JOIN sub_products s ON s.id = place.sub_product_id
      ORDER BY 1, 2 ON CONFLICT DO NOTHING`.execute(tx);
  }
  await sql`
    SELECT FROM location_sub_products
    WHERE (location_id, sub_product_id) IN (SELECT location_id, sub_product_id FROM ${places(at)})
    ORDER BY location_id, sub_product_id FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<Offer>`
    SELECT place.location_id AS "locationId", place.sub_product_id AS "subProductId", offer.threshold, offer.price AS "ownPrice",
      coalesce(offer.assigned, false) AS assigned, coalesce(offer.version, 0) AS version,
      s.status AND p.status AS "isActive", coalesce(stock_row.on_hand > 0, false) AS "inStock"
    FROM ${places(at)} JOIN locations l ON l.id = place.location_id
    JOIN sub_products s ON s.id = place.sub_product_id JOIN products p ON p.id = s.product_id
    LEFT JOIN location_sub_products offer
      ON offer.location_id = place.location_id AND offer.sub_product_id = place.sub_product_id
    LEFT JOIN stock_levels stock_row
      ON stock_row.location_id = place.location_id AND stock_row.sub_product_id = place.sub_product_id`.execute(
    tx,
  );
  return rows;
}

const column = {
  threshold: sql`threshold = input.threshold`,
  assigned: sql`assigned = input.assigned`,
  ownPrice: sql`price = input."ownPrice"`,
};
/** Saves one field of locked offers. */
export async function setOffers(
  tx: Tx,
  field: keyof typeof column,
  rows: readonly (Place & Partial<Offer>)[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE location_sub_products offer SET ${column[field]}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS input ("locationId" uuid, "subProductId" uuid, threshold numeric, assigned boolean, "ownPrice" bigint)
    WHERE offer.location_id = input."locationId" AND offer.sub_product_id = input."subProductId"`.execute(tx);
}
