import type { Box, Size } from '../selection.ts';

/**
 * Parses the rows and cells that a spreadsheet copies: separated by tabs and line breaks; cells that contain them are quoted.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const clean = text.replace(/\r\n?/g, '\n');
  for (let index = 0; index < clean.length; index += 1) {
    const sign = clean[index]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (clean[index + 1] === '"') {
        cell += sign;
        index += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === '\t') {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += sign;
  }
  // Spreadsheets end with a line break, which doesn't start another row.
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quotedIfNeeded).join('\t')).join('\n');
const quotedIfNeeded = (cell: string): string =>
  /[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

export interface Placed<Cell> {
  row: number;
  column: number;
  cell: Cell;
}

/**
 * Where pasted cells go. They repeat over the selection if they fit into it evenly, so that one cell fills all of it; otherwise
 * they are pasted once from its first cell on, up to the edge of the grid.
 */
export function spread<Cell>(pasted: readonly (readonly Cell[])[], box: Box, size: Size): Placed<Cell>[] {
  const height = pasted.length;
  const width = Math.max(0, ...pasted.map((row) => row.length));
  if (height === 0 || width === 0) return [];
  const [rows, columns] = [box.bottom - box.top + 1, box.right - box.left + 1];
  const isEven = rows % height === 0 && columns % width === 0;
  const bottom = Math.min(size.rows, box.top + (isEven ? rows : height));
  const right = Math.min(size.columns, box.left + (isEven ? columns : width));
  const placed: Placed<Cell>[] = [];
  for (let row = box.top; row < bottom; row += 1) {
    for (let column = box.left; column < right; column += 1) {
      const cell = pasted[(row - box.top) % height]?.[(column - box.left) % width];
      if (cell !== undefined) placed.push({ row, column, cell });
    }
  }
  return placed;
}

/** The cells that filling writes: from the first row of the selection to the others, or by a drag beyond the selection. */
export function fill<Cell>(from: Box, to: Box, read: (row: number, column: number) => Cell): Placed<Cell>[] {
  const placed: Placed<Cell>[] = [];
  const [height, width] = [from.bottom - from.top + 1, from.right - from.left + 1];
  const around = (offset: number, count: number) => ((offset % count) + count) % count;
  for (let row = to.top; row <= to.bottom; row += 1) {
    for (let column = to.left; column <= to.right; column += 1) {
      const isSource = row >= from.top && row <= from.bottom && column >= from.left && column <= from.right;
      if (isSource) continue;
      const cell = read(
        from.top + around(row - from.top, height),
        from.left + around(column - from.left, width),
      );
      placed.push({ row, column, cell });
    }
  }
  return placed;
}

/** The area of a drag of the fill handle: along the longer direction, down or across, never both. */
export function dragged(from: Box, { row, column }: { row: number; column: number }): Box {
  const down = Math.max(0, row - from.bottom, from.top - row);
  const across = Math.max(0, column - from.right, from.left - column);
  if (down === 0 && across === 0) return from;
  return down >= across
    ? { ...from, top: Math.min(from.top, row), bottom: Math.max(from.bottom, row) }
    : { ...from, left: Math.min(from.left, column), right: Math.max(from.right, column) };
}
