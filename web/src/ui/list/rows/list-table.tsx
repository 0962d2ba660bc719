import { Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react';
import { onSessionEnd } from '../../../core/session/session.ts';
import { ColumnResizer } from '../../columns/column-resizer.tsx';
import { type ColumnWidths, useColumnWidths } from '../../columns/use-column-widths.ts';
import classes from '../list.module.css';
import type { List } from '../use-list.ts';
import { type Column, withTotals } from './column.ts';
import { type RowAction, type RowOpening, rowName } from './row.ts';
import { RowMenu } from './row-menu.tsx';
import { isOwnClick, RowOpener, useOpen } from './row-opener.tsx';
import { offersAll, SelectAllRows, SelectPage } from './select-rows.tsx';
import type { Selection } from './selection.ts';
import { useFittingCells } from './use-fitting-cells.ts';

export interface RowsProps<Row> {
  label: string;
  list: List<Row>;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  opening: RowOpening<Row>;
  /** Set if there are bulk actions. */
  selection: Selection<Row> | undefined;
  /** Some bulk action can take all rows of the search and filters. */
  canSelectAll?: boolean;
  rowActions: ((row: Row) => RowAction[]) | undefined;
}

export function ListTable<Row extends { _id: string }>(props: RowsProps<Row>) {
  const { label, list, rows, opening, selection, canSelectAll, rowActions } = props;
  const widths = useColumnWidths(list.route.path);
  const columns = withWidths(props.columns, widths.chosen);
  const open = useOpen(opening);
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState(0);
  const opens = (row: Row) => Boolean(opening.link ? opening.link(row) : opening.onOpen);

  function move(to: number): void {
    const index = Math.min(Math.max(to, 0), rows.length - 1);
    setFocused(index);
    (body.current?.rows[index] as HTMLElement | undefined)?.focus();
  }
  const touched = useRow(rows, move);
  // Arrow down moves from the search, or from the start of the page, into the rows.
  const enter = useRef(() => {});
  enter.current = () => move(focused);
  useEffect(() => {
    const onDown = (event: globalThis.KeyboardEvent) => {
      const { target } = event;
      if (event.key !== 'ArrowDown' || event.defaultPrevented || !(target instanceof HTMLElement)) return;
      if (target !== document.body && !target.matches('#page-title, #main, [data-search]')) return;
      event.preventDefault();
      enter.current();
    };
    window.addEventListener('keydown', onDown);
    return () => window.removeEventListener('keydown', onDown);
  }, []);

  function onKey(event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number): void {
    if (event.target !== event.currentTarget) return;
    const { key } = event;
    if (key === 'ArrowDown') move(index + 1);
    else if (key === 'ArrowUp') move(index - 1);
    else if (key === 'Home') move(0);
    else if (key === 'End') move(rows.length - 1);
    else if (key === 'Enter' && opens(row)) open(row, event.ctrlKey || event.metaKey);
    else if (key === ' ' && selection) selection.toggle(row);
    else return;
    event.preventDefault();
  }

  const box = useFittingCells(rows, columns);
  const compact = list.search.density === 'compact';
  const fixed = fixedLayout(columns);
  return (
    <div ref={box} className={classes.scroll}>
      <table
        className={`w-full text-sm tabular ${classes.table} ${compact ? classes.compact : ''}`}
        style={fixed}
        aria-label={label}
      >
        <thead>
          <tr>
            {selection && (
              <th className={classes.narrow}>
                <SelectPage rows={rows} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.key} column={column} list={list} widths={widths} />
            ))}
            {rowActions && (
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
          {selection && canSelectAll && offersAll({ rows, selection, list }) && (
            <tr>
              <th colSpan={columns.length + (rowActions ? 2 : 1)}>
                <SelectAllRows selection={selection} list={list} />
              </th>
            </tr>
          )}
        </thead>
        <tbody ref={body} className={list.isChanging ? classes.changing : ''} aria-busy={list.isChanging}>
          {rows.map((row, index) => (
            <tr
              key={row._id}
              className={classes.row}
              tabIndex={index === Math.min(focused, rows.length - 1) ? 0 : -1}
              data-opens={opens(row) || undefined}
              data-selected={selection?.has(row) || undefined}
              onFocus={() => {
                setFocused(index);
                touched.current = row._id;
              }}
              onKeyDown={(event) => onKey(event, row, index)}
              onClick={(event) => {
                if (opens(row) && !isOwnClick(event)) open(row, event.ctrlKey || event.metaKey);
              }}
              onAuxClick={(event) => {
                if (opens(row) && event.button === 1 && !isOwnClick(event)) open(row, true);
              }}
            >
              {selection && (
                <td className={classes.narrow}>
                  <input
                    type="checkbox"
                    className={classes.check}
                    aria-label={`Select ${rowName(row)}`}
                    checked={selection.has(row)}
                    onChange={() => selection.toggle(row)}
                  />
                </td>
              )}
              {columns.map((column, at) => (
                <td
                  key={column.key}
                  className={column.align === 'right' ? classes.right : undefined}
                  style={{ maxWidth: widths.chosen[column.key] }}
                >
                  {at === 0 ? (
                    <RowOpener row={row} opening={opening}>
                      {column.cell(row)}
                    </RowOpener>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
              {rowActions && (
                <td className={classes.tools}>
                  <RowMenu label={rowName(row)} actions={rowActions(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <TotalRow
          columns={columns}
          totals={list.totals}
          hasSelection={selection !== undefined}
          hasActions={rowActions !== undefined}
        />
      </table>
    </div>
  );
}

/** The least width of the column that takes the rest of the table. */
const restPx = 120;
/**
 * If all columns but one have a width, the widths are fixed, so that no column moves when other rows come. The remaining column
 * takes the rest.
 */
function fixedLayout<Row>(columns: readonly Column<Row>[]): CSSProperties | undefined {
  const widths = columns.flatMap(({ width }) => (width === undefined ? [] : [width]));
  if (columns.length - widths.length !== 1) return undefined;
  const sum = widths.map((width) => (typeof width === 'number' ? `${width}px` : width)).join(' + ');
  return { tableLayout: 'fixed', minWidth: `calc(${sum} + ${restPx}px)` };
}

/** Restores the focus to the row that had it when the user left the list; returns the ref of the row to remember. */
function useRow(rows: readonly { _id: string }[], move: (to: number) => void) {
  const { pathname } = useLocation();
  const touched = useRef<string>(undefined);
  // Uses the first values, because the URL changes before the list unmounts.
  const first = useRef({ pathname, rows, move });
  useEffect(() => {
    const list = first.current;
    const id = takeFocusRow(list.pathname);
    const index = list.rows.findIndex((row) => row._id === id);
    const here = document.activeElement;
    if (index >= 0 && (!here || here === document.body || here.matches('#page-title, #main'))) {
      list.move(index);
    }
    return () => {
      if (touched.current) rememberRow(list.pathname, touched.current);
    };
  }, []);
  return touched;
}

interface TotalRowProps<Row> {
  columns: readonly Column<Row>[];
  totals: List<Row>['totals'];
  hasSelection: boolean;
  hasActions: boolean;
}
function TotalRow<Row>({ columns, totals, hasSelection, hasActions }: TotalRowProps<Row>) {
  const cells = withTotals(columns, totals);
  if (cells.every(({ total }) => total === undefined)) return null;
  return (
    <tfoot>
      <tr>
        {hasSelection && <td />}
        {cells.map(({ key, align, total }) => (
          <td key={key} className={align === 'right' ? classes.right : undefined}>
            {total}
          </td>
        ))}
        {hasActions && <td />}
      </tr>
    </tfoot>
  );
}

/** The columns with the widths that the user chose. */
const withWidths = <Row,>(columns: readonly Column<Row>[], chosen: ColumnWidths['chosen']): Column<Row>[] =>
  columns.map((column) => ({ ...column, width: chosen[column.key] ?? column.width }));

interface ColumnHeadProps<Row> {
  column: Column<Row>;
  list: List<Row>;
  widths: ColumnWidths;
}
function ColumnHead<Row>({ column, list, widths }: ColumnHeadProps<Row>) {
  const { key, header, width } = column;
  const sort = list.body.sort?.field === key ? list.body.sort.order : undefined;
  return (
    <th
      className={`${classes.head} ${column.align === 'right' ? classes.right : ''}`}
      style={{ width, minWidth: widths.chosen[key] }}
      // Without the name of the edge.
      aria-label={header}
      aria-sort={sort === 'asc' ? 'ascending' : sort === 'desc' ? 'descending' : undefined}
    >
      {column.sortable ? <SortButton column={column} sort={sort} list={list} /> : header}
      <ColumnResizer
        columnKey={key}
        header={header}
        width={typeof width === 'number' ? width : undefined}
        widths={widths}
      />
    </th>
  );
}

interface SortButtonProps<Row> {
  column: Column<Row>;
  sort: 'asc' | 'desc' | undefined;
  list: List<Row>;
}
function SortButton<Row>({ column, sort, list }: SortButtonProps<Row>) {
  const next = nextSort(column, sort);
  const shown = sort ?? (column.largestFirst ? 'desc' : 'asc');
  const Arrow = shown === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <Hint text={column.hint}>
      <button
        type="button"
        className={`inline-row gap-1 plain-button ${classes.sort}`}
        data-on={sort}
        onClick={() => list.change({ sort: next })}
      >
        {column.header}
        <Arrow size={14} aria-hidden />
      </button>
    </Hint>
  );
}

/** A third click returns to the list's default order. */
function nextSort({ key, largestFirst }: Column<never>, sort: 'asc' | 'desc' | undefined) {
  const [first, second] = largestFirst ? [`${key}.desc`, key] : [key, `${key}.desc`];
  if (sort === undefined) return first;
  return (sort === 'desc') === (largestFirst ?? false) ? second : undefined;
}

function Hint({ text, children }: { text: string | undefined; children: ReactElement }) {
  if (text === undefined) return children;
  return (
    <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  );
}

/** The row that had the focus when the user left a list, to restore it on return. */
let last: { pathname: string; id: string } | undefined;
onSessionEnd(() => {
  last = undefined;
});

function rememberRow(pathname: string, id: string): void {
  last = { pathname, id };
}
/** Returns the row only once: the next visit of the list starts at its top. */
function takeFocusRow(pathname: string): string | undefined {
  const id = last?.pathname === pathname ? last.id : undefined;
  last = undefined;
  return id;
}
