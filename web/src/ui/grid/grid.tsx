/*
 * A spreadsheet of records. Columns define how to read a cell and which values it accepts. Typing, pasting, filling
 * and undoing produce edits of cells; the parent component stores the values:
 *
 *   <Grid label="Prices" rows={rows} rowId={({ _id }) => _id} columns={columns} onEdit={change} />
 *
 * Supports the keys of spreadsheets: arrows, Tab, Enter or F2 to edit, typing to replace, Shift with arrows to select,
 * Ctrl-C, X, V, D (fill down), Z, Y, A. Escape, then Tab leaves the grid.
 */
import { type ReactNode, useId, useRef } from 'react';
import { useColumnWidths } from '../columns/use-column-widths.ts';
import type { GridColumn } from './column.ts';
import type { CellEdit } from './editing/history.ts';
import { useCellEditing } from './editing/use-cell-editing.ts';
import { useFillHandle } from './editing/use-fill-handle.ts';
import classes from './grid.module.css';
import { type CellPosition, cellsIn } from './selection.ts';
import { useActiveFocus } from './use-active-focus.ts';
import { useGridEvents } from './use-grid-events.ts';
import { type Sheet, useSheet } from './use-sheet.ts';
import { GridBody } from './view/grid-body.tsx';
import { GridHead } from './view/grid-head.tsx';
import { GridStrip } from './view/grid-strip.tsx';
import { useGridMeasures } from './view/use-grid-measures.ts';
import { useRowContext } from './view/use-row-context.ts';
import { useVisibleRows } from './view/use-rows-in-sight.ts';

export interface GridProps<Row> {
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The first column is sticky and names the row. */
  columns: readonly GridColumn<Row>[];
  onEdit: (edits: readonly CellEdit[]) => void;
  isChanged?: (row: Row, column: GridColumn<Row>) => boolean;
  /** The error of a cell, from the form or the server. */
  errorAt?: (row: Row, column: GridColumn<Row>, index: number) => ReactNode;
  /** The form path of a cell, so that the form can focus an invalid cell. */
  pathOf?: (index: number, column: string) => string;
  /** Renders the end of a row, such as a button that removes it. */
  rowEnd?: (row: Row, index: number) => ReactNode;
  /** Called with the visible rows, for a screen that loads them on demand. */
  onSight?: (first: number, last: number) => void;
  /** A CSS length: the grid scrolls if it is taller. */
  maxHeight?: string;
  /** The path of the grid's route, under which the user's column widths are stored; without it, they are fixed. */
  path?: string;
  /** The total number of rows, if not all are loaded yet. */
  rowCount?: number;
  /** Called for Enter in the last row, to add a row. */
  onBeyond?: () => void;
  /** Adds rows at the end for a paste beyond the last row, and returns them; can return fewer than requested. */
  addRows?: (count: number) => readonly Row[];
}

export function Grid<Row>(props: GridProps<Row>) {
  const { label, rows, rowId, columns, rowEnd, onSight, maxHeight = '60vh' } = props;
  const box = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const stripId = useId();
  const sheet = useSheet(props) as Sheet;
  const { head } = sheet.selection;
  const resizing = useColumnWidths(props.path ?? '');
  const measures = useGridMeasures(columns, rowEnd !== undefined, resizing.chosen);
  const { rowHeight, widths, begins, hasGroups, total } = measures;
  const { editing, edit, endEdit } = useCellEditing({ sheet, hasFocus, onBeyond: props.onBeyond });
  const { filling, startFilling } = useFillHandle(sheet);
  const context = useRowContext(props, { measures, stripId, onHandle: startFilling, onEnd: endEdit });
  const sight = useVisibleRows(box, { rowHeight, count: rows.length, onSight });
  const isEditing = editing !== null;
  useActiveFocus(box, { hasFocus, active: head, isEditing, measures });
  const isSwitch = ({ column }: CellPosition) => columns[column]?.kind === 'switch';
  const handlers = useGridEvents({ sheet, hasFocus, isEditing, edit, isSwitch, page: sight.page });

  const active = columns[head.column];
  const row = rows[head.row];
  const error = active && row !== undefined ? context.errorOf(row, active, head.row) : undefined;
  return (
    <div className={`card column min-w-0 ${classes.frame}`}>
      <div
        ref={box}
        role="grid"
        aria-label={label}
        aria-rowcount={(props.rowCount ?? rows.length) + 1}
        aria-colcount={columns.length + (rowEnd ? 1 : 0)}
        aria-multiselectable
        className={classes.box}
        style={{ maxHeight }}
        onScroll={sight.onScroll}
        {...handlers}
      >
        <GridHead
          columns={columns as readonly GridColumn<never>[]}
          widths={widths}
          resizing={props.path === undefined ? undefined : resizing}
          begins={begins}
          hasGroups={hasGroups}
          total={total}
          hasEnd={rowEnd !== undefined}
        />
        <GridBody
          rows={rows}
          rowId={rowId}
          first={sight.first}
          last={sight.last}
          width={total}
          context={context}
          sheet={sheet}
          filling={filling}
          editing={editing}
        />
      </div>
      <GridStrip
        id={stripId}
        columns={columns}
        row={row}
        active={active}
        error={error}
        selectedCells={cellsIn(sheet.box)}
        leftOut={sheet.leftOut}
      />
    </div>
  );
}
