import { formatDate, formatDay, timeZoneName } from '@aisle/contract/core/dates';
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
import {
  addressLines,
  type Column,
  writeAmount,
  writeLetterhead,
  writeParties,
  writeTable,
  writeTitle,
} from '../../core/paper/layout.ts';
import { type Paper, quiet } from '../../core/paper/pdf.ts';
import type { CommissionRate, StatedOrder } from './statement-pdf.queries.ts';

/** All data on the printed statement. */
export interface PrintedStatement {
  /** The address of the marketplace, which makes the payout. */
  brandAddress: string | null;
  locationAddress: Address;
  statement: StatementView;
  /** The day by which the schedule pays it; null without a schedule. */
  dueOn: string | null;
  commissionRates: readonly CommissionRate[];
  /** All of them, while a view shows only the first ones. */
  corrections: readonly Correction[];
  adjustments: readonly Adjustment[];
  payments: readonly StatementPayment[];
  orders: readonly StatedOrder[];
}

export function writeStatement(paper: Paper, printed: PrintedStatement): void {
  writeHead(paper, printed);
  writeSummary(paper, printed);
  writePayments(paper, printed);
  writeDays(paper, printed.statement);
  writeCorrections(paper, printed.corrections);
  writeAdjustments(paper, printed.adjustments);
  writeOrders(paper, printed);
}

function writeHead(paper: Paper, printed: PrintedStatement): void {
  const { brandAddress, locationAddress, statement } = printed;
  const { number, locationName, from, to, timeZone, createdAt } = statement;
  writeLetterhead(paper, 'Statement', [
    ['Statement number', number],
    ['Period', `${formatDay(from)} – ${formatDay(to)}, ${timeZoneName(timeZone)}`],
    ['Date of issue', formatDate(createdAt, timeZone)],
  ]);
  writeParties(paper, [
    { label: 'From', lines: [paper.brand.name, brandAddress] },
    { label: 'To', lines: [locationName, ...addressLines(locationAddress)] },
  ]);
  writeAmountOf(paper, printed);
}

/** The amount and its day, with the payment below. */
function writeAmountOf(paper: Paper, { statement, dueOn }: PrintedStatement): void {
  const { status, total, payout, orders } = statement;
  const amount = formatMoney(total);
  const count = pluralize(orders, 'delivered order');
  if (status === 'carried') writeAmount(paper, `${amount} carried over`, count);
  else if (status === 'paid' && payout) {
    const account = payout.accountLast4 ? `to account ••${payout.accountLast4}` : '';
    const how = [payoutMethodLabels[payout.method], payout.reference, account].filter(Boolean).join(' ');
    writeAmount(paper, `${amount} paid on ${formatDay(payout.paidOn)}`, `${how} · ${count}`);
  } else writeAmount(paper, `${amount} due${dueOn ? ` ${formatDay(dueOn)}` : ''}`, count);
}

/** Parts that a readable statement always shows, even if they are zero. */
const alwaysShown: readonly StatementPart[] = ['goods', 'tax', 'commission'];

interface SummaryRow {
  label: string;
  rate?: string;
  /** The amount to which the rate applies. */
  base?: number;
  amount: number;
}
function writeSummary(paper: Paper, { statement, commissionRates }: PrintedStatement): void {
  const { carriedIn, carriedFrom, carriedInto, taxRemitted, total } = statement;
  const rows = statementParts.flatMap((part): SummaryRow[] => {
    const amount = statement[part];
    if (part === 'commission' && amount !== 0) return commissionRows(amount, commissionRates);
    return amount !== 0 || alwaysShown.includes(part) ? [{ label: statementPartLabels[part], amount }] : [];
  });
  if (carriedFrom) rows.push({ label: `Carried in from ${carriedFrom.number}`, amount: carriedIn });
  const columns: Column<SummaryRow>[] = [
    { header: 'Description', width: 6, text: ({ label }) => label, total: 'Total' },
    { header: 'Rate', width: 2, align: 'right', text: ({ rate }) => rate ?? '' },
    {
      header: 'Of',
      width: 3,
      align: 'right',
      text: ({ base }) => (base === undefined ? '' : formatMoney(base)),
    },
    {
      header: 'Amount',
      width: 3,
      align: 'right',
      text: ({ amount }) => formatMoney(amount),
      total: formatMoney(total),
    },
  ];
  writeTable(paper, columns, rows);
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

/** The commission by rate. A difference to the books gets a row, so that the rows add up. */
function commissionRows(amount: number, rates: readonly CommissionRate[]): SummaryRow[] {
  const label = statementPartLabels.commission;
  const rows = rates
    .filter((one) => one.amount !== 0)
    .map(
      ({ rate, base, amount: charged }): SummaryRow => ({ label, rate: `${rate}%`, base, amount: -charged }),
    );
  const rest = rows.reduce((sum, row) => sum - row.amount, amount);
  return rest === 0 ? rows : [...rows, { label, amount: rest }];
}

function writePayments(paper: Paper, { statement, payments }: PrintedStatement): void {
  const paid = payments.filter(({ payout }) => payout !== null);
  // The head of the statement already shows a single payment.
  if (paid.every(({ kind }) => kind !== 'void')) return;
  writeTitle(paper, 'Payment');
  for (const { kind, amount, payout, reason, at } of paid) {
    const { method, reference, paidOn } = payout!;
    const text =
      kind === 'void'
        ? `Returned ${formatDate(at, statement.timeZone)}: ${reason}`
        : `${payoutMethodLabels[method]} ${reference}, paid ${formatDay(paidOn)}`;
    paper.row(
      [
        { text, width: 3, gap: 4, size: 9 },
        { text: formatMoney(amount), width: 1, align: 'right', gap: 4, size: 9 },
      ],
      { isLined: true },
    );
  }
}

type Sums = Record<StatementPart | 'total', number>;
/** Amount columns with totals; those that are zero in all rows are left out. */
function amountColumns<Row extends Sums>(rows: readonly Row[]): Column<Row>[] {
  const column = (header: string, amountOf: (row: Row) => number): Column<Row>[] =>
    rows.some((row) => amountOf(row) !== 0)
      ? [
          {
            header,
            width: 3,
            align: 'right',
            text: (row) => formatMoney(amountOf(row)),
            total: formatMoney(rows.reduce((sum, row) => sum + amountOf(row), 0)),
          },
        ]
      : [];
  return [
    ...statementParts.flatMap((part) => column(statementPartLabels[part], (row) => row[part])),
    ...column('Total', (row) => row.total),
  ];
}

function writeDays(paper: Paper, { byDay }: StatementView): void {
  if (byDay.length === 0) return;
  const orders = byDay.reduce((sum, day) => sum + day.orders, 0);
  writeTitle(paper, 'By day');
  writeTable(
    paper,
    [
      { header: 'Day', width: 3, text: ({ day }) => formatDay(day), total: 'Total' },
      {
        header: 'Orders',
        width: 2,
        align: 'right',
        text: (day) => formatCount(day.orders),
        total: formatCount(orders),
      },
      ...amountColumns(byDay),
    ],
    byDay,
    // Two weeks fit on the first page.
    { size: amountSize, gap: 2 },
  );
}
/** Small enough for amounts in all columns. */
const amountSize = 8;

function writeOrders(paper: Paper, { orders, statement }: PrintedStatement): void {
  if (orders.length === 0) return;
  writeTitle(paper, `Orders of statement ${statement.number}`);
  writeTable(
    paper,
    [
      { header: 'Order', width: 3, text: ({ number }) => number, total: 'Total' },
      { header: 'Date', width: 3, text: ({ day }) => formatDay(day) },
      { header: 'Rate', width: 2, align: 'right', text: ({ rates }) => ratesText(rates) },
      ...amountColumns(orders),
    ],
    orders,
    { size: amountSize },
  );
}

/** "12%", or "8–12%" for lines with several rates. */
function ratesText(rates: readonly number[]): string {
  if (rates.length === 0) return '';
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  return low === high ? `${low}%` : `${low}–${high}%`;
}

const sumOf = (rows: readonly { amount: number }[]): string =>
  formatMoney(rows.reduce((sum, { amount }) => sum + amount, 0));

function writeCorrections(paper: Paper, corrections: readonly Correction[]): void {
  if (corrections.length === 0) return;
  writeTitle(paper, 'Corrections of paid statements');
  writeTable(
    paper,
    [
      { header: 'Day', width: 3, text: ({ day }) => formatDay(day), total: 'Total' },
      { header: 'Order', width: 3, text: ({ orderNumber }) => orderNumber },
      { header: 'Corrects', width: 3, text: ({ statementNumber }) => statementNumber },
      { header: 'Cause', width: 7, text: ({ cause }) => cause },
      {
        header: 'Amount',
        width: 3,
        align: 'right',
        text: ({ amount }) => formatMoney(amount),
        total: sumOf(corrections),
      },
    ],
    corrections,
  );
}

function writeAdjustments(paper: Paper, adjustments: readonly Adjustment[]): void {
  if (adjustments.length === 0) return;
  writeTitle(paper, 'Adjustments');
  writeTable(
    paper,
    [
      { header: 'Day', width: 3, text: ({ day }) => formatDay(day), total: 'Total' },
      { header: 'Reason', width: 6, text: ({ reason }) => reason },
      { header: 'Note', width: 7, text: ({ note }) => note ?? '' },
      {
        header: 'Amount',
        width: 3,
        align: 'right',
        text: ({ amount }) => formatMoney(amount),
        total: sumOf(adjustments),
      },
    ],
    adjustments,
  );
}
