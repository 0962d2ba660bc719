import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import type { ReactNode } from 'react';
import { cellText } from '../cells.ts';
import type { GridColumn } from '../column.ts';
import classes from '../grid.module.css';

interface GridStripProps<Row> {
  id: string;
  columns: readonly GridColumn<Row>[];
  /** The row and column of the active cell. */
  row: Row | undefined;
  active: GridColumn<Row> | undefined;
  error: ReactNode;
  selectedCells: number;
  /** The parts of the last paste that were skipped. */
  leftOut: { rows: number; cells: number };
}

/** A line below the grid: the active cell or its error, and the number of selected cells. */
export function GridStrip<Row>({
  id,
  columns,
  row,
  active,
  error,
  selectedCells,
  leftOut,
}: GridStripProps<Row>) {
  return (
    <div className={`row gap-4 text-xs secondary ${classes.strip}`}>
      <span id={id} className={error ? 'bad' : undefined}>
        {error ? error : active && row !== undefined ? describe(columns, row, active) : ''}
      </span>
      {leftOut.rows > 0 && (
        <span role="alert" className="bad">
          {pluralize(leftOut.rows, 'row')} didn't fit
        </span>
      )}
      {leftOut.cells > 0 && (
        <span role="alert" className="bad">
          {pluralize(leftOut.cells, 'read-only cell')} skipped
        </span>
      )}
      <span className="tabular">
        {selectedCells > 1 ? `${formatCount(selectedCells)} cells selected` : ''}
      </span>
    </div>
  );
}

/** "Whole milk · Price": names the active cell if its header is out of view. */
function describe<Row>(columns: readonly GridColumn<Row>[], row: Row, active: GridColumn<Row>): string {
  const [first] = columns;
  const name = first ? cellText(first.kind, first.read(row), first.choices) : '';
  const locked = active.readOnly?.(row) && active !== first ? 'read-only' : '';
  return [name, active.group, active === first ? '' : active.header, locked].filter(Boolean).join(' · ');
}
