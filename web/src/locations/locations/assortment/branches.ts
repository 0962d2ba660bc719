import type { CategoryProductBranch } from '@aisle/contract/catalog/categories';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import type { CheckState, TreeNode } from '../../../ui/tree/tree.ts';

/** The pages loaded so far by category, in order. */
type Branches = ReadonlyMap<string, readonly CategoryProductBranch[]>;
export const rootBranch = '';
const morePrefix = 'more:';

/** The category whose next page of products the node loads. */
export const moreOf = (node: TreeNode): string | undefined =>
  node.id.startsWith(morePrefix) ? node.id.slice(morePrefix.length) : undefined;
const moreNode = (id: string): TreeNode => ({
  id: morePrefix + id,
  label: 'Loading more products …',
  isMore: true,
  isDisabled: true,
  state: 'none',
});

function stateOf(assigned: number, all: number): CheckState {
  if (assigned === 0 || all === 0) return 'none';
  return assigned >= all ? 'all' : 'some';
}

type Category = CategoryProductBranch['categories'][number];
const existingCategories = new WeakMap<TreeNode, Category>();
/** The number of sub-products in a category that would be put on sale or removed. */
export function countToAssign(node: TreeNode, on: boolean): number | undefined {
  const category = existingCategories.get(node);
  if (!category) return undefined;
  return on ? category.subProductCount - category.assignedCount : category.assignedCount;
}

const categoryNode = (category: Category, isFixed: boolean, children: TreeNode[]): TreeNode => {
  const { _id, name, subProductCount, assignedCount, childCount, productCount } = category;
  const node: TreeNode = {
    id: _id,
    label: name,
    note: `${formatCount(assignedCount)} of ${formatCount(subProductCount)} on sale`,
    isBranch: childCount > 0 || productCount > 0,
    isDisabled: isFixed || subProductCount === 0,
    state: stateOf(assignedCount, subProductCount),
    children,
  };
  existingCategories.set(node, category);
  return node;
};

/** The tree as far as it is loaded. A category that isn't loaded yet shows its own counts. */
export function nodesOf(branches: Branches, isFixed: boolean, id = rootBranch): TreeNode[] {
  const pages = branches.get(id) ?? [];
  const categories = (pages[0]?.categories ?? []).map((category) =>
    categoryNode(category, isFixed, nodesOf(branches, isFixed, category._id)),
  );
  const isMore = Boolean(pages.at(-1)?.nextAfter);
  const products = productsOf(pages, isFixed);
  // Returns the same array if nothing was added, so that its rows aren't laid out again.
  if (categories.length === 0 && !isMore) return products;
  return [...categories, ...products, ...(isMore ? [moreNode(id)] : [])];
}

const joined = new WeakMap<object, { pages: readonly object[]; isFixed: boolean; nodes: TreeNode[] }>();
/** The products of a branch, cached while its pages stay the same. */
function productsOf(pages: readonly CategoryProductBranch[], isFixed: boolean): TreeNode[] {
  const [first] = pages;
  if (!first) return [];
  const known = joined.get(first);
  const isSame =
    known?.isFixed === isFixed &&
    known.pages.length === pages.length &&
    known.pages.every((page, at) => page === pages[at]);
  if (isSame) return known.nodes;
  const nodes = pages.flatMap((page) => productNodes(page, isFixed));
  joined.set(first, { pages, isFixed, nodes });
  return nodes;
}

/** The search results, each below its parent categories. */
export function foundNodes(
  pages: readonly CategoryProductBranch[],
  isFixed: boolean,
  /** Categories that match by name can be opened like any other. */
  branches: Branches = new Map(),
): TreeNode[] {
  const categories = new Map(pages.flatMap((page) => page.categories.map((one) => [one._id, one] as const)));
  const products = new Map<string, TreeNode[]>();
  for (const page of pages) {
    const nodes = productNodes(page, isFixed);
    for (const [at, { categoryData }] of page.products.entries()) {
      products.set(categoryData._id, [...(products.get(categoryData._id) ?? []), nodes[at]!]);
    }
  }
  const below = (parentId: string | null): TreeNode[] =>
    [...categories.values()]
      .filter((category) => category.parentId === parentId)
      .map((category) => {
        const found = [...below(category._id), ...(products.get(category._id) ?? [])];
        return categoryNode(
          category,
          isFixed,
          found.length > 0 ? found : nodesOf(branches, isFixed, category._id),
        );
      });
  const isMore = Boolean(pages.at(-1)?.nextAfter);
  return [...below(null), ...(isMore ? [moreNode(rootBranch)] : [])];
}

/** Cached by page, because large branches grow page by page. */
const made = { fixed: new WeakMap<object, TreeNode[]>(), free: new WeakMap<object, TreeNode[]>() };
function productNodes(page: CategoryProductBranch, isFixed: boolean): TreeNode[] {
  const known = isFixed ? made.fixed : made.free;
  const nodes = known.get(page) ?? page.products.map((product) => productNode(product, isFixed));
  known.set(page, nodes);
  return nodes;
}

type Product = CategoryProductBranch['products'][number];
export type Assortable = Product['subProducts'][number];

/** The price at the location, and its custom settings. */
function ownerNote(sub: Assortable, isProductActive: boolean): string {
  const { locationPrice, price, threshold, maxPerOrder, shelf } = sub;
  return [
    formatMoney(locationPrice ?? price) + (locationPrice === null ? '' : ` instead of ${formatMoney(price)}`),
    threshold !== null && `low at ${formatQuantity(threshold)}`,
    maxPerOrder !== null && `max ${formatQuantity(maxPerOrder)} per order`,
    shelf !== null && `shelf ${shelf}`,
    !(sub.status && isProductActive) && 'inactive',
  ]
    .filter(Boolean)
    .join(' · ');
}

const goods = new WeakMap<TreeNode, Assortable>();
/** The item of a node; undefined for categories and for products with several variants. */
export const itemOfNode = (node: TreeNode): Assortable | undefined => goods.get(node);

function leafOf(sub: Assortable, isProductActive: boolean, isFixed: boolean): TreeNode {
  const node: TreeNode = {
    id: sub._id,
    label: `${sub.name} · ${sub.sku}`,
    note: ownerNote(sub, isProductActive),
    isDisabled: isFixed,
    state: sub.assigned ? 'all' : 'none',
  };
  goods.set(node, sub);
  return node;
}

function productNode(product: Product, isFixed: boolean): TreeNode {
  const leaves = product.subProducts.map((sub) => leafOf(sub, product.status, isFixed));
  const [only, ...others] = leaves;
  // A product with a single sub-product is shown as that sub-product.
  if (only && others.length === 0) return only;
  return {
    id: product._id,
    label: product.name,
    note: leaves.length === 0 ? 'no sub-products yet' : undefined,
    isDisabled: isFixed || leaves.length === 0,
    state: stateOf(product.subProducts.filter(({ assigned }) => assigned).length, leaves.length),
    children: leaves,
  };
}
