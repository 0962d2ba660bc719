import { z } from 'zod';
import { DateOnly, Id } from '../core/fields.ts';
import { itemName } from '../core/item-name.ts';
import { routes } from '../core/route.ts';
import { exportFormats } from '../system/exports.ts';
import { discountMetrics, type MetricKeys, productMetrics, storeMetrics } from './figures.ts';

const storeGroupings = [
  'location',
  'day',
  'week',
  'month',
  'locationDay',
  'locationWeek',
  'locationMonth',
] as const;
export type StoreGrouping = (typeof storeGroupings)[number];
const productGroupings = ['subProduct', 'product', 'category', 'brand'] as const;
export type ProductGrouping = (typeof productGroupings)[number];
/** By promotion or plan, at all locations together or at each. */
const discountGroupings = ['source', 'locationSource'] as const;
export type DiscountGrouping = (typeof discountGroupings)[number];
/** The preceding period of the same length (the same number of months for whole months), or the same days a year ago. */
export const comparisons = ['none', 'previous', 'lastYear'] as const;
export type Comparison = (typeof comparisons)[number];

const maxReportDays = 1100;
const maxReportLocations = 500;
const dayLength = 86_400_000;

const asKeys = <Key extends string>(figures: readonly { key: Key }[]) =>
  figures.map(({ key }) => key) as [Key, ...Key[]];
const storeSorts = ['name', 'from', ...asKeys(storeMetrics)] as const;
const productSorts = ['name', ...asKeys(productMetrics)] as const;
const discountSorts = ['name', 'locationName', ...asKeys(discountMetrics)] as const;

const common = {
  /** Calendar days at each location; both days are included. */
  from: DateOnly,
  to: DateOnly,
  /** If omitted: all locations that the user has access to. */
  locationIds: z.array(Id).min(1).max(maxReportLocations).optional(),
  compare: z.enum(comparisons).default('none'),
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(100).default(25),
  /** Continues after the last row of an earlier response; takes precedence over `page`. */
  cursor: z.string().max(500).optional(),
};
const sortBy = <const Fields extends readonly [string, ...string[]]>(fields: Fields) =>
  z.strictObject({ field: z.enum(fields), order: z.enum(['asc', 'desc']).default('desc') }).optional();
const period = <Body extends z.ZodType<{ from: string; to: string }>>(body: Body) =>
  body
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the start' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxReportDays * dayLength, {
      path: ['from'],
      error: `Choose at most ${maxReportDays} days`,
    });

export const StoreReportInput = period(
  z.strictObject({
    ...common,
    groupBy: z.enum(storeGroupings).default('location'),
    sort: sortBy(storeSorts),
  }),
);
export type StoreReportInput = z.infer<typeof StoreReportInput>;
export const ProductReportInput = period(
  z.strictObject({
    ...common,
    groupBy: z.enum(productGroupings).default('subProduct'),
    /** Only this category and its subcategories. */
    categoryId: Id.optional(),
    brandId: Id.optional(),
    productId: Id.optional(),
    sort: sortBy(productSorts),
  }),
);
export type ProductReportInput = z.infer<typeof ProductReportInput>;
export const DiscountReportInput = period(
  z.strictObject({
    ...common,
    groupBy: z.enum(discountGroupings).default('source'),
    sort: sortBy(discountSorts),
  }),
);
export type DiscountReportInput = z.infer<typeof DiscountReportInput>;

/** Null if the divisor is zero, such as the average basket without orders. */
const metricShape = <const Figures extends readonly { key: string }[]>(figures: Figures) =>
  z.object(
    Object.fromEntries(figures.map(({ key }) => [key, z.number().nullable()])) as Record<
      MetricKeys<Figures>,
      z.ZodNullable<z.ZodNumber>
    >,
  );
export const StoreMetrics = metricShape(storeMetrics);
export type StoreMetrics = z.infer<typeof StoreMetrics>;
export const ProductMetrics = metricShape(productMetrics);
export type ProductMetrics = z.infer<typeof ProductMetrics>;
export const DiscountMetrics = metricShape(discountMetrics);
export type DiscountMetrics = z.infer<typeof DiscountMetrics>;

/** The metrics of the period, and those of the comparison period. */
const StoreValues = StoreMetrics.extend({ before: StoreMetrics.nullable() });
const ProductValues = ProductMetrics.extend({ before: ProductMetrics.nullable() });
const DiscountValues = DiscountMetrics.extend({ before: DiscountMetrics.nullable() });
/** The days that a row covers, within the period. */
const days = { from: DateOnly, to: DateOnly };
export const StoreReportRow = StoreValues.extend({
  key: z.string(),
  locationId: Id.nullable(),
  locationName: z.string().nullable(),
  ...days,
});
export type StoreReportRow = z.infer<typeof StoreReportRow>;
/** The totals of all locations of the report in one day, week or month. */
export const StoreReportPoint = StoreValues.extend(days);
export type StoreReportPoint = z.infer<typeof StoreReportPoint>;
/** The IDs identify the subject of the row. A sub-product also has the IDs of its product, category and brand. */
export const ProductReportRow = ProductValues.extend({
  key: z.string(),
  /** Empty for products without a brand. */
  name: z.string(),
  subProductId: Id.nullable(),
  productId: Id.nullable(),
  categoryId: Id.nullable(),
  brandId: Id.nullable(),
  /** Null unless the rows are sub-products. */
  productName: z.string().nullable(),
  variantName: z.string().nullable(),
  sku: z.string().nullable(),
  unit: z.string().nullable(),
  /** For a category, the categories above it, topmost first. */
  path: z.array(z.object({ _id: Id, name: z.string() })),
});
export type ProductReportRow = z.infer<typeof ProductReportRow>;

/** A promotion or a plan has its ID. */
export const DiscountReportRow = DiscountValues.extend({
  key: z.string(),
  source: z.enum(['promotion', 'subscription']),
  promotionId: Id.nullable(),
  planId: Id.nullable(),
  /** The number of the promotion. Null for plans, and for promotions that the user can no longer see. */
  number: z.string().nullable(),
  name: z.string(),
  /** Null unless the rows are grouped by location. */
  locationId: Id.nullable(),
  locationName: z.string().nullable(),
});
export type DiscountReportRow = z.infer<typeof DiscountReportRow>;

/** The name of the subject of a row for people. Empty for products without a brand. */
export const reportRowName = ({ name, productName, variantName }: ProductReportRow): string =>
  productName && variantName ? itemName({ productName, variantName }) : name;

/** All rows as a file, if the request has a format. A job creates long files; `url` is null then. */
const ReportFile = z.object({ url: z.string().nullable(), rows: z.int(), jobId: Id.nullable() });
const reportShape = {
  ...days,
  /** The days of the comparison period. */
  before: z.object(days).nullable(),
  totalRecords: z.int(),
  nextCursor: z.string().nullable(),
  file: ReportFile.nullable(),
};
export const StoreReport = z.object({
  ...reportShape,
  records: z.array(StoreReportRow),
  /** Totals of all pages. */
  totals: StoreValues,
  /** Data for a chart: every day, week or month of the period, including empty ones. */
  series: z.array(StoreReportPoint),
  seriesBy: z.enum(['day', 'week', 'month']),
});
export type StoreReport = z.infer<typeof StoreReport>;
export const ProductReport = z.object({
  ...reportShape,
  records: z.array(ProductReportRow),
  /** Totals of all pages. Products in several categories count once. */
  totals: ProductValues,
});
export type ProductReport = z.infer<typeof ProductReport>;
export const DiscountReport = z.object({
  ...reportShape,
  records: z.array(DiscountReportRow),
  /** Totals of all pages. Orders with several discounts count once. */
  totals: DiscountValues,
});
export type DiscountReport = z.infer<typeof DiscountReport>;

const ReportQuery = z.strictObject({ format: z.enum(exportFormats).optional() });
export const reportRoutes = routes('reports', {
  store: {
    method: 'POST',
    path: '/report/store-report',
    permission: 'location_report',
    summary: 'Sums sales, refunds, times and payouts by location and time',
    query: ReportQuery,
    body: StoreReportInput,
    data: StoreReport,
    problems: ['exports.too-many'],
    changes: [],
    list: { screen: '/location_report', exportAs: 'storeReport', isCounted: false },
  },
  product: {
    method: 'POST',
    path: '/report/product-report',
    permission: 'product_view',
    summary: 'Sums sales, margins, returns and stock by product, category or brand',
    query: ReportQuery,
    body: ProductReportInput,
    data: ProductReport,
    problems: ['exports.too-many'],
    changes: [],
    list: { screen: '/report/product', exportAs: 'productReport', isCounted: false },
  },
  discount: {
    method: 'POST',
    path: '/report/discount-report',
    permission: 'location_report',
    summary: 'Sums discounts by the promotion or plan that gave them',
    query: ReportQuery,
    body: DiscountReportInput,
    data: DiscountReport,
    problems: ['exports.too-many'],
    changes: [],
    list: { screen: '/report/discount', exportAs: 'discountReport', isCounted: false },
  },
});
