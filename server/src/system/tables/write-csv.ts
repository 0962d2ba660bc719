import type { CsvRow } from './csv-file.ts';
import { unreadable } from './text-encoding.ts';

/** The same limit as for CSV uploads. */
const maxLetters = 50 * 1024 * 1024;

/** Yields rows as CSV with commas. Empty rows become empty lines, so that row numbers stay the same. */
export async function* csvText(
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
  what: string,
): AsyncGenerator<string> {
  let last = 0;
  let letters = 0;
  let text = '';
  for await (const { number, cells } of rows) {
    text += `${'\n'.repeat(number - last - 1)}${cells.map(csvCell).join(',')}\n`;
    last = number;
    if (text.length < 65_536) continue;
    letters += text.length;
    if (letters > maxLetters)
      throw unreadable(`The ${what} has more than 50 MB of text. Split it into smaller files`);
    yield text;
    text = '';
  }
  yield text;
}

const csvCell = (text: string): string =>
  /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
