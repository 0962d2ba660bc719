/** Format of a cell: text as it is, money in dollars, instants in the time zone of the file. */
export type CellKind = 'text' | 'money' | 'number' | 'yesNo' | 'instant' | 'day';
export type CellValue = string | number | boolean | null | undefined;

export interface Column<Row> {
  header: string;
  kind: CellKind;
  read(row: Row): CellValue;
}

const column =
  (kind: CellKind) =>
  <Row>(header: string, read: (row: Row) => CellValue): Column<Row> => ({ header, kind, read });

export const text = column('text');
/** In cents. */
export const money = column('money');
export const number = column('number');
export const yesNo = column('yesNo');
export const instant = column('instant');
/** A calendar day, "2026-11-21". */
export const day = column('day');
