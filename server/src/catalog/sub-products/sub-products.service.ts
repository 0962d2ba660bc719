import {
  maxVariants,
  pricingIssues,
  type SaveVariants,
  type SubProduct,
  type SubProductEdit,
  type SubProductInput,
  type VariantInput,
} from '@aisle/contract/catalog/sub-products';
import type { FieldError } from '@aisle/contract/core/envelope';
import type { Permission } from '@aisle/contract/permissions';
import type { z } from 'zod';
import { type Change, recordChange, recordChanges } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { inUse } from '../../core/db/usage.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Uploads } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { mustFind, notFound, problem, stale, wrongField } from '../../core/problem.ts';
import { addImages, arrangeImages, forgetUnused } from '../product-images/product-images.service.ts';
import { refuseTakenCodes } from './codes.service.ts';
import {
  countVariants,
  deleteSubProduct,
  getSubProduct,
  insertSubProducts,
  type LockedSubProduct,
  lockProductOf,
  lockSubProducts,
  type SubProductColumns,
  subProductsById,
  updateSubProducts,
  usageOf,
} from './sub-products.queries.ts';

/** Adds and changes variants of one product, all or none, and returns them in the order of the request. */
export async function saveVariants(
  context: Context,
  { productId, subProducts: variants }: SaveVariants,
): Promise<{ subProducts: SubProduct[] }> {
  const { tx, actor, services } = context;
  mayWriteVariants(actor, variants);
  if (!(await lockProductOf(tx, productId))) throw wrongField('productId', 'This product no longer exists');
  const editedIds = variants.flatMap(({ _id }) => _id ?? []);
  await lockSubProducts(tx, editedIds);
  const before = await subProductsById(tx, services.storage, editedIds);
  const ids = await writeVariants(tx, productId, variants, (stale) => ({
    subProducts: stale.map((id) => mustFind(before.get(id), 'Sub-product')),
  }));
  const after = await subProductsById(tx, services.storage, ids);
  const saved = ids.map((id) => mustFind(after.get(id), 'Sub-product'));
  await recordChanges(
    tx,
    actor,
    saved.map((subProduct) => savedEntry(before.get(subProduct._id), subProduct)),
  );
  return { subProducts: saved };
}

/** Adding takes another permission than changing what is there. */
export function mayWriteVariants(actor: Actor, variants: readonly VariantInput[]): void {
  const edited = variants.filter(({ _id }) => _id !== undefined).length;
  mustHave(actor, 'sub_product_edit', edited > 0);
  mustHave(actor, 'sub_product_add', edited < variants.length);
}

type StaleData = (ids: readonly string[]) => unknown;
interface CheckedVariants {
  /** In the order of the request. */
  rows: SubProductColumns[];
  locked: ReadonlyMap<string, LockedSubProduct>;
}
/** Locks those that are there, and refuses what can't be saved. */
export async function checkVariants(
  tx: Tx,
  productId: string,
  variants: readonly VariantInput[],
  staleData: StaleData,
): Promise<CheckedVariants> {
  if (variants.length === 0) return { rows: [], locked: new Map() };
  const locked = await lockVariants(tx, productId, variants);
  refuseStale(variants, locked, staleData);
  const rows = variants.map((variant) => merged(locked.get(variant._id ?? ''), variant));
  refuseWrongFigures(rows);
  await refuseTakenCodes(tx, rows, [...locked.values()]);
  return { rows, locked };
}

/**
 * Writes variants of a locked product and gives their ids, in the order of the request. `staleData` says what goes with
 * the refusal where some were changed meanwhile.
 */
export async function writeVariants(
  tx: Tx,
  productId: string,
  variants: readonly VariantInput[],
  staleData: StaleData,
): Promise<string[]> {
  const { rows, locked } = await checkVariants(tx, productId, variants, staleData);
  const added = rows.filter(({ id }) => !locked.has(id));
  const { count, place } = await countVariants(tx, productId);
  if (count + added.length > maxVariants) throw problem('subProducts.too-many', { most: maxVariants });

  if (locked.size > 0) {
    await updateSubProducts(
      tx,
      rows.filter((row) => locked.has(row.id)),
    );
  }
  await addVariants(tx, productId, added, place);
  return rows.map(({ id }) => id);
}

/** Adds checked variants to a product that has others up to a place. */
export async function addVariants(
  tx: Tx,
  productId: string,
  rows: readonly SubProductColumns[],
  place = 0,
): Promise<void> {
  if (rows.length === 0) return;
  await insertSubProducts(
    tx,
    rows.map((row, index) => ({ ...row, productId, place: place + index })),
  );
}

export function mustHave(actor: Actor, permission: Permission, isNeeded: boolean): void {
  if (isNeeded && !actor.permissions.has(permission)) throw problem('permission-missing', { permission });
}

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
  await refuseTakenCodes(tx, [row], [current], () => '');
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
  await refuseUsed(tx, before.name, [id]);
  await deleteSubProduct(tx, id);
  await forgetUnused(
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

/** Rejects deleting what was ever in stock or ordered, with the counts. */
export async function refuseUsed(tx: Tx, what: string, ids: readonly string[]): Promise<void> {
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

async function lockVariants(
  tx: Tx,
  productId: string,
  variants: readonly VariantInput[],
): Promise<Map<string, LockedSubProduct>> {
  const rows = await lockSubProducts(
    tx,
    variants.flatMap(({ _id }) => _id ?? []),
  );
  const locked = new Map(rows.filter((row) => row.productId === productId).map((row) => [row.id, row]));
  const fields = variants.flatMap(({ _id }, index) =>
    _id === undefined || locked.has(_id)
      ? []
      : [{ path: `subProducts.${index}._id`, message: "This product doesn't have this sub-product" }],
  );
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
  return locked;
}

/** One stale variant rejects all. */
function refuseStale(
  variants: readonly VariantInput[],
  locked: ReadonlyMap<string, LockedSubProduct>,
  staleData: (ids: readonly string[]) => unknown,
): void {
  const fields: FieldError[] = [];
  const ids: string[] = [];
  for (const [index, { _id, version }] of variants.entries()) {
    const now = locked.get(_id ?? '');
    if (!now || now.version === version) continue;
    fields.push({
      path: `subProducts.${index}.version`,
      message: 'Someone else changed this while you were editing',
    });
    ids.push(now.id);
  }
  if (fields.length > 0) throw problem('version-stale', {}, { fields, data: staleData(ids) });
}

/** Rejects prices that conflict with unchanged fields, such as a price below the existing sale price. */
function refuseWrongFigures(rows: readonly SubProductColumns[]): void {
  const fields = rows.flatMap((row, index) =>
    pricingIssues(row).map(({ path, message }) => ({ path: `subProducts.${index}.${path}`, message })),
  );
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
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
function merged(current: LockedSubProduct | undefined, input: Partial<SubProductInput>): SubProductColumns {
  const base = current ?? { ...freshSubProduct, id: newId(), name: '', sku: '', price: 0 };
  const columns = { ...base };
  for (const key of Object.keys(base) as (keyof SubProductColumns)[]) {
    if (key !== 'id' && input[key] !== undefined) Object.assign(columns, { [key]: input[key] });
  }
  return columns;
}

const savedEntry = (before: SubProduct | undefined, after: SubProduct): Change => ({
  action: before ? 'edit' : 'create',
  resource: 'subProducts',
  recordId: after._id,
  before,
  after,
});

/** Cost prices are hidden from API keys of storefronts. */
export const withoutCost = (actor: Actor, subProducts: SubProduct[]): SubProduct[] =>
  actor.userType === 'program' ? subProducts.map((one) => ({ ...one, costPrice: null })) : subProducts;
