import type { Product, ProductInput, ProductRow } from '@aisle/contract/catalog/products';
import type { TaxRef } from '@aisle/contract/catalog/taxes';
import type { Ref } from '@aisle/contract/core/fields';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, type RowChange } from '../../core/db/rows/columns.ts';
import { choices } from '../../core/db/rows/records.ts';
import { columnNames, type TypedFields } from '../../core/db/rows/typed-fields.ts';
import type { Storage } from '../../core/files/storage.ts';
import { mustFind } from '../../core/problem.ts';
import { pathAbove } from '../categories/categories.queries.ts';
import {
  availableOf,
  type StoredImage,
  subProductsOf,
  toPicture,
} from '../sub-products/sub-products.queries.ts';

const imageJson = sql`json_build_object('_id', i.file_id, 'alt', i.alt)`;
const columns = [
  'p.id as _id',
  'p.name',
  'p.slug',
  'p.status',
  'p.add_to_home_page as addToHomePage',
  'p.created_at as createdAt',
  'p.updated_at as updatedAt',
  'p.version',
] as const;
const shown = [
  sql<ProductRow['badge']>`p.badge`.as('badge'),
  sql<Ref | null>`(SELECT json_build_object('_id', b.id, 'name', b.name) FROM brands b
    WHERE b.id = p.brand_id)`.as('brandData'),
  sql<Ref>`(SELECT json_build_object('_id', c.id, 'name', c.name) FROM categories c
    WHERE c.id = p.category_id)`.as('categoryData'),
  sql<StoredImage | null>`(SELECT ${imageJson} FROM product_images i
    WHERE i.product_id = p.id AND i.sub_product_id IS NULL
    ORDER BY i.sort_order, i.file_id LIMIT 1)`.as('cover'),
  sql<Prices>`(SELECT json_build_object('count', count(*),
      'lowest', min(coalesce(s.sale_price, s.price)), 'highest', max(coalesce(s.sale_price, s.price)))
    FROM sub_products s WHERE s.product_id = p.id)`.as('prices'),
] as const;
/** The available quantity at all locations that the actor has access to. */
const available = sql<number>`(SELECT coalesce(sum(${availableOf(sql.ref('stock_row'))}), 0)
    FROM sub_products s JOIN stock_levels stock_row ON stock_row.sub_product_id = s.id
    WHERE s.product_id = p.id)`;
interface Prices {
  count: number;
  lowest: number | null;
  highest: number | null;
}
interface ShownRow extends Omit<ProductRow, 'picture' | 'subProductCount' | 'lowestPrice' | 'highestPrice'> {
  cover: StoredImage | null;
  prices: Prices;
}
const toProductRow = <Row extends ShownRow>(storage: Storage, { cover, prices, ...product }: Row) => ({
  ...product,
  picture: cover && toPicture(storage, cover, product.name),
  subProductCount: prices.count,
  lowestPrice: prices.lowest,
  highestPrice: prices.highest,
});

/** The taxes of a product itself, and the nearest category with taxes in case it has none. */
const taxColumns = [
  sql<TaxRef[]>`(SELECT coalesce(json_agg(json_build_object(
      '_id', t.id, 'name', t.name, 'rate', t.rate, 'status', t.status) ORDER BY t.name), '[]')
    FROM product_taxes pt JOIN taxes t ON t.id = pt.tax_id WHERE pt.product_id = p.id)`.as('ownTaxes'),
  sql<{ source: Ref; taxes: TaxRef[] } | null>`(
    SELECT json_build_object('source', json_build_object('_id', up.id, 'name', up.name), 'taxes', (
      SELECT json_agg(json_build_object(
        '_id', t.id, 'name', t.name, 'rate', t.rate, 'status', t.status) ORDER BY t.name)
      FROM category_taxes ct JOIN taxes t ON t.id = ct.tax_id WHERE ct.category_id = up.id))
    FROM categories c
    LEFT JOIN categories parent ON parent.id = c.parent_id
    JOIN categories up ON up.id IN (c.id, parent.id, parent.parent_id)
    WHERE c.id = p.category_id AND EXISTS (SELECT FROM category_taxes ct WHERE ct.category_id = up.id)
    ORDER BY up.level DESC LIMIT 1)`.as('categoryTaxes'),
] as const;

/** A product with everything that belongs to it, in two statements. */
export async function getProduct(tx: Tx, storage: Storage, id: string): Promise<Product> {
  const product = tx
    .selectFrom('products as p')
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .select([
      ...columns,
      ...shown,
      ...taxColumns,
      available.as('available'),
      'p.description',
      'p.brand_id as brandId',
      'p.category_id as categoryId',
      'p.tags',
      'p.badge_by_sales as badgeBySales',
      sql<Record<string, string | number>>`p.specifications`.as('specifications'),
      pathAbove(sql.ref('c.parent_id')).as('categoryPath'),
      sql<StoredImage[]>`(SELECT coalesce(json_agg(${imageJson} ORDER BY i.sort_order, i.file_id), '[]')
        FROM product_images i WHERE i.product_id = p.id AND i.sub_product_id IS NULL)`.as('storedImages'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();
  // Sent together: one round trip.
  const [found, subProducts] = await Promise.all([product, subProductsOf(tx, storage, id)]);
  const { ownTaxes, categoryTaxes, storedImages, ...row } = mustFind(found, 'Product');
  const { _id, name } = row;
  const own = ownTaxes.length > 0;
  const inherited = categoryTaxes && { ...categoryTaxes.source, kind: 'category' as const };
  return {
    ...toProductRow(storage, row),
    taxIds: ownTaxes.map((tax) => tax._id),
    taxes: own ? ownTaxes : (categoryTaxes?.taxes ?? []),
    taxSource: own ? { _id, name, kind: 'product' } : inherited,
    images: storedImages.map((image) => toPicture(storage, image, name)),
    subProducts,
  };
}

/** Locks the product for an edit and returns its version. */
export async function lockProduct(tx: Tx, id: string): Promise<{ version: number; categoryId: string }> {
  const row = await tx
    .selectFrom('products')
    .select(['version', 'category_id as categoryId'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return mustFind(row, 'Product');
}

/** The editable columns of a product, declared once for writing one and many; its taxes are in another table. */
export const productFields = {
  name: 'text',
  categoryId: 'uuid',
  brandId: 'uuid',
  description: 'text',
  badge: 'text',
  tags: 'text[]',
  addToHomePage: 'boolean',
  status: 'boolean',
  specifications: 'jsonb',
} as const satisfies TypedFields & Record<Exclude<keyof ProductInput, 'taxIds'>, string>;
export type ProductFields = Pick<Product, keyof typeof productFields>;

/** What a new product has where nothing else is given. */
export const freshProduct = {
  description: null,
  brandId: null,
  badge: 'none',
  tags: [],
  addToHomePage: false,
  status: true,
  specifications: {},
} as const satisfies Omit<ProductFields, 'name' | 'categoryId'>;

export const productColumns = columnsOf<'products', ProductInput>()({
  ...columnNames(productFields),
  // Validated against the category first.
  specifications: null,
  // Stored in a separate table.
  taxIds: null,
});

/** False when another product has the slug. */
export async function insertProduct(tx: Tx, product: NewRow<'products'>): Promise<boolean> {
  const result = await tx
    .insertInto('products')
    .values(product)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function updateProduct(tx: Tx, id: string, columns: RowChange<'products'>): Promise<void> {
  await tx
    .updateTable('products')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function writeProductTaxes(tx: Tx, id: string, taxIds: readonly string[]): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM product_taxes WHERE product_id = ${id} AND NOT tax_id = ANY(${taxIds}::uuid[]))
    INSERT INTO product_taxes (product_id, tax_id)
    SELECT ${id}::uuid, unnest(${taxIds}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function deleteProduct(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('products').where('id', '=', id).execute();
}

export const productChoices = (tx: Tx, search: string | undefined) => choices(tx, 'products', search);
