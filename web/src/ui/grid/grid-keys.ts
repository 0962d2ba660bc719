import type { KeyboardEvent } from 'react';
import { all, at, type CellPosition, move, step } from './selection.ts';
import type { Sheet } from './use-sheet.ts';

interface Ways {
  sheet: Sheet;
  /** The number of rows that Page Up and Page Down move. */
  page: number;
  /** Starts to edit the active cell: with its content, or with the typed text in its place. */
  edit: (typed?: string) => void;
  isSwitch: (place: CellPosition) => boolean;
  /** True after Escape: the next Tab leaves the grid. */
  leaving: { current: boolean };
}

/** Handles a key in a grid while no cell is being edited; returns false for keys left to the browser. */
export function pressKey(event: KeyboardEvent, ways: Ways): boolean {
  const { sheet } = ways;
  const { head } = sheet.selection;
  const isMod = event.ctrlKey || event.metaKey;
  if (event.key === 'Tab') return tab(event, ways);
  ways.leaving.current = false;
  if (isMod) return pressWithMod(event, ways);
  if (event.altKey) return false;
  const to = way(event.key, ways.page, sheet.size);
  if (to) {
    sheet.select(move(sheet.selection, to, sheet.size, event.shiftKey));
    return true;
  }
  switch (event.key) {
    case 'Enter':
    case 'F2':
      if (ways.isSwitch(head)) sheet.toggle(head);
      else ways.edit();
      return true;
    case 'Delete':
    case 'Backspace':
      sheet.clear();
      return true;
    case 'Escape':
      sheet.select(at(head));
      ways.leaving.current = true;
      return true;
    case ' ':
      if (ways.isSwitch(head)) sheet.toggle(head);
      else ways.edit();
      return true;
    default:
      if (event.key.length !== 1) return false;
      if (!ways.isSwitch(head)) ways.edit(event.key);
      return true;
  }
}

function tab(event: KeyboardEvent, { sheet, leaving }: Ways): boolean {
  if (leaving.current) return false;
  const next = step(sheet.selection.head, event.shiftKey, sheet.size);
  if (!next) return false;
  sheet.select(at(next));
  return true;
}

function pressWithMod(event: KeyboardEvent, { sheet }: Ways): boolean {
  const { rows, columns } = sheet.size;
  const far = {
    ArrowDown: { rows },
    ArrowUp: { rows: -rows },
    ArrowRight: { columns },
    ArrowLeft: { columns: -columns },
    Home: { rows: -rows, columns: -columns },
    End: { rows, columns },
  }[event.key];
  if (far) {
    sheet.select(move(sheet.selection, far, sheet.size, event.shiftKey));
    return true;
  }
  const done: Record<string, () => void> = {
    a: () => sheet.select(all(sheet.size)),
    d: sheet.fillDown,
    z: event.shiftKey ? sheet.redo : sheet.undo,
    y: sheet.redo,
  };
  const work = done[event.key.toLowerCase()];
  work?.();
  return work !== undefined;
}

const way = (key: string, page: number, { columns }: { columns: number }) =>
  ({
    ArrowDown: { rows: 1 },
    ArrowUp: { rows: -1 },
    ArrowRight: { columns: 1 },
    ArrowLeft: { columns: -1 },
    Home: { columns: -columns },
    End: { columns },
    PageDown: { rows: page },
    PageUp: { rows: -page },
  })[key];
