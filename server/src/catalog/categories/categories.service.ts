import {
  type Category,
  type CategoryEdit,
  type CategoryInput,
  type CategoryOrder,
  type CategoryTaxes,
  maxCategoryLevels,
  type TaxFlow,
} from '@aisle/contract/catalog/categories';
import type { z } from 'zod';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { restoreDeleted, storeDeleted } from '../../core/db/rows/deleted-records.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { existingIds } from '../../core/db/rows/records.ts';
import { inUse } from '../../core/db/usage.ts';
import { deleteUnusedImages, storeImage } from '../../core/files/images.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Uploads } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { mustFind, problem, stale, wrongField } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { checkTaxIds } from '../taxes/taxes.queries.ts';
import {
  branchBelow,
  categoryColumns,
  childrenOf,
  deleteCategory,
  findCategory,
  getCategory,
  insertCategory,
  lockCategory,
  lockStructure,
  namesInOrder,
  nextPlace,
  shiftLevels,
  updateCategory,
  writeOrder,
} from './categories.queries.ts';
import { clearTaxesBelow, getTaxFlow, writeCategoryTaxes } from './category-taxes.queries.ts';
import { renamesBy } from './impact/category-impact.service.ts';
import { renameInProducts } from './specifications/specification-renames.queries.ts';
import { storedSpecifications } from './specifications/stored-specifications.ts';

export async function addCategory(
  { tx, actor, services }: Context,
  input: CategoryInput,
  uploads: Uploads,
): Promise<Category> {
  const { parentId = null, taxIds = [], specifications = [] } = input;
  await lockStructure(tx);
  const level = (await levelUnder(tx, parentId)) + 1;
  if (level > maxCategoryLevels) throw tooDeep();
  await checkTaxIds(tx, taxIds);

  const id = newId();
  const image = uploads.image?.[0];
  await insertCategory(tx, {
    id,
    ...categoryColumns(input),
    parent_id: parentId,
    level,
    sort_order: await nextPlace(tx, parentId),
    specifications: JSON.stringify(storedSpecifications([], specifications)),
    ...(image && { image_id: await storeImage(tx, services.storage, image, actor.userId) }),
  });
  if (taxIds.length > 0) await writeCategoryTaxes(tx, id, taxIds);
  const category = await getCategory(tx, services.storage, id);
  await recordChange(tx, actor, { action: 'create', resource: 'categories', recordId: id, after: category });
  return category;
}

export async function changeCategory(
  { tx, actor, services }: Context,
  id: string,
  { version, ...input }: z.infer<typeof CategoryEdit>,
  uploads: Uploads,
): Promise<WithMessage<Category>> {
  const { parentId, taxIds, specifications, removeImage } = input;
  if (parentId !== undefined) await lockStructure(tx);
  const current = await lockCategory(tx, id);
  const before = await getCategory(tx, services.storage, id);
  const image = uploads.image?.[0];
  const sent = { ...input, removeImage: undefined, ...((image || removeImage) && { image: true }) };
  const meanwhile = await assertNoConflict(tx, {
    resource: 'categories',
    current: before,
    readAt: version,
    sent,
  });
  if (taxIds) await checkTaxIds(tx, taxIds);

  const kept = specifications && storedSpecifications(before.specifications, specifications);
  if (kept) await renameInProducts(tx, actor, await renamesBy(tx, before, kept));

  const moved =
    parentId !== undefined && parentId !== current.parentId
      ? await moveUnder(tx, { id, level: current.level }, parentId)
      : {};
  const image_id = image
    ? await storeImage(tx, services.storage, image, actor.userId)
    : removeImage
      ? null
      : undefined;
  await updateCategory(tx, id, {
    ...categoryColumns(input),
    ...moved,
    ...(kept && { specifications: JSON.stringify(kept) }),
    ...(image_id !== undefined && { image_id }),
  });
  if (image_id !== undefined) await deleteUnusedImages(tx, services.storage, [before.image?._id ?? null]);
  if (taxIds) await writeCategoryTaxes(tx, id, taxIds);
  const after = await getCategory(tx, services.storage, id);
  await recordChange(tx, actor, { action: 'edit', resource: 'categories', recordId: id, before, after });
  return withNotice(after, meanwhile);
}

/** Switching on or off cannot conflict with other edits, so it needs no version. */
export async function switchCategory(
  context: Context,
  id: string,
  status: boolean,
): Promise<WithMessage<Category>> {
  const { version } = await lockCategory(context.tx, id);
  return changeCategory(context, id, { version, status }, {});
}

export async function removeCategory({ tx, actor, services }: Context, id: string): Promise<{ _id: string }> {
  await lockStructure(tx);
  await lockCategory(tx, id);
  const before = await getCategory(tx, services.storage, id);
  const used = inUse(before.name, [
    [before.childCount, 'category below it', 'categories below it'],
    [before.productCount, 'product', 'products'],
  ]);
  if (used) throw used;
  await storeDeleted(tx, actor, ['categories', id], { taxIds: before.taxIds });
  await deleteCategory(tx, id);
  await recordChange(tx, actor, { action: 'delete', resource: 'categories', recordId: id, before });
  return { _id: id };
}

export async function restoreCategory({ tx, actor, services }: Context, id: string): Promise<Category> {
  await lockStructure(tx);
  const { taxIds } = await restoreDeleted<{ taxIds: string[] }>(tx, actor, ['categories', id]);
  const { parentId, level } = await lockCategory(tx, id);
  // The parent can have moved meanwhile.
  const newLevel = (await levelUnder(tx, parentId)) + 1;
  if (newLevel > maxCategoryLevels) throw tooDeep();
  if (newLevel !== level) await updateCategory(tx, id, { level: newLevel });

  const taxes = await existingIds(tx, 'taxes', taxIds);
  const category = await getCategory(tx, services.storage, id);
  if (taxes.size < taxIds.length) throw problem('restore.incomplete', { name: category.name });
  if (taxIds.length > 0) await writeCategoryTaxes(tx, id, taxIds);
  const restored = { ...category, taxIds };
  await recordChange(tx, actor, { action: 'restore', resource: 'categories', recordId: id, after: restored });
  return restored;
}

export async function sortCategories(
  tx: Tx,
  actor: Actor,
  { parentId = null, orderedIds }: z.infer<typeof CategoryOrder>,
): Promise<{ _id: string; sortOrder: number; version: number }[]> {
  await lockStructure(tx);
  const parent = parentId === null ? null : mustFind(await findCategory(tx, parentId), 'Category');
  const children = await childrenOf(tx, parentId);
  const named = new Set(orderedIds);
  if (named.size < orderedIds.length) throw wrongField('orderedIds', 'Each category can be listed only once');
  if (named.size !== children.length || !children.every((child) => named.has(child._id))) {
    throw problem('categories.children-changed', {}, { data: children });
  }

  await writeOrder(tx, orderedIds);
  const sorted = await childrenOf(tx, parentId);
  // Top-level categories have no parent record: their order is audited on the first of them.
  const recordId = parentId ?? orderedIds[0]!;
  const ordered = async (list: readonly { _id: string }[]) => ({
    parent: parent?.name ?? null,
    order: await namesInOrder(
      tx,
      list.map(({ _id }) => _id),
    ),
  });
  const [before, after] = [await ordered(children), await ordered(sorted)];
  await recordChange(tx, actor, { action: 'sort', resource: 'categories', recordId, before, after });
  return sorted;
}

export async function changeTaxes(
  { tx, actor, services }: Context,
  id: string,
  { taxIds, applyToChildren, version }: z.infer<typeof CategoryTaxes>,
): Promise<TaxFlow> {
  const current = await lockCategory(tx, id);
  if (version !== undefined && version !== current.version)
    throw stale(await getCategory(tx, services.storage, id));
  await checkTaxIds(tx, taxIds);

  const before = await getTaxFlow(tx, id);
  await writeCategoryTaxes(tx, id, taxIds);
  await updateCategory(tx, id, {});
  if (applyToChildren) await clearTaxesBelow(tx, id);
  const after = await getTaxFlow(tx, id);
  await recordChange(tx, actor, { action: 'edit-tax', resource: 'categories', recordId: id, before, after });
  return after;
}

/** The new position of a category under another parent; also shifts the levels of its descendants. */
async function moveUnder(
  tx: Tx,
  { id, level }: { id: string; level: number },
  parentId: string | null,
): Promise<{ parent_id: string | null; level: number; sort_order: number }> {
  const { ids, deepest } = await branchBelow(tx, id);
  const atParent = [{ path: 'parentId', message: 'Choose a different position' }];
  if (parentId !== null && ids.includes(parentId)) {
    throw problem('categories.into-itself', {}, { fields: atParent });
  }
  const newLevel = (await levelUnder(tx, parentId)) + 1;
  if (newLevel + deepest - level > maxCategoryLevels) throw tooDeep();
  if (newLevel !== level && ids.length > 1) {
    await shiftLevels(
      tx,
      ids.filter((below) => below !== id),
      newLevel - level,
    );
  }
  return { parent_id: parentId, level: newLevel, sort_order: await nextPlace(tx, parentId) };
}

async function levelUnder(tx: Tx, parentId: string | null): Promise<number> {
  if (parentId === null) return 0;
  const parent = await findCategory(tx, parentId);
  if (!parent) throw wrongField('parentId', 'This category no longer exists');
  return parent.level;
}

const tooDeep = () =>
  problem(
    'categories.too-deep',
    {},
    { fields: [{ path: 'parentId', message: 'This would be too many levels deep' }] },
  );
