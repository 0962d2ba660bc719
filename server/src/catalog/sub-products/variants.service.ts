import {
  maxVariants,
  pricingIssues,
  type SaveVariants,
  type SubProduct,
  type VariantInput,
} from '@aisle/contract/catalog/sub-products';
import type { FieldError } from '@aisle/contract/core/envelope';
import type { Permission } from '@aisle/contract/permissions';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { mustFind, problem, wrongField } from '../../core/problem.ts';
import { deleteUnused } from '../product-images/product-images.service.ts';
import { rejectTakenCodes } from './codes.service.ts';
import {
  insertSubProducts,
  type LockedSubProduct,
  lockSubProducts,
  type SubProductColumns,
  subProductsById,
  updateSubProducts,
} from './sub-products.queries.ts';
import { merged, rejectUsed, savedEntry } from './sub-products.service.ts';
import { countVariants, deleteVariants, lockProductOf } from './variants.queries.ts';

/** Adds and changes variants of one product, all or none, and returns them in the order of the request. */
export async function saveVariants(
  context: Context,
  { productId, subProducts: variants }: SaveVariants,
): Promise<{ subProducts: SubProduct[] }> {
  const { tx, actor, services } = context;
  canWriteVariants(actor, variants);
  if (!(await lockProductOf(tx, productId))) throw wrongField('productId', 'This product no longer exists');
  const editedIds = variants.flatMap(({ _id }) => _id ?? []);
  const locked = await lockSubProducts(tx, editedIds);
  const before = await subProductsById(tx, services.storage, editedIds);
  const ids = await writeVariants(tx, productId, { variants, locked }, (stale) => ({
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

interface ProductVariants {
  variants: readonly VariantInput[];
  removedIds: readonly string[];
  /** The existing variants of both lists, locked before `product` was read. */
  locked: readonly LockedSubProduct[];
}
/**
 * Deletes, adds and changes variants while their locked product is saved, which records the change. Returns the IDs of
 * `variants` in their order.
 */
export async function saveVariantsOf(
  { tx, actor, services }: Context,
  product: { _id: string; name: string; subProducts: readonly SubProduct[] },
  { variants, removedIds, locked }: ProductVariants,
): Promise<string[]> {
  mustHave(actor, 'sub_product_delete', removedIds.length > 0);
  canWriteVariants(actor, variants);
  if (removedIds.length > 0) {
    await rejectUsed(tx, product.name, removedIds);
    await deleteVariants(tx, product._id, removedIds);
    const removed = product.subProducts.filter(({ _id }) => removedIds.includes(_id));
    const imageIds = removed.flatMap(({ images }) => images.map(({ _id }) => _id));
    await deleteUnused(tx, services.storage, imageIds);
  }
  return writeVariants(tx, product._id, { variants, locked }, () => product);
}

/** Adding variants requires a different permission than changing existing ones. */
function canWriteVariants(actor: Actor, variants: readonly VariantInput[]): void {
  const edited = variants.filter(({ _id }) => _id !== undefined).length;
  mustHave(actor, 'sub_product_edit', edited > 0);
  mustHave(actor, 'sub_product_add', edited < variants.length);
}

function mustHave(actor: Actor, permission: Permission, isNeeded: boolean): void {
  if (isNeeded && !actor.permissions.has(permission)) throw problem('permission-missing', { permission });
}

/** Writes variants of a locked product. `staleData` is the response data if some were changed in the meantime. */
async function writeVariants(
  tx: Tx,
  productId: string,
  { variants, locked }: Pick<ProductVariants, 'variants' | 'locked'>,
  staleData: (ids: readonly string[]) => unknown,
): Promise<string[]> {
  if (variants.length === 0) return [];
  const existing = existingOf(productId, variants, locked);
  rejectStale(variants, existing, staleData);
  const rows = variants.map((variant) => merged(existing.get(variant._id ?? ''), variant));
  rejectInvalidAmounts(rows);
  await rejectTakenCodes(tx, rows, [...existing.values()]);

  const added = rows.filter(({ id }) => !existing.has(id));
  const { count, place } = await countVariants(tx, productId);
  if (count + added.length > maxVariants) throw problem('subProducts.too-many', { most: maxVariants });
  const changed = rows.filter(({ id }) => existing.has(id));
  if (changed.length > 0) await updateSubProducts(tx, changed);
  if (added.length > 0) {
    await insertSubProducts(
      tx,
      added.map((row, index) => ({ ...row, productId, place: place + index })),
    );
  }
  return rows.map(({ id }) => id);
}

function existingOf(
  productId: string,
  variants: readonly VariantInput[],
  locked: readonly LockedSubProduct[],
): Map<string, LockedSubProduct> {
  const ofProduct = locked.filter((row) => row.productId === productId);
  const existing = new Map(ofProduct.map((row) => [row.id, row]));
  const fields = variants.flatMap(({ _id }, index) =>
    _id === undefined || existing.has(_id)
      ? []
      : [{ path: `subProducts.${index}._id`, message: "This product doesn't have this sub-product" }],
  );
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
  return existing;
}

/** Rejects all variants if one is stale. */
function rejectStale(
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
function rejectInvalidAmounts(rows: readonly SubProductColumns[]): void {
  const fields = rows.flatMap((row, index) =>
    pricingIssues(row).map(({ path, message }) => ({ path: `subProducts.${index}.${path}`, message })),
  );
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
}
