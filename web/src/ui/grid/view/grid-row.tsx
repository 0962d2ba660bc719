import { memo, type ReactNode } from 'react';
import { parseCell, shownText } from '../cells.ts';
import { type GridColumn, isRight } from '../column.ts';
import { CellEditor, type Editing } from '../editing/cell-editor.tsx';
import type { EditEnd } from '../editing/use-cell-editing.ts';
import classes from '../grid.module.css';

/** Properties of the grid that its rows need; the same object until one of them changes. */
export interface RowContext<Row> {
  columns: readonly GridColumn<Row>[];
  widths: readonly number[];
  /** The columns that start a group. */
  begins: ReadonlySet<number>;
  rowHeight: number;
  stripId: string;
  isChanged: (row: Row, column: GridColumn<Row>) => boolean;
  errorOf: (row: Row, column: GridColumn<Row>, index: number) => ReactNode;
  pathOf?: ((index: number, column: string) => string) | undefined;
  rowEnd?: ((row: Row, index: number) => ReactNode) | undefined;
  onHandle: (event: React.PointerEvent<HTMLElement>) => void;
  onEnd: (text: string | null, go: EditEnd) => void;
}

interface GridRowProps<Row> {
  row: Row;
  index: number;
  context: RowContext<Row>;
  /** The columns that are selected in this row. */
  from: number;
  to: number;
  /** The active cell, -1 if it is in another row. */
  active: number;
  /** The grid's only cell in the tab order, even without focus. */
  tabStop: number;
  /** The column whose cell shows the fill handle. */
  handleAt: number;
  fillFrom: number;
  fillTo: number;
  editing: Editing | null;
}

function GridRowOf<Row>(props: GridRowProps<Row>) {
  const { row, index, context, from, to, active, tabStop, handleAt, fillFrom, fillTo, editing } = props;
  const { columns, widths, begins, rowHeight, stripId } = context;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ top: index * rowHeight, height: rowHeight }}
    >
      {columns.map((column, at) => {
        const value = column.read(row);
        const error = context.errorOf(row, column, index);
        const isActive = at === active;
        const right = isRight(column) || undefined;
        const path = context.pathOf?.(index, column.key);
        const isFilling = at >= fillFrom && at <= fillTo;
        return (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={at + 1}
            aria-selected={at >= from && at <= to}
            aria-readonly={column.readOnly?.(row) || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && isActive ? stripId : undefined}
            tabIndex={at === tabStop ? 0 : -1}
            data-row={index}
            data-column={at}
            data-path={path}
            data-active={isActive || undefined}
            data-changed={context.isChanged(row, column) || undefined}
            data-right={right}
            data-begins={begins.has(at) || undefined}
            className={`row nowrap ${classes.cell} ${at === 0 ? classes.first : ''} ${isFilling ? classes.filling : ''}`}
            style={{ width: widths[at] }}
          >
            <CellFace column={column} row={row} value={value} />
            {isActive && editing && (
              <CellEditor
                column={column as GridColumn<never>}
                check={(text) => column.check?.(parseCell(column.kind, text, column.choices), row)}
                editing={editing}
                onEnd={context.onEnd}
              />
            )}
            {at === handleAt && !editing && (
              <span className={classes.handle} aria-hidden onPointerDown={context.onHandle} />
            )}
          </div>
        );
      })}
      {context.rowEnd && (
        <div
          role="gridcell"
          aria-colindex={columns.length + 1}
          className={`row justify-center ${classes.end}`}
        >
          {context.rowEnd(row, index)}
        </div>
      )}
    </div>
  );
}
export const GridRow = memo(GridRowOf) as typeof GridRowOf;

interface CellFaceProps<Row> {
  column: GridColumn<Row>;
  row: Row;
  value: ReturnType<GridColumn<Row>['read']>;
}
function CellFace<Row>({ column, row, value }: CellFaceProps<Row>) {
  if (column.show) return <span className={classes.text}>{column.show(row)}</span>;
  if (column.kind === 'switch') {
    return (
      <input
        type="checkbox"
        tabIndex={-1}
        checked={value === true}
        disabled={column.readOnly?.(row)}
        aria-label={column.header}
        readOnly
      />
    );
  }
  const text = shownText(column.kind, value, column.choices);
  if (text === '' && column.fallback) {
    return <span className={`${classes.text} secondary`}>{column.fallback(row)}</span>;
  }
  return <span className={classes.text}>{text}</span>;
}
