import { type DragEvent, useState } from 'react';
import type { TreeNode } from './tree.ts';

/** The target of a move: a step by keyboard, or before, after or inside another row. */
export type TreeMove =
  | { to: 'up' | 'down' | 'in' | 'out' }
  | { to: 'before' | 'inside' | 'after'; target: string };

type Drop = Extract<TreeMove, { target: string }>;

/** Props that make a row a drag source and drop target; `onDrop` receives the position of the drop. */
export function useTreeDragging(onDrop: (dragged: TreeNode, drop: Drop) => void) {
  const [dragged, setDragged] = useState<TreeNode>();
  const [drop, setDrop] = useState<Drop>();
  function end(): void {
    setDrop(undefined);
    setDragged(undefined);
  }
  return (node: TreeNode) => ({
    draggable: true,
    'data-drop': drop?.target === node.id ? drop.to : undefined,
    'data-dragged': dragged?.id === node.id || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(node);
    },
    onDragOver: (event: DragEvent) => {
      if (!dragged || dragged.id === node.id) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const part = (event.clientY - top) / height;
      const to = part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'inside';
      if (drop?.target !== node.id || drop.to !== to) setDrop({ to, target: node.id });
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged && drop) onDrop(dragged, drop);
      end();
    },
    onDragEnd: end,
  });
}
