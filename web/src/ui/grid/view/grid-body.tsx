import type { Editing } from '../editing/cell-editor.tsx';
import classes from '../grid.module.css';
import { indexes } from '../grid-positions.ts';
import type { Box } from '../selection.ts';
import type { Sheet } from '../use-sheet.ts';
import { GridRow, type RowContext } from './grid-row.tsx';

interface GridBodyProps<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Only rows between `first` and `last` and the active row are rendered. */
  first: number;
  last: number;
  width: number;
  context: RowContext<Row>;
  sheet: Sheet;
  filling: Box | null;
  editing: Editing | null;
}

export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { rows, rowId, width, context, sheet, filling, editing } = props;
  const { head } = sheet.selection;
  const drawn = rows.length === 0 ? [] : indexes(props.first, props.last, head.row);
  return (
    <div
      role="rowgroup"
      className={classes.rows}
      style={{ minWidth: width, height: rows.length * context.rowHeight }}
    >
      {drawn.map((index) => {
        const isIn = index >= sheet.box.top && index <= sheet.box.bottom;
        const isFilled = filling !== null && index >= filling.top && index <= filling.bottom;
        return (
          <GridRow
            key={rowId(rows[index]!)}
            row={rows[index]!}
            index={index}
            context={context}
            from={isIn ? sheet.box.left : 0}
            to={isIn ? sheet.box.right : -1}
            active={index === head.row ? head.column : -1}
            tabStop={index === head.row ? head.column : -1}
            handleAt={index === sheet.box.bottom ? sheet.box.right : -1}
            fillFrom={isFilled ? filling.left : 0}
            fillTo={isFilled ? filling.right : -1}
            editing={index === head.row ? editing : null}
          />
        );
      })}
    </div>
  );
}
