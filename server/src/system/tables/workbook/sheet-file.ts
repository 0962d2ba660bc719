import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unreadable } from '../text-encoding.ts';
import { csvText } from '../write-csv.ts';
import { type Book, openBook, type Sheet } from './book.ts';
import type { Reading } from './cell-text.ts';
import { fillDown, noFacts, type SheetFacts, sheetRows } from './sheet-rows.ts';

/** The result of reading a workbook. */
export interface SheetFile {
  sheet: string;
  /** All sheets with rows, so that the user can choose another one. */
  sheets: string[];
  notes: string[];
  /** Columns with a number that is ambiguous as text: 1.125. */
  decimalColumns: number[];
}

/** Writes one sheet of a workbook as CSV: the given one, or else the first table, or else the first with rows. */
export async function writeSheet(bookPath: string, csvPath: string, wanted?: string): Promise<SheetFile> {
  const book = await openBook(bookPath);
  try {
    const filled = await sheetsWithRows(book);
    const sheet =
      wanted === undefined
        ? (filled.find(({ isWide }) => isWide) ?? filled[0])
        : filled.find(({ name }) => name === wanted);
    if (!sheet) {
      throw unreadable(
        wanted === undefined ? 'No sheet has a heading and rows' : `There is no sheet “${wanted}”`,
      );
    }
    const facts = noFacts();
    const rows = sheetRows(book.archive.read(sheet.part), await book.reading(), facts);
    await pipeline(Readable.from(csvText(rows, 'sheet')), createWriteStream(csvPath));
    if (facts.spans.length > 0) {
      // Merged cells are listed after the rows.
      const again = sheetRows(book.archive.read(sheet.part), await book.reading(), noFacts());
      await pipeline(
        Readable.from(csvText(fillDown(again, facts.spans), 'sheet')),
        createWriteStream(csvPath),
      );
    }
    return {
      sheet: sheet.name,
      sheets: filled.map(({ name }) => name),
      notes: notesOf(facts, book),
      decimalColumns: [...facts.decimalColumns],
    };
  } finally {
    book.archive.close();
  }
}

/** Any text is enough to see that a cell holds one. */
const anything: Reading = { is1904: false, formats: [], texts: new Proxy([], { get: () => 'text' }) };

/** A cover sheet has a name and an address; a table has at least this many cells in one of its first rows. */
const leastCells = 3;
const rowsSeen = 50;

async function sheetsWithRows({ archive, sheets }: Book): Promise<(Sheet & { isWide: boolean })[]> {
  const filled: (Sheet & { isWide: boolean })[] = [];
  for (const sheet of sheets) {
    let rows = 0;
    let isWide = false;
    for await (const { cells } of sheetRows(archive.read(sheet.part), anything, noFacts())) {
      rows += 1;
      isWide ||= cells.filter((cell) => cell !== '').length >= leastCells;
      if (rows > 1 && (isWide || rows === rowsSeen)) break;
    }
    if (rows > 1) filled.push({ ...sheet, isWide });
  }
  return filled;
}

function notesOf({ hiddenRows, mergedCells }: SheetFacts, { hasMacros }: Book): string[] {
  return [
    ...(hiddenRows > 0 ? [`Hidden rows are read like the others: this sheet has ${hiddenRows}.`] : []),
    ...(mergedCells > 0
      ? ['The file has merged cells. Their value applies to each row, in their first column.']
      : []),
    ...(hasMacros ? ["Macros in the file aren't run."] : []),
  ];
}
