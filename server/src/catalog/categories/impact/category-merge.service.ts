import {
  type CategoryMerged,
  maxCategoryLevels,
  maxMergedProducts,
} from '@aisle/contract/catalog/categories';
import { recordChanges } from '../../../core/changes/record-change.ts';
import type { Context } from '../../../core/context.ts';
import { deleteUnusedImages } from '../../../core/files/images.ts';
import { notFound, problem, wrongField } from '../../../core/problem.ts';
import { branchBelow, findCategory, lockStructure } from '../categories.queries.ts';
import {
  countProducts,
  deleteMerged,
  firstPair,
  type MergedPair,
  moveChildren,
  moveProducts,
  pairsBelow,
  shiftBranches,
} from './category-merge.queries.ts';

/** Moves the contents of a category into another one and deletes it. Subcategories with the same name are merged. */
export async function mergeCategory(
  { tx, actor, services }: Context,
  id: string,
  intoId: string,
): Promise<CategoryMerged> {
  await lockStructure(tx);
  const [source, target] = [await findCategory(tx, id), await findCategory(tx, intoId)];
  if (!source) throw notFound('Category');
  if (!target) throw wrongField('intoId', 'This category no longer exists');
  const { ids, deepest } = await branchBelow(tx, id);
  const fields = [{ path: 'intoId', message: 'Choose a different category' }];
  if (ids.includes(intoId)) throw problem('categories.into-itself', {}, { fields });
  const shift = target.level - source.level;
  if (ids.length > 1 && deepest + shift > maxCategoryLevels)
    throw problem('categories.too-deep', {}, { fields });

  const first = (await firstPair(tx, id, intoId))!;
  const pairs: MergedPair[] = [];
  const moved: Awaited<ReturnType<typeof moveChildren>> = [];
  for (let level = [first]; level.length > 0; ) {
    const below = await pairsBelow(tx, level);
    moved.push(...(await moveChildren(tx, level, below)));
    pairs.push(...level);
    level = below;
  }
  await shiftBranches(
    tx,
    moved.map((category) => category.id),
    shift,
  );
  const productCount = await countProducts(tx, pairs);
  if (productCount > maxMergedProducts)
    throw problem('categories.merge-too-large', { limit: maxMergedProducts });
  await moveProducts(tx, actor, pairs);
  await deleteMerged(tx, pairs);
  await deleteUnusedImages(
    tx,
    services.storage,
    pairs.map(({ imageId }) => imageId),
  );
  await recordChanges(tx, actor, [
    ...moved.map(({ id: recordId, name, before, after }) => ({
      action: 'edit' as const,
      resource: 'categories' as const,
      recordId,
      before: { name, parentId: before },
      after: { name, parentId: after },
    })),
    ...pairs.map(({ fromId, name, intoName }) => ({
      action: 'merge' as const,
      resource: 'categories' as const,
      recordId: fromId,
      before: { name },
      after: { name, into: intoName },
    })),
  ]);
  return { _id: intoId, name: first.intoName, productCount, categoryCount: moved.length };
}
