import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';

/** A product with one of its sub-products, as an import reads it; one without any has none of their figures. */
export interface ProductLine {
  productId: string;
  sku: string | null;
  name: string | null;
  product: string;
  category: string;
  brand: string | null;
  barcode: string | null;
  unit: string | null;
  unitSize: number | null;
  soldByWeight: boolean | null;
  price: number | null;
  salePrice: number | null;
  costPrice: number | null;
  minPerOrder: number | null;
  maxPerOrder: number | null;
  status: boolean | null;
  productStatus: boolean;
  badge: string;
  addToHomePage: boolean;
  tags: string[];
  description: string | null;
}
/** The lines of some products, in the order given. What was paid for goods is for those who see them whole. */
export async function productLines(
  tx: Tx,
  productIds: readonly string[],
  withCosts: boolean,
): Promise<ProductLine[]> {
  const { rows } = await sql<ProductLine>`
    SELECT p.id AS "productId", s.sku, s.name, p.name AS product,
      concat_ws(' > ', top.name, above.name, c.name) AS category, b.name AS brand, s.barcode, s.unit,
      s.unit_size AS "unitSize", s.sold_by_weight AS "soldByWeight", s.price, s.sale_price AS "salePrice",
      CASE WHEN ${withCosts} THEN s.cost_price END AS "costPrice", s.min_per_order AS "minPerOrder",
      s.max_per_order AS "maxPerOrder", s.status, p.status AS "productStatus", p.badge,
      p.add_to_home_page AS "addToHomePage", p.tags, p.description
    FROM unnest(${productIds}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN products p ON p.id = wanted.id
    JOIN categories c ON c.id = p.category_id
    LEFT JOIN categories above ON above.id = c.parent_id
    LEFT JOIN categories top ON top.id = above.parent_id
    LEFT JOIN brands b ON b.id = p.brand_id
    LEFT JOIN sub_products s ON s.product_id = p.id
    ORDER BY wanted.place, s.sort_order, s.id`.execute(tx);
  return rows;
}

interface ExportFile {
  id: string;
  key: string;
  name: string;
  mime: string;
  createdBy: string | null;
}
/** Known as a file, so that it is cleared away after some days. */
export async function insertExportFile(
  tx: Tx,
  { id, key, name, mime, createdBy }: ExportFile,
): Promise<void> {
  await tx
    .insertInto('files')
    .values({ id, kind: 'export', storage_key: key, mime, bytes: 0, name, created_by: createdBy })
    .execute();
}
