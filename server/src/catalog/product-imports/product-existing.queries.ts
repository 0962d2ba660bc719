import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { wholeGtinOf } from '../../core/list/search-text.ts';
import { pictureKeysOf } from './pictures/product-pictures.queries.ts';
import type { Existing } from './product-diff.ts';
import {
  type CellField,
  cellFields,
  joinsOfCells,
  productCells,
  storedCells,
} from './reading/cells.queries.ts';
import { codeKey } from './reading/code-key.ts';

type Flat = Record<CellField, Existing['values'][CellField]> & Omit<Existing, 'values'>;
const toExisting = ({ id, productId, siblings, pictureKeys, ...values }: Flat): Existing => ({
  id,
  productId,
  siblings,
  pictureKeys,
  values,
});

/** Looks up pictures only if the file has a column for them. */
const neededOf = (fields: readonly CellField[], mapping: ImportMapping): CellField[] =>
  fields.filter((field) => field !== 'pictures' || mapping.pictures !== undefined);

const pictureKeys = ({ pictures }: ImportMapping) =>
  sql`${pictures === undefined ? sql`'{}'::text[]` : pictureKeysOf(sql`p.id`)} AS "pictureKeys"`;

/** The sub-products with these SKUs (in lower case) or barcodes (as GTIN-14), by SKU or barcode. */
export async function existingByKey(
  tx: Tx,
  key: 'sku' | 'barcode',
  keys: readonly string[],
  mapping: ImportMapping,
): Promise<Map<string, Existing>> {
  if (keys.length === 0) return new Map();
  const column = key === 'sku' ? sql`lower(s.sku)` : wholeGtinOf(sql.ref('s.barcode'));
  const { rows } = await sql<Flat>`
    SELECT s.id, p.id AS "productId", ${storedCells(neededOf(cellFields, mapping))}, ${pictureKeys(mapping)},
      (SELECT count(*) FROM sub_products sibling WHERE sibling.product_id = p.id) AS siblings
    FROM sub_products s JOIN products p ON p.id = s.product_id ${joinsOfCells}
    WHERE ${column} = ANY (${keys}::text[])`.execute(tx);
  return new Map(rows.map((row) => [codeKey(key, String(row[key])), toExisting(row)]));
}

/** Products without sub-products, by lower-case name. An export writes a row for them too. */
export async function productsWithoutVariants(
  tx: Tx,
  names: readonly string[],
  mapping: ImportMapping,
): Promise<Map<string, Existing>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<Flat>`
    SELECT DISTINCT ON (p.name COLLATE aisle_names) NULL AS id, p.id AS "productId", ${storedCells(neededOf(productCells, mapping))},
      ${pictureKeys(mapping)}, 0 AS siblings
    FROM products p ${joinsOfCells}
    WHERE p.name COLLATE aisle_names = ANY (${names}::text[])
      AND NOT EXISTS (SELECT FROM sub_products s WHERE s.product_id = p.id)
    ORDER BY p.name COLLATE aisle_names, p.id`.execute(tx);
  return new Map(rows.map((row) => [String(row.product).toLowerCase(), toExisting(row)]));
}
