import type { ProductTreeNode } from '@aisle/contract/assignments';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { TreeNode } from '../../ui/tree.ts';

/** One answer: a branch, or a further page of its products. */
export interface SoldPage {
  tree: readonly ProductTreeNode[];
  nextCursor: string | null;
}
/** What is loaded so far, by category; the departments stand at the root. */
export type SoldPages = ReadonlyMap<string, readonly SoldPage[]>;
export const soldRoot = '';
const morePrefix = 'more:';
/** The category whose next products a node stands for. */
export const soldMoreOf = ({ id }: TreeNode): string | undefined =>
  id.startsWith(morePrefix) ? id.slice(morePrefix.length) : undefined;

type Sold = Extract<ProductTreeNode, { kind: 'product' }>['subProducts'][number];

/** What a location sells, as far as it is loaded. */
export function soldNodes(pages: SoldPages, id = soldRoot): TreeNode[] {
  const loaded = pages.get(id) ?? [];
  const nodes = loaded.flatMap(({ tree }) =>
    tree.map((node) => (node.kind === 'category' ? branchOf(pages, node) : productOf(node))),
  );
  if (!loaded.at(-1)?.nextCursor) return nodes;
  return [...nodes, { id: morePrefix + id, label: 'Loading more products …', isMore: true }];
}

const branchOf = (
  pages: SoldPages,
  { _id, name, subProductCount }: Extract<ProductTreeNode, { kind: 'category' }>,
): TreeNode => ({
  id: _id,
  label: name,
  note: `${subProductCount.toLocaleString('en-US')} on sale`,
  isBranch: true,
  children: soldNodes(pages, _id),
});

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
    ownPrice !== null && 'own price',
    available > 0 ? `${formatQuantity(available, unit)} available` : 'out of stock',
    threshold !== null && `low at ${formatQuantity(threshold, unit)}`,
    maxPerOrder !== null && `at most ${formatQuantity(maxPerOrder, unit)}`,
    !(isActive && status) && 'switched off',
  ];
  return { id: _id, label: name, note: note.filter(Boolean).join(' · ') };
}
