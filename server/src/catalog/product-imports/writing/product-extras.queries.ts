import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { hasWords } from '../../../core/list/search-text.ts';

const most = 50;
const withPaths = sql`SELECT c.id, concat_ws(' > ', top.name, above.name, c.name) AS path FROM categories c
  LEFT JOIN categories above ON above.id = c.parent_id LEFT JOIN categories top ON top.id = above.parent_id`;

const offered: ReadonlyMap<string, RawBuilder<unknown>> = new Map([
  ['category', withPaths],
  ['brand', sql`SELECT id, name AS path FROM brands`],
  ['taxes', sql`SELECT id, name AS path FROM taxes`],
]);

/** The paths (in lower case) that are existing categories, and whether their products are taxed. */
export async function existingLocations(tx: Tx, paths: readonly string[]): Promise<Map<string, boolean>> {
  if (paths.length === 0) return new Map();
  const { rows } = await sql<{ path: string; isTaxed: boolean }>`
    SELECT lower(places.path) AS path,
      places.id IN (SELECT category_id FROM category_effective_taxes) AS "isTaxed"
    FROM (${withPaths}) places WHERE lower(places.path) = ANY (${paths}::text[])`.execute(tx);
  return new Map(rows.map(({ path, isTaxed }) => [path, isTaxed]));
}

export async function existingBrands(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`SELECT lower(name) AS name FROM brands
    WHERE lower(name) = ANY (${names}::text[])`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

/** The categories (as paths), brands or taxes that can replace a value of a file. */
export async function productValues(tx: Tx, field: string, search: string): Promise<string[]> {
  const all = offered.get(field);
  if (!all) return [];
  const { rows } = await sql<{ path: string }>`SELECT found.path FROM (${all}) found
    WHERE ${hasWords(search, 'found.path')} ORDER BY found.path COLLATE aisle_names LIMIT ${most}`.execute(
    tx,
  );
  return rows.map(({ path }) => path);
}
