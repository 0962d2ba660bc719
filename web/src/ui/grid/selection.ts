/** A cell's row and column index in the grid. */
export interface CellPosition {
  row: number;
  column: number;
}
/** The first cell of the selection, and the active cell at its other end. */
export interface Selection {
  anchor: CellPosition;
  head: CellPosition;
}
export interface Size {
  rows: number;
  columns: number;
}
/** The bounds of the selection, inclusive. */
export interface Box {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export const at = (place: CellPosition): Selection => ({ anchor: place, head: place });

export const boxOf = ({ anchor, head }: Selection): Box => ({
  top: Math.min(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  bottom: Math.max(anchor.row, head.row),
  right: Math.max(anchor.column, head.column),
});
export const cellsIn = ({ top, left, bottom, right }: Box): number => (bottom - top + 1) * (right - left + 1);

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
export const clampTo = ({ rows, columns }: Size, { row, column }: CellPosition): CellPosition => ({
  row: clamp(row, rows),
  column: clamp(column, columns),
});

/** Moves by rows and columns; `extend` keeps the other end of the selection. */
export function move(
  { anchor, head }: Selection,
  by: { rows?: number; columns?: number },
  size: Size,
  extend = false,
): Selection {
  const next = clampTo(size, { row: head.row + (by.rows ?? 0), column: head.column + (by.columns ?? 0) });
  return { anchor: extend ? anchor : next, head: next };
}

/** The next cell in reading order, continuing in the next row; undefined after the last cell. */
export function step(
  { row, column }: CellPosition,
  back: boolean,
  { rows, columns }: Size,
): CellPosition | undefined {
  const index = row * columns + column + (back ? -1 : 1);
  if (index < 0 || index >= rows * columns) return undefined;
  return { row: Math.floor(index / columns), column: index % columns };
}

export const all = ({ rows, columns }: Size): Selection => ({
  anchor: { row: rows - 1, column: columns - 1 },
  head: { row: 0, column: 0 },
});

/** The rows to render: the visible ones and some around them. */
export function visibleRows(
  { scrollTop, height, rowHeight }: { scrollTop: number; height: number; rowHeight: number },
  count: number,
  around = 8,
): { first: number; last: number } {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - around);
  const last = Math.min(count - 1, Math.ceil((scrollTop + height) / rowHeight) + around);
  return { first, last };
}
