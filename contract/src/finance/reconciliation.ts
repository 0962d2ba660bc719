import { z } from 'zod';
import {
  BooleanLike,
  DateOnly,
  Id,
  Instant,
  Ref,
  requiredLongText,
  SearchText,
  Version,
} from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes } from '../core/route.ts';

/** Open until the contents are known and each row is matched or resolved. */
export const reconciliationStatuses = ['open', 'matched', 'closed'] as const;
export const reconciliationStatusLabels = {
  open: 'Open',
  matched: 'Matched',
  closed: 'Closed',
} as const satisfies Record<(typeof reconciliationStatuses)[number], string>;

/** The status of a payout from the card provider to the bank. */
export const bankStatuses = ['inTransit', 'paid', 'failed', 'canceled'] as const;
export const bankStatusLabels = {
  inTransit: 'In transit',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
} as const satisfies Record<(typeof bankStatuses)[number], string>;

/** The kind of a movement of the balance at the card provider. */
export const transactionKinds = [
  'payment',
  'refund',
  'dispute',
  'fee',
  'transfer',
  'payout',
  'other',
] as const;
export type TransactionKind = (typeof transactionKinds)[number];
export const transactionKindLabels = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  transfer: 'Transfer to a location',
  payout: 'Payout to the bank',
  other: 'Other',
} as const satisfies Record<TransactionKind, string>;

/** The parts of a bank payout. Each opens its rows. */
export const reconciliationFigures = [
  'charges',
  'refunds',
  'disputes',
  'fees',
  'transfers',
  'other',
] as const;
export type ReconciliationFigure = (typeof reconciliationFigures)[number];
export const reconciliationFigureLabels = {
  charges: 'Charges',
  refunds: 'Refunds',
  disputes: 'Disputes',
  fees: 'Fees',
  transfers: 'Transfers to locations',
  other: 'Other',
} as const satisfies Record<ReconciliationFigure, string>;

export const transactionStates = ['unmatched', 'matched', 'resolved'] as const;
export const transactionStateLabels = {
  unmatched: 'Unmatched',
  matched: 'Matched',
  resolved: 'Resolved',
} as const satisfies Record<(typeof transactionStates)[number], string>;

/** The kinds that a person can choose to resolve a row. */
export const resolutions = ['payment', 'refund', 'dispute', 'fee', 'other'] as const;
export type Resolution = (typeof resolutions)[number];
const isAboutRecord = (as: Resolution): boolean => as !== 'fee' && as !== 'other';

const figures = {
  charges: Cents,
  refunds: Cents,
  disputes: Cents,
  /** Negative: the provider keeps them. */
  fees: Cents,
  transfers: Cents,
  other: Cents,
} satisfies Record<ReconciliationFigure, z.ZodType>;

/** The reconciliation of one payout from the card provider to the bank. */
export const Reconciliation = z.object({
  _id: Id,
  /** The provider's ID of the payout. */
  payoutId: z.string(),
  provider: z.string(),
  /** The sum of its parts. */
  amount: Cents,
  arrivesOn: DateOnly,
  bankStatus: z.enum(bankStatuses),
  /** The provider names the contents of automatic payouts only. */
  isAutomatic: z.boolean(),
  /** Whether the provider has named all contents. */
  isComplete: z.boolean(),
  status: z.enum(reconciliationStatuses),
  ...figures,
  /** The number of its rows, and of those that neither matching nor a person has assigned. */
  rowCount: z.int(),
  unmatched: z.int(),
  closedAt: Instant.nullable(),
  closedBy: z.string().nullable(),
  version: Version,
});
export type Reconciliation = z.infer<typeof Reconciliation>;

const OrderRef = z.object({ _id: Id, number: z.string() });
/** A movement of the balance at the card provider. */
export const ReconciliationRow = z.object({
  _id: Id,
  /** The provider's ID. */
  transactionId: z.string(),
  /** The reconciliation that contains it; null while the money is at the provider. */
  recordId: Id.nullable(),
  kind: z.enum(transactionKinds),
  /** The provider's own category. */
  category: z.string(),
  description: z.string().nullable(),
  /** Before the fee. Positive if it increases the balance. */
  amount: Cents,
  fee: Cents,
  net: Cents,
  occurredAt: Instant,
  state: z.enum(transactionStates),
  order: OrderRef.nullable(),
  /** For unmatched rows: what it may be. */
  proposal: z
    .object({
      as: z.enum(['payment', 'refund', 'dispute', 'fee', 'unknown']),
      /** The order that it may be about. */
      order: OrderRef.nullable(),
      /** The ID to resolve it with, if the proposal is about a record. */
      targetId: Id.nullable(),
    })
    .nullable(),
  /** The person who resolved it, with the reason. */
  resolution: z.object({ reason: z.string(), by: z.string(), at: Instant }).nullable(),
});
export type ReconciliationRow = z.infer<typeof ReconciliationRow>;

export const ReconciliationView = Reconciliation.extend({
  rows: z.array(ReconciliationRow),
  /** The number of rows over all pages. */
  totalRows: z.int(),
});
export type ReconciliationView = z.infer<typeof ReconciliationView>;

/** The money at the provider, in cents. */
export const ProviderBalance = z.object({
  /** The account of the books. */
  providerBalance: z.int(),
  /** The part that the provider can't pay out yet. */
  pending: z.int(),
  /** The number of unmatched rows that no bank payout contains. */
  unmatched: z.int(),
});
export type ProviderBalance = z.infer<typeof ProviderBalance>;

export const ReconciliationPage = pageRequest(['arrivesOn', 'amount'], {
  status: z.enum(reconciliationStatuses),
  /** Payouts that arrive within these days. */
  from: DateOnly,
  to: DateOnly,
});
export type ReconciliationPage = z.infer<typeof ReconciliationPage>;

export const ReconciliationRowPage = pageRequest(['occurredAt', 'amount'], {
  recordId: Id,
  /** Whether a bank payout contains the row. Without one, it is in the balance or was paid out by hand. */
  paidOut: BooleanLike,
  figure: z.enum(reconciliationFigures),
  state: z.enum(transactionStates),
});
export type ReconciliationRowPage = z.infer<typeof ReconciliationRowPage>;

export const ReconciliationRowsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  unmatched: BooleanLike.optional(),
});
export type ReconciliationRowsQuery = z.infer<typeof ReconciliationRowsQuery>;

const resolution = {
  as: z.enum(resolutions, 'Choose what it is'),
  /** The order of a payment or refund, or the dispute. */
  targetId: Id.optional(),
  reason: requiredLongText('Reason', 500),
};
const hasTarget = ({ as, targetId }: { as: Resolution; targetId?: string | undefined }) =>
  isAboutRecord(as) || targetId === undefined;
const noTarget = { path: ['targetId'], error: 'Only payments, refunds and disputes belong to a record' };
export const ResolveInput = z.strictObject({ rowId: Id, ...resolution }).refine(hasTarget, noTarget);
export type ResolveInput = z.infer<typeof ResolveInput>;
export const ResolveRowInput = z.strictObject(resolution).refine(hasTarget, noTarget);
export type ResolveRowInput = z.infer<typeof ResolveRowInput>;

export const reconciliationRoutes = routes('reconciliation', {
  list: {
    method: 'POST',
    path: '/reconciliation/list',
    permission: 'reconciliation_list',
    everywhere: true,
    summary: 'Lists payouts from the card provider to the bank, latest first, and what the provider holds',
    body: ReconciliationPage,
    data: pageOf(Reconciliation).extend({ balance: ProviderBalance }),
    reads: true,
    list: { screen: '/reconciliation', exportAs: 'reconciliations' },
  },
  view: {
    method: 'GET',
    path: '/reconciliation/view/{id}',
    permission: 'reconciliation_list',
    everywhere: true,
    summary: 'Shows the reconciliation of a payout with its rows',
    query: ReconciliationRowsQuery,
    data: ReconciliationView,
    reads: true,
  },
  rows: {
    method: 'POST',
    path: '/reconciliation/rows',
    permission: 'reconciliation_list',
    everywhere: true,
    summary: 'Lists movements of the balance at the card provider',
    body: ReconciliationRowPage,
    data: pageOf(ReconciliationRow),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'reconciliationRows' },
  },
  targets: {
    method: 'GET',
    path: '/reconciliation/targets',
    permission: 'reconciliation_edit',
    everywhere: true,
    summary: 'Finds the orders or disputes that a row can be resolved with, by the beginning of their number',
    query: z.strictObject({ as: z.enum(['payment', 'refund', 'dispute']), search: SearchText.optional() }),
    data: z.array(Ref),
    reads: true,
  },
  resolve: {
    method: 'POST',
    path: '/reconciliation/resolve/{id}',
    permission: 'reconciliation_edit',
    confirms: 'money',
    when: 'always',
    everywhere: true,
    summary: 'Posts an unmatched row as what it is. Requires the password again',
    body: ResolveInput,
    data: Reconciliation,
    message: 'Row resolved',
    problems: ['reauth-required', 'reconciliation.closed', 'reconciliation.matched'],
    changes: ['reconciliation'],
  },
  resolveRow: {
    method: 'POST',
    path: '/reconciliation/resolve-row/{id}',
    permission: 'reconciliation_edit',
    confirms: 'money',
    when: 'always',
    everywhere: true,
    summary: 'Posts an unmatched row that no bank payout contains as what it is. Requires the password again',
    body: ResolveRowInput,
    data: ReconciliationRow,
    message: 'Row resolved',
    problems: ['reauth-required', 'reconciliation.matched'],
    changes: ['reconciliation'],
  },
  close: {
    method: 'POST',
    path: '/reconciliation/close/{id}',
    permission: 'reconciliation_edit',
    everywhere: true,
    summary: 'Closes a reconciliation, which can then no longer change',
    body: z.strictObject({ version: Version }),
    data: Reconciliation,
    message: 'Reconciliation closed',
    problems: [
      'version-stale',
      'reconciliation.closed',
      'reconciliation.unmatched',
      'reconciliation.incomplete',
    ],
    changes: ['reconciliation'],
  },
});
