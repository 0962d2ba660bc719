import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Parser } from 'htmlparser2';
import type { CsvRow } from './csv-file.ts';
import { type Encoding, textOf, unreadable } from './text-encoding.ts';
import { csvText } from './write-csv.ts';

/** Larger than any real table: columns, and rows that one cell spans. */
const maxColumns = 1000;
const maxSpan = 10_000;

interface HtmlTable {
  rows: CsvRow[];
  cellCount: number;
  /** Cells of previous rows that also cover the current row, by column. */
  covering: Map<number, { text: string; rows: number }>;
}

/** Writes the largest table of a web page as CSV: some shops export web pages under a spreadsheet's file name. */
export async function writeHtmlTable(path: string, encoding: Encoding, csvPath: string): Promise<void> {
  const reader = new TableReader();
  const letters = new TextDecoder('utf-8');
  for await (const chunk of textOf(path, encoding) as AsyncIterable<Buffer>) {
    reader.write(letters.decode(chunk, { stream: true }));
  }
  const table = reader.end();
  if (!table) throw unreadable('This is a web page (HTML) without a table. Export the list as CSV (UTF-8)');
  await pipeline(Readable.from(csvText(table.rows, 'table')), createWriteStream(csvPath));
}

/** Reads a page in chunks, and only keeps the largest finished table. */
class TableReader {
  readonly #open: HtmlTable[] = [];
  #largest: HtmlTable | undefined;
  /** Cells of the current row; undefined outside of rows. */
  #row: string[] | undefined;
  #cell: { text: string; columns: number; rows: number } | undefined;
  #hidden = 0;
  readonly #parser = new Parser({
    onopentag: (name, attributes) => this.#onOpen(name, attributes),
    ontext: (text) => {
      if (this.#cell && this.#hidden === 0) this.#cell.text += text;
    },
    onclosetag: (name) => this.#onClose(name),
  });

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): HtmlTable | undefined {
    this.#parser.end();
    while (this.#open.length > 0) this.#closeTable();
    return this.#largest;
  }

  #onOpen(name: string, { colspan, rowspan }: Record<string, string>): void {
    if (name === 'style' || name === 'script') this.#hidden += 1;
    if (name === 'table') {
      // Rows of a table within a cell belong to that table.
      this.#closeRow();
      this.#open.push({ rows: [], cellCount: 0, covering: new Map() });
    }
    if (this.#open.length === 0) return;
    if (name === 'tr') {
      this.#closeRow();
      this.#row = [];
    }
    if (name === 'td' || name === 'th') {
      this.#closeCell();
      this.#row ??= [];
      this.#cell = { text: '', columns: spanOf(colspan, maxColumns), rows: spanOf(rowspan, maxSpan) };
    }
    if (this.#cell && (name === 'br' || name === 'p' || name === 'div')) this.#cell.text += ' ';
  }

  #onClose(name: string): void {
    if (name === 'style' || name === 'script') this.#hidden -= 1;
    if (name === 'td' || name === 'th') this.#closeCell();
    if (name === 'tr') this.#closeRow();
    if (name === 'table') this.#closeTable();
  }

  #closeCell(): void {
    const cell = this.#cell;
    const table = this.#open.at(-1);
    if (!cell || !this.#row || !table) return;
    this.#cell = undefined;
    this.#fillCovered(table, this.#row);
    const text = cell.text.replace(/\s+/g, ' ').trim();
    const column = this.#row.length;
    if (column >= maxColumns) throw unreadable(`The table has more than ${maxColumns} columns`);
    for (let at = 0; at < cell.columns && this.#row.length < maxColumns; at += 1) {
      this.#row.push(at === 0 ? text : '');
    }
    if (cell.rows > 1) table.covering.set(column, { text, rows: cell.rows });
  }

  /** A cell that spans rows is repeated in each of them, as in a workbook. */
  #fillCovered({ covering }: HtmlTable, row: string[]): void {
    for (let above = covering.get(row.length); above; above = covering.get(row.length)) row.push(above.text);
  }

  #closeRow(): void {
    this.#closeCell();
    const table = this.#open.at(-1);
    const row = this.#row;
    this.#row = undefined;
    if (!table || !row) return;
    this.#fillCovered(table, row);
    for (const [column, above] of table.covering) {
      above.rows -= 1;
      if (above.rows <= 0) table.covering.delete(column);
    }
    if (row.every((text) => text === '')) return;
    table.rows.push({ number: table.rows.length + 1, cells: row });
    table.cellCount += row.filter((text) => text !== '').length;
  }

  #closeTable(): void {
    this.#closeRow();
    const table = this.#open.pop();
    if (table && table.cellCount > (this.#largest?.cellCount ?? 0)) this.#largest = table;
  }
}

const spanOf = (text: string | undefined, max: number): number =>
  Math.min(Math.max(Number.parseInt(text ?? '1', 10) || 1, 1), max);
