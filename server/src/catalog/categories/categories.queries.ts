import type {
  Category,
  CategoryInput,
  CategoryPage,
  Specification,
} from '@aisle/contract/catalog/categories';
import type { Page } from '@aisle/contract/core/page';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, type RowChange } from '../../core/db/rows/columns.ts';
import { pictureOf } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import { byName } from '../../core/list/by-name.ts';
import { listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { maxExact } from '../../core/list/total.ts';
import { mustFind } from '../../core/problem.ts';

const productCount = sql<number>`(SELECT count(*) FROM products p WHERE p.category_id = c.id)`;
const childCount = sql<number>`(SELECT count(*) FROM categories child WHERE child.parent_id = c.id)`;
/** The ancestors of a category, at most two. */
export const pathAbove = (parentId: RawBuilder<unknown>) => sql<{ _id: string; name: string }[]>`(
  SELECT coalesce(json_agg(json_build_object('_id', up.id, 'name', up.name) ORDER BY up.level), '[]')
  FROM categories up
  WHERE up.id = ${parentId} OR up.id = (SELECT parent_id FROM categories WHERE id = ${parentId}))`;
/** A category and all its descendants, as a subquery of IDs. */
export const branchOf = (id: string) => sql`(
  SELECT d.id FROM categories d LEFT JOIN categories up ON up.id = d.parent_id
  WHERE d.id = ${id} OR d.parent_id = ${id} OR up.parent_id = ${id})`;

const columns = [
  'c.id as _id',
  'c.name',
  'c.parent_id as parentId',
  'c.level',
  'c.description',
  'c.image_id as imageId',
  'c.status',
  'c.sort_order as sortOrder',
  'c.created_at as createdAt',
  'c.updated_at as updatedAt',
  'c.version',
] as const;
const derived = [
  sql<Specification[]>`c.specifications`.as('specifications'),
  pathAbove(sql.ref('c.parent_id')).as('path'),
  sql<string[]>`ARRAY(SELECT ct.tax_id FROM category_taxes ct JOIN taxes t ON t.id = ct.tax_id
    WHERE ct.category_id = c.id ORDER BY t.name COLLATE aisle_names)`.as('taxIds'),
  childCount.as('childCount'),
  productCount.as('productCount'),
] as const;
interface CategoryRow extends Omit<Category, 'image'> {
  imageId: string | null;
}
const toCategory = (storage: Storage, { imageId, ...category }: CategoryRow): Category => ({
  ...category,
  image: pictureOf(storage, imageId, category.name),
});

const sortColumns = {
  name: byName('c.name'),
  level: sql.ref('c.level'),
  productCount,
  updatedAt: sql.ref('c.updated_at'),
};

export async function listCategories(
  tx: Tx,
  storage: Storage,
  request: CategoryPage,
): Promise<Page<Category>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('categories as c');
  if (search) filtered = filtered.where(hasWords(search, 'c.name'));
  if (filters.status !== undefined) filtered = filtered.where('c.status', '=', filters.status);
  if (filters.level !== undefined) filtered = filtered.where('c.level', '=', filters.level);
  if (filters.parentId === null) filtered = filtered.where('c.parent_id', 'is', null);
  else if (filters.parentId) filtered = filtered.where('c.parent_id', '=', filters.parentId);
  if (filters.taxId) {
    filtered = filtered.where(
      sql<boolean>`c.id IN (SELECT ct.category_id FROM category_taxes ct WHERE ct.tax_id = ${filters.taxId})`,
    );
  }

  const page = await listPage(tx, filtered, {
    request,
    exactUpTo: maxExact,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('c.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select([...columns, ...derived]),
  });
  return { ...page, records: page.records.map((row) => toCategory(storage, row)) };
}

export async function getCategory(tx: Tx, storage: Storage, id: string): Promise<Category> {
  const row = await tx
    .selectFrom('categories as c')
    .select([...columns, ...derived])
    .where('c.id', '=', id)
    .executeTakeFirst();
  return toCategory(storage, mustFind(row, 'Category'));
}

/** Serializes adding, moving, sorting and deleting categories, because depth and order span rows. */
export async function lockStructure(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('categories'))`.execute(tx);
}

/** Locks the category for an edit and returns its version. */
export async function lockCategory(
  tx: Tx,
  id: string,
): Promise<{ version: number; parentId: string | null; level: number }> {
  const row = await tx
    .selectFrom('categories')
    .select(['version', 'parent_id as parentId', 'level'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return mustFind(row, 'Category');
}

export const categoryColumns = columnsOf<'categories', CategoryInput>()({
  name: 'name',
  // Set by moving, which also changes level and sort order.
  parentId: null,
  description: 'description',
  status: 'status',
  // Stored in a separate table.
  taxIds: null,
  // Merged separately, to keep existing IDs.
  specifications: null,
});

export async function insertCategory(tx: Tx, category: NewRow<'categories'>): Promise<void> {
  await tx.insertInto('categories').values(category).execute();
}

/** Saves a category. Stores the previous parent of a moved category, to explain the rates of past days. */
export async function updateCategory(tx: Tx, id: string, columns: RowChange<'categories'>): Promise<void> {
  if (columns.parent_id !== undefined) {
    await sql`INSERT INTO past_categories (category_id, until, name, parent_id, created_at)
      SELECT id, now(), name, parent_id, created_at FROM categories
      WHERE id = ${id} AND parent_id IS DISTINCT FROM ${columns.parent_id}::uuid
      ON CONFLICT DO NOTHING`.execute(tx);
  }
  await tx
    .updateTable('categories')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export const deleteCategory = (tx: Tx, id: string) => deleteCategories(tx, sql`c.id = ${id}`);

/**
 * Deletes the categories `c` that meet a condition. Stores their names, parents and taxes, to explain the rates of past days.
 */
export async function deleteCategories(
  tx: Tx,
  condition: RawBuilder<unknown>,
): Promise<{ id: string; name: string; version: number }[]> {
  const { rows } = await sql<{ id: string; name: string; version: number }>`
    WITH deleted AS (
      DELETE FROM categories c WHERE ${condition} RETURNING c.id, c.name, c.parent_id, c.created_at, c.version
    ), past AS (
      INSERT INTO past_categories (category_id, until, name, parent_id, created_at)
      SELECT id, now(), name, parent_id, created_at FROM deleted ON CONFLICT DO NOTHING
    ), untaxed AS (
      INSERT INTO past_named_taxes (owner_id, tax_id, since, until)
      SELECT ct.category_id, ct.tax_id, ct.since, now() FROM category_taxes ct JOIN deleted ON deleted.id = ct.category_id
      ON CONFLICT DO NOTHING
    )
    SELECT id, name, version FROM deleted`.execute(tx);
  return rows;
}

export async function findCategory(tx: Tx, id: string): Promise<{ level: number; name: string } | undefined> {
  return tx.selectFrom('categories').select(['level', 'name']).where('id', '=', id).executeTakeFirst();
}

/** A category and all its descendants: their IDs and the lowest level. */
export async function branchBelow(tx: Tx, id: string): Promise<{ ids: string[]; deepest: number }> {
  const rows = await tx
    .selectFrom('categories')
    .select(['id', 'level'])
    .where(sql<boolean>`id IN ${branchOf(id)}`)
    .execute();
  return { ids: rows.map((row) => row.id), deepest: Math.max(...rows.map((row) => row.level)) };
}

export async function shiftLevels(tx: Tx, ids: readonly string[], by: number): Promise<void> {
  await sql`UPDATE categories SET level = level + ${by} WHERE id = ANY(${ids}::uuid[])`.execute(tx);
}

/** The sort order after the last child. */
export async function nextPlace(tx: Tx, parentId: string | null): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    SELECT coalesce(max(sort_order) + 1, 0) AS place FROM categories
    WHERE parent_id IS NOT DISTINCT FROM ${parentId}::uuid`.execute(tx);
  return rows[0]!.place;
}

export async function childrenOf(
  tx: Tx,
  parentId: string | null,
): Promise<{ _id: string; sortOrder: number; version: number }[]> {
  const { rows } = await sql<{ _id: string; sortOrder: number; version: number }>`
    SELECT id AS "_id", sort_order AS "sortOrder", version FROM categories
    WHERE parent_id IS NOT DISTINCT FROM ${parentId}::uuid
    ORDER BY sort_order, name COLLATE aisle_names, id`.execute(tx);
  return rows;
}

export async function namesInOrder(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.name FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN categories c USING (id) ORDER BY place`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Saves the order of categories. Those already in place are not written, so they keep their version. */
export async function writeOrder(tx: Tx, orderedIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE categories c SET sort_order = wanted.place - 1
    FROM unnest(${orderedIds}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    WHERE c.id = wanted.id AND c.sort_order <> wanted.place - 1`.execute(tx);
}
