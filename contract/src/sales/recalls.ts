import { z } from 'zod';
import {
  DateOnly,
  Id,
  Instant,
  optionalCode,
  requiredLongText,
  requiredMessage,
  requiredText,
  Version,
} from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes } from '../core/route.ts';
import { JobStatus } from '../system/jobs.ts';

const recallStatuses = ['blocked', 'working', 'done', 'lifted'] as const;
export const RecallStatus = z.enum(recallStatuses);
export type RecallStatus = z.infer<typeof RecallStatus>;
export const maxRecallLots = 5000;

/** Selects the lots that match all given conditions. */
export const RecallSelection = z
  .strictObject({
    /** The lot number that the vendor printed on the items. If no lot has it, Aisle's own lot number, such as L-1042. */
    lotNumber: optionalCode('Lot number', 60),
    lotIds: z.array(Id).max(500, 'Up to 500 lots by ID').optional(),
    vendorId: Id.optional(),
    subProductIds: z.array(Id).max(100, 'At most 100 sub-products').optional(),
    locationIds: z.array(Id).max(300).optional(),
    receivedFrom: DateOnly.optional(),
    receivedTo: DateOnly.optional(),
    expiresFrom: DateOnly.optional(),
    expiresTo: DateOnly.optional(),
  })
  .refine(
    ({ lotNumber, lotIds, vendorId, subProductIds }) =>
      Boolean(lotNumber || lotIds?.length || vendorId || subProductIds?.length),
    { message: 'Enter a lot number, or choose a sub-product or vendor', path: ['lotNumber'] },
  );
export type RecallSelection = z.infer<typeof RecallSelection>;

/** The totals of everything that a recall affects. */
export const RecallReach = z.object({
  lots: z.int(),
  locations: z.array(
    z.object({ locationId: Id, name: z.string(), lots: z.int(), units: z.number(), cost: Cents }),
  ),
  /** Orders that contain affected items, and the delivered ones among them. */
  orders: z.int(),
  delivered: z.int(),
  customers: z.int(),
  withEmail: z.int(),
  /** The value of the affected items of delivered orders, tax included. */
  sold: Cents,
});
export type RecallReach = z.infer<typeof RecallReach>;

export const RecallPreview = RecallReach.extend({
  /** The first lots. */
  sample: z.array(
    z.object({
      _id: Id,
      number: z.string(),
      lotNumber: z.string().nullable(),
      name: z.string(),
      ...itemNames,
      sku: z.string(),
      locationName: z.string(),
      onHand: z.number(),
      expiresOn: DateOnly.nullable(),
    }),
  ),
});
export type RecallPreview = z.infer<typeof RecallPreview>;

export const RecallInput = z.strictObject({
  title: requiredText('Title', 120),
  reason: requiredLongText('Reason', 500),
  selection: RecallSelection,
});
export type RecallInput = z.infer<typeof RecallInput>;

/** Placeholders in braces: {firstName}, {products}, {orders}, {location}, {brand}, {reason}. */
export const RecallMessage = z.strictObject({
  subject: requiredText('Subject', 150),
  text: requiredMessage('Text', 5000),
});
export type RecallMessage = z.infer<typeof RecallMessage>;
const messageWords = ['firstName', 'products', 'orders', 'location', 'brand', 'reason'] as const;
export type MessageFacts = Record<(typeof messageWords)[number], string>;

/** "Dear {firstName}" → "Dear Ada"; unknown words in braces stay as they are. */
export const fillIn = (text: string, facts: MessageFacts): string =>
  text.replace(/\{(\w+)\}/g, (whole, word: string) =>
    Object.hasOwn(facts, word) ? facts[word as keyof MessageFacts] : whole,
  );

export const defaultMessage: RecallMessage = {
  subject: 'Please do not use: {products}',
  text: `Dear {firstName},

We're recalling items from your order {orders} from {location}:

{products}

Reason: {reason}

Please don't eat or use these items. Throw them away or return them to the store. You don't need to do anything else. We'll refund you automatically.

We're sorry for the trouble.
{brand}`,
};

export const RecallPlan = z
  .strictObject({
    /** Writes the stock off as waste. */
    writeOff: z.boolean(),
    /** Opens a refund of the affected part of each delivered order. */
    refund: z.boolean(),
    message: RecallMessage.nullable(),
  })
  .refine(({ writeOff, refund, message }) => writeOff || refund || message !== null, {
    message: 'Choose at least one thing to do',
    path: ['writeOff'],
  });
export type RecallPlan = z.infer<typeof RecallPlan>;

const recallRowKinds = ['lot', 'order', 'customer'] as const;
export const RecallRowKind = z.enum(recallRowKinds);
export type RecallRowKind = z.infer<typeof RecallRowKind>;
const recallOutcomes = ['waiting', 'done', 'open', 'skipped'] as const;
export const RecallOutcome = z.enum(recallOutcomes);
export type RecallOutcome = z.infer<typeof RecallOutcome>;

const Counts = z.object({ waiting: z.int(), done: z.int(), open: z.int(), skipped: z.int() });

export const RecallListed = z.object({
  _id: Id,
  /** The number of the recall, such as Q-1001. */
  number: z.string(),
  title: z.string(),
  reason: z.string(),
  status: RecallStatus,
  lots: z.int(),
  createdBy: z.string(),
  createdAt: Instant,
  version: Version,
});
export type RecallListed = z.infer<typeof RecallListed>;

export const Recall = RecallListed.extend({
  selection: z.record(z.string(), z.unknown()),
  plan: RecallPlan.nullable(),
  reach: RecallReach,
  counts: z.object({ lot: Counts, order: Counts, customer: Counts }),
  jobId: Id.nullable(),
  jobStatus: JobStatus.nullable(),
  /**
   * The number of lots at locations that the user can't access. Only a user with access to all of them can act on the recall.
   */
  lotsElsewhere: z.int(),
  /** The field values for a preview of the message, those of the first customer. */
  facts: z.record(z.string(), z.string()),
});
export type Recall = z.infer<typeof Recall>;

export const RecallRow = z.object({
  _id: Id,
  kind: RecallRowKind,
  recordId: Id,
  /** The number of a lot or order, such as L-1001 or O-100042, or a name. */
  label: z.string(),
  /** The affected items, or how to reach the customer. */
  about: z.string().nullable(),
  locationName: z.string(),
  units: z.number().nullable(),
  amount: Cents.nullable(),
  outcome: RecallOutcome,
  reason: z.string().nullable(),
});
export type RecallRow = z.infer<typeof RecallRow>;

export const RecallPage = pageRequest(['createdAt'], { status: RecallStatus });
export type RecallPage = z.infer<typeof RecallPage>;
export const RecallRowPage = pageRequest(['position'], {
  recallId: Id,
  kind: RecallRowKind,
  outcome: RecallOutcome,
});
export type RecallRowPage = z.infer<typeof RecallRowPage>;

const touched = ['recalls', 'inventory', 'stock', 'notifications', 'orders', 'expiry', 'jobs'] as const;

/**
 * Blocking, writing off and lifting require `inventory_edit`. Notifying customers also requires `order_edit`; refunds require
 * `order_edit`, `cancel_order` and confirming the password.
 */
export const recallRoutes = routes('recalls', {
  preview: {
    method: 'POST',
    path: '/recall/preview',
    permission: 'inventory_edit',
    summary: 'Previews the lots, orders and customers of a recall, without blocking anything',
    body: z.strictObject({ selection: RecallSelection }),
    data: RecallPreview,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/recall/create',
    permission: 'inventory_edit',
    summary: 'Starts a recall and blocks its lots from sale at once',
    body: RecallInput,
    data: RecallListed,
    message: 'Lots blocked',
    onceByKey: true,
    problems: ['recalls.nothing', 'recalls.too-many'],
    changes: touched,
  },
  list: {
    method: 'POST',
    path: '/recall/list',
    permission: 'inventory_view',
    summary: 'Lists recalls, newest first',
    body: RecallPage,
    data: pageOf(RecallListed),
    reads: true,
    list: { screen: '/recalls', exportAs: 'recalls' },
  },
  view: {
    method: 'GET',
    path: '/recall/view/{id}',
    permission: 'inventory_view',
    summary: 'Shows a recall with its scope and progress',
    data: Recall,
    reads: true,
  },
  rows: {
    method: 'POST',
    path: '/recall/rows',
    permission: 'inventory_view',
    summary:
      'Lists the result for each lot, order and customer of a recall. Orders and customers require `order_view`',
    body: RecallRowPage,
    data: pageOf(RecallRow),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'recallRows' },
  },
  act: {
    method: 'POST',
    path: '/recall/act/{id}',
    permission: 'inventory_edit',
    confirms: 'money',
    when: 'if it refunds',
    summary: 'Writes off stock, notifies customers and opens refunds in a job, with a result for each row',
    body: RecallPlan,
    data: RecallListed,
    message: 'Processing the recall',
    onceByKey: true,
    problems: ['recalls.not-blocked', 'recalls.elsewhere', 'reauth-required'],
    changes: touched,
  },
  resume: {
    method: 'POST',
    path: '/recall/resume/{id}',
    permission: 'inventory_edit',
    confirms: 'money',
    when: 'if it refunds',
    summary: 'Resumes an interrupted recall and retries open rows',
    body: z.strictObject({}).optional(),
    data: RecallListed,
    message: 'Resuming',
    onceByKey: true,
    problems: ['recalls.not-begun', 'bulk.busy', 'recalls.elsewhere', 'reauth-required'],
    changes: touched,
  },
  settleRow: {
    method: 'PUT',
    path: '/recall/settle-row/{id}',
    permission: 'inventory_edit',
    summary: 'Marks an open row as done by hand, for example after calling the customer',
    body: z.strictObject({ note: requiredLongText('Note', 300) }),
    data: z.object({ _id: Id }),
    message: 'Marked as done',
    problems: ['recalls.row-over'],
    changes: ['recalls'],
  },
  lift: {
    method: 'POST',
    path: '/recall/lift/{id}',
    permission: 'inventory_edit',
    summary: 'Lifts a recall, so that its lots can be sold again',
    body: z.strictObject({ note: requiredLongText('Reason', 500) }),
    data: RecallListed,
    message: 'Recall lifted. The lots can be sold again',
    onceByKey: true,
    problems: ['recalls.not-blocked', 'recalls.elsewhere'],
    changes: touched,
  },
});
