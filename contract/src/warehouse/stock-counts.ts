import { z } from 'zod';
import {
  beforeNormalizing,
  Id,
  Instant,
  optionalLongText,
  optionalText,
  Ref,
  Version,
} from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { normalCode } from '../core/normal-text.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { QuantityOrNone } from '../core/quantity.ts';
import { partOfRecord, routes } from '../core/route.ts';
import { SubProductRef } from './lots.ts';

/** `review`: a blind count is complete, and a user who didn't count in it reviews it. */
const stockCountStatuses = ['open', 'review', 'posted', 'cancelled'] as const;
export const StockCountStatus = z.enum(stockCountStatuses);
export type StockCountStatus = z.infer<typeof StockCountStatus>;

/** `conflict`: two users counted different amounts; `recount`: a recount was requested. */
const countStates = ['open', 'counted', 'conflict', 'recount'] as const;
export const CountState = z.enum(countStates);
export type CountState = z.infer<typeof CountState>;

export const StockCountInput = z.strictObject({
  locationId: Id,
  name: optionalText('Name', 120),
  /** Only items of these categories and those below them. If omitted, all items that the location sells or has. */
  categoryIds: z.array(Id).max(100).optional(),
  /** Only items on shelves with these prefixes; if omitted, all shelves. Both filters combine. */
  shelves: z
    .array(
      z
        .string()
        .max(...beforeNormalizing)
        .overwrite(normalCode)
        .toUpperCase()
        .min(1, 'Enter a shelf')
        .max(20, 'At most 20 characters'),
    )
    .max(50, 'At most 50 shelves')
    .optional(),
  /** Hides expected amounts until the count is posted, except from reviewers who counted nothing. */
  blind: z.boolean().default(false),
});
export type StockCountInput = z.infer<typeof StockCountInput>;

export const StockCountRow = z.object({
  _id: Id,
  number: z.string(),
  name: z.string().nullable(),
  status: StockCountStatus,
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  /** Empty if the count has no category filter. */
  categories: z.array(Ref),
  /** Empty if the count has no shelf filter. */
  shelves: z.array(z.string()),
  blind: z.boolean(),
  items: z.int(),
  /** The number of items counted since the last request, whether or not the amounts agree. */
  counted: z.int(),
  createdBy: z.string(),
  createdAt: Instant,
  closedBy: z.string().nullable(),
  closedAt: Instant.nullable(),
  /** When a blind count was sent to review. */
  reviewedAt: Instant.nullable(),
  version: Version,
});
export type StockCountRow = z.infer<typeof StockCountRow>;

/** The counted amounts less the expected ones: surpluses in `more`, losses in `less`. Money in cents. */
export const Variance = z.object({
  more: z.number(),
  less: z.number(),
  moreMoney: Cents,
  lessMoney: Cents,
});

export const StockCount = StockCountRow.extend({
  conflicts: z.int(),
  recounts: z.int(),
  /** Whether the user sees expected quantities, differences and other users' results. */
  seesFigures: z.boolean(),
  /** The number of items whose count differs from the ledger; null for users who don't see these values. */
  differing: z.int().nullable(),
  variance: Variance.nullable(),
  counters: z.array(z.object({ name: z.string(), items: z.int() })),
});
export type StockCount = z.infer<typeof StockCount>;

export const CountEntry = z.object({
  _id: Id,
  userId: Id.nullable(),
  userName: z.string(),
  quantity: z.number(),
  /** The quantity in the ledger at that time; null for users who don't see it. */
  expected: z.number().nullable(),
  note: z.string().nullable(),
  at: z.string(),
});
export type CountEntry = z.infer<typeof CountEntry>;

export const CountItem = z.object({
  _id: Id,
  subProductData: SubProductRef,
  barcode: z.string().nullable(),
  categoryName: z.string(),
  shelf: z.string().nullable(),
  state: CountState,
  /** The counting round, starting at 1. Each recount starts a new one. */
  round: z.int(),
  /** The result; null until the item is counted, and while users disagree. */
  quantity: z.number().nullable(),
  expected: z.number().nullable(),
  difference: z.number().nullable(),
  differenceMoney: z.int().nullable(),
  /** The change of the ledger when the count was posted; null before. */
  posted: z.number().nullable(),
  /** The latest entry of each user in this round. */
  entries: z.array(CountEntry),
});
export type CountItem = z.infer<typeof CountItem>;

export const StockCountPage = pageRequest(['createdAt', 'number'], {
  locationId: Id,
  status: StockCountStatus,
});
export type StockCountPage = z.infer<typeof StockCountPage>;

export const CountItemPage = pageRequest(['name', 'shelf'], {
  /** The ID of the count; required to get any items. */
  countId: Id,
  state: CountState,
  /** True: only items that differ from the ledger. */
  differs: z.boolean(),
  subProductId: Id,
});
export type CountItemPage = z.infer<typeof CountItemPage>;

const maxCountEntries = 500;
export const CountEntries = z.strictObject({
  entries: z
    .array(
      z.strictObject({ subProductId: Id, quantity: QuantityOrNone, note: optionalLongText('Note', 500) }),
    )
    .min(1)
    .max(maxCountEntries, `At most ${maxCountEntries} items at once`),
});
export type CountEntries = z.infer<typeof CountEntries>;

const touched = ['inventory'] as const;

export const stockCountRoutes = routes('inventory', {
  list: {
    method: 'POST',
    path: '/inventory/count/list',
    permission: 'inventory_list',
    summary: 'Lists stock counts, newest first',
    body: StockCountPage,
    data: pageOf(StockCountRow),
    reads: true,
    list: { screen: '/inventory/counts', exportAs: 'stockCounts' },
  },
  create: {
    method: 'POST',
    path: '/inventory/count/create',
    permission: 'inventory_edit',
    summary: 'Starts a count of a location, or some of its categories or shelves',
    body: StockCountInput,
    data: StockCount,
    message: 'Count started',
    onceByKey: true,
    problems: ['stockCounts.nothing'],
    changes: touched,
  },
  view: {
    method: 'GET',
    path: '/inventory/count/view/{id}',
    permission: 'inventory_list',
    summary: 'Shows the progress and results of a count',
    data: StockCount,
    reads: true,
  },
  items: {
    method: 'POST',
    path: '/inventory/count/items',
    permission: 'inventory_list',
    summary: 'Lists the items of a count with their counted quantities',
    body: CountItemPage,
    data: pageOf(CountItem),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'stockCountItems' },
  },
  enter: {
    method: 'POST',
    path: '/inventory/count/enter/{id}',
    permission: 'inventory_add',
    summary: 'Records counted quantities alongside the current ledger quantity',
    body: CountEntries,
    data: z.object({ items: z.array(CountItem) }),
    onceByKey: true,
    problems: ['stockCounts.closed', 'stockCounts.in-review', 'stockCounts.seen'],
    changes: touched,
  },
  review: {
    method: 'POST',
    path: '/inventory/count/review/{id}',
    permission: 'inventory_edit',
    summary:
      "Finishes the counting of a blind count, so that someone who didn't count can review differences",
    data: StockCount,
    message: 'Count sent to review',
    problems: ['stockCounts.closed', 'stockCounts.not-blind', 'stockCounts.nothing'],
    changes: touched,
  },
  recount: {
    method: 'POST',
    path: '/inventory/count/recount/{id}',
    permission: 'inventory_edit',
    summary: 'Requests a recount of some items',
    body: z.strictObject({ subProductIds: z.array(Id).min(1).max(maxCountEntries) }),
    data: StockCount,
    message: 'Recount requested',
    problems: ['stockCounts.closed'],
    changes: touched,
  },
  choose: {
    method: 'POST',
    path: '/inventory/count/choose/{id}',
    permission: 'inventory_edit',
    summary: 'Chooses which of several counts of an item to use',
    body: z.strictObject({ subProductId: Id, entryId: Id }),
    data: StockCount,
    message: 'Count chosen',
    problems: ['stockCounts.closed', 'stockCounts.blind'],
    changes: touched,
  },
  post: {
    method: 'POST',
    path: '/inventory/count/post/{id}',
    permission: 'inventory_edit',
    summary: 'Posts the counted quantities to the ledger',
    body: z.strictObject({ version: Version.optional() }),
    data: StockCount,
    message: 'Count posted',
    onceByKey: true,
    problems: ['stockCounts.closed', 'stockCounts.unsettled', 'stockCounts.nothing', 'version-stale'],
    changes: ['inventory', 'stock', 'notifications', 'subProducts'],
  },
  cancel: {
    method: 'POST',
    path: '/inventory/count/cancel/{id}',
    permission: 'inventory_edit',
    summary: 'Cancels a count without posting anything',
    data: StockCount,
    message: 'Count cancelled',
    problems: ['stockCounts.closed'],
    changes: touched,
  },
});
