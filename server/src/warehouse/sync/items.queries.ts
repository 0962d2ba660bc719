import { wholeGtin } from '@aisle/contract/catalog/sub-products';
import type { Unit } from '@aisle/contract/core/quantity';
import { sql } from 'kysely';
import { codeKey } from '../../catalog/product-imports/reading/code-key.ts';
import type { Tx } from '../../core/db/db.ts';
import { wholeGtinOf } from '../../core/list/search-text.ts';

export interface ItemKeys {
  externalId?: string | undefined;
  sku?: string | undefined;
  barcode?: string | null | undefined;
}
export interface Item {
  id: string;
  unit: Unit;
  soldByWeight: boolean;
}
export interface FoundItem {
  item: Item;
  /** Whether the row's external ID found it. */
  isByExternalId: boolean;
}
const given = <Row, Value>(rows: readonly Row[], of: (row: Row) => Value | null | undefined): Value[] => [
  ...new Set(rows.flatMap((row) => of(row) ?? [])),
];

/** Finds the sub-product of each row: by external ID, if the connection knows it, or else by SKU or barcode. */
export async function findItems(
  tx: Tx,
  connectionId: string | null,
  rows: readonly ItemKeys[],
): Promise<(row: ItemKeys) => FoundItem | undefined> {
  const externalIds = given(rows, ({ externalId }) => externalId);
  const skus = given(rows, ({ sku }) => sku?.toLowerCase());
  const barcodes = given(rows, ({ barcode, sku }) => (sku ? null : barcode)).map(wholeGtin);
  const columns = sql`s.id, s.sku, s.barcode, s.unit, s.sold_by_weight AS "soldByWeight"`;
  const { rows: found } = await sql<
    Item & { by: 'externalId' | 'sku' | 'barcode'; key: string | null; sku: string; barcode: string | null }
  >`
    SELECT 'externalId' AS by, e.external_id AS key, ${columns}
    FROM external_ids e JOIN sub_products s ON s.id = e.sub_product_id
    WHERE e.connection_id = ${connectionId}::uuid AND e.resource = 'products'
      AND e.external_id = ANY (${externalIds}::text[])
    UNION ALL SELECT 'sku', NULL, ${columns} FROM sub_products s WHERE lower(s.sku) = ANY (${skus}::text[])
    UNION ALL SELECT 'barcode', NULL, ${columns} FROM sub_products s
      WHERE ${wholeGtinOf(sql.ref('s.barcode'))} = ANY (${barcodes}::text[])`.execute(tx);
  const byKey = new Map(
    found.map(({ by, key, sku, barcode, ...item }) => [
      `${by} ${by === 'externalId' ? key : codeKey(by, by === 'sku' ? sku : barcode!)}`,
      item,
    ]),
  );
  return ({ externalId, sku, barcode }) => {
    const known = externalId === undefined ? undefined : byKey.get(`externalId ${externalId}`);
    if (known) return { item: known, isByExternalId: true };
    const coded = sku
      ? byKey.get(`sku ${codeKey('sku', sku)}`)
      : barcode
        ? byKey.get(`barcode ${codeKey('barcode', barcode)}`)
        : undefined;
    return coded && { item: coded, isByExternalId: false };
  };
}

export interface LocationKeys {
  locationId?: string | undefined;
  locationCode?: string | undefined;
}
/** Finds the location of each row among those of the actor. */
export async function findLocations(
  tx: Tx,
  rows: readonly LocationKeys[],
): Promise<(row: LocationKeys) => string | undefined> {
  const ids = given(rows, ({ locationId }) => locationId);
  const codes = given(rows, ({ locationCode }) => locationCode?.toLowerCase());
  const { rows: found } = await sql<{ id: string; code: string }>`
    SELECT id, lower(code) AS code FROM locations
    WHERE id = ANY (${ids}::uuid[]) OR lower(code) = ANY (${codes}::text[])`.execute(tx);
  const known = new Set(found.map(({ id }) => id));
  const byCode = new Map(found.map(({ id, code }) => [code, id]));
  return ({ locationId, locationCode }) => {
    if (locationId !== undefined) return known.has(locationId) ? locationId : undefined;
    return byCode.get(locationCode!.toLowerCase());
  };
}
