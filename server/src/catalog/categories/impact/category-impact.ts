import type { Specification } from '@aisle/contract/catalog/categories';
import type { TaxRef } from '@aisle/contract/catalog/taxes';

/** The parts of a category that affect its descendants. */
export interface Family {
  _id: string;
  name: string;
  parentId: string | null;
  level: number;
  status: boolean;
  taxes: TaxRef[];
  specifications: Specification[];
  /** Products directly in the category: all, active ones, and those without product taxes. */
  products: number;
  activeProducts: number;
  inheritingProducts: number;
}
export type Families = ReadonlyMap<string, Family>;

/** A category and its ancestors, topmost first. */
export function chainOf(families: Families, id: string): Family[] {
  const chain: Family[] = [];
  for (let at = families.get(id); at; at = at.parentId === null ? undefined : families.get(at.parentId)) {
    // A cycle is rejected elsewhere; this only prevents an endless loop.
    if (chain.includes(at)) break;
    chain.unshift(at);
  }
  return chain;
}

/** The category's own taxes, or those of the nearest ancestor with taxes. */
export const effectiveTaxes = (chain: readonly Family[]): TaxRef[] =>
  chain.findLast(({ taxes }) => taxes.length > 0)?.taxes ?? [];

/** Whether shoppers see the category: it and all its ancestors are active. */
const isShown = (chain: readonly Family[]): boolean => chain.every(({ status }) => status);

/** The specifications of products by lower-case name; the lowest declaration wins. */
const specificationsIn = (chain: readonly Family[]): Map<string, Specification> =>
  new Map(chain.flatMap(({ specifications }) => specifications.map((one) => [one.name.toLowerCase(), one])));

const idsOf = (taxes: readonly TaxRef[]): string =>
  taxes
    .map(({ _id }) => _id)
    .sort()
    .join();

/** Counts the categories whose taxes change, and the products affected. */
export function taxesChanged(before: Families, after: Families, branch: readonly string[]) {
  const changed = branch.filter(
    (id) => idsOf(effectiveTaxes(chainOf(before, id))) !== idsOf(effectiveTaxes(chainOf(after, id))),
  );
  const productCount = changed.reduce((sum, id) => sum + (before.get(id)?.inheritingProducts ?? 0), 0);
  return { categoryCount: changed.length, productCount };
}

/** Counts the active products that would be hidden from shoppers or shown again. */
export function visibilityChanges(before: Families, after: Families, branch: readonly string[]) {
  const counts = { hiddenCount: 0, shownCount: 0 };
  for (const id of branch) {
    const [was, is] = [isShown(chainOf(before, id)), isShown(chainOf(after, id))];
    const products = before.get(id)?.activeProducts ?? 0;
    if (was && !is) counts.hiddenCount += products;
    if (!was && is) counts.shownCount += products;
  }
  return counts;
}

/** A specification that changes in a category. */
export interface SpecificationChange extends Specification {
  categoryId: string;
  change: 'lost' | 'renamed' | 'changed' | 'gained';
  /** The previous name, if it changes. */
  from: string | null;
}

export function specificationsChanged(
  before: Families,
  after: Families,
  branch: readonly string[],
): SpecificationChange[] {
  return branch.flatMap((categoryId) => {
    const [was, is] = [
      specificationsIn(chainOf(before, categoryId)),
      specificationsIn(chainOf(after, categoryId)),
    ];
    const renamed = renamedIn(was, is);
    const isFrom = new Set([...renamed.values()].map(({ name }) => name.toLowerCase()));
    const lost = [...was]
      .filter(([key]) => !is.has(key) && !isFrom.has(key))
      .map(([, one]) => ({ ...one, change: 'lost' as const, from: null, categoryId }));
    const kept = [...is].flatMap(([key, one]): SpecificationChange[] => {
      const old = renamed.get(one._id);
      if (old) return [{ ...one, change: 'renamed', from: old.name, categoryId }];
      const before = isFrom.has(key) ? undefined : was.get(key);
      if (!before) return [{ ...one, change: 'gained', from: null, categoryId }];
      return isSame(before, one) ? [] : [{ ...one, change: 'changed', from: null, categoryId }];
    });
    return [...lost, ...kept];
  });
}

type Specifications = ReadonlyMap<string, Specification>;
/** Renamed specifications by ID, with their previous values. */
function renamedIn(was: Specifications, is: Specifications): Map<string, Specification> {
  const before = new Map([...was.values()].map((one) => [one._id, one]));
  return new Map(
    [...is.values()].flatMap(({ _id, name }) => {
      const old = before.get(_id);
      return old && old.name !== name ? [[_id, old]] : [];
    }),
  );
}

/** A renamed specification in the products of one category. */
export interface SpecificationRename {
  categoryId: string;
  from: string;
  to: string;
}
export const renamesIn = (changes: readonly SpecificationChange[]): SpecificationRename[] =>
  changes.flatMap(({ categoryId, from, name }) => (from === null ? [] : [{ categoryId, from, to: name }]));

const isSame = (one: Specification, other: Specification): boolean =>
  one.name === other.name &&
  one.type === other.type &&
  one.required === other.required &&
  one.options.join('\n') === other.options.join('\n');
