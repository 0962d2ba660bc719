import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TreeRow as Row } from './tree.ts';

interface TreeFocusOptions {
  box: RefObject<HTMLDivElement | null>;
  isLong: boolean;
  rows: readonly Row[];
  /** Scrolls a row into sight. */
  reveal: (index: number) => void;
}

/** The row with the focus, and ways to give it to another one. */
export function useTreeFocus({ box, isLong, rows, reveal }: TreeFocusOptions) {
  const [focused, setFocused] = useState<string>();
  const next = useRef<string>(undefined);
  const rowNode = (id: string) => box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);

  // The row to be focused is drawn first. One that was moved to elsewhere in the tree keeps the focus.
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
    // Focus may have been there already, so that nothing is drawn anew.
    if (id === focused) rowNode(id)?.focus();
  }
  return {
    /** The row that Tab leads to. */
    currentAt: Math.max(
      rows.findIndex((row) => row.node.id === focused),
      0,
    ),
    focusAt,
    setFocused,
    /** The row keeps the focus wherever it is drawn next. */
    keepFocusOn: (id: string) => {
      next.current = id;
    },
  };
}
