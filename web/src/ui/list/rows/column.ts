import { formatMoney } from '@aisle/contract/core/money';
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** The name of the column in the URL, and its sort field if `sortable`. */
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: true;
  align?: 'right';
  width?: number | string;
  /** Hidden until the user shows it. */
  optional?: true;
  /** An explanation in the tooltip of its header. */
  hint?: string;
  /** The first click on its header sorts in descending order. */
  largestFirst?: true;
  /** The content of the total row; by default, the sum that the server sends for the column's key. */
  total?: ReactNode;
  /** Its position on a card, below 768 px; the first column is the title. */
  card?: 'state' | 'detail' | 'figure';
}

/** The columns to show: those in the URL, otherwise all that aren't optional. Always includes the first one. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: string | undefined,
): Column<Row>[] {
  const names = chosen?.split(',');
  return columns.filter(
    (column, index) => index === 0 || (names ? names.includes(column.key) : !column.optional),
  );
}

/** The URL value of a selection of columns: undefined for the default. */
export function columnChoice<Row>(
  columns: readonly Column<Row>[],
  keys: ReadonlySet<string>,
): string | undefined {
  const usual = columns.every((column, index) => index === 0 || keys.has(column.key) === !column.optional);
  if (usual) return undefined;
  const shown = columns.filter((column, index) => index > 0 && keys.has(column.key));
  return shown.map((column) => column.key).join(',') || 'none';
}

/** The columns with the sums of the list in their total row, which starts with its name. */
export function withTotals<Row>(
  columns: readonly Column<Row>[],
  totals: Readonly<Record<string, number>> | undefined,
): Column<Row>[] {
  if (!totals || !columns.some(({ key }) => key in totals)) return [...columns];
  return columns.map((column, index) => {
    const sum = totals[column.key];
    const total = index === 0 ? 'Total' : sum === undefined ? undefined : formatMoney(sum);
    return { ...column, total: column.total ?? total };
  });
}
