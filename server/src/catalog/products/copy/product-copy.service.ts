import type { Product } from '@aisle/contract/catalog/products';
import type { SubProduct } from '@aisle/contract/catalog/sub-products';
import { recordChange } from '../../../core/changes/record-change.ts';
import type { Context } from '../../../core/context.ts';
import type { Tx } from '../../../core/db/db.ts';
import { newId } from '../../../core/ids.ts';
import { copyImages } from '../../product-images/product-images.queries.ts';
import { codesTaken, insertSubProducts } from '../../sub-products/sub-products.queries.ts';
import { getProduct } from '../product-view.queries.ts';
import { insertProducts, lockProduct, writeProductTaxes } from '../products.queries.ts';
import { createdEntry } from '../products.service.ts';

/**
 * Copies a product as a draft: inactive, with new SKUs, and without barcodes, stock, assignments and an earned badge, which
 * copies can't share.
 */
export async function duplicateProduct({ tx, actor, services }: Context, id: string): Promise<Product> {
  // Locks the product, so that no picture is deleted while it is copied.
  await lockProduct(tx, id);
  const source = await getProduct(tx, services.storage, id);
  const copyId = newId();
  const name = `${[...source.name].slice(0, 190).join('')} (copy)`;
  const badge = source.badge === 'autoBestSeller' ? 'none' : source.badge;
  await insertProducts(tx, [{ ...source, id: copyId, name, badge, status: false }]);
  if (source.taxIds.length > 0) await writeProductTaxes(tx, [{ id: copyId, taxIds: source.taxIds }]);
  const variants = actor.permissions.has('sub_product_add')
    ? await copyVariants(tx, source.subProducts, copyId)
    : new Map<string, string>();
  await copyImages(tx, id, copyId, variants);
  const copy = await getProduct(tx, services.storage, copyId);
  await recordChange(tx, actor, createdEntry(copy));
  return copy;
}

/** Returns the ID of each copy by the ID of its original. */
async function copyVariants(
  tx: Tx,
  variants: readonly SubProduct[],
  productId: string,
): Promise<Map<string, string>> {
  const skus = await freeSkus(tx, variants, productId);
  const rows = variants.map((one, place) => ({
    ...one,
    id: newId(),
    productId,
    place,
    sku: skus[place]!,
    barcode: null,
  }));
  await insertSubProducts(tx, rows);
  return new Map(rows.map((row) => [row._id, row.id]));
}

/** A SKU such as "MILK-1-COPY", or with the end of the copy's ID as suffix if that is taken. */
async function freeSkus(tx: Tx, variants: readonly SubProduct[], productId: string): Promise<string[]> {
  const withEnd = (end: string) => variants.map(({ sku }) => `${sku.slice(0, 64 - end.length)}${end}`);
  const skus = withEnd('-COPY');
  const taken = await codesTaken(tx, { skus, barcodes: [] });
  const isFree = taken.length === 0 && new Set(skus.map((sku) => sku.toLowerCase())).size === skus.length;
  return isFree ? skus : withEnd(`-${productId.slice(-6).toUpperCase()}`);
}
