import { useRef, useState } from 'react';
import { type CellValue, cellText, emptyValue, parseCell } from './cells.ts';
import type { GridColumn } from './column.ts';
import { dragged, fill, type Placed, parseTsv, spread, toTsv } from './editing/clipboard.ts';
import { type CellEdit, noHistory, realEdits, redo, remember, undo } from './editing/history.ts';
import { at, type Box, boxOf, type CellPosition, clampTo, type Selection } from './selection.ts';

interface SheetOptions<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  columns: readonly GridColumn<Row>[];
  onEdit: (edits: readonly CellEdit[]) => void;
  addRows?: ((count: number) => readonly Row[]) | undefined;
}

/** The number of pasted rows that didn't fit, and of read-only cells that have a different value. */
interface ExcludedRow {
  rows: number;
  cells: number;
}
const includesEverything: ExcludedRow = { rows: 0, cells: 0 };

/** The selection of a grid and its actions. */
export function useSheet<Row>({ rows, rowId, columns, onEdit, addRows }: SheetOptions<Row>) {
  const [chosen, setSelection] = useState<Selection>(() => at({ row: 0, column: 0 }));
  const history = useRef(noHistory);
  const [leftOut, setLeftOut] = useState(includesEverything);
  const size = { rows: rows.length, columns: columns.length };
  // Rows can have been removed since.
  const selection: Selection = {
    anchor: clampTo(size, chosen.anchor),
    head: clampTo(size, chosen.head),
  };
  const box = boxOf(selection);

  const textAt = (row: number, column: number, among = rows): string => {
    const of = columns[column]!;
    return cellText(of.kind, of.read(among[row]!), of.choices);
  };
  function read(id: string, key: string, among = rows): CellValue {
    const row = among.find((one) => rowId(one) === id);
    const column = columns.find((one) => one.key === key);
    return row === undefined || column === undefined ? null : column.read(row);
  }
  const isOpen = ({ row, column }: CellPosition, among = rows) => {
    const of = columns[column];
    const record = among[row];
    return of !== undefined && record !== undefined && !of.readOnly?.(record);
  };

  function apply(edits: readonly CellEdit[], among = rows): void {
    const readAmong = (row: string, column: string) => read(row, column, among);
    const real = realEdits(edits, readAmong);
    if (real.length === 0) return;
    history.current = remember(history.current, real, readAmong);
    setLeftOut(includesEverything);
    onEdit(real);
  }
  /** Writes texts into cells, parsed by their columns; skips read-only cells. */
  function write(placed: readonly Placed<string>[], among = rows): void {
    const open = placed.filter((place) => isOpen(place, among));
    const edits = open.map(({ row, column, cell }) => {
      const { key, kind, choices } = columns[column]!;
      return { row: rowId(among[row]!), column: key, value: parseCell(kind, cell, choices) };
    });
    apply(edits, among);
  }
  /** Yields every selected cell. */
  const selected = function* (): Generator<CellPosition> {
    for (let row = box.top; row <= box.bottom; row += 1) {
      for (let column = box.left; column <= box.right; column += 1) yield { row, column };
    }
  };
  function turn(back: boolean): void {
    const turned = (back ? undo : redo)(history.current);
    if (!turned) return;
    history.current = turned.history;
    // Removed rows accept no edits.
    const known = new Set(rows.map(rowId));
    onEdit(turned.edits.filter(({ row }) => known.has(row)));
  }

  return {
    selection,
    leftOut,
    box,
    size,
    select: setSelection,
    isOpen,
    textAt,
    write,
    copied: () =>
      toTsv(
        Array.from({ length: box.bottom - box.top + 1 }, (_, row) =>
          Array.from({ length: box.right - box.left + 1 }, (__, column) =>
            textAt(box.top + row, box.left + column),
          ),
        ),
      ),
    paste: (text: string) => {
      const pasted = parseTsv(text);
      const beyond = Math.max(0, box.top + pasted.length - size.rows);
      const added = beyond > 0 ? (addRows?.(beyond) ?? []) : [];
      const placed = spread(pasted, box, { ...size, rows: size.rows + added.length });
      const last = placed.at(-1);
      write(placed, [...rows, ...added]);
      const among = [...rows, ...added];
      const isRefused = ({ row, column, cell }: Placed<string>) =>
        !isOpen({ row, column }, among) && textAt(row, column, among) !== cell.trim();
      setLeftOut({ rows: beyond - added.length, cells: placed.filter(isRefused).length });
      if (last) setSelection({ anchor: last, head: { row: box.top, column: box.left } });
    },
    clear: () =>
      apply(
        [...selected()]
          .filter((place) => isOpen(place))
          .map(({ row, column }) => ({
            row: rowId(rows[row]!),
            column: columns[column]!.key,
            value: emptyValue(columns[column]!.kind),
          })),
      ),
    /** Copies the first selected row to the others. */
    fillDown: () => write(fill({ ...box, bottom: box.top }, box, (row, column) => textAt(row, column))),
    fillTo: (to: Box) => {
      write(fill(box, to, (row, column) => textAt(row, column)));
      setSelection({
        anchor: { row: to.bottom, column: to.right },
        head: { row: to.top, column: to.left },
      });
    },
    reach: (place: CellPosition) => dragged(box, place),
    /** Sets all selected switches to the opposite of the active one. */
    toggle: ({ row, column }: CellPosition) => {
      const value = columns[column]!.read(rows[row]!) !== true;
      const isSwitch = (place: CellPosition) => columns[place.column]!.kind === 'switch' && isOpen(place);
      apply(
        [...selected(), { row, column }].filter(isSwitch).map((place) => ({
          row: rowId(rows[place.row]!),
          column: columns[place.column]!.key,
          value,
        })),
      );
    },
    undo: () => turn(true),
    redo: () => turn(false),
  };
}
export type Sheet = ReturnType<typeof useSheet>;
