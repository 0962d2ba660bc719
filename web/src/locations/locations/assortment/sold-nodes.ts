import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { ProductTreeNode } from '@aisle/contract/locations/assignments';
import type { TreeNode } from '../../../ui/tree/tree.ts';

/** One response: a branch, or another page of its products. */
export interface SoldPage {
  tree: readonly ProductTreeNode[];
  nextCursor: string | null;
}
/** The pages loaded so far, by category; the departments are at the root. */
type SoldPages = ReadonlyMap<string, readonly SoldPage[]>;
export const soldRoot = '';
const morePrefix = 'more:';
/** The category whose next page of products the node loads. */
export const soldMoreOf = ({ id }: TreeNode): string | undefined =>
  id.startsWith(morePrefix) ? id.slice(morePrefix.length) : undefined;

type Sold = Extract<ProductTreeNode, { kind: 'product' }>['subProducts'][number];

/** The products that a location sells, as far as they are loaded. */
export function soldNodes(pages: SoldPages, id = soldRoot): TreeNode[] {
  const loaded = pages.get(id) ?? [];
  const nodes = loaded.flatMap(({ tree }) =>
    tree.map((node) => (node.kind === 'category' ? branchOf(pages, node) : productOf(node))),
  );
  if (!loaded.at(-1)?.nextCursor) return nodes;
  return [...nodes, { id: morePrefix + id, label: 'Loading more products …', isMore: true }];
}

type Category = Extract<ProductTreeNode, { kind: 'category' }>;
const branchOf = (
  pages: SoldPages,
  { _id, name, subProductCount }: Category,
  children = soldNodes(pages, _id),
): TreeNode => ({
  id: _id,
  label: name,
  note: `${formatCount(subProductCount)} on sale`,
  isBranch: true,
  children,
});

/** The results of a search, each below all its parent categories. */
export function foundSold(found: readonly SoldPage[], pages: SoldPages): TreeNode[] {
  const all = found.flatMap(({ tree }) => tree);
  const hits = new Map(all.flatMap((node) => (node.kind === 'category' ? [[node._id, node] as const] : [])));
  const nodes = below(all, 0, hits, pages);
  if (!found.at(-1)?.nextCursor) return nodes;
  return [...nodes, { id: morePrefix + soldRoot, label: 'Loading more products …', isMore: true }];
}

/** The results in a category: its direct child categories, then its direct products. */
function below(
  found: readonly ProductTreeNode[],
  depth: number,
  hits: ReadonlyMap<string, Category>,
  pages: SoldPages,
): TreeNode[] {
  const inner = new Map<string, { name: string; found: ProductTreeNode[] }>();
  const products: TreeNode[] = [];
  for (const node of found) {
    const place = node.above ?? [];
    const next = place[depth] ?? (node.kind === 'category' ? node : undefined);
    if (next === undefined) {
      if (node.kind === 'product') products.push(productOf(node));
      continue;
    }
    const category = inner.get(next._id) ?? { name: next.name, found: [] };
    inner.set(next._id, category);
    if (place[depth]) category.found.push(node);
  }
  const categories = [...inner].map(([id, category]): TreeNode => {
    const children = below(category.found, depth + 1, hits, pages);
    const hit = hits.get(id);
    // A category that matches by name can be opened like any other.
    if (hit) return branchOf(pages, hit, children.length > 0 ? children : undefined);
    return { id, label: category.name, isBranch: true, children };
  });
  return [...categories, ...products];
}

function productOf({
  _id,
  name,
  status,
  subProducts,
}: Extract<ProductTreeNode, { kind: 'product' }>): TreeNode {
  const [only] = subProducts;
  if (only && subProducts.length === 1) return leafOf(only, status);
  return { id: _id, label: name, children: subProducts.map((sold) => leafOf(sold, status)) };
}

function leafOf(sold: Sold, isActive: boolean): TreeNode {
  const { _id, name, price, ownPrice, available, threshold, maxPerOrder, status } = sold;
  const unit = countedIn(sold);
  const note = [
    formatMoney(price),
    ownPrice !== null && 'custom price',
    available > 0 ? `${formatQuantity(available, unit)} available` : 'out of stock',
    threshold !== null && `low at ${formatQuantity(threshold, unit)}`,
    maxPerOrder !== null && `max ${formatQuantity(maxPerOrder, unit)} per order`,
    !(isActive && status) && 'inactive',
  ];
  return { id: _id, label: name, note: note.filter(Boolean).join(' · ') };
}
