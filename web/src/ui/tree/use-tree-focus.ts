import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TreeRow as Row } from './tree.ts';

interface TreeFocusOptions {
  box: RefObject<HTMLDivElement | null>;
  isLong: boolean;
  rows: readonly Row[];
  /** Scrolls a row into view. */
  reveal: (index: number) => void;
}

/** The focused row, and functions to move the focus. */
export function useTreeFocus({ box, isLong, rows, reveal }: TreeFocusOptions) {
  const [focused, setFocused] = useState<string>();
  const next = useRef<string>(undefined);
  const rowNode = (id: string) => box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);

  // Focuses the row after it is rendered. A row that was moved within the tree keeps the focus.
  useEffect(() => {
    if (next.current === undefined) return;
    const row = rowNode(next.current);
    next.current = undefined;
    row?.focus({ preventScroll: isLong });
  });

  function focusAt(index: number): void {
    const at = Math.min(Math.max(index, 0), rows.length - 1);
    const id = rows[at]?.node.id;
    if (id === undefined) return;
    next.current = id;
    reveal(at);
    setFocused(id);
    // If this row was focused already, nothing renders again.
    if (id === focused) rowNode(id)?.focus();
  }
  return {
    /** The index of the row in the tab order. */
    currentAt: Math.max(
      rows.findIndex((row) => row.node.id === focused),
      0,
    ),
    focusAt,
    setFocused,
    /** Keeps the focus on the row wherever it is rendered next. */
    keepFocusOn: (id: string) => {
      next.current = id;
    },
  };
}
