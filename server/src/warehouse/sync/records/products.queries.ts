import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** The stored values of a sub-product, and of its product. */
export interface StoredProduct {
  id: string;
  productId: string;
  /** How many sub-products its product has. */
  siblings: number;
  productName: string;
  sku: string;
  name: string;
  price: number;
  salePrice: number | null;
  barcode: string | null;
  status: boolean;
  categoryId: string;
  updatedAt: string;
  productUpdatedAt: string;
}
/** Reads sub-products that are locked. */
export async function storedProducts(tx: Tx, ids: readonly string[]): Promise<Map<string, StoredProduct>> {
  const { rows } = await sql<StoredProduct>`
    SELECT s.id, s.product_id AS "productId", p.name AS "productName", s.sku, s.name, s.price,
      s.sale_price AS "salePrice", s.barcode, s.status, p.category_id AS "categoryId", iso(s.updated_at) AS "updatedAt",
      iso(p.updated_at) AS "productUpdatedAt",
      (SELECT count(*) FROM sub_products other WHERE other.product_id = p.id) AS siblings
    FROM sub_products s JOIN products p ON p.id = s.product_id WHERE s.id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The products of sub-products. */
export async function productsOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT product_id AS id FROM sub_products WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function existingCategories(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM categories WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
