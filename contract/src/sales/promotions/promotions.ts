import { z } from 'zod';
import {
  beforeNormalizing,
  DateOnly,
  Deleted,
  From,
  Id,
  Instant,
  optionalText,
  requiredText,
  tooLong,
  UpTo,
  Version,
} from '../../core/fields.ts';
import { Cents, Price } from '../../core/money.ts';
import { normalCode } from '../../core/normal-text.ts';
import { pageOf, pageRequest } from '../../core/page.ts';
import { partOfRecord, routes } from '../../core/route.ts';
import { Job } from '../../system/jobs.ts';
import { Quote, QuoteInput } from '../main-orders/main-orders.ts';
import { promotionChoiceRoutes } from './promotion-choices.ts';
import { PromotionCode, PromotionCodes } from './promotion-codes.ts';
import { promotionStatuses, promotionSteps } from './promotion-flow.ts';
import { PromotionSchedule, PromotionScheduleInput } from './promotion-schedule.ts';
import { Funder, isVendorPayingCoins, promotionTerms, RewardKind } from './promotion-terms.ts';

const countMessage = 'Enter a whole number of 1 or more';
const Count = z
  .int({ error: countMessage })
  .min(1, countMessage)
  .max(100_000_000, 'Enter at most 100,000,000');

/** Null means unlimited. */
export const PromotionLimits = z.strictObject({
  /** The most checkouts that use the promotion. */
  uses: Count.nullable().default(null),
  usesPerCustomer: Count.nullable().default(null),
  /** The most discount of all orders together. Store users don't see it. */
  budget: Price.nullable().default(null),
});
export type PromotionLimits = z.infer<typeof PromotionLimits>;

/** How a promotion was used. Store users see the share of their locations. */
export const PromotionFigures = z.object({
  /** A checkout is one use, however many orders it has. */
  uses: z.int(),
  orders: z.int(),
  /** The discount as placed. */
  discount: Cents,
  /** The discount after edits, cancellations and refunds. */
  discountNow: Cents,
  /** The total of the orders that used it. */
  revenue: Cents,
});
export type PromotionFigures = z.infer<typeof PromotionFigures>;

export const Promotion = z.object({
  _id: Id,
  number: z.string(),
  name: z.string(),
  /** Shown to shoppers. */
  label: z.string(),
  status: z.enum(promotionStatuses),
  ...promotionTerms,
  /** Null means all locations. */
  locationIds: z.array(Id).nullable(),
  schedule: PromotionSchedule,
  limits: PromotionLimits,
  codes: PromotionCodes,
  figures: PromotionFigures,
  /** The number of the current terms, which changes with them after the first use. */
  edition: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Promotion = z.infer<typeof Promotion>;

const { reward, funding, goods, conditions, audience, combines } = promotionTerms;
const fields = z.strictObject({
  name: requiredText('Name', 100),
  label: requiredText('Label', 60),
  reward,
  goods: goods.optional(),
  conditions: conditions.optional(),
  audience: audience.optional(),
  locationIds: z
    .array(Id)
    .min(1, 'Choose at least one location, or all')
    .max(500, 'At most 500 locations')
    .overwrite((ids) => [...new Set(ids)])
    .nullable()
    .optional(),
  schedule: PromotionScheduleInput.optional(),
  limits: PromotionLimits.optional(),
  combines: combines.optional(),
  funding,
  codes: PromotionCodes.optional(),
});
const vendorPaysCoins = { path: ['funding', 'vendor'], message: "A vendor can't pay for coins" };
const vendorPaysNoCoins = (input: Parameters<typeof isVendorPayingCoins>[0]) => !isVendorPayingCoins(input);

/** Omitted fields mean none or all. */
export const PromotionInput = fields.refine(vendorPaysNoCoins, vendorPaysCoins);
export type PromotionInput = z.infer<typeof PromotionInput>;
/** Omitted fields stay as they are; a field that is sent replaces the whole field. */
export const PromotionEdit = fields
  .partial()
  .extend({ version: Version })
  .refine(vendorPaysNoCoins, vendorPaysCoins);
export type PromotionEdit = z.infer<typeof PromotionEdit>;

export const PromotionPage = pageRequest(['number', 'name', 'startsAt', 'endsAt'], {
  status: z.enum(promotionStatuses),
  kind: RewardKind,
  /** Promotions that run at this location, including those of all locations. */
  locationId: Id,
  /** Promotions that this funder pays for, at least in part. */
  funder: Funder,
  vendorId: Id,
  /** The promotion with this code, of any kind. */
  code: PromotionCode,
  /** Promotions whose schedule overlaps the period. */
  runsFrom: From,
  runsUntil: UpTo,
});
export type PromotionPage = z.infer<typeof PromotionPage>;

export const PromotionEdition = z.object({
  number: z.int(),
  ...promotionTerms,
  createdAt: Instant,
  /** The checkouts that used this edition. */
  uses: z.int(),
});
export type PromotionEdition = z.infer<typeof PromotionEdition>;

export const PromotionView = z.object({
  promotion: Promotion,
  /** Newest first. */
  editions: z.array(PromotionEdition),
  figures: PromotionFigures.extend({
    /** Days of placing, in the zone of the location. */
    byDay: z.array(PromotionFigures.extend({ day: DateOnly })),
    byLocation: z.array(PromotionFigures.extend({ locationId: Id, name: z.string() })),
    /** The last 28 days of its schedule so far; both days are included. */
    compared: z.object({ from: DateOnly, to: DateOnly }),
    /** The average total of sales with and without it on these days at its locations. Null without sales. */
    averageWith: Cents.nullable(),
    averageWithout: Cents.nullable(),
  }),
  /** The names of the records that the promotion and its editions refer to. */
  names: z.record(Id, z.string()),
});
export type PromotionView = z.infer<typeof PromotionView>;

export const CodesInput = z.strictObject({
  count: z
    .int({ error: 'Enter a number from 1 to 100,000' })
    .min(1, 'Enter a number from 1 to 100,000')
    .max(100_000, 'Enter a number from 1 to 100,000'),
  /** The beginning of each code. */
  prefix: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalCode)
    .toUpperCase()
    .max(16, tooLong('At most 16 characters'))
    .regex(/^([A-Z0-9]([A-Z0-9-]*[A-Z0-9])?)?$/, 'Use letters, digits and hyphens')
    .optional(),
  note: optionalText('Note', 100),
});
export type CodesInput = z.infer<typeof CodesInput>;

export const codeStates = ['unused', 'used', 'revoked'] as const;
/** A single-use code. A code that is used stays used after its batch is revoked. */
export const BatchCode = z.object({
  code: z.string(),
  batchId: Id,
  state: z.enum(codeStates),
  usedAt: Instant.nullable(),
  /** The checkout that used it; null for users who can't see it. */
  mainOrderId: Id.nullable(),
  mainOrderNumber: z.string().nullable(),
});
export type BatchCode = z.infer<typeof BatchCode>;

export const CodePage = pageRequest(['code'], {
  promotionId: Id,
  batchId: Id,
  state: z.enum(codeStates),
});
export type CodePage = z.infer<typeof CodePage>;

export const CodeBatch = z.object({
  _id: Id,
  /** The number of codes that were requested; the job that creates them reports its progress. */
  count: z.int(),
  created: z.int(),
  used: z.int(),
  prefix: z.string().nullable(),
  note: z.string().nullable(),
  jobId: Id.nullable(),
  createdAt: Instant,
  createdByName: z.string().nullable(),
  revokedAt: Instant.nullable(),
});
export type CodeBatch = z.infer<typeof CodeBatch>;

const oneSubject = { path: ['promotionId'], message: 'Send either the ID of a promotion or a promotion' };
const daysMessage = 'Enter a number from 1 to 90';
/** A saved promotion, or one that isn't saved yet. */
export const ReplayInput = z
  .strictObject({
    promotionId: Id.optional(),
    promotion: PromotionInput.optional(),
    days: z.int({ error: daysMessage }).min(1, daysMessage).max(90, daysMessage),
    /** Only orders of these locations; of all that the promotion has if omitted. */
    locationIds: z
      .array(Id)
      .min(1, 'Choose at least one location')
      .max(500, 'At most 500 locations')
      .optional(),
  })
  .refine(
    ({ promotionId, promotion }) => (promotionId === undefined) !== (promotion === undefined),
    oneSubject,
  );
export type ReplayInput = z.infer<typeof ReplayInput>;

export const BelowCostInput = z
  .strictObject({ promotionId: Id.optional(), promotion: PromotionInput.optional() })
  .refine(
    ({ promotionId, promotion }) => (promotionId === undefined) !== (promotion === undefined),
    oneSubject,
  );
export type BelowCostInput = z.infer<typeof BelowCostInput>;

/** The items that a promotion alone can bring below their cost, at catalog prices. */
export const BelowCost = z.object({
  count: z.int(),
  /** Up to 100, those that lose most per unit first. */
  items: z.array(
    z.object({
      subProductId: Id,
      productId: Id,
      name: z.string(),
      sku: z.string(),
      /** The catalog or sale price, the cost and the lowest price with the promotion, each of a unit. */
      price: Cents,
      costPrice: Cents,
      newPrice: Cents,
    }),
  ),
});
export type BelowCost = z.infer<typeof BelowCost>;

export const OverlapsInput = z.strictObject({
  promotionIds: z.array(Id).min(1, 'At least one').max(100, 'At most 100'),
});
export type OverlapsInput = z.infer<typeof OverlapsInput>;

/** The most published promotions that are compared, the newest first. */
export const maxCompared = 500;
/** The published promotions that can compete with one: customers get the better one. */
export const PromotionOverlaps = z.object({
  promotionId: Id,
  count: z.int(),
  /** More than 500 promotions are published, so that older ones weren't compared. */
  isPartial: z.boolean(),
  /** Up to 20, the newest first. */
  promotions: z.array(
    z.object({ _id: Id, number: z.string(), name: z.string(), status: z.enum(promotionStatuses) }),
  ),
});
export type PromotionOverlaps = z.infer<typeof PromotionOverlaps>;

export const SimulationInput = z.strictObject({
  /** Competes with the saved promotions as if it were published. */
  promotion: PromotionInput,
  /** The saved promotion that it replaces. */
  promotionId: Id.optional(),
  quote: QuoteInput,
  /** The time of placing; now if omitted. */
  at: Instant.optional(),
});
export type SimulationInput = z.infer<typeof SimulationInput>;

export const OffersInput = z.strictObject({
  locationId: Id,
  subProductIds: z.array(Id).min(1, 'At least one').max(500, 'At most 500'),
  /** Includes promotions for this customer. Without it, promotions with an audience are left out. */
  customerId: Id.optional(),
});
export type OffersInput = z.infer<typeof OffersInput>;

/** The promotions of an item on the shelf of a storefront. */
export const ItemOffers = z.object({
  subProductId: Id,
  offers: z.array(
    z.object({
      promotionId: Id,
      label: z.string(),
      endsAt: Instant.nullable(),
      /** The price of a unit in cents with the promotion, of a percentage or a special price. */
      unitPrice: Cents.optional(),
    }),
  ),
});
export type ItemOffers = z.infer<typeof ItemOffers>;

const recordRoutes = routes('promotions', {
  list: {
    method: 'POST',
    path: '/promotion/list',
    permission: 'promotion_list',
    summary: 'Lists promotions',
    body: PromotionPage,
    data: pageOf(Promotion),
    reads: true,
    list: { screen: '/promotions', exportAs: 'promotions' },
  },
  view: {
    method: 'GET',
    path: '/promotion/view/{id}',
    permission: 'promotion_view',
    summary: 'Shows a promotion with its editions and figures',
    data: PromotionView,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/promotion/create',
    permission: 'promotion_add',
    summary: 'Adds a promotion as a draft',
    body: PromotionInput,
    data: Promotion,
    message: 'Promotion added',
    problems: ['promotions.code-taken'],
    changes: ['promotions'],
  },
  edit: {
    method: 'PUT',
    path: '/promotion/edit/{id}',
    permission: 'promotion_edit',
    summary: 'Changes a promotion. Placed orders keep the terms they were placed with',
    body: PromotionEdit,
    data: Promotion,
    message: 'Promotion saved',
    problems: ['version-stale', 'promotions.ended', 'promotions.code-taken'],
    changes: ['promotions'],
  },
  updateStatus: {
    method: 'PUT',
    path: '/promotion/update-status/{id}',
    permission: 'promotion_edit',
    summary: 'Publishes, pauses, resumes or ends a promotion',
    body: z.strictObject({ status: z.enum(promotionSteps), version: Version }),
    data: Promotion,
    message: 'Promotion saved',
    problems: ['version-stale', 'promotions.step-not-possible', 'promotions.code-taken'],
    changes: ['promotions'],
  },
  remove: {
    method: 'DELETE',
    path: '/promotion/delete/{id}',
    permission: 'promotion_delete',
    summary: 'Deletes a promotion that was never used',
    data: Deleted,
    message: 'Promotion deleted',
    problems: ['in-use'],
    changes: ['promotions'],
  },
  codes: {
    method: 'POST',
    path: '/promotion/codes/{id}',
    permission: 'promotion_edit',
    summary: 'Creates a batch of single-use codes in a job, whose result has a CSV file',
    body: CodesInput,
    data: Job,
    message: 'Creating the codes',
    onceByKey: true,
    problems: ['promotions.ended', 'promotions.no-batches'],
    changes: ['promotions', 'jobs'],
  },
  codeBatches: {
    method: 'GET',
    path: '/promotion/code-batches/{id}',
    permission: 'promotion_view',
    summary: 'Lists the batches of codes of a promotion, newest first',
    data: z.array(CodeBatch),
    reads: true,
  },
  codeList: {
    method: 'POST',
    path: '/promotion/code-list',
    permission: 'promotion_view',
    summary: 'Lists single-use codes',
    body: CodePage,
    data: pageOf(BatchCode),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'promotionCodes' },
  },
  simulate: {
    method: 'POST',
    path: '/promotion/simulate',
    permission: 'promotion_view',
    summary: 'Quotes a basket with a promotion that is not saved, and says how each total came about',
    body: SimulationInput,
    data: Quote,
    reads: true,
  },
  replay: {
    method: 'POST',
    path: '/promotion/replay',
    permission: 'promotion_view',
    summary:
      'Prices the orders of the last days again with a promotion, in a job whose result says what it would have cost',
    body: ReplayInput,
    data: Job,
    message: 'Pricing past orders',
    changes: ['jobs'],
  },
  /** Requires `sub_product_list` as well, because costs are not for everyone. */
  belowCost: {
    method: 'POST',
    path: '/promotion/below-cost',
    permission: 'promotion_view',
    summary: 'Lists the items that a promotion can bring below their cost, at catalog prices',
    body: BelowCostInput,
    data: BelowCost,
    reads: true,
  },
  overlaps: {
    method: 'POST',
    path: '/promotion/overlaps',
    permission: 'promotion_list',
    summary:
      'Lists the published promotions of the same class that run at the same time and place, on items for the same items',
    body: OverlapsInput,
    data: z.array(PromotionOverlaps),
    reads: true,
  },
  offers: {
    method: 'POST',
    path: '/promotion/offers',
    permission: 'assign_subProduct',
    apiScope: 'prices',
    orApiScope: 'catalogue',
    summary: 'Lists the automatic promotions on items that run now at a location',
    body: OffersInput,
    data: z.array(ItemOffers),
    reads: true,
  },
  revokeCodes: {
    method: 'POST',
    path: '/promotion/revoke-codes/{batchId}',
    permission: 'promotion_edit',
    summary: 'Revokes the unused codes of a batch',
    data: z.object({ revoked: z.int() }),
    message: 'Codes revoked',
    changes: ['promotions'],
  },
});
export const promotionRoutes = { ...recordRoutes, ...promotionChoiceRoutes };
