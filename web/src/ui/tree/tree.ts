import { foldText, searchWords } from '@aisle/contract/core/fold-text';
/** A node of a tree view. */
export interface TreeNode {
  id: string;
  label: string;
  children?: readonly TreeNode[];
  /** True while its children aren't loaded yet. */
  isBranch?: boolean;
  /** Represents nodes that are loaded as soon as it becomes visible. */
  isMore?: boolean;
  /** A count at the right end. */
  count?: number;
  /** A value at the right end that isn't a count, such as an amount. */
  figure?: string;
  /** Explains its state: "ticked because Cancel orders needs it". */
  note?: string;
  isDisabled?: boolean;
  /** The state of its checkbox, if its descendants aren't all loaded. */
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

/** The rows to show: those in open branches or, while filtering, matches and their ancestors. */
export function treeRows(nodes: readonly TreeNode[], open: ReadonlySet<string>, filter = ''): TreeRow[] {
  const rows: TreeRow[] = [];
  // Appends to one array: laying out a tree of 50,000 leaves has to fit between two frames.
  addRows(rows, nodes, { open, wanted: searchWords(filter), level: 1, parent: undefined });
  return rows;
}

interface Layer {
  open: ReadonlySet<string>;
  /** Normalized words that a label must contain; empty without a filter. */
  wanted: readonly string[];
  level: number;
  parent: string | undefined;
}
const hasBelow = ({ isBranch, children = [] }: TreeNode): boolean => Boolean(isBranch) || children.length > 0;

/** Caches the rows of branches that contain only leaves, for each list of children. */
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
    // A match by its own name keeps all of its descendants.
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

/** The IDs of all leaves below a node, or its own ID if it is a leaf. */
export const leavesOf = (node: TreeNode): string[] =>
  node.children?.length ? node.children.flatMap(leavesOf) : [node.id];

export type CheckState = 'all' | 'some' | 'none';
/** The state of a branch follows from its leaves. */
export function checkState(node: TreeNode, checked: ReadonlySet<string>): CheckState {
  if (node.state) return node.state;
  const leaves = leavesOf(node);
  const on = leaves.filter((id) => checked.has(id)).length;
  if (on === 0) return 'none';
  return on === leaves.length ? 'all' : 'some';
}

export const branchesOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => (node.children?.length ? [node.id, ...branchesOf(node.children)] : []));
