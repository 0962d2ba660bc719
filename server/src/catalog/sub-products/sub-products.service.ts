import {
  pricingIssues,
  type SubProduct,
  type SubProductEdit,
  type SubProductInput,
} from '@aisle/contract/catalog/sub-products';
import type { z } from 'zod';
import { type Change, recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { inUse } from '../../core/db/usage.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Uploads } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { mustFind, notFound, problem, stale, wrongField } from '../../core/problem.ts';
import { addImages, arrangeImages, deleteUnused } from '../product-images/product-images.service.ts';
import { rejectTakenCodes } from './codes.service.ts';
import {
  deleteSubProduct,
  getSubProduct,
  type LockedSubProduct,
  lockSubProducts,
  type SubProductColumns,
  updateSubProducts,
  usageOf,
} from './sub-products.queries.ts';

export async function changeSubProduct(
  { tx, actor, services }: Context,
  id: string,
  { version, images, ...input }: z.infer<typeof SubProductEdit>,
): Promise<SubProduct> {
  const [current] = await lockSubProducts(tx, [id]);
  const before = await getSubProduct(tx, services.storage, id);
  if (current?.version !== version) throw stale(before);

  const row = merged(current, input);
  const fields = pricingIssues(row);
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
  await rejectTakenCodes(tx, [row], [current], () => '');
  const owner = { productId: current.productId, subProductId: id };
  if (images) await arrangeImages(tx, services.storage, { owner, places: images });
  await updateSubProducts(tx, [row]);
  const after = await getSubProduct(tx, services.storage, id);
  await recordChange(tx, actor, savedEntry(before, after));
  return after;
}

/** Switching on or off cannot conflict with other edits, so it needs no version. */
export async function switchSubProduct(context: Context, id: string, status: boolean): Promise<SubProduct> {
  const [current] = await lockSubProducts(context.tx, [id]);
  const { version } = mustFind(current, 'Sub-product');
  return changeSubProduct(context, id, { version, status });
}

export async function removeSubProduct(
  { tx, actor, services }: Context,
  id: string,
): Promise<{ _id: string }> {
  const before = await getSubProduct(tx, services.storage, id);
  await rejectUsed(tx, before.name, [id]);
  await deleteSubProduct(tx, id);
  await deleteUnused(
    tx,
    services.storage,
    before.images.map((image) => image._id),
  );
  const snapshot = { productId: before.productId };
  await recordChange(tx, actor, {
    action: 'delete',
    resource: 'subProducts',
    recordId: id,
    before,
    snapshot,
  });
  return { _id: id };
}

/** Rejects deleting sub-products that were ever in stock or ordered, with the counts. */
export async function rejectUsed(tx: Tx, what: string, ids: readonly string[]): Promise<void> {
  const { locations, movements, orders } = await usageOf(tx, ids);
  const used = inUse(what, [
    [locations, 'location with stock', 'locations with stock'],
    [movements, 'stock movement', 'stock movements'],
    [orders, 'order', 'orders'],
  ]);
  if (used) throw used;
}

export async function addSubProductImages(
  context: Context,
  id: string,
  uploads: Uploads,
): Promise<SubProduct> {
  const { tx, actor, services } = context;
  const [current] = await lockSubProducts(tx, [id]);
  if (!current) throw notFound('Sub-product');
  if (!uploads.images) throw wrongField('images', 'Choose at least one picture');
  const before = await getSubProduct(tx, services.storage, id);
  await addImages(context, { productId: current.productId, subProductId: id }, uploads.images);
  // Increments the version, because the pictures are part of the record.
  await updateSubProducts(tx, [current]);
  const after = await getSubProduct(tx, services.storage, id);
  await recordChange(tx, actor, savedEntry(before, after));
  return after;
}

/** The defaults of a new sub-product. */
export const freshSubProduct: Omit<SubProductColumns, 'id' | 'name' | 'sku' | 'price'> = {
  barcode: null,
  optionValues: {},
  unit: 'each',
  unitSize: null,
  soldByWeight: false,
  salePrice: null,
  costPrice: null,
  minPerOrder: null,
  maxPerOrder: null,
  status: true,
};

/** The sub-product after the change: the input merged over its current values. */
export function merged(
  current: LockedSubProduct | undefined,
  input: Partial<SubProductInput>,
): SubProductColumns {
  const base = current ?? { ...freshSubProduct, id: newId(), name: '', sku: '', price: 0 };
  const columns = { ...base };
  for (const key of Object.keys(base) as (keyof SubProductColumns)[]) {
    if (key !== 'id' && input[key] !== undefined) Object.assign(columns, { [key]: input[key] });
  }
  return columns;
}

export const savedEntry = (before: SubProduct | undefined, after: SubProduct): Change => ({
  action: before ? 'edit' : 'create',
  resource: 'subProducts',
  recordId: after._id,
  before,
  after,
});

/** Hides cost prices from storefront API keys. */
export const withoutCost = (actor: Actor, subProducts: SubProduct[]): SubProduct[] =>
  actor.userType === 'program' ? subProducts.map((one) => ({ ...one, costPrice: null })) : subProducts;
