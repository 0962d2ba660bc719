import type { missingParts, ProductPage, ProductRow } from '@aisle/contract/catalog/products';
import type { Page } from '@aisle/contract/core/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Actor } from '../../core/http/actor.ts';
import { byName } from '../../core/list/by-name.ts';
import { lastTotal } from '../../core/list/cached-totals.ts';
import { allOf } from '../../core/list/filters.ts';
import { fixedLimits, type List, listOf, type PageSql } from '../../core/list/list.ts';
import { maxExact } from '../../core/list/total.ts';
import { branchOf } from '../categories/categories.queries.ts';
import { cachedCatalogTotal } from '../sub-products/catalog-totals.queries.ts';
import { productsMatching } from '../sub-products/search.queries.ts';
import { availableOf, toPicture } from '../sub-products/sub-products.queries.ts';

/** The category `c` of a product and its ancestors as `up`. */
const categoriesOf = sql`categories c
  LEFT JOIN categories parent ON parent.id = c.parent_id
  JOIN categories up ON up.id IN (c.id, parent.id, parent.parent_id)`;

/** Missing parts of a product. Each condition reads the few rows of one product `p` by index. */
const lacking: Record<(typeof missingParts)[number], RawBuilder<SqlBool>> = {
  image: sql`NOT EXISTS (SELECT FROM product_images i
    WHERE i.product_id = p.id AND i.sub_product_id IS NULL)`,
  barcode: sql`EXISTS (SELECT FROM sub_products s WHERE s.product_id = p.id AND s.barcode IS NULL)`,
  price: sql`NOT EXISTS (SELECT FROM sub_products s WHERE s.product_id = p.id)`,
  // A lower declaration of a specification overrides a higher one.
  facts: sql`EXISTS (SELECT FROM (
      SELECT DISTINCT ON (lower(item.value ->> 'name')) item.value ->> 'name' AS name,
        (item.value ->> 'required')::boolean AS required
      FROM ${categoriesOf} CROSS JOIN jsonb_array_elements(up.specifications) AS item (value)
      WHERE c.id = p.category_id
      ORDER BY lower(item.value ->> 'name'), up.level DESC) AS held
    WHERE held.required AND NOT p.specifications ? held.name)`,
  tax: sql`NOT EXISTS (SELECT FROM product_taxes pt WHERE pt.product_id = p.id)
    AND NOT EXISTS (SELECT FROM ${categoriesOf} JOIN category_taxes ct ON ct.category_id = up.id
      WHERE c.id = p.category_id)`,
};

interface ProductRowRead extends Omit<ProductRow, 'brandData' | 'categoryData' | 'picture'> {
  brandId: string | null;
  brandName: string | null;
  categoryId: string;
  categoryName: string;
  coverId: string | null;
  coverAlt: string | null;
}
/** Built field by field, because a copy of the row would include the cursor's columns. */
const toProductRow = (storage: Storage, row: ProductRowRead): ProductRow => ({
  _id: row._id,
  name: row.name,
  slug: row.slug,
  brandData: row.brandId === null ? null : { _id: row.brandId, name: row.brandName ?? '' },
  categoryData: { _id: row.categoryId, name: row.categoryName },
  picture:
    row.coverId === null ? null : toPicture(storage, { _id: row.coverId, alt: row.coverAlt ?? '' }, row.name),
  status: row.status,
  addToHomePage: row.addToHomePage,
  badge: row.badge,
  subProductCount: row.subProductCount,
  lowestPrice: row.lowestPrice,
  highestPrice: row.highestPrice,
  available: row.available,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  version: row.version,
});

const sortColumns = {
  name: byName('p.name'),
  updatedAt: sql.ref('p.updated_at'),
  createdAt: sql.ref('p.created_at'),
  price: sql`coalesce(prices.lowest, 0)`,
};

type Filters = ProductPage['filters'];

/** Whether a product is sold or in stock at the location of a filter, checked for one product. */
function* atLocations({ locationId, inStockAt }: Filters): Generator<RawBuilder<unknown>> {
  if (locationId) {
    yield sql`SELECT s.product_id FROM sub_products s JOIN location_sub_products here
      ON here.sub_product_id = s.id AND here.location_id = ${locationId} AND here.assigned`;
  }
  if (inStockAt) {
    yield sql`SELECT s.product_id FROM sub_products s JOIN stock_levels stock_row
      ON stock_row.sub_product_id = s.id AND stock_row.location_id = ${inStockAt} AND stock_row.on_hand > 0
        AND ${availableOf(sql.ref('stock_row'))} > 0`;
  }
}

/**
 * If most products match, the list is read in order and each product is checked until the page is full. OFFSET keeps the
 * planner from joining everything at the location. If few match, they are found once and looked up.
 */
const probed = (found: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`EXISTS (SELECT FROM (${found} WHERE s.product_id = p.id OFFSET 0) AS here)`;
const isAmongFew = (found: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(p.id IN (WITH few (id) AS MATERIALIZED (${found}) SELECT id FROM few)) IS TRUE`;
const joined = (found: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`p.id IN (${found})`;
/**
 * The cost of checking each product grows with the catalog and shrinks with the number of matches. Measured: at this number,
 * both ways cost the same.
 */
const few = (products: number): number => 7 * Math.sqrt(products);
const defaultProducts = 80_000;

/** Whether a row `p` of products matches the filters of a list, except location filters. */
function* conditionsOf({
  brandId,
  categoryId,
  taxId,
  status,
  badge,
  addToHomePage,
  missing,
}: Filters): Generator<RawBuilder<SqlBool>> {
  if (brandId) yield sql`p.brand_id = ${brandId}`;
  if (categoryId) yield sql`p.category_id IN ${branchOf(categoryId)}`;
  if (taxId) yield sql`p.id IN (SELECT pt.product_id FROM product_taxes pt WHERE pt.tax_id = ${taxId})`;
  if (status !== undefined) yield sql`p.status = ${status}`;
  if (badge) yield sql`p.badge = ${badge}`;
  if (addToHomePage !== undefined) yield sql`p.add_to_home_page = ${addToHomePage}`;
  if (missing) yield lacking[missing];
}

/** Whether a row `p` of products is in the list with this search and these filters. */
export const fitsProduct = ({
  search,
  filters,
}: Pick<ProductPage, 'search' | 'filters'>): RawBuilder<SqlBool> =>
  allOf([
    ...(search ? [sql<SqlBool>`p.id IN ${productsMatching(search)}`] : []),
    ...conditionsOf(filters),
    ...[...atLocations(filters)].map(joined),
  ]);

/** The products to select a page from. With a search, its matches are found first, then each is read by ID (OFFSET). */
const candidates = (search: string | undefined): RawBuilder<unknown> =>
  search
    ? sql`${productsMatching(search)} AS matching (id)
      CROSS JOIN LATERAL (SELECT one.* FROM products one WHERE one.id = matching.id OFFSET 0) AS p`
    : sql`products p`;

export function listProducts(
  tx: Tx,
  { actor, storage }: { actor: Actor; storage: Storage },
  request: ProductPage,
): List<Page<ProductRow>> {
  const { search, filters, sort } = request;
  const keptTotal = cachedCatalogTotal('products', actor, { search, filters });
  const products = lastTotal(tx, cachedCatalogTotal('products', actor, { search: undefined, filters: {} }));
  const isFew = (lastTotal(tx, keptTotal) ?? 0) <= few(products ?? defaultProducts);
  const places = [...atLocations(filters)].map(search ? probed : isFew ? isAmongFew : probed);
  const conditions = allOf([...conditionsOf(filters), ...places]);
  const column = sort?.field ?? 'name';
  return listOf(tx, sql`SELECT FROM products p WHERE ${fitsProduct(request)}`, {
    request,
    sort: { columns: [sortColumns[column], sql.ref('p.id')], direction: sort?.order ?? 'asc' },
    exactUpTo: maxExact,
    sharedBy: keptTotal,
    rows: (page) => pageOfProducts({ ...page, ...fixedLimits(request) }, { actor, request, conditions }),
    toRow: (row) => toProductRow(storage, row),
  });
}

const soldAt = sql`coalesce(s.sale_price, s.price)`;
/** The number of sub-products and the price range, looked up for each row; `more` adds columns. */
const prices = (more = sql``, joined = sql``) => sql`CROSS JOIN LATERAL (
  SELECT count(*) AS sub_products, min(${soldAt}) AS lowest, max(${soldAt}) AS highest ${more}
  FROM sub_products s ${joined} WHERE s.product_id = p.id) prices`;
/** Sorting all products by price reads the prices of all of them in one scan. */
const allPrices = sql`LEFT JOIN (
  SELECT s.product_id, min(${soldAt}) AS lowest FROM sub_products s GROUP BY 1) prices ON prices.product_id = p.id`;

/** The columns of a product in its list row. */
const shownColumns = sql`p.id, p.name, p.slug, p.status, p.add_to_home_page, p.badge, p.created_at, p.updated_at,
  p.version, p.brand_id, p.category_id`;

/**
 * One statement finds the page first, by index if possible, and adds the other columns to its rows only. If finding the page
 * reads more rows than the page has, it reads only IDs and then joins the products.
 */
function pageOfProducts(
  { cursor, after, orderBy, limit, rowCount, keptTotal }: PageSql,
  {
    actor,
    request: { search, sort, page, cursor: from, filters },
    conditions,
  }: { actor: Actor; request: ProductPage; conditions: RawBuilder<SqlBool> },
): RawBuilder<ProductRowRead> {
  // A search finds all matches anyway.
  const total = search ? rowCount : sql`NULL::bigint`;
  const location = filters.inStockAt ?? filters.locationId;
  const everywhere = actor.locations === null && !location;
  const isByPrice = sort?.field === 'price';
  const readsMore = search !== undefined || (page > 1 && from === undefined) || isByPrice;
  return sql<ProductRowRead>`
    SELECT * FROM (
      WITH page AS MATERIALIZED (
        SELECT ${readsMore ? sql`p.id` : shownColumns}, ${total} AS total
        FROM ${candidates(search)} ${isByPrice ? (search ? prices() : allPrices) : sql``}
        WHERE ${conditions} AND ${after} ${orderBy} ${limit}
      )
      SELECT p.id AS "_id", p.name, p.slug, p.status, p.add_to_home_page AS "addToHomePage", p.badge,
        p.created_at AS "createdAt", p.updated_at AS "updatedAt", p.version, p.brand_id AS "brandId",
        brand.name AS "brandName", p.category_id AS "categoryId", category.name AS "categoryName",
        cover.file_id AS "coverId", cover.alt AS "coverAlt", prices.sub_products AS "subProductCount",
        prices.lowest AS "lowestPrice", prices.highest AS "highestPrice", available,
        coalesce(${readsMore ? sql`page` : sql`p`}.total, ${keptTotal}) AS _total, ${cursor}
      FROM ${readsMore ? sql`page JOIN products p ON p.id = page.id` : sql`page p`}
      JOIN categories category ON category.id = p.category_id
      LEFT JOIN brands brand ON brand.id = p.brand_id
      ${everywhere ? pricesAndStock : prices()}
      LEFT JOIN LATERAL (SELECT i.file_id, i.alt FROM product_images i
        WHERE i.product_id = p.id AND i.sub_product_id IS NULL ORDER BY i.sort_order, i.file_id LIMIT 1) cover ON true
      ${everywhere ? sql`` : sql`CROSS JOIN LATERAL (${levels(location)}) stock`}
      ${orderBy}) AS product`;
}

const available = sql`coalesce(sum(${availableOf(sql.ref('stock_row'))}), 0)`;
/** The available quantity at one location, or at all that the actor has access to. */
const levels = (location: string | undefined) => sql`
  SELECT ${available} AS available
  FROM sub_products s JOIN stock_levels stock_row ON stock_row.sub_product_id = s.id
    ${location ? sql`AND stock_row.location_id = ${location}` : sql``}
  WHERE s.product_id = p.id`;
/** Uses the stored total over all locations. If it is outdated, adds up the levels. */
const pricesAndStock = prices(
  sql`, coalesce(sum(CASE
    WHEN s.id IN (SELECT sub_product_id FROM stock_total_marks) OR kept.expires_at <= now()
    THEN (SELECT ${available} FROM stock_levels stock_row WHERE stock_row.sub_product_id = s.id)
    ELSE kept.available END), 0) AS available`,
  sql`LEFT JOIN stock_totals kept ON kept.sub_product_id = s.id`,
);
