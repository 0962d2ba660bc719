import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Its name in the URL, and the field it sorts by when `sortable`. */
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: true;
  align?: 'right';
  width?: number | string;
  /** Hidden until the user shows it. */
  optional?: true;
  /** What it means, shown on its header. */
  hint?: string;
  /** The first click on its header shows the largest first. */
  largestFirst?: true;
  /** In the row below all others. */
  total?: ReactNode;
  /** Its position on a card, below 768 px; the first column is the title. */
  card?: 'state' | 'detail' | 'figure';
}

/** The columns to show: those the URL names, else all that are not optional. The first one always stays. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: string | undefined,
): Column<Row>[] {
  const names = chosen?.split(',');
  return columns.filter(
    (column, index) => index === 0 || (names ? names.includes(column.key) : !column.optional),
  );
}

/** What to write into the URL for this choice: nothing when it is the usual one. */
export function columnChoice<Row>(
  columns: readonly Column<Row>[],
  keys: ReadonlySet<string>,
): string | undefined {
  const usual = columns.every((column, index) => index === 0 || keys.has(column.key) === !column.optional);
  if (usual) return undefined;
  const shown = columns.filter((column, index) => index > 0 && keys.has(column.key));
  return shown.map((column) => column.key).join(',') || 'none';
}
