/* The parts that all documents share, from the letterhead to the totals. */
import type { Address } from '@aisle/contract/core/fields';
import { type Cell, type Paper, quiet } from './pdf.ts';

const small = 8.5;

/** A label and its value, such as "Invoice number" and "N-10001". */
export type Fact = readonly [label: string, value: string];

/** The title beside the logo, and below it the facts that identify the document. */
export function writeLetterhead(paper: Paper, title: string, facts: readonly Fact[]): void {
  paper.letterhead(title);
  paper.space(6);
  for (const [index, [label, value]] of facts.entries()) {
    paper.row([
      { text: label, width: 2, bold: index === 0 },
      { text: value, width: 8, bold: index === 0 },
    ]);
  }
  paper.space(12);
}

export const addressLines = ({ line1, line2, city, state, postalCode }: Address): string[] =>
  [line1, line2, `${city}, ${state} ${postalCode}`].filter((line) => line != null && line !== '') as string[];

interface Party {
  label: string;
  /** The name, and the lines below it. */
  lines: readonly (string | null | undefined | false)[];
}
/** Sender and recipient side by side. */
export function writeParties(paper: Paper, parties: readonly Party[]): void {
  const filled = parties.map(({ label, lines }) => ({ label, lines: lines.filter(Boolean) as string[] }));
  paper.row(filled.map(({ label }) => ({ text: label, width: 1, size: small, color: quiet })));
  paper.row(filled.map(({ lines }) => ({ text: lines[0] ?? '', width: 1, bold: true, gap: 1 })));
  paper.row(filled.map(({ lines }) => ({ text: lines.slice(1).join('\n'), width: 1 })));
  paper.space(14);
}

/** The amount and its date, the first thing to read. */
export function writeAmount(paper: Paper, text: string, note?: string): void {
  paper.text(text, { size: 17, bold: true });
  if (note) paper.text(note, { color: quiet, gap: 2 });
  paper.space(14);
}

export const writeTitle = (paper: Paper, text: string): void =>
  paper.row([{ text, width: 1, bold: true, size: 12, gap: 16 }], { staysWithNext: true });

export interface Column<Row> {
  header: string;
  /** The share of the row's width. */
  width: number;
  align?: Cell['align'];
  text: (row: Row) => string;
  /** The text in the last row. */
  total?: string;
}
interface TableLook<Row> extends Partial<Cell> {
  /** A text below the row; none if empty. */
  below?: (row: Row) => string;
}
/** A table with a repeated heading. Columns without any text are left out. */
export function writeTable<Row>(
  paper: Paper,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { below, ...look }: TableLook<Row> = {},
): void {
  const texts = rows.map((row) => columns.map(({ text }) => text(row)));
  const shown = columns.flatMap((column, at) =>
    texts.some((row) => row[at] !== '') ? [{ column, at }] : [],
  );
  const cells = (textAt: (at: number) => string, more: Partial<Cell>): Cell[] =>
    shown.map(({ column: { width, align }, at }) => ({
      text: textAt(at),
      width,
      size: small + 0.5,
      gap: 4,
      ...(align && { align }),
      ...look,
      ...more,
    }));
  paper.heading(cells((at) => columns[at]!.header, { size: small, bold: false }));
  const hasTotal = shown.some(({ column }) => column.total !== undefined);
  for (const [index, row] of texts.entries()) {
    const isLast = index === texts.length - 1;
    const more = below?.(rows[index]!) ?? '';
    const end = { isLined: true, staysWithNext: hasTotal && isLast };
    paper.row(
      cells((at) => row[at]!, {}),
      more === '' ? end : { staysWithNext: true },
    );
    if (more !== '') paper.row([{ text: more, width: 1, size: small, color: quiet, gap: 2 }], end);
  }
  if (hasTotal) paper.row(cells((at) => columns[at]!.total ?? '', { bold: true }));
  paper.endOfTable();
}

interface Sum {
  label: string;
  amount: string;
  isTotal?: boolean;
}
/** Amounts in the right half, each on a line; on a roll, over the whole width. */
export function writeSums(paper: Paper, sums: readonly Sum[]): void {
  paper.space(8);
  for (const { label, amount, isTotal = false } of sums) {
    const look = { bold: isTotal, gap: 3 };
    paper.row([
      { text: '', width: paper.isRoll ? 0.01 : 9 },
      { text: label, width: paper.isRoll ? 12 : 8, ...look },
      { text: amount, width: paper.isRoll ? 6 : 4, align: 'right', ...look },
    ]);
  }
}
