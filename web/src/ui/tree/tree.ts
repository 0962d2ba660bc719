import { foldText, searchWords } from '@aisle/contract/core/fold-text';
/** One entry of a tree on the screen. */
export interface TreeNode {
  id: string;
  label: string;
  children?: readonly TreeNode[];
  /** True while its children are still to be fetched. */
  isBranch?: boolean;
  /** Represents entries that are fetched as soon as it becomes visible. */
  isMore?: boolean;
  /** A figure at the right. */
  count?: number;
  /** The same for what isn't a count, such as an amount. */
  figure?: string;
  /** Why it is as it is: "ticked because Cancel orders needs it". */
  note?: string;
  isDisabled?: boolean;
  /** How its box is ticked, where not all that is below it is loaded. */
  state?: CheckState;
}

export interface TreeRow {
  node: TreeNode;
  level: number;
  position: number;
  siblings: number;
  parent: string | undefined;
  isOpen: boolean;
  hasChildren: boolean;
}

/** The rows to show: what is open, or, while filtering, what matches with everything above it. */
export function treeRows(nodes: readonly TreeNode[], open: ReadonlySet<string>, filter = ''): TreeRow[] {
  const rows: TreeRow[] = [];
  // Filled in place: a tree of 50,000 leaves is laid out between two frames.
  addRows(rows, nodes, { open, wanted: searchWords(filter), level: 1, parent: undefined });
  return rows;
}

interface Layer {
  open: ReadonlySet<string>;
  /** Words that a label must have, folded; none while nothing is filtered. */
  wanted: readonly string[];
  level: number;
  parent: string | undefined;
}
const hasBelow = ({ isBranch, children = [] }: TreeNode): boolean => Boolean(isBranch) || children.length > 0;

/** The rows of a branch that has nothing but leaves stay as they are for as long as its list does. */
const leafRows = new WeakMap<readonly TreeNode[], { layer: Layer; rows: TreeRow[] }>();

function addRows(rows: TreeRow[], nodes: readonly TreeNode[], layer: Layer): void {
  if (layer.wanted.length > 0 || nodes.length === 0 || nodes.some(hasBelow)) {
    layOut(rows, nodes, layer);
    return;
  }
  const known = leafRows.get(nodes);
  const isSame = known?.layer.level === layer.level && known.layer.parent === layer.parent;
  const leaves = isSame ? known.rows : [];
  if (!isSame) {
    layOut(leaves, nodes, layer);
    leafRows.set(nodes, { layer, rows: leaves });
  }
  for (const row of leaves) rows.push(row);
}

function layOut(rows: TreeRow[], nodes: readonly TreeNode[], { open, wanted, level, parent }: Layer): void {
  const kept = wanted.length === 0 ? nodes : nodes.filter((node) => matches(node, wanted));
  for (const [index, node] of kept.entries()) {
    const children = node.children ?? [];
    const hasChildren = hasBelow(node);
    const isOpen = hasChildren && (open.has(node.id) || (wanted.length > 0 && children.length > 0));
    rows.push({ node, level, position: index + 1, siblings: kept.length, parent, isOpen, hasChildren });
    if (!isOpen) continue;
    // What matches by its own name keeps all that is below it.
    const isOwn = wanted.length > 0 && isNamed(node, wanted);
    addRows(rows, children, { open, wanted: isOwn ? [] : wanted, level: level + 1, parent: node.id });
  }
}

function isNamed({ label }: TreeNode, wanted: readonly string[]): boolean {
  const folded = foldText(label);
  return wanted.every((word) => folded.includes(word));
}
const matches = (node: TreeNode, wanted: readonly string[]): boolean =>
  isNamed(node, wanted) || (node.children ?? []).some((child) => matches(child, wanted));

/** The ids of everything below that has nothing below itself; of a leaf, its own. */
export const leavesOf = (node: TreeNode): string[] =>
  node.children?.length ? node.children.flatMap(leavesOf) : [node.id];

export type CheckState = 'all' | 'some' | 'none';
/** A node with children is as its leaves are. */
export function checkState(node: TreeNode, checked: ReadonlySet<string>): CheckState {
  if (node.state) return node.state;
  const leaves = leavesOf(node);
  const on = leaves.filter((id) => checked.has(id)).length;
  if (on === 0) return 'none';
  return on === leaves.length ? 'all' : 'some';
}

export const branchesOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => (node.children?.length ? [node.id, ...branchesOf(node.children)] : []));
