import type { KeyboardEvent } from 'react';
import type { TreeRow as Row, TreeNode } from './tree.ts';
import type { TreeMove } from './tree-dragging.ts';

const moveOfKey = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const;

interface TreeKeyActions {
  rows: readonly Row[];
  focusAt: (index: number) => void;
  keepFocusOn: (id: string) => void;
  toggle: (row: Row) => void;
  openOne: (id: string) => void;
  check: (node: TreeNode) => void;
  onOpen: ((node: TreeNode) => void) | undefined;
  onMove: ((node: TreeNode, move: TreeMove) => void) | undefined;
}

/** Handles a key on a row, following the ARIA tree pattern; Alt with an arrow moves the row. */
export function pressTreeKey(event: KeyboardEvent, row: Row, index: number, actions: TreeKeyActions): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
  if (event.altKey) {
    moveRow(event, row, index, actions);
    return;
  }
  const isLetter = /^[\p{L}\p{N}]$/u.test(event.key);
  const act =
    actionOf(event.key, row, index, actions) ??
    (isLetter ? () => focusLetter(event.key, index, actions) : undefined);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function actionOf(key: string, row: Row, index: number, actions: TreeKeyActions): (() => void) | undefined {
  const { rows, focusAt, toggle, check, onOpen } = actions;
  const byKey: Record<string, () => void> = {
    ArrowDown: () => focusAt(index + 1),
    ArrowUp: () => focusAt(index - 1),
    Home: () => focusAt(0),
    End: () => focusAt(rows.length - 1),
    ArrowRight: () => {
      if (row.hasChildren && !row.isOpen) toggle(row);
      else if (row.isOpen) focusAt(index + 1);
    },
    ArrowLeft: () =>
      row.isOpen ? toggle(row) : focusAt(rows.findIndex(({ node }) => node.id === row.parent)),
    ' ': () => check(row.node),
    Enter: () => (onOpen ? onOpen(row.node) : check(row.node)),
  };
  return byKey[key];
}

function moveRow(event: KeyboardEvent, row: Row, index: number, actions: TreeKeyActions): void {
  const { rows, keepFocusOn, openOne, onMove } = actions;
  const to = moveOfKey[event.key as keyof typeof moveOfKey];
  if (!to || !onMove) return;
  event.preventDefault();
  if (to === 'in') {
    // Opens the row above, so that the moved row stays visible inside it.
    const above = rows.slice(0, index).findLast(({ level }) => level === row.level);
    if (above) openOne(above.node.id);
  }
  keepFocusOn(row.node.id);
  onMove(row.node, { to });
}

/** Focuses the next row that starts with the letter, wrapping around after the last row. */
function focusLetter(letter: string, index: number, { rows, focusAt }: TreeKeyActions): void {
  const begins = ({ node }: Row) => node.label.toLowerCase().startsWith(letter.toLowerCase());
  const after = rows.findIndex((row, at) => at > index && begins(row));
  const found = after >= 0 ? after : rows.findIndex(begins);
  if (found >= 0) focusAt(found);
}
