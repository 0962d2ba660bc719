import { ColumnResizer } from '../../columns/column-resizer.tsx';
import type { ColumnWidths } from '../../columns/use-column-widths.ts';
import { useIsNarrow } from '../../use-is-narrow.ts';
import { type GridColumn, isRight } from '../column.ts';
import classes from '../grid.module.css';

interface GridHeadProps {
  columns: readonly GridColumn<never>[];
  widths: readonly number[];
  /** Lets the user resize columns of text. */
  resizing: ColumnWidths | undefined;
  begins: ReadonlySet<number>;
  hasGroups: boolean;
  total: number;
  hasEnd: boolean;
}

/** The column headers, below the headings of their groups. */
export function GridHead({ columns, widths, resizing, begins, hasGroups, total, hasEnd }: GridHeadProps) {
  const isNarrow = useIsNarrow();
  return (
    <div role="rowgroup" className={classes.head} style={{ minWidth: total }}>
      {hasGroups && (
        <div className="flex w-full" aria-hidden>
          {groupsOf(columns, widths).map(({ name, width, isFirst, key }) => (
            <div
              key={key}
              className={`text-xs bold nowrap ${classes.groupCell} ${isFirst ? classes.first : ''}`}
              data-begins={(!isFirst && name !== '') || undefined}
              style={{ width }}
            >
              <span className={classes.groupName} style={{ left: (widths[0] ?? 0) + 8 }}>
                {name}
              </span>
            </div>
          ))}
        </div>
      )}
      <div role="row" aria-rowindex={1} className="flex w-full">
        {columns.map((column, index) => (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={index + 1}
            className={`row text-xs medium secondary truncate ${classes.headCell} ${index === 0 ? classes.first : ''}`}
            data-right={isRight(column) || undefined}
            data-begins={begins.has(index) || undefined}
            style={{ width: widths[index] }}
          >
            {column.group !== undefined && <span className="visually-hidden">{column.group}: </span>}
            {column.header}
            {resizing && column.kind === 'text' && !(index === 0 && isNarrow) && (
              <ColumnResizer
                columnKey={column.key}
                header={column.header}
                width={widths[index] ?? column.width}
                widths={resizing}
              />
            )}
          </div>
        ))}
        {hasEnd && (
          <div
            role="columnheader"
            aria-colindex={columns.length + 1}
            className={`row text-xs medium secondary truncate ${classes.headCell}`}
            style={{ width: 44 }}
          >
            <span className="visually-hidden">Actions</span>
          </div>
        )}
      </div>
    </div>
  );
}

function groupsOf(columns: readonly GridColumn<never>[], widths: readonly number[]) {
  const groups: { key: string; name: string; width: number; isFirst: boolean }[] = [];
  columns.forEach(({ key, group = '' }, index) => {
    const last = groups.at(-1);
    const width = widths[index] ?? 0;
    // The first column grows; it has no group heading.
    if (last && !last.isFirst && last.name === group) last.width += width;
    else groups.push({ key, name: group, width, isFirst: index === 0 });
  });
  return groups;
}
