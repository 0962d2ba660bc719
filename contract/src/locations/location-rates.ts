import { z } from 'zod';
import { TaxRef } from '../catalog/taxes.ts';
import { BooleanLike, DateOnly, Id, Instant, Ref, tooLong, Version } from '../core/fields.ts';
import { Cents, Rate } from '../core/money.ts';
import { routes } from '../core/route.ts';
import { rateKinds, rateRules } from './rate-rules.ts';

/** Where a rate comes from: the location's rate of a category, the catalog's taxes, or neither. */
export const RateSource = z.object({
  rule: z.enum(rateRules),
  /** The category that sets the rate; null for the location's commission, and without any tax. */
  category: Ref.nullable(),
});
export type RateSource = z.infer<typeof RateSource>;

/** A rate as it holds for a category at a location. */
export const StoredRate = z.object({
  rate: z.number(),
  source: RateSource,
  /** The rate that the location gives the category itself; null where it inherits. */
  own: z.object({ rate: z.number(), from: DateOnly, until: DateOnly.nullable() }).nullable(),
  /** Since when the rate that wins holds; null where it comes from the catalog or the location itself. */
  since: DateOnly.nullable(),
  /** When it will next be another, by what is planned for the category or for one above it. */
  next: z.object({ on: DateOnly, rate: z.number() }).nullable(),
});
export type StoredRate = z.infer<typeof StoredRate>;

/** A change that has been written down and has not begun. */
export const PlannedRate = z.object({
  /** Names the entry within its location. */
  position: z.int(),
  kind: z.enum(rateKinds),
  /** Null: from then on it inherits again. */
  rate: z.number().nullable(),
  from: DateOnly,
  until: DateOnly.nullable(),
  by: z.string(),
});

export const CategoryRates = Ref.extend({
  parentId: Id.nullable(),
  level: z.int(),
  status: z.boolean(),
  /** The taxes of the catalog that hold for it, wherever they come from. */
  taxes: z.array(TaxRef),
  tax: StoredRate,
  commission: StoredRate,
  planned: z.array(PlannedRate),
});
export type CategoryRates = z.infer<typeof CategoryRates>;

/** Tax and commission of a location by category, on one day. */
export const LocationRates = z.object({
  location: Ref.extend({ timeZone: z.string(), commissionRate: z.number() }),
  /** The day at the location now, and the day that is shown. */
  today: DateOnly,
  day: DateOnly,
  /** Each below the one it belongs to, in the order of the tree; at most 1,000. */
  categories: z.array(CategoryRates),
  /** False when there are more than 1,000 categories: the deepest are left out then. */
  isWhole: z.boolean(),
  version: Version,
});
export type LocationRates = z.infer<typeof LocationRates>;

const RateChange = z
  .strictObject({
    categoryId: Id,
    /** A rate of the location's own; null takes it away, so that the category inherits again. */
    taxRate: Rate.nullable().optional(),
    commissionRate: Rate.nullable().optional(),
    /** All categories below lose rates of their own, of what is changed here, and so inherit. */
    applyToChildren: BooleanLike.optional(),
  })
  .refine(({ taxRate, commissionRate }) => taxRate !== undefined || commissionRate !== undefined, {
    message: 'Enter a tax or a commission',
    path: ['taxRate'],
  });
export type RateChange = z.infer<typeof RateChange>;

const proposal = {
  /** The first day it holds at the location; left out: today. Past days keep what was charged. */
  from: DateOnly.optional(),
  /** The last day it holds; left out or null: until further notice. */
  until: DateOnly.nullable().optional(),
  changes: z
    .array(RateChange)
    .max(500, 'At most 500 changes')
    .refine(
      (changes) => new Set(changes.map(({ categoryId }) => categoryId)).size === changes.length,
      'Each category can be listed only once',
    )
    .optional(),
  /** Positions of planned changes that are taken back. */
  withdraw: z.array(z.int().min(1)).max(500, 'At most 500 changes').optional(),
};
export const RatesProposal = z.strictObject(proposal);
export type RatesProposal = z.infer<typeof RatesProposal>;
export const RatesEdit = z.strictObject({ ...proposal, version: Version });
export type RatesEdit = z.infer<typeof RatesEdit>;

const BeforeAfter = z.object({ before: Cents, after: Cents });
const Sums = z.object({
  /** Goods less discounts. */
  goods: Cents,
  tax: BeforeAfter,
  commission: BeforeAfter,
  /** The difference in what the location would have been paid. */
  payoutDifference: Cents,
});
/** The effect of a change on the delivered orders of last month. */
export const RatesPreview = z.object({
  /** The calendar month before this one, at the location: its first and its last day. */
  from: DateOnly,
  until: DateOnly,
  orderCount: z.int(),
  /** Categories whose rates change and of which something was sold, the largest difference first. */
  categories: z.array(Sums.extend({ category: Ref, lineCount: z.int() })),
  /** All that was sold, what does not change included. */
  total: Sums,
  /** The amounts actually charged for these orders. They differ from `before` if rates have changed since. */
  charged: z.object({ tax: Cents, commission: Cents }),
});
export type RatesPreview = z.infer<typeof RatesPreview>;

export const RateEntry = PlannedRate.extend({
  at: Instant,
  /** Holds now, holds later, is over, was replaced by one that began later, or was taken back. */
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
  /** In the order in which they are asked. */
  rules: z.array(WeighedRule),
});

/** Why something is taxed as it is at a location on a day. */
export const TaxExplanation = z.object({
  subProduct: Ref.extend({ sku: z.string(), productId: Id }),
  location: Ref,
  day: DateOnly,
  /** Where the product was before it was moved, the latest first, at most 20: a past day follows the category of then. */
  formerCategories: z.array(Ref.extend({ until: Instant })),
  tax: Weighed,
});
export type TaxExplanation = z.infer<typeof TaxExplanation>;
export const RateExplanation = TaxExplanation.extend({ commission: Weighed });
export type RateExplanation = z.infer<typeof RateExplanation>;

/** For people of several locations, when the path names none. */
const locationId = Id.optional();
const explained = {
  subProductId: Id,
  locationId,
  /** Left out: now. A past day is explained as it was when it ended. */
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
      /** Goes on behind the entry with this position. */
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
