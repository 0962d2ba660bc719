import { useMemo, useState } from 'react';
import { branchesOf, type TreeRow as Row, type TreeNode } from './tree.ts';

interface OpenBranchesOptions {
  nodes: readonly TreeNode[];
  /** `nodes` are search results: all branches are open until the user closes them. */
  isFound: boolean;
  initiallyOpen: readonly string[] | undefined;
  onExpand: ((node: TreeNode) => void) | undefined;
}

/** The open branches of a tree. After a search, restores the branches that were open before. */
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
    /** Resets the branches closed in search results, for the next search. */
    forgetClosed: () => setClosed(new Set()),
  };
}
