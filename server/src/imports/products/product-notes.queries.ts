import { sql } from 'kysely';
import type { Tx } from '../../core/db.ts';

/** Notes brands and categories that came with an import: they go with it as well. */
export async function notePlaces(
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

/** Notes products that an import has added. */
export async function noteNewProducts(tx: Tx, importId: string, ids: readonly string[]): Promise<void> {
  await sql`INSERT INTO import_products (import_id, product_id, is_new, version)
    SELECT ${importId}::uuid, p.id, true, p.version FROM products p
    WHERE p.id = ANY (${ids}::uuid[])`.execute(tx);
}

/** Notes how products are before they are changed; what an earlier row has found is what is put back. */
export async function noteProductsBefore(tx: Tx, importId: string, ids: readonly string[]): Promise<void> {
  await sql`INSERT INTO import_products (import_id, product_id, is_new, version, before)
    SELECT ${importId}::uuid, p.id, false, p.version, jsonb_build_object('name', p.name,
      'description', p.description, 'brandId', p.brand_id, 'categoryId', p.category_id, 'badge', p.badge,
      'tags', p.tags, 'addToHomePage', p.add_to_home_page, 'status', p.status)
    FROM products p WHERE p.id = ANY (${ids}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Notes how the import has left them. */
export async function noteProductsAfter(
  tx: Tx,
  importId: string,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`UPDATE import_products noted SET version = given.version
    FROM unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::integer[]) AS given (id, version)
    WHERE noted.import_id = ${importId} AND noted.product_id = given.id`.execute(tx);
}
