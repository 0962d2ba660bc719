import type { Readable } from 'node:stream';
import { maxColumns, maxHeadingRow, sampleRows, topRows } from '@aisle/contract/system/imports';
import { type CsvError, parse } from 'csv-parse';
import { likeliestHeading, rowsBeforeHeading } from './heading.ts';
import { type Encoding, encodingOf, textOf, unreadable } from './text-encoding.ts';

/** Longer rows are no rows but, mostly, a quotation mark that nobody closed. */
const longestRow = 1024 * 1024;
const delimiters = [',', ';', '\t', '|'] as const;

export interface CsvRow {
  /** As a spreadsheet counts: the heading is 1. */
  number: number;
  cells: string[];
}

/** How a file is written. */
export interface CsvWriting {
  encoding: Encoding;
  delimiter: string;
}
/** What the beginning of a file shows: its columns and some rows. */
export interface CsvShape extends CsvWriting {
  columns: string[];
  sample: string[][];
  /** The row of the heading, and the first rows with their numbers. */
  headingRow: number;
  top: { row: number; cells: string[] }[];
}

export async function writingOf(path: string): Promise<CsvWriting> {
  const encoding = await encodingOf(path);
  return { encoding, delimiter: likeliestDelimiter(await beginningOf(textOf(path, encoding))) };
}

/** Reads the heading and the first rows of a file, or says why it cannot be a table. */
export async function readShape(path: string, headingRow?: number): Promise<CsvShape> {
  const { encoding, delimiter } = await writingOf(path);
  const rows: CsvRow[] = [];
  let heading: CsvRow | undefined;
  for await (const row of readRows(textOf(path, encoding), delimiter, maxHeadingRow + sampleRows)) {
    rows.push(row);
    if (row.number === headingRow) heading = row;
    if (headingRow === undefined && rows.length === rowsBeforeHeading) heading = likeliestHeading(rows);
    if (heading && rows.length >= rowsBeforeHeading && rows.length > rows.indexOf(heading) + sampleRows)
      break;
  }
  if (headingRow === undefined) heading ??= likeliestHeading(rows);
  if (!heading)
    throw unreadable(headingRow === undefined ? 'The file is empty' : `Row ${headingRow} is empty`);
  const columns = nameColumns(heading.cells);
  const sample = rows
    .filter(({ number }) => number > heading.number)
    .slice(0, sampleRows)
    .map(({ cells }) => cells.slice(0, columns.length));
  if (sample.length === 0) throw unreadable('The file has headings but no rows');
  const top = rows
    .slice(0, topRows)
    .map(({ number, cells }) => ({ row: number, cells: cells.slice(0, maxColumns) }));
  return { encoding, delimiter, columns, sample, headingRow: heading.number, top };
}

interface ParsedRow {
  record: string[];
  info: { records: number; empty_lines: number };
}

/** Every row that is not empty, the heading first; the whole file is never in memory. */
export async function* readRows(
  source: Readable,
  delimiter: string,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    // They cost next to nothing here, but an error object each where rows may be ragged.
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let yielded = 0;
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<ParsedRow>) {
      if (cells.every((cell) => cell.trim() === '')) continue;
      yield { number: info.records + info.empty_lines, cells };
      yielded += 1;
      if (yielded >= most) return;
    }
  } catch (error) {
    throw problemOfCsv(error, parser.info.records + parser.info.empty_lines + 1);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Names as the heading gives them; nameless ones by their place, doubles with a number. */
function nameColumns(heading: readonly string[]): string[] {
  if (heading.length > maxColumns) {
    throw unreadable(`The file has ${heading.length} columns. The limit is ${maxColumns}`);
  }
  const seen = new Set<string>();
  return heading.map((cell, index) => {
    const plain = cell.replaceAll('\u0000', '').toWellFormed().trim().slice(0, 200) || `Column ${index + 1}`;
    let name = plain;
    for (let count = 2; seen.has(name); count += 1) name = `${plain} (${count})`;
    seen.add(name);
    return name;
  });
}

/** Enough of a text to see its heading. */
async function beginningOf(text: Readable): Promise<string> {
  for await (const chunk of text as AsyncIterable<Buffer>)
    return chunk.toString('utf8').replace(/^\ufeff/, '');
  return '';
}

const linesWeighed = 100;
/**
 * The one that parts the most lines into equally many cells, quoted text left aside: titles have none, and commas are
 * in prices too. Our own: csv-parse's `delimiter_auto` throws at a letter beyond ASCII.
 */
function likeliestDelimiter(text: string): string {
  const bare = text.replace(/"(?:[^"]|"")*"/g, '');
  const lines = bare.split(/\r\n|\r|\n/).slice(0, linesWeighed);
  const weights = delimiters.map((delimiter) => {
    const perLine = Map.groupBy(lines, (line) => line.split(delimiter).length - 1);
    return Math.max(...[...perLine].map(([count, alike]) => count * alike.length));
  });
  return delimiters[weights.indexOf(Math.max(...weights))]!;
}

function problemOfCsv(error: unknown, number: number): unknown {
  const { code } = error as Partial<CsvError>;
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED') {
    return unreadable(`Row ${number} doesn't end. Look for an unclosed quotation mark`);
  }
  if (code?.startsWith('CSV_')) return unreadable(`Row ${number} can't be read as CSV`);
  return error;
}
