import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { jsonPairs } from '../../core/db/rows/typed-fields.ts';
import { announceRows } from '../../core/live-events.ts';
import { productFields } from '../products/products.queries.ts';

/** Records the brands or categories that an import added, because undoing it deletes them. */
export async function recordLocations(
  tx: Tx,
  importId: string,
  resource: 'brands' | 'categories',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`INSERT INTO import_places (import_id, resource, record_id)
    SELECT ${importId}::uuid, ${resource}, id FROM unnest(${ids}::uuid[]) AS id
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Records the pictures that rows name. They are downloaded after the last row. */
export async function recordPictures(
  tx: Tx,
  importId: string,
  rows: readonly { row: number; productId: string; urls: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO import_pictures (import_id, row_number, product_id, urls)
    SELECT ${importId}::uuid, "row", "productId", urls
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given ("row" integer, "productId" uuid, urls text[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Records the products that an import added. */
export async function recordNewProducts(tx: Tx, importId: string, ids: readonly string[]): Promise<void> {
  const event = {
    topic: 'products',
    action: 'create',
    recordId: sql`product_id`,
    locationId: sql`NULL::uuid`,
    permission: 'product_list',
  } as const;
  // The history of a product begins with its sub-products, so only the change log records its creation.
  await sql`
    WITH noted AS (
      INSERT INTO import_products (import_id, product_id, is_new, version)
      SELECT ${importId}::uuid, p.id, true, p.version FROM products p WHERE p.id = ANY (${ids}::uuid[])
      RETURNING product_id
    )
    ${announceRows(event, sql`FROM noted`)}`.execute(tx);
}

/** Records the values of products before the import changes them. The first record stays, because undoing restores it. */
export async function recordProductsBefore(tx: Tx, importId: string, ids: readonly string[]): Promise<void> {
  await sql`INSERT INTO import_products (import_id, product_id, is_new, version, before)
    SELECT ${importId}::uuid, p.id, false, p.version, jsonb_build_object(${jsonPairs(productFields, 'p')},
      'taxIds', ARRAY(SELECT pt.tax_id FROM product_taxes pt WHERE pt.product_id = p.id))
    FROM products p WHERE p.id = ANY (${ids}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Records the versions of products after the import changed them. */
export async function recordProductsAfter(
  tx: Tx,
  importId: string,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`UPDATE import_products noted SET version = given.version
    FROM unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::integer[]) AS given (id, version)
    WHERE noted.import_id = ${importId} AND noted.product_id = given.id`.execute(tx);
}
