import { formatDate, formatDay } from '@aisle/contract/core/dates';
import type { Address } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import type { StatementPayment } from '@aisle/contract/finance/payouts';
import { payoutMethodLabels, statementPartLabels } from '@aisle/contract/finance/statement-labels';
import {
  type Adjustment,
  type Correction,
  type StatementPart,
  type StatementView,
  statementParts,
} from '@aisle/contract/finance/statements';
import type { Cell, Paper } from '../../core/paper/pdf.ts';

/** All data on the printed statement. */
export interface PrintedStatement {
  /** The marketplace, which makes the payout. */
  brand: string;
  brandAddress: string | null;
  locationAddress: Address;
  statement: StatementView;
  /** All of them, while a view shows only the first ones. */
  corrections: readonly Correction[];
  adjustments: readonly Adjustment[];
  payments: readonly StatementPayment[];
}

const quiet = '#5b6168';
const small = 8;

export function writeStatement(paper: Paper, printed: PrintedStatement): void {
  writeHead(paper, printed);
  writeSums(paper, printed.statement);
  writePayments(paper, printed);
  writeDays(paper, printed.statement);
  writeCorrections(paper, printed.corrections);
  writeAdjustments(paper, printed.adjustments);
}

function writeHead(
  paper: Paper,
  { brand, brandAddress, locationAddress, statement }: PrintedStatement,
): void {
  const { number, locationName, from, to, timeZone, createdAt } = statement;
  paper.row([
    { text: brand, width: 1, size: 18, bold: true },
    { text: `Statement ${number}`, width: 1, size: 18, align: 'right' },
  ]);
  paper.space(8);
  paper.row([
    { text: 'From', width: 1, size: small, color: quiet },
    { text: 'To', width: 1, size: small, color: quiet },
  ]);
  paper.row([
    { text: [brand, brandAddress].filter(Boolean).join('\n'), width: 1 },
    { text: [locationName, ...linesOf(locationAddress)].join('\n'), width: 1 },
  ]);
  paper.space(8);
  paper.text(`Period ${formatDay(from)} to ${formatDay(to)}, time zone ${timeZone}`);
  paper.text(`Created ${formatDate(createdAt, timeZone)}`, { color: quiet });
  paper.rule(8);
}

const linesOf = ({ line1, line2, city, state, postalCode }: Address): string[] =>
  [line1, line2, `${city}, ${state} ${postalCode}`].filter((line) => line != null && line !== '') as string[];

/** Parts that a readable statement always shows, even if they are zero. */
const alwaysShown: readonly StatementPart[] = ['goods', 'tax', 'commission'];

function writeSums(paper: Paper, statement: StatementView): void {
  const { orders, carriedIn, carriedFrom, carriedInto, taxRemitted, total } = statement;
  const sum = (label: string, amount: number, look: Partial<Cell> = {}) =>
    paper.row([
      { text: label, width: 3, ...look },
      { text: formatMoney(amount), width: 1, align: 'right', ...look },
    ]);
  paper.text(pluralize(orders, 'delivered order'), { color: quiet });
  paper.space(4);
  for (const part of statementParts) {
    const amount = statement[part];
    if (amount !== 0 || alwaysShown.includes(part)) sum(statementPartLabels[part], amount);
  }
  if (carriedFrom) sum(`Carried in from ${carriedFrom.number}`, carriedIn);
  paper.rule(4);
  sum('Total', total, { bold: true, size: 12 });
  const notes = [
    taxRemitted !== 0 &&
      `${formatMoney(taxRemitted)} of sales tax is remitted by the marketplace and isn't part of the total.`,
    carriedInto && `The total was carried into statement ${carriedInto.number}.`,
    statement.status === 'carried' &&
      !carriedInto &&
      'Nothing is paid for this statement. Its total is carried into the next one.',
  ];
  for (const text of notes) if (text) paper.text(text, { color: quiet, gap: 4 });
}

function writePayments(paper: Paper, { statement, payments }: PrintedStatement): void {
  const paid = payments.filter(({ payout }) => payout !== null);
  if (paid.length === 0) return;
  title(paper, 'Payment');
  for (const { kind, amount, payout, reason, at } of paid) {
    const { method, reference, paidOn } = payout!;
    const text =
      kind === 'void'
        ? `Returned ${formatDate(at, statement.timeZone)}: ${reason}`
        : `${payoutMethodLabels[method]} ${reference}, paid ${formatDay(paidOn)}`;
    paper.row([
      { text, width: 3, gap: 2 },
      { text: formatMoney(amount), width: 1, align: 'right', gap: 2 },
    ]);
  }
}

interface Column {
  header: string;
  /** The share of the row's width. */
  width: number;
  align?: Cell['align'];
}
function table(paper: Paper, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const cells = (texts: readonly string[]): Cell[] =>
    columns.map(({ width, align }, at) => ({
      text: texts[at]!,
      width,
      size: small,
      gap: 2,
      ...(align && { align }),
    }));
  paper.heading(cells(columns.map(({ header }) => header)));
  for (const row of rows) paper.row(cells(row));
  paper.endOfTable();
}

const title = (paper: Paper, text: string): void => paper.text(text, { bold: true, gap: 14 });

const dayColumns: readonly Column[] = [
  { header: 'Day', width: 3 },
  { header: 'Orders', width: 2, align: 'right' },
  { header: 'Goods', width: 3, align: 'right' },
  { header: 'Tax', width: 3, align: 'right' },
  { header: 'Commission', width: 3, align: 'right' },
  { header: 'Other', width: 3, align: 'right' },
  { header: 'Total', width: 3, align: 'right' },
];
function writeDays(paper: Paper, { byDay }: StatementView): void {
  if (byDay.length === 0) return;
  title(paper, 'By day');
  const other = (day: StatementView['byDay'][number]) =>
    day.discounts + day.coins + day.refunds + day.corrections + day.adjustments;
  const rows = byDay.map((day) => [
    formatDay(day.day),
    formatCount(day.orders),
    ...[day.goods, day.tax, day.commission, other(day), day.total].map(formatMoney),
  ]);
  table(paper, dayColumns, rows);
  const meaning = 'Other: discounts, coins, refunds, corrections and adjustments.';
  paper.text(meaning, { size: small, color: quiet, gap: 4 });
}

const correctionColumns: readonly Column[] = [
  { header: 'Day', width: 3 },
  { header: 'Order', width: 3 },
  { header: 'Corrects', width: 3 },
  { header: 'Cause', width: 7 },
  { header: 'Amount', width: 3, align: 'right' },
];
function writeCorrections(paper: Paper, corrections: readonly Correction[]): void {
  if (corrections.length === 0) return;
  title(paper, 'Corrections of paid statements');
  const rows = corrections.map(({ day, orderNumber, statementNumber, cause, amount }) => [
    formatDay(day),
    orderNumber,
    statementNumber,
    cause,
    formatMoney(amount),
  ]);
  table(paper, correctionColumns, rows);
}

const adjustmentColumns: readonly Column[] = [
  { header: 'Day', width: 3 },
  { header: 'Reason', width: 6 },
  { header: 'Note', width: 7 },
  { header: 'Amount', width: 3, align: 'right' },
];
function writeAdjustments(paper: Paper, adjustments: readonly Adjustment[]): void {
  if (adjustments.length === 0) return;
  title(paper, 'Adjustments');
  const rows = adjustments.map(({ day, reason, note, amount }) => [
    formatDay(day),
    reason,
    note ?? '',
    formatMoney(amount),
  ]);
  table(paper, adjustmentColumns, rows);
}
