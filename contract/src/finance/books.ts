import { z } from 'zod';
import { DateOnly, Id, Instant, Ref } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes, without } from '../core/route.ts';
import { type LedgerAccount, ledgerAccounts } from '../system/ledger-accounts.ts';

const Account = z.enum(ledgerAccounts);

/** The event that a journal posts. */
export const journalKinds = [
  'sale',
  'refund',
  'refundReversal',
  'payment',
  'payout',
  'correction',
  'subscription',
  'coinAdjustment',
  'coinExpiry',
  'creditAdjustment',
  'giftCard',
  'providerTransaction',
  'vendorPayment',
] as const;
export const JournalKind = z.enum(journalKinds);
export type JournalKind = z.infer<typeof JournalKind>;
export const journalKindLabels: Record<JournalKind, string> = {
  sale: 'Sale',
  refund: 'Refund',
  refundReversal: 'Refund reversed',
  payment: 'Payment',
  payout: 'Payout',
  correction: 'Adjustment',
  subscription: 'Subscription',
  coinAdjustment: 'Coins adjusted',
  coinExpiry: 'Coins expired',
  creditAdjustment: 'Store credit adjusted',
  giftCard: 'Gift card',
  providerTransaction: 'Card provider',
  vendorPayment: 'Vendor payment',
};

/** The subject of an entry, as a label for users. */
export const entryPartLabels: Readonly<Record<string, string>> = {
  payment: 'Payment',
  goods: 'Goods',
  tax: 'Tax',
  commission: 'Commission',
  deliveryFee: 'Delivery fee',
  discount: 'Discount',
  coins: 'Paid with coins',
  earned: 'Coins earned',
  refund: 'Refund',
  payout: 'Payout',
  adjustment: 'Adjustment',
  subscription: 'Subscription',
  expired: 'Expired',
  fee: 'Fee',
  dispute: 'Dispute',
  promotion: 'Promotion',
  deliveryPromotion: 'Promotion of the delivery fee',
};

/** Sums cover all time, so they can exceed the limit of a single amount. */
const Sum = z.int();

/** Debits are positive and credits negative, except in `credits`, which is positive. */
const figures = {
  /** The balance before the period. */
  opening: Sum,
  debits: Sum,
  credits: Sum,
  /** Opening plus debits less credits. */
  closing: Sum,
};
export const BookFigures = z.object(figures);
export type BookFigures = z.infer<typeof BookFigures>;

export const TrialBalanceRow = z.object({
  /** The account; null in rows by location. */
  account: Account.nullable(),
  /** The accountant's code of the account. */
  code: z.string().nullable(),
  /** The location; null in rows by account. */
  location: Ref.nullable(),
  ...figures,
});
export type TrialBalanceRow = z.infer<typeof TrialBalanceRow>;

const period = {
  /** Calendar days in the time zone of each location; both days are included. */
  from: DateOnly,
  to: DateOnly,
};

export const TrialBalanceInput = z
  .strictObject({
    ...period,
    groupBy: z.enum(['account', 'location']).default('account'),
    /** Only rows of this account or location. */
    account: Account.optional(),
    locationId: Id.optional(),
    page: z.int().min(1).max(10_000).default(1),
    limit: z.int().min(1).max(100).default(50),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the start' });
export type TrialBalanceInput = z.infer<typeof TrialBalanceInput>;

export const TrialBalance = pageOf(TrialBalanceRow).extend({
  ...period,
  /** Totals of all pages; zero if all accounts are included. */
  totals: BookFigures,
  /** True if nothing has ever been posted at any of the locations. */
  isEmpty: z.boolean(),
});
export type TrialBalance = z.infer<typeof TrialBalance>;

const NumberedRef = z.object({ _id: Id, number: z.string() });

export const JournalEntry = z.object({
  account: Account,
  code: z.string().nullable(),
  /** The part of the sale, such as goods or tax. */
  part: z.string(),
  /** Positive for a debit. */
  amount: Cents,
});
export type JournalEntry = z.infer<typeof JournalEntry>;

const source = {
  kind: JournalKind,
  postedAt: Instant,
  location: Ref.extend({ timeZone: z.string() }),
  order: z.object({ _id: Id, number: z.string() }).nullable(),
  /** The statement that contains its entries, or that it pays; null if there is none yet. */
  statement: NumberedRef.nullable(),
  /** The claim that a vendor's payment settles. */
  vendorClaim: NumberedRef.nullable(),
};

export const Journal = z.object({
  _id: Id,
  /** Null for journals before they had numbers. */
  number: z.string().nullable(),
  ...source,
  /** The refund that this journal posts. */
  refundId: Id.nullable(),
  /** The user who posted it; null if it was posted automatically. */
  by: z.string().nullable(),
  /** The sum of the debits, which equals the sum of the credits. */
  amount: Cents,
  entries: z.array(JournalEntry),
});
export type Journal = z.infer<typeof Journal>;

const filters = {
  account: Account,
  locationId: Id,
  kind: JournalKind,
  orderId: Id,
  ...period,
};
/** `search` matches the numbers of journals and orders. */
export const JournalPage = pageRequest(['postedAt'], filters);
export type JournalPage = z.infer<typeof JournalPage>;

/** One entry with its journal, for import into accounting software. */
export const BookEntry = z.object({
  /** The ID of the journal and the position of the entry in it. */
  _id: z.string(),
  journalId: Id,
  /** Null for journals before they had numbers. */
  journalNumber: z.string().nullable(),
  /** The calendar day at the location. */
  day: DateOnly,
  ...source,
  ...JournalEntry.shape,
});
export type BookEntry = z.infer<typeof BookEntry>;
/** Has the same filters and search as `JournalPage`. */
export const BookEntryPage = pageRequest(['postedAt'], filters);
export type BookEntryPage = z.infer<typeof BookEntryPage>;

export const BookAccount = z.object({ account: Account, code: z.string().nullable() });

export const bookRoutes = routes('books', {
  trialBalance: {
    method: 'POST',
    path: '/books/trial-balance',
    permission: 'statement_all_view',
    summary: 'Shows the trial balance of a period by account or by location',
    body: TrialBalanceInput,
    data: TrialBalance,
    reads: true,
    list: {
      screen: without('It is a report with one row per account'),
      exportAs: without('The entries that it adds up have an export'),
    },
  },
  journals: {
    method: 'POST',
    path: '/books/journals',
    permission: 'statement_all_view',
    summary: 'Lists journals with their entries, newest first',
    body: JournalPage,
    data: pageOf(Journal),
    reads: true,
    list: { screen: '/books/journals', exportAs: 'bookEntries' },
  },
  entries: {
    method: 'POST',
    path: '/books/entries',
    permission: 'statement_all_view',
    summary: 'Lists entries of the ledger, by location and from the oldest on',
    body: BookEntryPage,
    data: pageOf(BookEntry),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'bookEntries' },
  },
  accounts: {
    method: 'GET',
    path: '/books/accounts',
    permission: 'statement_all_view',
    summary: "Lists the accounts of the ledger with the accountant's codes",
    data: z.object({ accounts: z.array(BookAccount) }),
    reads: true,
  },
});

/** The code of the account in the accountant's chart of accounts; null if there is none. */
export const codeOf = (
  codes: Partial<Record<LedgerAccount, string | null | undefined>>,
  account: LedgerAccount,
): string | null => codes[account] || null;
