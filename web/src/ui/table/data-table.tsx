import { type CSSProperties, type Key, type ReactNode, useId } from 'react';
import classes from './data-table.module.css';

export interface DataColumn<Row> {
  /** Unique within its table. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligns figures below each other, digit by digit. */
  align?: 'right';
  width?: number | string;
  /** Takes the room the others leave, and cuts off text that does not fit. */
  grows?: boolean;
  /** Its cells are the headings of their rows. */
  isRowHeader?: boolean;
  /** For its heading and its cells. */
  className?: string | undefined;
  /** In the row below all others. */
  footer?: ReactNode;
}

interface DataTableProps<Row> {
  /** What a screen reader calls it. */
  label: string;
  /** Shown above the table; otherwise the label is only read aloud. */
  caption?: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  rowClassName?: (row: Row) => string | undefined;
  /** Said instead of a table without rows. */
  empty?: ReactNode;
  /** Scrolls sideways in its own box where there is little room. */
  isWide?: boolean;
  /** Scrolls down in its own box beyond this height. */
  maxHeight?: string;
  /** Where cells have several lines, their first ones are level. */
  alignRows?: 'top';
  /** Every column is as wide as its width says, whatever is in it. */
  isFixed?: boolean;
  /** Screen readers alone need the headings. */
  hidesHead?: boolean;
  /** While other rows are on their way. */
  isChanging?: boolean;
  /** For what only this table needs. */
  className?: string | undefined;
}

/** A table to read: columns with headings, rows, perhaps sums below them. Lists of records are a ListPage. */
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
