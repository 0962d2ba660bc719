import { formatDay } from '../core/dates.ts';
import { formatMoney } from '../core/money.ts';
import { totalOf } from '../core/page.ts';
import { pluralize } from '../core/pluralize.ts';
import { asData, changeTool, lines, readTool, words } from '../core/tool.ts';
import { bookRoutes } from './books.ts';
import { payoutRoutes } from './payouts.ts';
import { reconciliationRoutes } from './reconciliation.ts';
import { statementRoutes } from './statements.ts';

const sums = [
  'locationId',
  'locationName',
  'from',
  'to',
  'orders',
  'goods',
  'tax',
  'commission',
  'discounts',
  'promotions',
  'coins',
  'refunds',
  'corrections',
  'adjustments',
  'carriedIn',
  'total',
  'status',
];
const sumText = (sum: {
  orders: number;
  goods: number;
  commission: number;
  refunds: number;
  total: number;
}) =>
  words(
    pluralize(sum.orders, 'order'),
    `items ${formatMoney(sum.goods)}`,
    `commission ${formatMoney(sum.commission)}`,
    `refunds ${formatMoney(sum.refunds)}`,
    `total ${formatMoney(sum.total)}`,
  );

export const financeTools = [
  readTool(statementRoutes.list, {
    name: 'list_statements',
    title: 'List statements',
    description: 'Lists statements of locations by status and period: open ones are not paid yet.',
    takes: ['filters.locationId', 'filters.status', 'filters.from', 'filters.to', 'filters.payoutFailed'],
    fields: [
      'records._id',
      'records.number',
      'records.locationId',
      'records.locationName',
      'records.from',
      'records.to',
      'records.total',
      'records.status',
      'totalRecord',
      'totals',
      'nextCursor',
    ],
    screen: '/statements/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'statement'), page.records, (row) =>
        words(
          row.number,
          row.locationName,
          `${formatDay(row.from)}–${formatDay(row.to)}`,
          formatMoney(row.total),
          row.status,
        ),
      ),
  }),
  readTool(statementRoutes.view, {
    name: 'get_statement',
    title: 'Show a statement',
    description: 'Shows a statement with its sums by part and by day, corrections and adjustments.',
    fields: [
      '_id',
      'number',
      ...sums,
      'payout',
      'byPart',
      'byDay.day',
      'byDay.orders',
      'byDay.total',
      'canDiscard',
    ],
    screen: '/statements/{_id}',
    text: (row) =>
      [
        `${row.number} of ${asData(row.locationName)}, ${formatDay(row.from)}–${formatDay(row.to)}, is ${row.status}: ${sumText(row)}.`,
        lines('Parts:', row.byPart, ({ part, amount }) => words(part, formatMoney(amount))),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(statementRoutes.preview, {
    name: 'preview_statement',
    title: 'Preview a statement',
    description:
      'Shows what the next statement of a location would hold, and what is not final yet, without creating it.',
    fields: [...sums, 'notFinal'],
    text: (row) =>
      words(
        `The statement of ${asData(row.locationName)} for ${formatDay(row.from)}–${formatDay(row.to)} would be`,
        sumText(row),
        row.notFinal.openReturns > 0 && pluralize(row.notFinal.openReturns, 'open return'),
        row.notFinal.refundsInProgress > 0 &&
          pluralize(row.notFinal.refundsInProgress, 'refund in progress', 'refunds in progress'),
        row.notFinal.ordersOut > 0 && pluralize(row.notFinal.ordersOut, 'order out', 'orders out'),
      ),
  }),
  readTool(statementRoutes.due, {
    name: 'list_due_statements',
    title: 'List locations that are due a statement',
    description: 'Lists locations with money on no statement yet, with the amount and since when.',
    takes: ['filters.locationId', 'filters.search'],
    fields: [
      'records.locationId',
      'records.locationName',
      'records.amount',
      'records.since',
      'records.periodEnd',
      'records.estimate',
      'totalRecord',
      'nextCursor',
    ],
    text: (page) =>
      lines(pluralize(totalOf(page), 'location'), page.records, (row) =>
        words(
          row.locationName,
          formatMoney(row.amount),
          `since ${formatDay(row.since)}`,
          `period ends ${formatDay(row.periodEnd)}`,
        ),
      ),
  }),
  readTool(statementRoutes.explainBalance, {
    name: 'explain_balance',
    title: "Explain a location's balance",
    description: 'Explains what a location is owed, now or at the end of a day, by part. id is the location.',
    fields: ['asOf', 'before', 'parts', 'balance', 'now'],
    text: ({ asOf, before, parts, balance }) =>
      lines(
        `Balance on ${formatDay(asOf)}: ${formatMoney(balance)}, before: ${formatMoney(before)}.`,
        parts,
        ({ part, amount }) => words(part, formatMoney(amount)),
      ),
  }),
  readTool(bookRoutes.trialBalance, {
    name: 'get_trial_balance',
    title: 'Show the trial balance',
    description:
      'Shows opening, debits, credits and closing of each account in a period, or of each location.',
    takes: ['from', 'to', 'groupBy', 'account', 'locationId'],
    fields: ['from', 'to', 'records', 'totals', 'totalRecords'],
    text: (page) =>
      lines(`Trial balance, ${formatDay(page.from)}–${formatDay(page.to)}`, page.records, (row) =>
        words(
          row.account,
          row.code,
          row.location?.name,
          `opening ${formatMoney(row.opening)}`,
          `debits ${formatMoney(row.debits)}`,
          `credits ${formatMoney(row.credits)}`,
          `closing ${formatMoney(row.closing)}`,
        ),
      ),
  }),
  readTool(reconciliationRoutes.list, {
    name: 'list_bank_payouts',
    title: 'List payouts to the bank',
    description:
      'Lists payouts from the card provider to the bank with their unmatched rows, and what the provider holds.',
    takes: ['filters.status', 'filters.from', 'filters.to'],
    fields: [
      'records._id',
      'records.payoutId',
      'records.amount',
      'records.arrivesOn',
      'records.bankStatus',
      'records.status',
      'records.unmatched',
      'balance',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/reconciliation/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'payout'), page.records, (payout) =>
        words(
          formatDay(payout.arrivesOn),
          formatMoney(payout.amount),
          payout.bankStatus,
          payout.status,
          payout.unmatched > 0 && `${payout.unmatched} unmatched`,
        ),
      ),
  }),
  changeTool(statementRoutes.create, {
    name: 'create_statement',
    title: 'Create a statement',
    description:
      'Creates the statement of a location through a day. preview_statement shows it first. It pays nothing.',
    takes: ['locationId', 'to'],
    fields: ['_id', 'number', 'total', 'status'],
    screen: '/statements/{_id}',
    text: (made) =>
      'jobId' in made ? 'A job creates the statements.' : `${made.number}: ${formatMoney(made.total)}.`,
    reads: statementRoutes.preview,
    readsFor: ({ locationId, to }) => ({ body: { locationId, to } }),
    preview: (row) =>
      `Create the statement of ${asData(row.locationName)} for ${formatDay(row.from)}–${formatDay(row.to)}: ${sumText(row)}.`,
    locationOf: ({ locationId }) => locationId,
  }),
  changeTool(payoutRoutes.payout, {
    name: 'pay_statement',
    title: 'Record the payout of a statement',
    description: 'Records the payout of an open statement. It becomes a draft unless the key may move money.',
    takes: ['method', 'reference', 'paidOn'],
    fields: ['_id', 'number', 'total', 'status'],
    screen: '/statements/{_id}',
    text: ({ number, status }) => `${number} is ${status}.`,
    destructive: true,
    reads: statementRoutes.view,
    preview: (row, { method, paidOn }) =>
      `Pay statement ${row.number} of ${asData(row.locationName)}: ${formatMoney(row.total)} by ${method} on ${formatDay(paidOn)}.`,
    locationOf: ({ locationId }) => locationId,
    versionOf: ({ version }) => version,
  }),
];
