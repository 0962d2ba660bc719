import { type RefObject, useLayoutEffect } from 'react';
import { cellNode, reveal } from './grid-positions.ts';
import type { CellPosition } from './selection.ts';
import type { GridMeasures } from './view/use-grid-measures.ts';

interface ActiveFocusOptions {
  hasFocus: RefObject<boolean>;
  active: CellPosition;
  isEditing: boolean;
  measures: GridMeasures;
}

/** Keeps the focus on the active cell and scrolls it into view. */
export function useActiveFocus(
  box: RefObject<HTMLDivElement | null>,
  { hasFocus, active, isEditing, measures }: ActiveFocusOptions,
): void {
  const { rowHeight, headHeight, widths } = measures;
  useLayoutEffect(() => {
    const node = box.current;
    if (!node || !hasFocus.current || isEditing) return;
    reveal(node, active, { rowHeight, headHeight, widths });
    const cell = cellNode(node, active);
    if (cell && document.activeElement !== cell) cell.focus({ preventScroll: true });
  }, [box, hasFocus, active, isEditing, rowHeight, headHeight, widths]);
}
