import type { Unit } from '@aisle/contract/core/quantity';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { insertSubProducts } from '../sub-products/sub-products.queries.ts';
import { insertProducts } from './products-in-bulk.queries.ts';
import { slugBeside, slugOf } from './slug.ts';

/** One line of an import: a product with one sub-product. What it holds was checked before. */
export interface BulkProduct {
  name: string;
  categoryId: string;
  brandId?: string | null;
  description?: string | null;
  tags?: readonly string[];
  status?: boolean;
  sku: string;
  barcode?: string | null;
  price: number;
  salePrice?: number | null;
  costPrice?: number | null;
  unit?: Unit;
  unitSize?: number | null;
  soldByWeight?: boolean;
  /** Of the variant; left out, it bears the name of the product. */
  subProductName?: string;
  optionValues?: Record<string, string>;
}

/** A statement holds so many rows: a few megabytes of JSON, and no lock held for long. */
const rowsAtOnce = 1000;

/**
 * Adds many products, each with its sub-product, by two statements a thousand; answers their ids in the order
 * given. SKUs and barcodes must be free: see `codesTaken`. Notes nothing in the audit log: the import does.
 */
export async function addProductsInBulk(
  tx: Tx,
  products: readonly BulkProduct[],
): Promise<{ productId: string; subProductId: string }[]> {
  const added: { productId: string; subProductId: string }[] = [];
  for (let start = 0; start < products.length; start += rowsAtOnce) {
    const some = products.slice(start, start + rowsAtOnce);
    const ids = some.map(() => ({ productId: newId(), subProductId: newId() }));
    await addOnlyProducts(tx, some, ids);
    await insertSubProducts(
      tx,
      some.map((product, index) => toSubProduct(product, ids[index]!)),
    );
    added.push(...ids);
  }
  return added;
}

async function addOnlyProducts(
  tx: Tx,
  products: readonly BulkProduct[],
  ids: readonly { productId: string }[],
): Promise<void> {
  const rows = products.map(({ name, description, brandId, categoryId, tags, status }, index) => ({
    id: ids[index]!.productId,
    name,
    slug: slugOf(name),
    description: description ?? null,
    brandId: brandId ?? null,
    categoryId,
    tags: tags ?? [],
    status: status ?? true,
  }));
  const done = await insertProducts(tx, rows);
  const namesakes = rows.filter((row) => !done.has(row.id));
  if (namesakes.length === 0) return;
  await insertProducts(
    tx,
    namesakes.map((row) => ({ ...row, slug: slugBeside(row.name, row.id) })),
  );
}

const toSubProduct = (product: BulkProduct, ids: { productId: string; subProductId: string }) => ({
  id: ids.subProductId,
  productId: ids.productId,
  place: 0,
  name: product.subProductName ?? product.name,
  sku: product.sku,
  barcode: product.barcode ?? null,
  optionValues: product.optionValues ?? {},
  unit: product.unit ?? 'each',
  unitSize: product.unitSize ?? null,
  soldByWeight: product.soldByWeight ?? false,
  price: product.price,
  salePrice: product.salePrice ?? null,
  costPrice: product.costPrice ?? null,
  minPerOrder: null,
  maxPerOrder: null,
  status: product.status ?? true,
});
