import type { CellProblem, RowResult } from './imported-resource.ts';

/** A row that can't be imported, with its cells as in the file. */
export const rejectedRow = (
  { row, cells }: { row: number; cells: string[] },
  problems: CellProblem[],
  { sku, name }: Pick<RowResult, 'sku' | 'name'>,
): RowResult => ({ row, kind: 'error', sku, name, changes: [], problems, cells });
