import type { ChangedAssignment, ChangedPrice } from '@aisle/contract/system/changes';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { byItem, type ChangedRecord, type RecordReader } from '../../system/change-feed/record-reader.ts';

export const changedPrices: RecordReader = {
  keyOf: byItem,
  read: async ({ tx }, records) =>
    byKey(
      await offersOf(tx, records),
      ({ price, salePrice, customPrice }): ChangedPrice => ({ price, salePrice, customPrice }),
    ),
};

export const changedAssignments: RecordReader = {
  keyOf: byItem,
  read: async ({ tx }, records) =>
    byKey(await offersOf(tx, records), ({ assigned }): ChangedAssignment => ({ assigned })),
};

type Offer = Omit<ChangedRecord, 'parentId'> & ChangedPrice & ChangedAssignment;
/** Sub-products, each with its offer at a location if the change is limited to one. */
async function offersOf(tx: Tx, records: readonly ChangedRecord[]): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    SELECT s.id AS "recordId", item.location_id AS "locationId", s.price, s.sale_price AS "salePrice",
      offer.price AS "customPrice", coalesce(offer.assigned, false) AS assigned
    FROM unnest(${records.map(({ recordId }) => recordId)}::uuid[],
        ${records.map(({ locationId }) => locationId)}::uuid[]) AS item (id, location_id)
      JOIN sub_products s ON s.id = item.id
      LEFT JOIN location_sub_products offer ON offer.location_id = item.location_id AND offer.sub_product_id = s.id`.execute(
    tx,
  );
  return rows;
}

const byKey = (offers: readonly Offer[], record: (offer: Offer) => unknown): ReadonlyMap<string, unknown> =>
  new Map(offers.map((offer) => [byItem(offer), record(offer)]));
