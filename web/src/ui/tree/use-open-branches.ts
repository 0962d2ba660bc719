import { useMemo, useState } from 'react';
import { branchesOf, type TreeRow as Row, type TreeNode } from './tree.ts';

interface OpenBranchesOptions {
  nodes: readonly TreeNode[];
  /** `nodes` are what a search found: all of them are open until they are closed. */
  isFound: boolean;
  initiallyOpen: readonly string[] | undefined;
  onExpand: ((node: TreeNode) => void) | undefined;
}

/** Which branches of a tree are open. What was open before a search is open again after it. */
export function useOpenBranches({ nodes, isFound, initiallyOpen, onExpand }: OpenBranchesOptions) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(initiallyOpen ?? nodes.map((node) => node.id)),
  );
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const open = useMemo(
    () => (isFound ? new Set(branchesOf(nodes).filter((id) => !closed.has(id))) : opened),
    [isFound, nodes, opened, closed],
  );

  function toggle({ node, isOpen }: Row): void {
    const [now, set] = isFound ? [closed, setClosed] : [opened, setOpened];
    const next = new Set(now);
    if (isOpen === isFound) next.add(node.id);
    else next.delete(node.id);
    set(next);
    if (!isOpen) onExpand?.(node);
  }
  return {
    open,
    toggle,
    openOne: (id: string) => setOpened(new Set([...opened, id])),
    expandAll: () => setOpened(new Set(branchesOf(nodes))),
    collapseAll: () => (isFound ? setClosed(new Set(branchesOf(nodes))) : setOpened(new Set())),
    /** For the next search: nothing of what it finds is closed. */
    forgetClosed: () => setClosed(new Set()),
  };
}
