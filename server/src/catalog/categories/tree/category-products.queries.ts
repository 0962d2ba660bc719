import type { CategoryProductBranch } from '@aisle/contract/catalog/categories';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { pictureOf } from '../../../core/files/images.ts';
import type { Storage } from '../../../core/files/storage.ts';
import { hasWords } from '../../../core/list/search-text.ts';
import { productsMatching } from '../../sub-products/search.queries.ts';
import { branchOf } from '../categories.queries.ts';

interface Branch {
  parentId: string | null;
  locationId: string | null;
}

/** The children of a category. */
export const branchCategories = (
  tx: Tx,
  { parentId, locationId, limit }: Branch & { limit: number },
): Promise<CategoryProductBranch['categories']> =>
  countedCategories(
    tx,
    sql`SELECT id, parent_id, name, level, status, sort_order FROM categories
      WHERE parent_id IS NOT DISTINCT FROM ${parentId}::uuid
      ORDER BY sort_order, name COLLATE aisle_names, id LIMIT ${limit}`,
    locationId,
  );

/** Categories whose name matches a search and those of matching products, each with its ancestors. */
export const foundCategories = (
  tx: Tx,
  {
    parentId,
    locationId,
    search,
    holding,
    limit,
  }: Branch & { search: string | null; holding: readonly string[]; limit: number },
): Promise<CategoryProductBranch['categories']> =>
  countedCategories(
    tx,
    sql`SELECT up.id, up.parent_id, up.name, up.level, up.status, up.sort_order FROM categories up
      WHERE up.id IN (
        SELECT unnest(ARRAY[hit.id, parent.id, parent.parent_id])
        FROM (
          SELECT id, parent_id FROM categories WHERE id = ANY(${holding}::uuid[])
          UNION
          (SELECT id, parent_id FROM categories
           WHERE ${search === null ? sql`false` : hasWords(search, 'name')}
             AND ${parentId === null ? sql`true` : sql`id IN ${branchOf(parentId)}`}
           ORDER BY level, sort_order, name COLLATE aisle_names, id LIMIT ${limit})
        ) hit
        LEFT JOIN categories parent ON parent.id = hit.parent_id)`,
    locationId,
  );

/** Categories with their counts, counted once per category and then summed over subcategories. */
async function countedCategories(
  tx: Tx,
  which: RawBuilder<unknown>,
  locationId: string | null,
): Promise<CategoryProductBranch['categories']> {
  const { rows } = await sql<CategoryProductBranch['categories'][number]>`
    WITH shown AS MATERIALIZED (${which}), branches AS MATERIALIZED (
      SELECT shown.id AS shown_id, d.id AS category_id
      FROM shown
      CROSS JOIN LATERAL (
        SELECT shown.id
        UNION ALL SELECT id FROM categories WHERE parent_id = shown.id
        UNION ALL SELECT low.id FROM categories mid JOIN categories low ON low.parent_id = mid.id
          WHERE mid.parent_id = shown.id
      ) d
    ), wanted AS MATERIALIZED (SELECT DISTINCT category_id FROM branches), counted AS (
      SELECT p.category_id, count(*) AS products, 0 AS sub_products, 0 AS assigned
      FROM products p JOIN wanted USING (category_id) GROUP BY 1
      UNION ALL
      SELECT p.category_id, 0, count(*), 0 FROM sub_products s
      JOIN products p ON p.id = s.product_id JOIN wanted USING (category_id)
      GROUP BY 1
      UNION ALL
      SELECT p.category_id, 0, 0, count(*) FROM location_sub_products here
      JOIN sub_products s ON s.id = here.sub_product_id
      JOIN products p ON p.id = s.product_id JOIN wanted USING (category_id)
      WHERE here.location_id = ${locationId}::uuid AND here.assigned
      GROUP BY 1
    ), held AS (
      SELECT b.shown_id, sum(products) AS products, sum(sub_products) AS sub_products,
        sum(assigned) AS assigned
      FROM branches b JOIN counted USING (category_id)
      GROUP BY b.shown_id
    )
    SELECT shown.id AS "_id", shown.parent_id AS "parentId", shown.name, shown.level, shown.status,
      (SELECT count(*) FROM categories below WHERE below.parent_id = shown.id) AS "childCount",
      coalesce(held.products, 0) AS "productCount", coalesce(held.sub_products, 0) AS "subProductCount",
      coalesce(held.assigned, 0) AS "assignedCount"
    FROM shown LEFT JOIN held ON held.shown_id = shown.id
    ORDER BY shown.level, shown.sort_order, shown.name COLLATE aisle_names, shown.id`.execute(tx);
  return rows;
}

interface ProductRow {
  _id: string;
  name: string;
  status: boolean;
  coverId: string | null;
  categoryData: { _id: string; name: string };
  subProducts: CategoryProductBranch['products'][number]['subProducts'];
  more: boolean;
}

/** The products of a category by name, with all their variants, up to `maxRows` rows. */
export async function branchProducts(
  tx: Tx,
  storage: Storage,
  { parentId, locationId, search, after }: Branch & { search: string | null; after: string | null },
  { maxRows, maxProducts = maxRows }: { maxRows: number; maxProducts?: number | undefined },
): Promise<Pick<CategoryProductBranch, 'products' | 'nextAfter'>> {
  const found = search
    ? sql`p.id IN ${productsMatching(search)} AND ${parentId ? sql`p.category_id IN ${branchOf(parentId)}` : sql`true`}`
    : sql`p.category_id = ${parentId}::uuid`;
  const afterCursor = after
    ? sql`AND (p.name, p.id) > (SELECT last.name, last.id FROM products last WHERE last.id = ${after})`
    : sql``;
  const { rows } = await sql<ProductRow>`
    WITH next AS (
      SELECT p.id, p.name, p.status, p.category_id,
        (SELECT count(*) FROM sub_products s WHERE s.product_id = p.id) AS variants
      FROM products p WHERE ${found} ${afterCursor}
      ORDER BY p.name COLLATE aisle_names, p.id LIMIT ${maxProducts + 1}
    ), fitting AS (
      SELECT *, sum(1 + variants) OVER (ORDER BY name COLLATE aisle_names, id) AS rows_so_far,
        row_number() OVER (ORDER BY name COLLATE aisle_names, id) AS place,
        lead(id) OVER (ORDER BY name COLLATE aisle_names, id) IS NOT NULL AS more
      FROM next
    )
    SELECT p.id AS "_id", p.name, p.status, p.more,
      (SELECT i.file_id FROM product_images i WHERE i.product_id = p.id AND i.sub_product_id IS NULL
       ORDER BY i.sort_order, i.file_id LIMIT 1) AS "coverId",
      json_build_object('_id', c.id, 'name', c.name) AS "categoryData",
      (SELECT coalesce(json_agg(json_build_object('_id', s.id, 'name', s.name, 'sku', s.sku,
          'barcode', s.barcode, 'unit', s.unit, 'status', s.status, 'price', s.price,
          'assigned', coalesce(here.assigned, false), 'locationPrice', here.price,
          'threshold', here.threshold, 'maxPerOrder', here.max_per_order,
          'shelf', here.shelf_code) ORDER BY s.sort_order, s.id), '[]')
        FROM sub_products s
        LEFT JOIN location_sub_products here
          ON here.location_id = ${locationId}::uuid AND here.sub_product_id = s.id
        WHERE s.product_id = p.id) AS "subProducts"
    FROM fitting p JOIN categories c ON c.id = p.category_id
    WHERE p.rows_so_far <= ${maxRows} AND p.place <= ${maxProducts}
    ORDER BY p.name COLLATE aisle_names, p.id`.execute(tx);
  const last = rows.at(-1);
  return {
    products: rows.map(({ coverId, more: _, ...product }) => ({
      ...product,
      picture: pictureOf(storage, coverId, product.name),
    })),
    nextAfter: last?.more ? last._id : null,
  };
}
