import type { CategoryProductBranch } from '@aisle/contract/categories';
import { formatMoney } from '@aisle/contract/core/money';
import { formatQuantity } from '@aisle/contract/core/quantity';
import type { CheckState, TreeNode } from '../ui/tree.ts';

/** What of one category is loaded so far: its page or pages, in order. */
export type Branches = ReadonlyMap<string, readonly CategoryProductBranch[]>;
export const rootBranch = '';
const morePrefix = 'more:';

/** The category whose next products a node stands for. */
export const moreOf = (node: TreeNode): string | undefined =>
  node.id.startsWith(morePrefix) ? node.id.slice(morePrefix.length) : undefined;

function stateOf(assigned: number, all: number): CheckState {
  if (assigned === 0 || all === 0) return 'none';
  return assigned >= all ? 'all' : 'some';
}

/** The tree as far as it is loaded; a category that is not shows its own figures. */
export function nodesOf(branches: Branches, isFixed: boolean, id = rootBranch): TreeNode[] {
  const pages = branches.get(id) ?? [];
  const categories = (pages[0]?.categories ?? []).map((category): TreeNode => {
    const { _id, name, subProductCount, assignedCount, childCount, productCount } = category;
    return {
      id: _id,
      label: name,
      note: `${assignedCount.toLocaleString('en-US')} of ${subProductCount.toLocaleString('en-US')} on sale`,
      isBranch: childCount > 0 || productCount > 0,
      isDisabled: isFixed || subProductCount === 0,
      state: stateOf(assignedCount, subProductCount),
      children: nodesOf(branches, isFixed, _id),
    };
  });
  const products = pages.flatMap((page) => page.products.map((product) => productNode(product, isFixed)));
  const isMore = Boolean(pages.at(-1)?.nextAfter);
  const more: TreeNode[] = isMore
    ? [{ id: morePrefix + id, label: 'Show more products', isDisabled: true, state: 'none' }]
    : [];
  return [...categories, ...products, ...more];
}

type Product = CategoryProductBranch['products'][number];
export type Assortable = Product['subProducts'][number];

/** What it costs here, and what is decided for here alone. */
function noteOf(sub: Assortable, isProductActive: boolean): string {
  const { locationPrice, price, threshold, maxPerOrder } = sub;
  return [
    formatMoney(locationPrice ?? price) + (locationPrice === null ? '' : ` instead of ${formatMoney(price)}`),
    threshold !== null && `low at ${formatQuantity(threshold)}`,
    maxPerOrder !== null && `at most ${formatQuantity(maxPerOrder)} an order`,
    !(sub.status && isProductActive) && 'switched off',
  ]
    .filter(Boolean)
    .join(' · ');
}
export function productNode(product: Product, isFixed: boolean): TreeNode {
  const leaves = product.subProducts.map(
    (sub): TreeNode => ({
      id: sub._id,
      label: `${sub.name} · ${sub.sku}`,
      note: noteOf(sub, product.status),
      isDisabled: isFixed,
    }),
  );
  const [only, ...others] = leaves;
  // A product that comes in one kind only is that kind.
  if (only && others.length === 0) return only;
  return {
    id: product._id,
    label: product.name,
    note: leaves.length === 0 ? 'nothing to sell yet' : undefined,
    isDisabled: isFixed || leaves.length === 0,
    ...(leaves.length === 0 && { state: 'none' as const }),
    children: leaves,
  };
}

/** The sub-products on sale, among those that are loaded. */
export const assignedIds = (products: Iterable<Product>): Set<string> =>
  new Set(
    [...products].flatMap(({ subProducts }) =>
      subProducts.filter(({ assigned }) => assigned).map(({ _id }) => _id),
    ),
  );
