import { z } from 'zod';
import { TaxRef } from '../catalog/taxes.ts';
import { BooleanLike, DateOnly, Id, Instant, Ref, tooLong, Version } from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents, Rate } from '../core/money.ts';
import { routes } from '../core/route.ts';
import { rateKinds, rateRules } from './rate-rules.ts';

/** The source of a rate: the location's rate for a category, the taxes of the catalog, or neither. */
export const RateSource = z.object({
  rule: z.enum(rateRules),
  /** The category that sets the rate; null for the location's commission, and if there is no tax. */
  category: Ref.nullable(),
});
export type RateSource = z.infer<typeof RateSource>;

/** The rate that applies to a category at a location. */
export const StoredRate = z.object({
  rate: z.number(),
  source: RateSource,
  /** The custom rate of this category at the location; null if the category inherits. */
  own: z.object({ rate: z.number(), from: DateOnly, until: DateOnly.nullable() }).nullable(),
  /** The day from which the rate applies; null if it comes from the catalog or is the location's commission. */
  since: DateOnly.nullable(),
  /** The next planned change of the rate, for this category or one above it. */
  next: z.object({ on: DateOnly, rate: z.number() }).nullable(),
});
export type StoredRate = z.infer<typeof StoredRate>;

/** A planned change that hasn't started yet. */
export const PlannedRate = z.object({
  /** Identifies the entry within its location. */
  position: z.int(),
  kind: z.enum(rateKinds),
  /** Null: the category inherits again from that day. */
  rate: z.number().nullable(),
  from: DateOnly,
  until: DateOnly.nullable(),
  by: z.string(),
});

export const CategoryRates = Ref.extend({
  parentId: Id.nullable(),
  level: z.int(),
  status: z.boolean(),
  /** The catalog taxes that apply to the category, including inherited ones. */
  taxes: z.array(TaxRef),
  tax: StoredRate,
  commission: StoredRate,
  planned: z.array(PlannedRate),
});
export type CategoryRates = z.infer<typeof CategoryRates>;

/** Tax and commission of a location by category, on one day. */
export const LocationRates = z.object({
  location: Ref.extend({ timeZone: z.string(), commissionRate: z.number() }),
  /** The current day at the location, and the day that is shown. */
  today: DateOnly,
  day: DateOnly,
  /** In the order of the tree, each category below its parent; at most 1,000. */
  categories: z.array(CategoryRates),
  /** False if there are more than 1,000 categories; the deepest ones are omitted then. */
  isWhole: z.boolean(),
  version: Version,
});
export type LocationRates = z.infer<typeof LocationRates>;

const RateChange = z
  .strictObject({
    categoryId: Id,
    /** The custom rate; null removes it, so that the category inherits again. */
    taxRate: Rate.nullable().optional(),
    commissionRate: Rate.nullable().optional(),
    /** Removes the custom rates that this change sets from all categories below, so that they inherit. */
    applyToChildren: BooleanLike.optional(),
  })
  .refine(({ taxRate, commissionRate }) => taxRate !== undefined || commissionRate !== undefined, {
    message: 'Enter a tax or a commission',
    path: ['taxRate'],
  });
export type RateChange = z.infer<typeof RateChange>;

const proposal = {
  /** The first day on which the rates apply at the location; today if omitted. Past days keep the rates that were charged. */
  from: DateOnly.optional(),
  /** The last day on which the rates apply; if omitted or null, until further notice. */
  until: DateOnly.nullable().optional(),
  changes: z
    .array(RateChange)
    .max(500, 'At most 500 changes')
    .refine(
      (changes) => new Set(changes.map(({ categoryId }) => categoryId)).size === changes.length,
      'Each category can be listed only once',
    )
    .optional(),
  /** The positions of planned changes to cancel. */
  withdraw: z.array(z.int().min(1)).max(500, 'At most 500 changes').optional(),
};
export const RatesProposal = z.strictObject(proposal);
export type RatesProposal = z.infer<typeof RatesProposal>;
export const RatesEdit = z.strictObject({ ...proposal, version: Version });
export type RatesEdit = z.infer<typeof RatesEdit>;

const BeforeAfter = z.object({ before: Cents, after: Cents });
const Sums = z.object({
  /** Item sales less discounts. */
  goods: Cents,
  tax: BeforeAfter,
  commission: BeforeAfter,
  /** The change of the amount that the location would have been paid. */
  payoutDifference: Cents,
});
/** The effect of a change on the delivered orders of last month. */
export const RatesPreview = z.object({
  /** The first and last day of the previous calendar month at the location. */
  from: DateOnly,
  until: DateOnly,
  orderCount: z.int(),
  /** Categories whose rates change and that had sales, largest difference first. */
  categories: z.array(Sums.extend({ category: Ref, lineCount: z.int() })),
  /** The totals of all sales, including those without a change. */
  total: Sums,
  /** The amounts actually charged for these orders. They differ from `before` if rates have changed since. */
  charged: z.object({ tax: Cents, commission: Cents }),
});
export type RatesPreview = z.infer<typeof RatesPreview>;

export const RateEntry = PlannedRate.extend({
  at: Instant,
  /**
   * `current` applies now, `planned` applies later, `over` has ended, `replaced` was replaced by a rate that started later, and
   * `withdrawn` was cancelled.
   */
  state: z.enum(['current', 'planned', 'over', 'replaced', 'withdrawn']),
});
export type RateEntry = z.infer<typeof RateEntry>;

export const WeighedRule = z.object({
  rule: z.enum(rateRules),
  category: Ref.nullable(),
  rate: z.number().nullable(),
  taxes: z.array(TaxRef),
  from: DateOnly.nullable(),
  until: DateOnly.nullable(),
  outcome: z.enum(['won', 'outranked', 'silent']),
  reason: z.string(),
});
const Weighed = z.object({
  rate: z.number(),
  /** In the order of precedence. */
  rules: z.array(WeighedRule),
});

/** Explains the tax of a sub-product at a location on a day. */
export const TaxExplanation = z.object({
  subProduct: Ref.extend({ ...itemNames, sku: z.string(), productId: Id }),
  location: Ref,
  day: DateOnly,
  /** Previous categories of the product, latest first, at most 20. A past day uses the category of that day. */
  formerCategories: z.array(Ref.extend({ until: Instant })),
  tax: Weighed,
});
export type TaxExplanation = z.infer<typeof TaxExplanation>;
export const RateExplanation = TaxExplanation.extend({ commission: Weighed });
export type RateExplanation = z.infer<typeof RateExplanation>;

/** The location, for users with several locations, if the path contains none. */
const locationId = Id.optional();
const explained = {
  subProductId: Id,
  locationId,
  /** If omitted: now. A past day is explained as of its end. */
  date: DateOnly.optional(),
};

export const locationRateRoutes = routes('locations', {
  show: {
    method: 'GET',
    path: '/store/tax-commission/{id?}',
    permission: 'store_tax_comm_view',
    summary: 'Shows tax and commission of a location by category, with the source of each rate',
    query: z.strictObject({ locationId, date: DateOnly.optional() }),
    data: LocationRates,
    reads: true,
  },
  edit: {
    method: 'PUT',
    path: '/store/tax-commission/{id?}',
    permission: 'store_tax_comm_edit',
    summary:
      'Sets or clears custom rates of categories at a location from a date. Placed orders keep their rates. Only the marketplace can change commission',
    query: z.strictObject({ locationId }),
    body: RatesEdit,
    data: LocationRates,
    message: 'Tax and commission saved',
    problems: ['version-stale', 'not-allowed'],
    changes: ['locations', 'taxes'],
  },
  preview: {
    method: 'POST',
    path: '/store/tax-commission/preview/{id?}',
    permission: 'store_tax_comm_view',
    summary: "Previews a change of tax and commission on last month's delivered orders",
    query: z.strictObject({ locationId }),
    body: RatesProposal,
    data: RatesPreview,
    reads: true,
  },
  history: {
    method: 'GET',
    path: '/store/tax-commission/history/{id?}',
    permission: 'store_tax_comm_view',
    summary: 'Lists the custom rates of a category at a location, newest first, 50 at a time',
    query: z.strictObject({
      locationId,
      categoryId: Id,
      /** Continues after the entry with this position. */
      before: z
        .string()
        .max(9, tooLong('Enter a position'))
        .regex(/^[1-9]\d{0,8}$/, 'Enter a position')
        .transform(Number)
        .optional(),
    }),
    data: z.object({ entries: z.array(RateEntry), nextBefore: z.int().nullable() }),
    reads: true,
  },
  explain: {
    method: 'GET',
    path: '/tax/explain',
    permission: 'tax_list',
    summary: 'Explains the tax on a sub-product at a location on a date, with every rule considered',
    query: z.strictObject(explained),
    data: TaxExplanation,
    reads: true,
    resource: 'taxes',
  },
  explainRates: {
    method: 'GET',
    path: '/store/tax-commission/explain/{id?}',
    permission: 'store_tax_comm_view',
    summary: 'Explains tax and commission, for users who can see commission',
    query: z.strictObject(explained),
    data: RateExplanation,
    reads: true,
  },
});
