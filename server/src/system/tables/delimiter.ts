import type { CsvRow } from './csv-file.ts';
import { likeliestHeading, rowsBeforeHeading } from './heading.ts';

/** Number of rows read with each delimiter to compare the results. */
export const rowsWeighed = 100;

/** Excel reads and writes a first line such as "sep=;" that names the delimiter. */
export const namedDelimiter = (text: string): string | undefined =>
  /^"?sep=([^\r\n])"?[\r\n]/i.exec(text.slice(0, 10))?.[1];

interface Fit {
  delimiter: string;
  /** Number of the row that names the columns. */
  heading: number;
  /** Number of columns that the heading names. */
  width: number;
  /** Share of the rows below that have these columns. */
  share: number;
  /** Whether most of the rows below have several cells. */
  isWide: boolean;
}

/**
 * Returns the delimiter that gives the heading and the rows below it the same columns. Names and prices contain commas too, so
 * another delimiter that fits about as well comes first.
 */
export function likeliestDelimiter(readings: ReadonlyMap<string, readonly CsvRow[]>): string {
  const fits = [...readings].map(([delimiter, rows]) => fitOf(delimiter, rows));
  const several = fits.filter(({ width, share }) => width > 1 && share > 0);
  const best = Math.max(...several.map(({ share }) => share));
  const [first, ...others] = several
    .filter(({ share }) => share >= best * 0.85)
    .toSorted((a, b) => Number(a.delimiter === ',') - Number(b.delimiter === ',') || b.width - a.width);
  // If cells contain lists, their separator splits every row in the same way, but not the heading above them.
  const above = first && others.find(({ heading, width }) => heading < first.heading && width > first.width);
  if (first) return (above ?? first).delimiter;
  const named = fits.filter(({ width }) => width > 1).toSorted((a, b) => b.width - a.width);
  const likely =
    named.find(({ isWide }) => isWide) ??
    named[0] ??
    fits.find(({ width, share }) => width === 1 && share === 1);
  return likely?.delimiter ?? ',';
}

function fitOf(delimiter: string, rows: readonly CsvRow[]): Fit {
  const heading = likeliestHeading(rows.slice(0, rowsBeforeHeading));
  if (!heading) return { delimiter, heading: 0, width: 0, share: 0, isWide: false };
  const width = lengthOf(heading);
  const below = rows.filter(({ number }) => number > heading.number);
  const fitting = below.filter((row) => hasColumnsOf(row, heading, width));
  return {
    delimiter,
    heading: heading.number,
    width,
    share: below.length === 0 ? 0.5 : fitting.length / below.length,
    isWide: below.filter((row) => lengthOf(row) > 1).length * 2 > below.length,
  };
}

/** Length without trailing empty cells. */
const lengthOf = ({ cells }: CsvRow): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** Some programs omit trailing empty cells. */
function hasColumnsOf(row: CsvRow, heading: CsvRow, width: number): boolean {
  const length = lengthOf(row);
  if (width === 1) return length === 1;
  return length <= width && (length > 1 || row.cells.length === heading.cells.length);
}
