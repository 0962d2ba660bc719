import { hasSectionCategories, type ImportTable } from '@aisle/contract/system/imports/import-fields';
import { trimEnds } from '../../../core/trim-text.ts';
import type { CsvRow } from '../../tables/csv-file.ts';
import type { ImportPlan } from '../imports.queries.ts';
import { rowsBetween } from './rows-between.ts';

/**
 * Returns the plan with an additional last column that holds each row's section as its category, so that rows are read,
 * compared and returned like those of any other file.
 */
export function withSectionColumn(plan: ImportPlan, table: ImportTable): ImportPlan {
  if (!hasSectionCategories(table, plan.mapping, plan.options)) return plan;
  const column = ['Section', 'Section name', 'Category from section'].find(
    (name) => !plan.columns.includes(name),
  )!;
  const mapping = { ...plan.mapping, category: column };
  return { ...plan, columns: [...plan.columns, column], mapping, sectionAt: plan.columns.length };
}

/** Returns each row of a record, with its section if that is its category; null for rows between records. */
export function recordRows(
  plan: ImportPlan,
  table: ImportTable,
  onLeftOut: (row: CsvRow) => void = () => {},
): (row: CsvRow) => CsvRow | null {
  const { sectionAt, mapping } = plan;
  const { category: _, ...ofFile } = mapping;
  const betweenOf = rowsBetween({ ...plan, mapping: sectionAt === undefined ? mapping : ofFile, table });
  let section = '';
  return (row) => {
    const between = betweenOf(row);
    if (between === null) return sectionAt === undefined ? row : withCell(row, sectionAt, section);
    if (sectionAt !== undefined && between.section !== null) section = nameOf(between.section);
    else onLeftOut(row);
    return null;
  };
}

/** Lists set off section names with lines and colons: "--- Dairy ---", "Dairy:". */
const nameOf = (text: string): string => trimEnds(text, /[-–—_=*.·:\s]/);

/** Cells without a heading stay after the added one. */
function withCell({ number, cells }: CsvRow, at: number, cell: string): CsvRow {
  const before = Array.from({ length: at }, (_, index) => cells[index] ?? '');
  return { number, cells: [...before, cell, ...cells.slice(at)] };
}
