import type { CsvRow } from '../csv-file.ts';
import { damaged } from './archive.ts';
import { cellText, type RawCell, type Reading } from './cell-text.ts';
import { readXml, type XmlHandler } from './xml.ts';

const mostRows = 1_048_576;
const maxColumns = 16_384;

/** What a person should know of the rows that were read. */
export interface SheetFacts {
  hiddenRows: number;
  mergedCells: number;
}
export const noFacts = (): SheetFacts => ({ hiddenRows: 0, mergedCells: 0 });

/** The rows of a sheet that hold anything, with the numbers that the spreadsheet shows. */
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
    mergeCell: () => {
      facts.mergedCells += 1;
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

const emptyCell = (): RawCell => ({ type: undefined, style: 0, value: undefined, isFormula: false });

/** Numbers may be left out, but never go back. */
function rowNumber(stated: string | undefined, last: number): number {
  const number = stated === undefined ? last + 1 : Number(stated);
  if (!Number.isInteger(number) || number <= last || number > mostRows) throw damaged();
  return number;
}

/** "AB12" is the 28th column, that is number 27. */
function columnNumber(reference: string | undefined, last: number): number {
  if (reference === undefined) return last + 1;
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '';
  const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  if (number <= last || number >= maxColumns) throw damaged();
  return number;
}
