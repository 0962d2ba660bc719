import { z } from 'zod';
import { BooleanLike, Id, Instant } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes, without } from '../core/route.ts';
import { AuditEntry } from '../system/audit.ts';

/** The fields of a customer for comparing two of them. */
export const CustomerBrief = z.object({
  _id: Id,
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  orderCount: z.int(),
  coinBalance: z.int(),
  createdAt: Instant,
});
export type CustomerBrief = z.infer<typeof CustomerBrief>;

/** The records that a merge moves, by label: { orders: 3, addresses: 1 }. */
const Counts = z.record(z.string(), z.int());
export const MergePlan = z.object({
  dryRun: z.boolean(),
  /** The remaining customer. */
  customer: CustomerBrief,
  /** The customer who is merged into the remaining one. */
  other: CustomerBrief,
  moved: Counts,
  /** The totals of the remaining customer after the merge. */
  after: z.object({ orders: z.int(), total: Cents, coinBalance: z.int(), storeCredit: Cents }),
  /** The time until which the merge can be undone. */
  undoUntil: Instant,
});
export type MergePlan = z.infer<typeof MergePlan>;

const ErasePart = z.object({
  /** The label of these records: "Addresses". */
  what: z.string(),
  count: z.int(),
});
export const ErasePlan = z.object({
  dryRun: z.boolean(),
  name: z.string(),
  /** Records that are deleted, or lose all personal data. */
  erased: z.array(ErasePart),
  /** Records that stay, with the reason. */
  stays: z.array(z.object({ what: z.string(), why: z.string() })),
  /** Orders, returns and refunds that must be completed first; empty if nothing prevents the erasure. */
  open: z.array(z.object({ kind: z.enum(['order', 'return', 'refund']), _id: Id, number: z.string() })),
  /** The store credit that the erasure would forfeit. */
  storeCredit: Cents,
});
export type ErasePlan = z.infer<typeof ErasePlan>;

export const timelineKinds = [
  'order',
  'return',
  'refund',
  'coins',
  'subscription',
  'ticket',
  'message',
  'note',
  'change',
] as const;
export const TimelineKind = z.enum(timelineKinds);
export type TimelineKind = z.infer<typeof TimelineKind>;

export const TimelineEntry = z.object({
  _id: z.string(),
  at: Instant,
  kind: TimelineKind,
  /** The kind of event: 'placed', 'delivered', 'earned', 'opened'. */
  what: z.string(),
  /** The record that the entry links to; null if there is none. */
  recordId: Id.nullable(),
  /** The number or name of the record. */
  title: z.string().nullable(),
  /** In cents, or a number of coins for the kind `coins`. */
  amount: z.int().nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  locationName: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const TimelinePage = z.strictObject({
  customerId: Id,
  kinds: z.array(TimelineKind).min(1).max(timelineKinds.length).optional(),
  limit: z.int().min(1).max(100).default(25),
  cursor: z.string().max(500).optional(),
});
export type TimelinePage = z.infer<typeof TimelinePage>;

const duplicateReasons = ['phone', 'email', 'nameAndAddress'] as const;
export const Duplicate = z.object({
  _id: z.string(),
  customer: CustomerBrief,
  other: CustomerBrief,
  reasons: z.array(z.enum(duplicateReasons)),
});
export type Duplicate = z.infer<typeof Duplicate>;

const Pair = z.strictObject({ customerId: Id, otherId: Id });

export const customerCareRoutes = routes('customers', {
  timeline: {
    method: 'POST',
    path: '/customer/timeline',
    permission: 'customer_view',
    summary: 'Lists everything that happened with a customer, newest first',
    body: TimelinePage,
    data: z.object({ records: z.array(TimelineEntry), nextCursor: z.string().nullable() }),
    reads: true,
    list: { screen: partOfRecord, exportAs: without("The export of a customer's data has it") },
  },
  history: {
    method: 'POST',
    path: '/customer/history/{id}',
    permission: 'customer_view',
    everywhere: true,
    summary: 'Lists who changed what of a customer, newest first by default',
    body: pageRequest(['at'], {}),
    data: pageOf(AuditEntry),
    reads: true,
    list: { screen: partOfRecord, exportAs: without('The audit log exports it') },
  },
  merge: {
    method: 'POST',
    path: '/customer/merge',
    permission: 'customer_edit',
    alsoNeeds: 'customer_delete',
    everywhere: true,
    summary: 'Merges another customer into one. dryRun shows what would happen and changes nothing',
    body: Pair.extend({ dryRun: BooleanLike.optional() }),
    data: MergePlan,
    message: 'Customers merged',
    onceByKey: true,
    problems: ['customers.merged', 'customers.has-merged', 'customers.erased', 'customers.overlapping'],
    changes: ['customers', 'credits', 'orders'],
  },
  unmerge: {
    method: 'POST',
    path: '/customer/unmerge',
    permission: 'customer_edit',
    alsoNeeds: 'customer_delete',
    everywhere: true,
    summary: 'Undoes a merge within 30 days: otherId is the customer who was merged into another',
    body: z.strictObject({ otherId: Id }),
    data: z.object({ _id: Id, otherId: Id }),
    message: 'Merge undone',
    onceByKey: true,
    problems: ['customers.not-merged', 'customers.undo-over', 'customers.overlapping'],
    changes: ['customers', 'credits', 'orders'],
  },
  takeOut: {
    method: 'POST',
    path: '/customer/take-out/{id}',
    permission: 'customer_edit',
    everywhere: true,
    summary: 'Starts a job that writes all data of a customer as JSON and CSV',
    data: z.object({ jobId: Id }),
    message: 'Export started',
    problems: ['customers.erased'],
    changes: ['jobs'],
  },
  erase: {
    method: 'POST',
    path: '/customer/erase/{id}',
    permission: 'customer_edit',
    confirms: 'access',
    when: 'unless it is a dry run',
    alsoNeeds: 'customer_delete',
    everywhere: true,
    summary: 'Erases a customer for good. dryRun shows what would happen and changes nothing',
    body: z
      .strictObject({
        dryRun: BooleanLike.optional(),
        /** Erases the customer although they have store credit, which is lost. */
        forfeit: BooleanLike.optional(),
      })
      .prefault({}),
    data: ErasePlan,
    message: 'Customer erased',
    onceByKey: true,
    problems: [
      'customers.open-work',
      'customers.has-balance',
      'customers.erased',
      'customers.merged',
      'reauth-required',
    ],
    changes: ['customers', 'credits', 'orders', 'jobs'],
  },
  duplicates: {
    method: 'POST',
    path: '/customer/duplicates',
    permission: 'customer_edit',
    everywhere: true,
    summary: 'Lists pairs of customers who could be the same person',
    body: pageRequest(['at'], { customerId: Id }),
    data: pageOf(Duplicate),
    reads: true,
    list: {
      screen: without('Its page has no columns to choose'),
      exportAs: without('Its pairs are to be decided on'),
    },
  },
  notSame: {
    method: 'POST',
    path: '/customer/not-same',
    permission: 'customer_edit',
    everywhere: true,
    summary: 'Says that two customers are not the same person: the pair is not suggested again',
    body: Pair,
    data: Pair,
    message: 'Suggestion removed',
    changes: ['customers'],
  },
});
