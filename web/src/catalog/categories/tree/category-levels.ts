import type { CategoryNode } from '@aisle/contract/catalog/categories';
import type { TreeNode } from '../../../ui/tree/tree.ts';

/** Represents the parent of the topmost categories. */
export const topLevel = '';
const more = 'more:';

/** The branch whose next children a row of the tree represents. */
export const branchToLoad = ({ id }: TreeNode): string | undefined =>
  id.startsWith(more) ? id.slice(more.length) : undefined;
const moreNode = (id: string): TreeNode => ({ id: more + id, label: 'Loading more…', isMore: true });

type Pages = ReadonlyMap<string, readonly CategoryNode[]>;
/** A tree with the children that were loaded since; one that arrives twice is there once. */
export function withPages(
  nodes: readonly CategoryNode[],
  pages: Pages,
  parentId = topLevel,
): readonly CategoryNode[] {
  if (pages.size === 0) return nodes;
  const byId = new Map([...nodes, ...(pages.get(parentId) ?? [])].map((node) => [node._id, node]));
  return [...byId.values()].map((node) => {
    const children = withPages(node.children, pages, node._id);
    return { ...node, children: [...children] };
  });
}

/** The rows of the tree; `isMore` of the topmost can't be seen from a parent. */
export const rowsOf = (nodes: readonly CategoryNode[], isFound: boolean, isMore: boolean): TreeNode[] => [
  ...nodes.map((node) => rowOf(node, isFound, false)),
  ...(isMore ? [moreNode(topLevel)] : []),
];

/** What was found by a search has nothing to load. */
function rowOf(node: CategoryNode, isFound: boolean, isHidden: boolean): TreeNode {
  const children = node.children.map((child) => rowOf(child, isFound, isHidden || !node.status));
  const isPart = !isFound && node.children.length < node.childCount;
  return {
    id: node._id,
    label: node.name,
    count: node.allProductCount,
    children: isPart ? [...children, moreNode(node._id)] : children,
    ...(node.status ? isHidden && { note: 'Hidden with its parent' } : { note: 'Inactive' }),
  };
}
