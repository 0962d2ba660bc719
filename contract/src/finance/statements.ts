import { z } from 'zod';
import {
  DateOnly,
  Deleted,
  Id,
  Instant,
  optionalLongText,
  requiredText,
  SearchText,
  Version,
} from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest, pageWithTotalRecord } from '../core/page.ts';
import { Unit } from '../core/quantity.ts';
import { partOfRecord, routes, without } from '../core/route.ts';

/** A carried statement has a total too small to pay; it is added to the location's next statement. */
const statementStatuses = ['open', 'paid', 'carried'] as const;
export const StatementStatus = z.enum(statementStatuses);
export type StatementStatus = z.infer<typeof StatementStatus>;

/** The tabs of the statements: all, unbilled amounts, by status, and payout runs. */
export const statementTabs = ['all', 'due', 'open', 'paid', 'carried', 'runs'] as const;
export type StatementTab = (typeof statementTabs)[number];
/** The filters that a tab sets for the list of statements, or null if the tab shows another list. */
export function statementFilters(tab: unknown): { status?: StatementStatus } | null {
  if (tab === 'due' || tab === 'runs') return null;
  const status = statementStatuses.find((one) => one === tab);
  return status ? { status } : {};
}

export const payoutMethods = ['bankTransfer', 'check', 'cash', 'other', 'stripe'] as const;
export const PayoutMethod = z.enum(payoutMethods);
export type PayoutMethod = z.infer<typeof PayoutMethod>;

/** The sections of a statement. Each ledger entry counts in one of them. */
export const statementParts = [
  'goods',
  'tax',
  'commission',
  'discounts',
  'promotions',
  'coins',
  'refunds',
  'corrections',
  'adjustments',
] as const;
export const StatementPart = z.enum(statementParts);
export type StatementPart = z.infer<typeof StatementPart>;

/** Positive amounts are owed to the location, negative ones to the marketplace. */
const partSums = {
  goods: Cents,
  tax: Cents,
  commission: Cents,
  discounts: Cents,
  /** The location's part of promotions. */
  promotions: Cents,
  coins: Cents,
  /** Refunds of orders that aren't on a paid statement. */
  refunds: Cents,
  /** Refunds of orders that were already paid out. */
  corrections: Cents,
  adjustments: Cents,
} satisfies Record<StatementPart, typeof Cents>;

/** A transfer to the location that settles a statement. */
export const Payout = z.object({
  method: PayoutMethod,
  reference: z.string(),
  paidOn: DateOnly,
  /** The end of the number of the bank account that it was sent to, if it is known. */
  accountLast4: z.string().nullable(),
  /** The user who recorded it, and the time. */
  by: z.string(),
  at: Instant,
});
export type Payout = z.infer<typeof Payout>;

/** The place of a statement's money that the card provider transfers. */
export const moneyPlaces = ['atProvider', 'transferring', 'transferred', 'inBank'] as const;

const StatementRef = z.object({ _id: Id, number: z.string() });

/** Fields of a statement that its preview has too. */
const figures = {
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  /** Calendar days at the location; both days are included. */
  from: DateOnly,
  to: DateOnly,
  /** Entries posted from this moment on go on the next statement. */
  cut: Instant,
  /** The number of sales on the statement. */
  orders: z.int(),
  ...partSums,
  /** Tax that the marketplace remits itself; not part of the total. */
  taxRemitted: Cents,
  /** The total of the previous statement if it was carried. */
  carriedIn: Cents,
  carriedFrom: StatementRef.nullable(),
  /** The amount paid to the location: the sum of the sections and the balance carried in. */
  total: Cents,
};

export const Statement = z.object({
  _id: Id,
  number: z.string(),
  ...figures,
  status: StatementStatus,
  /** The statement that this one's total was carried into. */
  carriedInto: StatementRef.nullable(),
  payout: Payout.nullable(),
  /**
   * The place of money that the card provider transfers: the provider, the location's account with it, or the bank. It is
   * `transferring` until the provider has answered. Null if the location is paid in another way.
   */
  money: z.enum(moneyPlaces).nullable(),
  createdAt: Instant,
  /** The user who created it; null if the schedule did. */
  createdBy: z.string().nullable(),
  version: Version,
});
export type Statement = z.infer<typeof Statement>;

/** Amounts that aren't final when a statement is created. They go on a later statement. */
export const NotFinal = z.object({
  /** Returns that are neither refunded nor rejected. */
  openReturns: z.int(),
  refundsInProgress: z.int(),
  /** Orders placed by the end of the period and not delivered yet. */
  ordersOut: z.int(),
});
export type NotFinal = z.infer<typeof NotFinal>;

export const StatementPreview = z.object({
  ...figures,
  /** The status after creation: open, or carried if the amount is too small. */
  status: StatementStatus,
  notFinal: NotFinal,
});
export type StatementPreview = z.infer<typeof StatementPreview>;

/** The statements that would be created for many locations, by name. */
export const StatementsPreview = z.object({
  records: z.array(
    z.object({
      locationId: Id,
      locationName: z.string(),
      orders: z.int(),
      total: Cents,
      status: StatementStatus,
      notFinal: NotFinal,
    }),
  ),
  /** The amount due of the statements that would be open, and their number. */
  total: z.int(),
  open: z.int(),
});
export type StatementsPreview = z.infer<typeof StatementsPreview>;

/** A refund of an order that is on a paid statement. */
export const Correction = z.object({
  day: DateOnly,
  /** The reason for the refund. */
  cause: z.string(),
  orderId: Id,
  orderNumber: z.string(),
  /** The paid statement that it corrects. */
  statementId: Id,
  statementNumber: z.string(),
  amount: Cents,
});
export type Correction = z.infer<typeof Correction>;

/** An amount that finance adds to or deducts from a location's balance. */
export const Adjustment = z.object({
  _id: Id,
  locationId: Id,
  day: DateOnly,
  reason: z.string(),
  note: z.string().nullable(),
  /** Positive amounts are in the location's favor. */
  amount: Cents,
  by: z.string(),
  at: Instant,
  /** The statement that contains it; null until one is created. */
  statement: StatementRef.nullable(),
});
export type Adjustment = z.infer<typeof Adjustment>;

/** The maximum number of corrections and of adjustments in a view; the tree contains all of them. */
export const maxRowsShown = 200;

export const StatementView = Statement.extend({
  byPart: z.array(z.object({ part: StatementPart, amount: Cents, entries: z.int() })),
  byDay: z.array(z.object({ day: DateOnly, orders: z.int(), ...partSums, total: Cents })),
  correctionRows: z.array(Correction),
  adjustmentRows: z.array(Adjustment),
  /** Only the latest statement of a location can be discarded, and only if it was never paid. */
  canDiscard: z.boolean(),
});
export type StatementView = z.infer<typeof StatementView>;

/** One entry of the location's account, positive in the location's favor, with the journal that posted it. */
export const StatementEntry = z.object({
  account: z.string(),
  /** The part of the sale, such as goods or tax. */
  part: z.string(),
  section: StatementPart,
  amount: Cents,
  journalId: Id,
  journalKind: z.string(),
  cause: z.string(),
  postedAt: Instant,
});
export type StatementEntry = z.infer<typeof StatementEntry>;
const DayLevel = z.object({ day: DateOnly, orders: z.int(), total: Cents });
/** The amounts that one order adds to a day, or entries without an order. */
const OrderLevel = z.object({
  /** Null for adjustments. */
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  ...partSums,
  total: Cents,
});
const LineLevel = z.object({
  lineId: Id,
  name: z.string(),
  ...itemNames,
  sku: z.string(),
  unit: Unit,
  /** Items sold by weight have quantities in their unit, all others in pieces. */
  soldByWeight: z.boolean(),
  quantity: z.number(),
  unitPrice: Cents,
  /** Item sales without tax. */
  goods: Cents,
  tax: Cents,
  commissionRate: z.number(),
  commission: Cents,
});
/** One level of the tree: days; the orders of a day; the lines and entries of an order. */
export const StatementTree = z.object({
  level: z.enum(['days', 'orders', 'entries']),
  days: z.array(DayLevel).optional(),
  /** With the days: the amount carried in from the previous statement. Zero if the tree shows only one part. */
  carriedIn: Cents.optional(),
  /** With the days: the amount on the statement, which the days and `carriedIn` add up to. */
  total: Cents.optional(),
  orders: pageOf(OrderLevel).optional(),
  lines: z.array(LineLevel).optional(),
  entries: z.array(StatementEntry).optional(),
});
export type StatementTree = z.infer<typeof StatementTree>;
export const StatementTreeQuery = z.strictObject({
  day: DateOnly.optional(),
  /** The ID of an order, or 'none' for the adjustments of the day. */
  orderId: z.union([Id, z.literal('none')]).optional(),
  /** Only entries of this section, which add up to its amount on the statement. */
  part: StatementPart.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type StatementTreeQuery = z.output<typeof StatementTreeQuery>;

export const StatementFilters = {
  locationId: Id,
  status: StatementStatus,
  /** Statements whose period ends within these days. */
  from: DateOnly,
  to: DateOnly,
  /** Open statements whose latest payout failed, or was returned by the bank. */
  payoutFailed: z.boolean(),
  /** A statement number, or part of a location's name. */
  search: SearchText,
};
const sortable = ['number', 'to', 'total', 'locationName', 'createdAt'] as const;
export const StatementPage = pageRequest(sortable, StatementFilters);
export type StatementPage = z.infer<typeof StatementPage>;
export const LocationStatementPage = z.strictObject({ ...StatementPage.unwrap().shape, locationId: Id });
export type LocationStatementPage = z.infer<typeof LocationStatementPage>;

/** The amounts owed to a location, by stage. */
export const Balance = z.object({
  unstated: Cents,
  open: Cents,
  /** Carried, and not added to another statement yet. */
  carried: Cents,
  total: Cents,
});
export type Balance = z.infer<typeof Balance>;

/** The payouts that a location can expect and has received. */
export const PayoutOutlook = z.object({
  /** Null if nothing is open and no schedule sets a date. */
  next: z
    .object({
      /** The expected banking day; null if open statements wait for their payout. */
      day: DateOnly.nullable(),
      /** The forecast at the pace of the period so far, or the total of open statements. 0 if nothing would be paid. */
      amount: Cents,
      isEstimate: z.boolean(),
    })
    .nullable(),
  last: Payout.pick({ paidOn: true, accountLast4: true })
    .extend({ amount: Cents, statement: StatementRef })
    .nullable(),
});
export type PayoutOutlook = z.infer<typeof PayoutOutlook>;

/** A location with entries that aren't on a statement yet. */
export const DueRow = z.object({
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  amount: Cents,
  /** The day of the first entry that isn't on a statement. */
  since: DateOnly,
  /** The end of the period that the schedule bills next; today without a schedule. */
  periodEnd: DateOnly,
  /** The forecast at the pace of the period so far; for a finished period, the final amount. */
  estimate: Cents,
  balance: Balance,
});
export type DueRow = z.infer<typeof DueRow>;
export const DuePage = pageRequest(['locationName', 'amount', 'since'], {
  locationId: Id,
  search: SearchText,
});
export type DuePage = z.infer<typeof DuePage>;

/** Explains a balance: the balance of the day before, and the changes since. */
export const BalanceExplained = z.object({
  asOf: DateOnly,
  /** The balance at the end of the day before. */
  before: Cents,
  /** The changes during the day, by section. */
  parts: z.array(z.object({ part: z.string(), amount: Cents, entries: z.int() })),
  /** The balance at the end of the day; for today, the current one. */
  balance: Cents,
  /** The parts of today's balance; null for a past day. */
  now: Balance.nullable(),
});
export type BalanceExplained = z.infer<typeof BalanceExplained>;

/** The group of an entry of a location's account: a section of statements, or the payouts that settle them. */
export const balanceParts = [...statementParts, 'payout'] as const;
export const BalanceEntriesPage = z.strictObject({
  locationId: Id,
  /** A calendar day at the location; today if omitted. */
  date: DateOnly.optional(),
  part: z.enum(balanceParts).optional(),
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(100).default(25),
});
export type BalanceEntriesPage = z.infer<typeof BalanceEntriesPage>;
/** One entry behind an explained balance. */
export const BalanceEntry = z.object({
  part: z.enum(balanceParts),
  amount: Cents,
  journalId: Id,
  cause: z.string(),
  postedAt: Instant,
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  /** The statement that contains the entry; for a payout, the one that it settles. */
  statement: StatementRef.nullable(),
});
export type BalanceEntry = z.infer<typeof BalanceEntry>;

export const StatementInput = z
  .strictObject({
    locationId: Id,
    /** If omitted: the day after the latest statement, or the day of the first entry that isn't on a statement. */
    from: DateOnly.optional(),
    to: DateOnly,
  })
  .refine(({ from, to }) => !from || from <= to, { path: ['to'], error: 'Must not be before the start' });
export type StatementInput = z.infer<typeof StatementInput>;
/** Without a location: a statement for each location with unbilled entries. */
export const StatementsInput = z
  .strictObject({ locationId: Id.optional(), from: DateOnly.optional(), to: DateOnly })
  .refine(({ from, to }) => !from || from <= to, { path: ['to'], error: 'Must not be before the start' });
export type StatementsInput = z.infer<typeof StatementsInput>;

/** The maximum number of locations in a preview. */
export const maxPreviewed = 1000;
export const StatementsPreviewInput = z.strictObject({
  to: DateOnly,
  /** All locations with unbilled entries if omitted. */
  locationIds: z.array(Id).min(1).max(maxPreviewed).optional(),
});
export type StatementsPreviewInput = z.infer<typeof StatementsPreviewInput>;

export const AdjustInput = z.strictObject({
  locationId: Id,
  /** Positive amounts are in the location's favor. */
  amount: Cents.refine((amount) => amount !== 0, 'Enter an amount above or below 0'),
  reason: requiredText('Reason', 120),
  note: optionalLongText('Note', 500),
});
export type AdjustInput = z.infer<typeof AdjustInput>;

export const statementRoutes = routes('statements', {
  list: {
    method: 'POST',
    path: '/statement/get',
    /** Listing all locations requires statement_all_view; listing one location doesn't. */
    permission: 'location_report',
    summary: 'Lists statements',
    body: StatementPage,
    data: pageWithTotalRecord(Statement),
    reads: true,
    list: { screen: '/statements', exportAs: 'statements', shownFor: ({ tab }) => statementFilters(tab) },
  },
  listOfLocation: {
    method: 'POST',
    path: '/statement/location-statement-list',
    permission: 'location_report',
    summary: 'Lists the statements of one location, with its balance and payouts',
    body: LocationStatementPage,
    data: pageWithTotalRecord(Statement).extend({ balance: Balance, payouts: PayoutOutlook }),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'statements' },
  },
  due: {
    method: 'POST',
    path: '/statement/due',
    permission: 'statement_generate',
    summary: 'Lists locations with money on no statement yet',
    body: DuePage,
    data: pageWithTotalRecord(DueRow),
    reads: true,
    list: {
      screen: '/statements',
      exportAs: 'statementsDue',
      shownFor: ({ tab }) => (tab === 'due' ? {} : null),
    },
  },
  create: {
    method: 'POST',
    path: '/statement/create-statement',
    permission: 'statement_generate',
    summary: 'Makes the statement of a location, or starts a job that makes one for each location',
    body: StatementsInput,
    data: z.union([Statement, z.object({ jobId: Id })]),
    message: 'Statement created',
    problems: ['statements.nothing-to-state'],
    changes: ['statements', 'jobs'],
  },
  preview: {
    method: 'POST',
    path: '/statement/preview',
    permission: 'statement_generate',
    summary: 'Shows what a statement would hold, without making it',
    body: StatementInput,
    data: StatementPreview,
    problems: ['statements.nothing-to-state'],
    reads: true,
  },
  previewMany: {
    method: 'POST',
    path: '/statement/preview-many',
    permission: 'statement_generate',
    summary: 'Shows the statements that would be created for many locations, without creating them',
    body: StatementsPreviewInput,
    data: StatementsPreview,
    reads: true,
    list: { screen: partOfRecord, exportAs: without('It is a preview of statements, which have an export') },
  },
  view: {
    method: 'GET',
    path: '/statement/view/{id}',
    permission: 'location_report',
    summary: 'Shows a statement with its sums by part and by day',
    data: StatementView,
    reads: true,
  },
  tree: {
    method: 'GET',
    path: '/statement/tree-view/{id}',
    permission: 'location_report',
    summary: 'Shows one level of a statement: its days, the orders of a day, or the entries of an order',
    query: StatementTreeQuery,
    data: StatementTree,
    reads: true,
  },
  adjust: {
    method: 'POST',
    path: '/statement/adjust',
    permission: 'statement_generate',
    confirms: 'money',
    when: 'always',
    onceByKey: true,
    summary: 'Increases or reduces what a location is owed. Requires the password again',
    body: AdjustInput,
    data: Adjustment,
    message: 'Adjustment posted',
    problems: ['reauth-required'],
    changes: ['statements'],
  },
  explainBalance: {
    method: 'GET',
    path: '/statement/explain-balance/{id}',
    permission: 'location_report',
    summary: "Explains a location's balance, now or at the end of a day",
    query: z.strictObject({ date: DateOnly.optional() }),
    data: BalanceExplained,
    reads: true,
  },
  balanceEntries: {
    method: 'POST',
    path: '/statement/balance-entries',
    permission: 'location_report',
    summary: "Lists what changed a location's balance on a day, entry by entry",
    body: BalanceEntriesPage,
    data: pageOf(BalanceEntry),
    reads: true,
    list: { screen: partOfRecord, exportAs: without('The entries of the books have an export') },
  },
  remove: {
    method: 'DELETE',
    path: '/statement/delete/{id}',
    permission: 'statement_generate',
    summary: "Discards a location's latest statement that was never paid",
    data: Deleted,
    message: 'Statement discarded',
    problems: ['statements.not-latest', 'statements.was-paid', 'payouts.transfer-under-way'],
    changes: ['statements'],
  },
});
