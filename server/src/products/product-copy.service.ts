import type { Product } from '@aisle/contract/products';
import type { SubProduct } from '@aisle/contract/sub-products';
import type { Actor } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import type { Storage } from '../core/storage.ts';
import { codesTaken, insertSubProducts } from '../sub-products/sub-products.queries.ts';
import { copyImages } from './product-copy.queries.ts';
import { getProduct, insertProduct, lockProduct, writeProductTaxes } from './products.queries.ts';
import { slugBeside, slugOf } from './slug.ts';

/**
 * Copies a product, to be changed before it is sold: inactive, under new SKUs, and without what is of one thing
 * alone: barcodes, stock, where it is sold, a badge that its sales earned.
 */
export async function duplicateProduct(tx: Tx, actor: Actor, storage: Storage, id: string): Promise<Product> {
  // Locked, so that no picture goes while the copy takes it over.
  await lockProduct(tx, id);
  const source = await getProduct(tx, storage, id);
  const copyId = newId();
  const name = `${[...source.name].slice(0, 190).join('')} (copy)`;
  const columns = {
    name,
    category_id: source.categoryId,
    brand_id: source.brandId,
    description: source.description,
    specifications: JSON.stringify(source.specifications),
    tags: source.tags,
    badge: source.badge === 'autoBestSeller' ? 'none' : source.badge,
    add_to_home_page: source.addToHomePage,
    status: false,
  };
  if (!(await insertProduct(tx, copyId, slugOf(name), columns))) {
    await insertProduct(tx, copyId, slugBeside(name, copyId), columns);
  }
  if (source.taxIds.length > 0) await writeProductTaxes(tx, copyId, source.taxIds);
  const variants = actor.permissions.has('sub_product_add')
    ? await copyVariants(tx, source.subProducts, copyId)
    : new Map<string, string>();
  await copyImages(tx, id, copyId, variants);
  const copy = await getProduct(tx, storage, copyId);
  await audit(tx, actor, { action: 'create', resource: 'products', recordId: copyId, after: copy });
  return copy;
}

/** Gives the id of each copy by the id of what it is a copy of. */
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

/** "MILK-1-COPY", and where somebody has that, with the end of the copy's id. */
async function freeSkus(tx: Tx, variants: readonly SubProduct[], productId: string): Promise<string[]> {
  const withEnd = (end: string) => variants.map(({ sku }) => `${sku.slice(0, 64 - end.length)}${end}`);
  const skus = withEnd('-COPY');
  const taken = await codesTaken(tx, { skus, barcodes: [] });
  const isFree = taken.length === 0 && new Set(skus.map((sku) => sku.toLowerCase())).size === skus.length;
  return isFree ? skus : withEnd(`-${productId.slice(-6).toUpperCase()}`);
}
