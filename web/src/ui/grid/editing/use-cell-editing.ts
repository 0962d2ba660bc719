import { type RefObject, useState } from 'react';
import { at, move, step } from '../selection.ts';
import type { Sheet } from '../use-sheet.ts';
import type { Editing } from './cell-editor.tsx';

/** Where the active cell moves when editing ends. */
export type EditEnd = 'down' | 'up' | 'next' | 'back' | 'stay';

interface CellEditingOptions {
  sheet: Sheet;
  hasFocus: RefObject<boolean>;
  /** Called to add a row after the last one. */
  onBeyond: (() => void) | undefined;
}

/**
 * State and actions of the cell being edited: how editing starts, what it writes when it ends, and where the active cell moves.
 */
export function useCellEditing({ sheet, hasFocus, onBeyond }: CellEditingOptions) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const { head } = sheet.selection;

  function edit(typed?: string): void {
    if (!sheet.isOpen(head)) return;
    setEditing({ text: typed ?? sheet.textAt(head.row, head.column), isTyped: typed !== undefined });
  }
  function endEdit(text: string | null, go: EditEnd): void {
    setEditing(null);
    if (text !== null) sheet.write([{ ...head, cell: text }]);
    if (go === 'stay') return;
    hasFocus.current = true;
    const addsRow = go === 'down' && head.row === sheet.size.rows - 1 && onBeyond !== undefined;
    if (addsRow) onBeyond();
    if (go === 'down' || go === 'up') {
      const size = { ...sheet.size, rows: sheet.size.rows + (addsRow ? 1 : 0) };
      sheet.select(move(sheet.selection, { rows: go === 'down' ? 1 : -1 }, size));
    } else sheet.select(at(step(head, go === 'back', sheet.size) ?? head));
  }
  return { editing, edit, endEdit };
}
