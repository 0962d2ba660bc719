import { type CSSProperties, type Key, type ReactNode, useId } from 'react';
import classes from './data-table.module.css';

export interface DataColumn<Row> {
  /** Unique within its table. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligns numbers by digit. */
  align?: 'right';
  width?: number | string;
  /** Takes the remaining width and truncates text that doesn't fit. */
  grows?: boolean;
  /** Makes its cells row headers. */
  isRowHeader?: boolean;
  /** Applies to the header and the cells. */
  className?: string | undefined;
  /** The content of the total row. */
  footer?: ReactNode;
}

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  /** Shown above the table; otherwise only screen readers get the label. */
  caption?: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  rowClassName?: (row: Row) => string | undefined;
  /** Replaces a table without rows. */
  empty?: ReactNode;
  /** Scrolls horizontally in its own box if there is too little space. */
  isWide?: boolean;
  /** Scrolls vertically in its own box beyond this height. */
  maxHeight?: string;
  /** Aligns cells with several lines at the top. */
  alignRows?: 'top';
  /** Uses the given column widths regardless of the content. */
  isFixed?: boolean;
  /** Shows the headers to screen readers only. */
  hidesHead?: boolean;
  /** True while other rows are loading. */
  isChanging?: boolean;
  /** For styles that only this table needs. */
  className?: string | undefined;
}

/** A read-only table with column headers, rows and an optional total row. Lists of records use a ListPage. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, empty, isWide, maxHeight } = props;
  if (rows.length === 0 && empty !== undefined) return <p className="m-0 secondary">{empty}</p>;
  if (!isWide && !maxHeight) return <Table {...props} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.box} style={{ maxHeight }} tabIndex={0} aria-label={label}>
      <Table {...props} />
    </section>
  );
}

function Table<Row>({ columns, rows, rowKey, rowClassName, ...look }: DataTableProps<Row>) {
  const { label, caption, hidesHead, alignRows, isFixed, isChanging, className = '' } = look;
  const captionId = useId();
  return (
    <table
      className={`${classes.table} ${className}`}
      {...(caption ? { 'aria-labelledby': captionId } : { 'aria-label': label })}
      aria-busy={isChanging}
      data-top={alignRows === 'top' || undefined}
      data-fixed={isFixed || undefined}
    >
      {caption && <caption id={captionId}>{caption}</caption>}
      <thead className={hidesHead ? 'visually-hidden' : undefined}>
        <tr>
          {columns.map((column) => (
            <th key={column.header} scope="col" {...lookOf(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={rowClassName?.(row)}>
            {columns.map((column) => (
              <Cell key={column.header} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      {columns.some(({ footer }) => footer !== undefined) && (
        <tfoot>
          <tr>
            {columns.map((column) => (
              <Cell key={column.header} column={column}>
                {column.footer}
              </Cell>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface CellProps {
  column: Look & { isRowHeader?: boolean };
  children: ReactNode;
}
function Cell({ column, children }: CellProps) {
  const { className } = lookOf(column);
  if (!column.isRowHeader) return <td className={className}>{children}</td>;
  return (
    <th scope="row" className={className}>
      {children}
    </th>
  );
}

type Look = Pick<DataColumn<never>, 'align' | 'grows' | 'className' | 'width'>;
function lookOf({ align, grows, className, width }: Look): { className: string; style?: CSSProperties } {
  const names = [align === 'right' && classes.right, grows && classes.grows, className];
  return { className: names.filter(Boolean).join(' '), ...(width !== undefined && { style: { width } }) };
}
