import type { CsvRow } from './csv-file.ts';

/** Maximum number of title, address and date rows above a table. */
export const rowsBeforeHeading = 30;

/**
 * Finds the row that names the columns, usually the first one. If that is a title, it is the first row that is about as wide as
 * the table, has no numbers and names no column twice.
 */
export function likeliestHeading(rows: readonly CsvRow[]): CsvRow | undefined {
  const widest = Math.max(0, ...rows.map(filled));
  const isWide = (row: CsvRow) => filled(row) * 2 > widest && filled(row) > 0;
  const [first, ...others] = rows;
  if (!first || (isWide(first) && !hasNumbers(first) && (filled(first) > 1 || widest === 1)))
    return first && lowerOfTwo(rows, first);
  const next = others.slice(0, -1).find((row) => isWide(row) && !hasNumbers(row) && namesOnce(row));
  return lowerOfTwo(rows, next ?? first);
}

/**
 * Some tables have two heading rows: the upper one names groups of columns, the lower one each column. The lower one has more
 * names and, unlike the rows below it, no numbers.
 */
function lowerOfTwo(rows: readonly CsvRow[], upper: CsvRow): CsvRow {
  const [lower, ...below] = rows.slice(rows.indexOf(upper) + 1).filter((row) => filled(row) > 0);
  if (!lower || below.length === 0 || filled(lower) <= filled(upper)) return upper;
  const isHeading = !hasNumbers(lower) && namesOnce(lower);
  return isHeading && below.slice(0, 3).every(hasNumbers) ? lower : upper;
}

const texts = ({ cells }: CsvRow) => cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
const filled = (row: CsvRow): number => texts(row).length;
/** Amounts, codes and dates, with a currency or unit. */
const hasNumbers = (row: CsvRow): boolean => texts(row).some((text) => isAmount(text) || isDate(text));
const isAmount = (text: string): boolean =>
  /^[^\p{L}\d]*\d[\d.,'\s]*\D{0,6}$/u.test(text) && !/^\D*\d\D*\p{L}/u.test(text);
/** "2026-11-27", "27.11.26", "27 Nov 2026", "November 27, 2026", each optionally with a time. */
const isDate = (text: string): boolean =>
  /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)/.test(text) ||
  /^\d{1,2}[. -]{0,2}\p{L}{3,10}[. -]{0,2}\d{2,4}(?!\d)/u.test(text) ||
  /^\p{L}{3,10}\.? \d{1,2},? \d{4}(?!\d)/u.test(text);
const namesOnce = (row: CsvRow): boolean => {
  const names = texts(row).map((text) => text.toLowerCase());
  return new Set(names).size === names.length;
};
