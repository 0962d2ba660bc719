import {
  type CategoryNode,
  type CategoryTreeQuery,
  maxFoundCategories,
} from '@aisle/contract/catalog/categories';
import { searchWords } from '@aisle/contract/core/fold-text';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { pictureOf } from '../../../core/files/images.ts';
import type { Storage } from '../../../core/files/storage.ts';
import { hasWords } from '../../../core/list/search-text.ts';

const maxNodes = 1000;
const maxChildren = 500;

type NodeRow = Omit<CategoryNode, 'image' | 'children'> & { imageId: string | null };

/** Categories as a tree: the upper levels, the children of one category, or search results with their ancestors. */
export async function categoryTree(
  tx: Tx,
  storage: Storage,
  { parentId, after, search }: CategoryTreeQuery,
): Promise<CategoryNode[]> {
  const which = search
    ? found(search)
    : parentId === undefined && after === undefined
      ? sql`SELECT * FROM categories ORDER BY level, sort_order, name COLLATE aisle_names, id LIMIT ${maxNodes}`
      : childrenAfter(parentId, after);
  return nested(storage, await counted(tx, which));
}

/** The next children of a category in order; without a category, the next top-level ones. */
const childrenAfter = (parentId: string | undefined, after: string | undefined) => sql`
  SELECT * FROM categories WHERE parent_id IS NOT DISTINCT FROM ${parentId ?? null}::uuid
    AND ${
      after
        ? sql`(sort_order, name COLLATE aisle_names, id) > (SELECT last.sort_order, last.name, last.id FROM categories last
            WHERE last.id = ${after})`
        : sql`true`
    }
  ORDER BY sort_order, name COLLATE aisle_names, id LIMIT ${maxChildren}`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Categories whose path contains every word, with names that begin with the search first, or the category with this ID. */
function found(search: string): RawBuilder<unknown> {
  const path = sql`concat_ws(' ', top.name, parent.name, c.name)`;
  const words = searchWords(search.replaceAll('›', ' '));
  const matches = uuid.test(search) ? sql`c.id = ${search}::uuid` : hasWords(words.join(' '), path);
  const text = words.join(' ');
  return sql`
    SELECT shown.* FROM categories shown WHERE shown.id IN (
      SELECT unnest(ARRAY[hit.id, hit.parent_id, hit.top_id]) FROM (
        SELECT c.id, c.parent_id, parent.parent_id AS top_id FROM categories c
        LEFT JOIN categories parent ON parent.id = c.parent_id
        LEFT JOIN categories top ON top.id = parent.parent_id
        WHERE ${matches}
        ORDER BY fold_text(c.name) = ${text} DESC, starts_with(fold_text(c.name), ${text}) DESC, position(${text} IN fold_text(c.name)) > 0 DESC,
          c.level, c.sort_order, c.name COLLATE aisle_names, c.id LIMIT ${maxFoundCategories}) AS hit)`;
}

/** Counts include the products of all descendants, even if those aren't shown. There are at most three levels. */
async function counted(tx: Tx, which: RawBuilder<unknown>): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    WITH shown AS MATERIALIZED (${which}), held AS MATERIALIZED (
      SELECT category_id, count(*) AS products FROM products GROUP BY 1
    ), total AS (
      SELECT up.id, sum(held.products) AS products FROM held
      JOIN categories c ON c.id = held.category_id LEFT JOIN categories parent ON parent.id = c.parent_id
      CROSS JOIN LATERAL unnest(ARRAY[c.id, c.parent_id, parent.parent_id]) AS up (id)
      WHERE up.id IS NOT NULL GROUP BY 1
    )
    SELECT c.id AS "_id", c.name, c.parent_id AS "parentId", c.level, c.status, c.sort_order AS "sortOrder",
      c.image_id AS "imageId", c.version, coalesce(held.products, 0) AS "productCount",
      coalesce(total.products, 0) AS "allProductCount",
      (SELECT count(*) FROM categories child WHERE child.parent_id = c.id) AS "childCount"
    FROM shown c LEFT JOIN held ON held.category_id = c.id LEFT JOIN total ON total.id = c.id
    ORDER BY c.level, c.sort_order, c.name COLLATE aisle_names, c.id`.execute(tx);
  return rows;
}

function nested(storage: Storage, rows: readonly NodeRow[]): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>();
  const top: CategoryNode[] = [];
  for (const { imageId, ...row } of rows) {
    const node: CategoryNode = { ...row, image: pictureOf(storage, imageId, row.name), children: [] };
    nodes.set(node._id, node);
    // A category whose parent isn't in the response becomes a top-level node.
    const siblings = nodes.get(node.parentId ?? '')?.children ?? top;
    siblings.push(node);
  }
  return top;
}

/** Categories with these names under these parents, ignoring case, keyed by the requested name. */
export async function findChildren(
  tx: Tx,
  wanted: readonly { parentId: string | null; name: string }[],
): Promise<{ id: string; parentId: string | null; name: string }[]> {
  const parents = wanted.map(({ parentId }) => parentId);
  const names = wanted.map(({ name }) => name);
  const { rows } = await sql<{ id: string; parentId: string | null; name: string }>`
    SELECT c.id, c.parent_id AS "parentId", wanted.name
    FROM unnest(${parents}::uuid[], ${names}::text[]) AS wanted (parent_id, name)
    JOIN categories c ON lower(c.name) = lower(wanted.name)
      AND c.parent_id IS NOT DISTINCT FROM wanted.parent_id`.execute(tx);
  return rows;
}

/** Adds categories after their siblings, in the order of the rows. */
export async function insertChildren(
  tx: Tx,
  added: readonly { id: string; parentId: string | null; name: string }[],
  level: number,
): Promise<void> {
  await sql`
    INSERT INTO categories (id, parent_id, name, level, sort_order)
    SELECT added.id, added.parent_id, added.name, ${level}::integer, row_number() OVER (
        PARTITION BY added.parent_id ORDER BY added.place) - 1 + coalesce((
        SELECT max(c.sort_order) + 1 FROM categories c WHERE c.parent_id IS NOT DISTINCT FROM added.parent_id), 0)
    FROM unnest(${added.map(({ id }) => id)}::uuid[], ${added.map(({ parentId }) => parentId)}::uuid[],
      ${added.map(({ name }) => name)}::text[]) WITH ORDINALITY AS added (id, parent_id, name, place)`.execute(
    tx,
  );
}
