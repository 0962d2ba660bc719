import {
  type Category,
  type CategoryChange,
  type CategoryImpact,
  maxCategoryLevels,
  type Specification,
} from '@aisle/contract/catalog/categories';
import type { Tx } from '../../../core/db/db.ts';
import { inUse } from '../../../core/db/usage.ts';
import { mustFind, type Problem, problem, wrongField } from '../../../core/problem.ts';
import { checkTaxIds } from '../../taxes/taxes.queries.ts';
import { storedSpecifications } from '../specifications/stored-specifications.ts';
import { familyOf, reachOf, taxRefs, usesOf } from './category-impact.queries.ts';
import {
  chainOf,
  effectiveTaxes,
  type Families,
  type Family,
  renamesIn,
  type SpecificationRename,
  specificationsChanged,
  taxesChanged,
  visibilityChanges,
} from './category-impact.ts';

/** Previews a change of a category by comparing categories before and after it. */
export async function impactOf(tx: Tx, id: string, change: CategoryChange): Promise<CategoryImpact> {
  const rows = await familyOf(tx, id, change.parentId ?? null);
  const before = new Map(rows.map((row) => [row._id, row]));
  const category = mustFind(before.get(id), 'Category');
  if (change.parentId && !before.has(change.parentId)) {
    throw wrongField('parentId', 'This category no longer exists');
  }
  const branch = rows.filter(({ isBelow }) => isBelow).map(({ _id }) => _id);
  const after = await familiesAfter(tx, { before, category, branch }, change);
  const refusal = refusalOf(before, category, branch, change);
  return {
    category: { _id: id, name: category.name },
    categoryCount: branch.length - 1,
    productCount: branch.reduce((sum, one) => sum + (before.get(one)?.products ?? 0), 0),
    ...(await reachOf(tx, id)),
    ...visibilityChanges(before, after, branch),
    taxes: {
      before: effectiveTaxes(chainOf(before, id)),
      after: effectiveTaxes(chainOf(after, id)),
      ...taxesChanged(before, after, branch),
    },
    specifications: await usesOf(tx, specificationsChanged(before, after, branch)),
    refusal: refusal && { code: refusal.code, message: refusal.message },
  };
}

/** The renames caused by an edit of specifications, in the category and in those that inherit from it. */
export async function renamesBy(
  tx: Tx,
  { _id, specifications: was }: Category,
  specifications: Specification[],
): Promise<SpecificationRename[]> {
  const nameOf = new Map(was.map((one) => [one._id, one.name]));
  if (specifications.every((one) => (nameOf.get(one._id) ?? one.name) === one.name)) return [];
  const rows = await familyOf(tx, _id, null);
  const before = new Map(rows.map((row) => [row._id, row]));
  const after = new Map(before).set(_id, { ...mustFind(before.get(_id), 'Category'), specifications });
  const branch = rows.filter(({ isBelow }) => isBelow).map((row) => row._id);
  return renamesIn(specificationsChanged(before, after, branch));
}

/** Returns the categories as they are after the change. */
async function familiesAfter(
  tx: Tx,
  { before, category, branch }: { before: Families; category: Family; branch: readonly string[] },
  { status, parentId, taxIds, applyToChildren, specifications }: CategoryChange,
): Promise<Families> {
  const after = new Map(before);
  if (taxIds) await checkTaxIds(tx, taxIds);
  if (applyToChildren) {
    for (const id of branch) after.set(id, { ...before.get(id)!, taxes: [] });
  }
  after.set(category._id, {
    ...category,
    ...(status !== undefined && { status }),
    ...(parentId !== undefined && { parentId }),
    ...(taxIds && { taxes: await taxRefs(tx, taxIds) }),
    ...(specifications && { specifications: storedSpecifications(category.specifications, specifications) }),
  });
  return after;
}

/** The problem with which the change would be rejected. */
function refusalOf(
  families: Families,
  { _id, name, level, products, parentId: current }: Family,
  branch: readonly string[],
  { remove, parentId }: CategoryChange,
): Problem | null {
  if (remove) {
    const children = branch.filter((id) => families.get(id)?.parentId === _id).length;
    return (
      inUse(name, [
        [children, 'category below it', 'categories below it'],
        [products, 'product', 'products'],
      ]) ?? null
    );
  }
  if (parentId === undefined || parentId === current) return null;
  if (parentId !== null && branch.includes(parentId)) return problem('categories.into-itself');
  const deepest = Math.max(...branch.map((id) => families.get(id)!.level));
  const newLevel = (parentId === null ? 0 : families.get(parentId)!.level) + 1;
  return newLevel + deepest - level > maxCategoryLevels ? problem('categories.too-deep') : null;
}
