import { Readable } from 'node:stream';
import {
  importDelimiters,
  maxColumns,
  maxHeadingRow,
  sampleRows,
  topRows,
} from '@aisle/contract/system/imports/imports';
import { type CsvError, parse } from 'csv-parse';
import { likeliestDelimiter, namedDelimiter, rowsWeighed } from './delimiter.ts';
import { likeliestHeading, rowsBeforeHeading } from './heading.ts';
import { type Encoding, encodingOf, textOf, unreadable } from './text-encoding.ts';

/** A longer row is usually the result of an unclosed quotation mark. */
const longestRow = 1024 * 1024;
/** Joined or edited files contain several of them. The first one comes from programs that convert line ends twice. */
const lineEnds = ['\r\r\n', '\r\n', '\n', '\r'];

export interface CsvRow {
  /** Row number as in a spreadsheet: the heading is 1. */
  number: number;
  cells: string[];
}

/** Encoding and delimiter of a file. */
export interface CsvWriting {
  encoding: Encoding;
  delimiter: string;
}
/** The beginning of a file: its columns and some rows. */
export interface CsvShape extends CsvWriting {
  columns: string[];
  sample: string[][];
  /** The row of the heading, and the first rows with their numbers. */
  headingRow: number;
  top: { row: number; cells: string[] }[];
}

/** Detects the encoding and the delimiter of a file, unless a user chose the delimiter. */
export async function writingOf(path: string, chosen?: string): Promise<CsvWriting> {
  const encoding = await encodingOf(path);
  if (chosen !== undefined) return { encoding, delimiter: chosen };
  const beginning = await beginningOf(textOf(path, encoding));
  const delimiter = namedDelimiter(beginning) ?? likeliestDelimiter(await readingsOf(beginning));
  return { encoding, delimiter };
}

interface ShapeRequest {
  delimiter?: string | undefined;
  headingRow?: number | undefined;
}
/** Reads the heading and the first rows of a file, or throws why it can't be a table. */
export async function readShape(path: string, request: ShapeRequest = {}): Promise<CsvShape> {
  const { headingRow } = request;
  const { encoding, delimiter } = await writingOf(path, request.delimiter);
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

/** Yields every row that isn't empty, starting with the heading; the whole file is never in memory. */
export async function* readRows(
  source: Readable,
  delimiter: string,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: lineEnds,
    bom: true,
    // A quotation mark also starts a cell after a space: `"Milk", "A1"`.
    ltrim: true,
    rtrim: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    // Skipping empty lines costs almost nothing here; otherwise each causes an error object if rows can differ in length.
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let yielded = 0;
  let hidden = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      if (record.every((cell) => cell.trim() === '')) continue;
      const number = info.records + info.empty_lines;
      // Spreadsheets hide the line that names the delimiter, and don't count it.
      if (number === 1 && namesDelimiter(record, delimiter)) {
        hidden = 1;
        continue;
      }
      yield { number: number - hidden, cells: record.map(unwrapped) };
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

/** Names columns after the heading; unnamed ones by position, duplicates with a number. */
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

/** Returns enough of a text to contain its heading. */
async function beginningOf(text: Readable): Promise<string> {
  for await (const chunk of text as AsyncIterable<Buffer>)
    return chunk.toString('utf8').replace(/^\ufeff/, '');
  return '';
}

const namesDelimiter = (record: readonly string[], delimiter: string): boolean =>
  /^sep=.$/i.test(record.length > 1 ? record.join(delimiter) : record[0]!);

/** Spreadsheets keep leading zeros of a code with a formula: ="00723". */
const unwrapped = (cell: string): string =>
  cell.startsWith('="') && cell.endsWith('"') && cell.length > 2
    ? cell.slice(2, -1).replaceAll('""', '"')
    : cell;

/** Reads the first rows of a text with each delimiter. Our own: csv-parse's `delimiter_auto` throws on letters beyond ASCII. */
async function readingsOf(beginning: string): Promise<Map<string, CsvRow[]>> {
  const readings = new Map<string, CsvRow[]>();
  for (const delimiter of importDelimiters) {
    // The beginning of a larger file can end within quotes.
    const rows = (await firstRows(beginning, delimiter)) ?? (await firstRows(`${beginning}"`, delimiter));
    readings.set(delimiter, rows ?? []);
  }
  return readings;
}

/** Returns undefined if this delimiter can't read a row; reading the whole file reports the error. */
async function firstRows(text: string, delimiter: string): Promise<CsvRow[] | undefined> {
  const rows: CsvRow[] = [];
  try {
    for await (const row of readRows(Readable.from([text]), delimiter, rowsWeighed)) rows.push(row);
  } catch {
    return undefined;
  }
  // The last row may be incomplete.
  if (rows.length > 2 && rows.length < rowsWeighed) rows.pop();
  return rows;
}

function problemOfCsv(error: unknown, number: number): unknown {
  const { code } = error as Partial<CsvError>;
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED') {
    return unreadable(`Row ${number} doesn't end. Look for an unclosed quotation mark`);
  }
  if (code?.startsWith('CSV_')) return unreadable(`Row ${number} can't be read as CSV`);
  return error;
}
