import type { SubProductFilters } from '@aisle/contract/catalog/sub-products';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { subProductsMatching } from './search.queries.ts';

interface SubProductSearch {
  ids?: readonly string[] | undefined;
  search?: string | undefined;
  filters: SubProductFilters;
}

/** Whether a row `s` of sub_products matches the search and filters of a list. */
export function fits({ ids, search, filters }: SubProductSearch): RawBuilder<SqlBool> {
  const conditions = [...conditionsOf(filters)];
  if (ids) conditions.push(sql`s.id = ANY(${ids}::uuid[])`);
  if (search) conditions.push(sql`s.id IN ${subProductsMatching(search)}`);
  return conditions.length === 0 ? sql`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

function* conditionsOf(filters: SubProductFilters): Generator<RawBuilder<unknown>> {
  const { productId, status, brandId, categoryId, locationId, vendorId } = filters;
  const { priceFrom, priceTo, onSale, missing } = filters;
  if (productId) yield sql`s.product_id = ${productId}`;
  if (status !== undefined) yield sql`s.status = ${status}`;
  if (brandId) yield sql`s.product_id IN (SELECT id FROM products WHERE brand_id = ${brandId})`;
  if (categoryId)
    yield sql`s.product_id IN (SELECT id FROM products WHERE category_id IN ${branch(categoryId)})`;
  if (locationId) {
    yield sql`s.id IN (SELECT here.sub_product_id FROM location_sub_products here
      WHERE here.location_id = ${locationId} AND here.assigned)`;
  }
  if (vendorId)
    yield sql`s.id IN (SELECT lot.sub_product_id FROM lots lot WHERE lot.vendor_id = ${vendorId})`;
  if (priceFrom !== undefined) yield sql`coalesce(s.sale_price, s.price) >= ${priceFrom}`;
  if (priceTo !== undefined) yield sql`coalesce(s.sale_price, s.price) <= ${priceTo}`;
  if (onSale !== undefined) yield onSale ? sql`s.sale_price IS NOT NULL` : sql`s.sale_price IS NULL`;
  if (missing) yield missingSql[missing];
}

const missingSql = {
  barcode: sql`s.barcode IS NULL`,
  cost: sql`s.cost_price IS NULL`,
  /** Neither the sub-product nor its product has a picture. */
  picture: sql`NOT EXISTS (SELECT FROM product_images i
    WHERE i.product_id = s.product_id AND (i.sub_product_id = s.id OR i.sub_product_id IS NULL))`,
};

const branch = (categoryId: string) => sql`(
  WITH RECURSIVE below AS (
    SELECT id FROM categories WHERE id = ${categoryId}
    UNION ALL SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id
  ) SELECT id FROM below)`;
