import type { CsvRow } from '../csv-file.ts';
import { cellText, type RawCell, type Reading } from './cell-text.ts';
import { damaged } from './workbook-archive.ts';
import { readXml, type XmlHandler } from './xml.ts';

const maxRows = 1_048_576;
/** Maximum number of merged cells: more than people create. */
const maxSpans = 50_000;
/** Merged cells are only read in this many columns: tables have no more. */
const maxSpanned = 200;
const maxColumns = 16_384;

/** Facts about the rows that the user should know. */
export interface SheetFacts {
  hiddenRows: number;
  mergedCells: number;
  /** Cells that span several rows. */
  spans: Span[];
  /** Columns with a number of three decimals, which is ambiguous as text. */
  decimalColumns: Set<number>;
}
/** A value that applies to the rows of one column. */
export interface Span {
  column: number;
  from: number;
  to: number;
}
export const noFacts = (): SheetFacts => ({
  hiddenRows: 0,
  mergedCells: 0,
  spans: [],
  decimalColumns: new Set(),
});

/** Yields the rows of a sheet that aren't empty, with the row numbers of the spreadsheet. */
export async function* sheetRows(
  bytes: AsyncIterable<Buffer>,
  reading: Reading,
  facts: SheetFacts,
): AsyncGenerator<CsvRow> {
  const read: CsvRow[] = [];
  const handler = rowReader(reading, facts, (row) => read.push(row));
  for await (const _ of readXml(bytes, handler)) yield* read.splice(0);
  yield* read;
}

function rowReader(reading: Reading, facts: SheetFacts, give: (row: CsvRow) => void): XmlHandler {
  let row = 0;
  let column = -1;
  let cells: string[] = [];
  let cell: RawCell = emptyCell();
  let isValue = false;
  let isSpelling = false;
  const openers: Record<string, (attributes: Record<string, string | undefined>) => void> = {
    row({ r, hidden }) {
      row = rowNumber(r, row);
      [cells, column] = [[], -1];
      if (/^(1|true)$/.test(hidden ?? '')) facts.hiddenRows += 1;
    },
    c({ r, t, s }) {
      column = columnNumber(r, column);
      cell = { type: t, style: Number(s ?? 0), value: undefined, isFormula: false };
    },
    f: () => {
      cell.isFormula = true;
    },
    v: () => {
      isValue = true;
      cell.value ??= '';
    },
    t: () => {
      isValue = !isSpelling;
      cell.value ??= '';
    },
    rPh: () => {
      isSpelling = true;
    },
    mergeCell({ ref }) {
      facts.mergedCells += 1;
      const span = spanOf(ref);
      if (span && span.column < maxSpanned && facts.spans.length < maxSpans) facts.spans.push(span);
    },
  };
  const closers: Record<string, () => void> = {
    v: () => {
      isValue = false;
    },
    t: () => {
      isValue = false;
    },
    rPh: () => {
      isSpelling = false;
    },
    c() {
      const text = cellText(cell, reading);
      if (text === '') return;
      while (cells.length < column) cells.push('');
      cells[column] = text;
      const isNumber = cell.type === undefined || cell.type === 'n';
      if (isNumber && /^\d{1,3}\.\d{3}$/.test(text)) facts.decimalColumns.add(column);
    },
    row() {
      if (cells.some((text) => text.trim() !== '')) give({ number: row, cells });
    },
  };
  const own = <Entry>(of: Record<string, Entry>, name: string) =>
    Object.hasOwn(of, name) ? of[name] : undefined;
  return {
    open: (name, attributes) => own(openers, name)?.(attributes),
    close: (name) => own(closers, name)?.(),
    text(text) {
      if (isValue) cell.value += text;
    },
  };
}

/** Returns the first column of "A2:C9" if the range has several rows. */
function spanOf(reference: string | undefined): Span | undefined {
  const [, column, from, to] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/i.exec(reference ?? '') ?? [];
  if (column === undefined || Number(from) >= Number(to)) return undefined;
  return { column: columnNumber(column, -1), from: Number(from), to: Number(to) };
}

/** Yields the rows with the value of each spanning cell repeated in all of its rows. */
export async function* fillDown(rows: AsyncIterable<CsvRow>, spans: readonly Span[]): AsyncGenerator<CsvRow> {
  const starting = Map.groupBy(spans, ({ from }) => from);
  const open = new Map<number, { to: number; text: string }>();
  for await (const { number, cells } of rows) {
    for (const [column, { to, text }] of open) {
      if (to < number) open.delete(column);
      if (to < number || (cells[column] ?? '') !== '') continue;
      while (cells.length <= column) cells.push('');
      cells[column] = text;
    }
    for (const { column, to } of starting.get(number) ?? [])
      open.set(column, { to, text: cells[column] ?? '' });
    yield { number, cells };
  }
}

const emptyCell = (): RawCell => ({ type: undefined, style: 0, value: undefined, isFormula: false });

/** Row numbers can be omitted, but never decrease. */
function rowNumber(stated: string | undefined, last: number): number {
  const number = stated === undefined ? last + 1 : Number(stated);
  if (!Number.isInteger(number) || number <= last || number > maxRows) throw damaged();
  return number;
}

/** "AB12" is in the 28th column, which has index 27. */
function columnNumber(reference: string | undefined, last: number): number {
  if (reference === undefined) return last + 1;
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '';
  const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  if (number <= last || number >= maxColumns) throw damaged();
  return number;
}
