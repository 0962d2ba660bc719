import type { ChangedLine } from '@aisle/contract/system/changes';
import { sql } from 'kysely';
import { byRecord, type RecordReader } from '../../../system/change-feed/record-reader.ts';

export const changedLines: RecordReader = {
  keyOf: byRecord,
  read: async ({ tx }, records) => {
    const { rows } = await sql<ChangedLine>`
      SELECT id AS _id, order_id AS "orderId", sub_product_id AS "subProductId", name, sku, unit, quantity,
        picked_quantity AS "pickedQuantity", unit_price AS "unitPrice", discount, tax, total,
        substitute_for AS "substituteFor", removed, note
      FROM order_lines
      WHERE (location_id, order_id, id) IN (SELECT * FROM unnest(${records.map(({ locationId }) => locationId)}::uuid[],
        ${records.map(({ parentId }) => parentId)}::uuid[], ${records.map(({ recordId }) => recordId)}::uuid[]))`.execute(
      tx,
    );
    return new Map(rows.map((line) => [line._id, line]));
  },
};
