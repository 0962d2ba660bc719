import type { CategoryNode } from '@aisle/contract/catalog/categories';
import type { TreeMove } from '../../../ui/tree/tree-view.tsx';

export interface TreePosition {
  parentId: string | null;
  /** All children of the parent in their new order; empty if not all are loaded: the category is then added at the end. */
  orderedIds: string[];
  /** Whether the parent changes. */
  isMoved: boolean;
}

/** The children of a category, or the top-level categories. */
export function childrenOf(tree: readonly CategoryNode[], parentId: string | null): readonly CategoryNode[] {
  return parentId === null ? tree : (findNode(tree, parentId)?.children ?? []);
}

/** Whether all children of a category are loaded, and few enough to sort at once. */
export function isWhole(tree: readonly CategoryNode[], parentId: string | null): boolean {
  const children = childrenOf(tree, parentId);
  const count = parentId === null ? children.length : (findNode(tree, parentId)?.childCount ?? 0);
  return children.length === count && count < maxSorted;
}
const maxSorted = 1000;

export function findNode(tree: readonly CategoryNode[], id: string): CategoryNode | undefined {
  for (const node of tree) {
    const found = node._id === id ? node : findNode(node.children, id);
    if (found) return found;
  }
  return undefined;
}

/** The category and all its subcategories. */
export const branchIds = (node: CategoryNode): string[] => [node._id, ...node.children.flatMap(branchIds)];

/** The target position of a move; null if the category can't go there or is already there. */
export function placeOf(tree: readonly CategoryNode[], id: string, move: TreeMove): TreePosition | null {
  const node = findNode(tree, id);
  if (!node) return null;
  const siblings = childrenOf(tree, node.parentId);
  const at = siblings.findIndex(({ _id }) => _id === id);
  const put = (parentId: string | null, index: number): TreePosition | null => {
    if (parentId !== null && branchIds(node).includes(parentId)) return null;
    if (!isWhole(tree, parentId)) {
      return parentId === node.parentId ? null : { parentId, orderedIds: [], isMoved: true };
    }
    const before = childrenOf(tree, parentId).map(({ _id }) => _id);
    const others = before.filter((other) => other !== id);
    const orderedIds = [...others.slice(0, index), id, ...others.slice(index)];
    const isMoved = parentId !== node.parentId;
    return !isMoved && orderedIds.join() === before.join() ? null : { parentId, orderedIds, isMoved };
  };
  switch (move.to) {
    case 'up':
      return at > 0 ? put(node.parentId, at - 1) : null;
    case 'down':
      return at < siblings.length - 1 ? put(node.parentId, at + 1) : null;
    case 'in': {
      const above = siblings[at - 1];
      return above ? put(above._id, above.children.length) : null;
    }
    case 'out': {
      const parent = node.parentId === null ? undefined : findNode(tree, node.parentId);
      if (!parent) return null;
      const index = childrenOf(tree, parent.parentId).findIndex(({ _id }) => _id === parent._id);
      return put(parent.parentId, index + 1);
    }
    default: {
      const target = findNode(tree, move.target);
      if (!target || target._id === id) return null;
      if (move.to === 'inside')
        return put(target._id, target.children.filter(({ _id }) => _id !== id).length);
      const others = childrenOf(tree, target.parentId).filter(({ _id }) => _id !== id);
      const index = others.findIndex(({ _id }) => _id === target._id);
      return put(target.parentId, move.to === 'before' ? index : index + 1);
    }
  }
}
