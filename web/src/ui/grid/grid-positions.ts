import type { CellPosition } from './selection.ts';

/** The indexes of the rows to render; always includes the active row, which has the focus. */
export function indexes(first: number, last: number, active: number): number[] {
  const inSight = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return active < first ? [active, ...inSight] : active > last ? [...inSight, active] : inSight;
}

/** The cell that contains an element. */
export function placeOf(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
}
export const cellNode = (box: HTMLElement, { row, column }: CellPosition) =>
  box.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);

interface Measures {
  rowHeight: number;
  headHeight: number;
  widths: readonly number[];
}
/** Scrolls by the minimum to bring a cell into view between the header, the first column and the edges. */
export function reveal(
  node: HTMLElement,
  { row, column }: CellPosition,
  { rowHeight, headHeight, widths }: Measures,
): void {
  const top = row * rowHeight;
  const room = node.clientHeight - headHeight;
  if (top < node.scrollTop) node.scrollTop = top;
  else if (top + rowHeight > node.scrollTop + room) node.scrollTop = top + rowHeight - room;
  if (column === 0) return;
  const cell = cellNode(node, { row, column });
  const first = cellNode(node, { row, column: 0 })?.offsetWidth ?? widths[0] ?? 0;
  if (!cell) return;
  const left = cell.offsetLeft;
  if (left - first < node.scrollLeft) node.scrollLeft = left - first;
  else if (left + cell.offsetWidth > node.scrollLeft + node.clientWidth) {
    node.scrollLeft = left + cell.offsetWidth - node.clientWidth;
  }
}
