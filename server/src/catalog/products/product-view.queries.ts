import type { ProductHistoryPage } from '@aisle/contract/catalog/product-figures';
import type { Product } from '@aisle/contract/catalog/products';
import type { TaxRef } from '@aisle/contract/catalog/taxes';
import type { Ref } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import { addQuantities } from '@aisle/contract/core/quantity';
import type { AuditEntry } from '@aisle/contract/system/audit';
import { sql } from 'kysely';
import { shownOfEntry } from '../../core/audit.ts';
import { awaitAll } from '../../core/await-all.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Storage } from '../../core/files/storage.ts';
import { listPage } from '../../core/list/list.ts';
import { mustFind } from '../../core/problem.ts';
import { pathAbove } from '../categories/categories.queries.ts';
import {
  imageJson,
  type StoredImage,
  subProductsOf,
  toPicture,
} from '../sub-products/sub-products.queries.ts';

/** Fields derived from sub-products and pictures. */
type Derived = Pick<
  Product,
  'picture' | 'subProductCount' | 'lowestPrice' | 'highestPrice' | 'available' | 'images' | 'subProducts'
>;
interface ProductRead extends Omit<Product, keyof Derived | 'taxIds' | 'taxes' | 'taxSource'> {
  storedImages: StoredImage[];
  ownTaxes: TaxRef[];
  /** Taxes of the nearest category that has any. */
  categoryTaxes: { source: Ref; taxes: TaxRef[] } | null;
}

const taxJson = sql`json_build_object('_id', t.id, 'name', t.name, 'rate', t.rate, 'status', t.status)`;
const ownTaxes = sql`(SELECT coalesce(json_agg(${taxJson} ORDER BY t.name COLLATE aisle_names), '[]')
  FROM product_taxes pt JOIN taxes t ON t.id = pt.tax_id WHERE pt.product_id = p.id)`;
const categoryTaxes = sql`(
  SELECT json_build_object('source', json_build_object('_id', up.id, 'name', up.name), 'taxes', (
    SELECT json_agg(${taxJson} ORDER BY t.name COLLATE aisle_names)
    FROM category_taxes ct JOIN taxes t ON t.id = ct.tax_id WHERE ct.category_id = up.id))
  FROM categories up
  WHERE up.id IN (c.id, parent.id, parent.parent_id)
    AND EXISTS (SELECT FROM category_taxes ct WHERE ct.category_id = up.id)
  ORDER BY up.level DESC LIMIT 1)`;

const productById = (id: string) => sql<ProductRead>`
  SELECT p.id AS "_id", p.name, p.slug, p.status, p.add_to_home_page AS "addToHomePage", p.badge,
    p.badge_by_sales AS "badgeBySales", p.description, p.tags, p.specifications,
    p.created_at AS "createdAt", p.updated_at AS "updatedAt", p.version,
    p.brand_id AS "brandId", p.category_id AS "categoryId",
    CASE WHEN b.id IS NOT NULL THEN json_build_object('_id', b.id, 'name', b.name) END AS "brandData",
    json_build_object('_id', c.id, 'name', c.name) AS "categoryData",
    ${pathAbove(sql.ref('c.parent_id'))} AS "categoryPath",
    ${ownTaxes} AS "ownTaxes", ${categoryTaxes} AS "categoryTaxes",
    (SELECT coalesce(json_agg(${imageJson} ORDER BY i.sort_order, i.file_id), '[]')
      FROM product_images i WHERE i.product_id = p.id AND i.sub_product_id IS NULL) AS "storedImages"
  FROM products p
  LEFT JOIN brands b ON b.id = p.brand_id
  JOIN categories c ON c.id = p.category_id
  LEFT JOIN categories parent ON parent.id = c.parent_id
  WHERE p.id = ${id}`;

/** Reads a product with everything that belongs to it, in two statements. */
export async function getProduct(tx: Tx, storage: Storage, id: string): Promise<Product> {
  // Sent together to save a round trip.
  const [{ rows }, subProducts] = await awaitAll([
    productById(id).execute(tx),
    subProductsOf(tx, storage, id),
  ]);
  const { ownTaxes, categoryTaxes, storedImages, ...row } = mustFind(rows[0], 'Product');
  const { _id, name } = row;
  const own = ownTaxes.length > 0;
  const inherited = categoryTaxes && { ...categoryTaxes.source, kind: 'category' as const };
  const images = storedImages.map((image) => toPicture(storage, image, name));
  const prices = subProducts.map((one) => one.salePrice ?? one.price);
  return {
    ...row,
    picture: images[0] ?? null,
    subProductCount: subProducts.length,
    lowestPrice: prices.length > 0 ? Math.min(...prices) : null,
    highestPrice: prices.length > 0 ? Math.max(...prices) : null,
    available: addQuantities(...subProducts.map((one) => one.available)),
    taxIds: ownTaxes.map((tax) => tax._id),
    taxes: own ? ownTaxes : (categoryTaxes?.taxes ?? []),
    taxSource: own ? { _id, name, kind: 'product' } : inherited,
    images,
    subProducts,
  };
}

/** The audit entries of a product and its sub-products. */
export async function productHistory(
  tx: Tx,
  id: string,
  request: ProductHistoryPage,
): Promise<Page<AuditEntry>> {
  const found = await tx
    .selectFrom('products as p')
    .select(
      sql<string[]>`ARRAY(SELECT s.id FROM sub_products s WHERE s.product_id = p.id)`.as('subProductIds'),
    )
    .where('p.id', '=', id)
    .executeTakeFirst();
  const { subProductIds } = mustFind(found, 'Product');
  const filtered = tx.selectFrom('audit_entries as a').where(
    sql<boolean>`((a.resource = 'products' AND a.record_id = ${id})
        OR (a.resource = 'subProducts' AND a.record_id = ANY(${subProductIds}::uuid[])))`,
  );
  return listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('a.id')], direction: request.sort?.order ?? 'desc' },
    select: (query) => query.select(shownOfEntry),
  }) as Promise<Page<AuditEntry>>;
}
