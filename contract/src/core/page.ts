import { z } from 'zod';
import { DateOnly, Id, SearchText } from './fields.ts';

export const pageSizes = [10, 25, 50, 100] as const;

/** An empty object. TypeScript can't prove that it matches a generic shape of optional fields. */
const none = {} as never;

/**
 * The body of every list request: page, search, sort order and filters. `sortable` contains the fields to sort by, `filters`
 * the fields to filter by; other fields are rejected.
 */
export function pageRequest<
  const Sortable extends readonly [string, ...string[]],
  const Filters extends z.ZodRawShape,
>(sortable: Sortable, filters: Filters) {
  return z
    .strictObject({
      page: z.int().min(1).max(1_000_000).default(1),
      limit: z.int().min(1).max(100).default(25),
      /** Continues after the last row of an earlier response; takes precedence over `page`. */
      cursor: z.string().max(500).optional(),
      search: SearchText.optional(),
      sort: z
        .strictObject({ field: z.enum(sortable), order: z.enum(['asc', 'desc']).default('asc') })
        .optional(),
      filters: z.strictObject(filters).partial().default(none),
    })
    .prefault(none);
}
export interface PageRequest {
  page: number;
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
  sort?: { field: string; order: 'asc' | 'desc' } | undefined;
  /** Only these rows. Exports and bulk actions set it for a selection; requests of clients can't. */
  ids?: readonly string[] | undefined;
}

/** Filters that open a list from a metric: several locations, and calendar days at each location. Both days are included. */
export const metricFilters = {
  locationIds: z.array(Id).min(1).max(500),
  fromDay: DateOnly,
  toDay: DateOnly,
};

/** The response of every list. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    records: z.array(row),
    totalRecords: z.int(),
    /**
     * True if the total is an estimate of the query planner. Lists count exactly up to 1,000 rows, lists of the catalog up to
     * 50,000.
     */
    totalIsEstimate: z.boolean().optional(),
    /** True if there are more rows than the total, and their exact number is unknown. */
    totalIsMinimum: z.boolean().optional(),
    nextCursor: z.string().nullable().optional(),
    /** In lists of money: sums of amounts over all pages, by field, in cents. Null if there are too many rows to add up. */
    totals: z.record(z.string(), z.int()).nullable().optional(),
  });
export interface Page<Row> {
  records: Row[];
  totalRecords: number;
  totalIsEstimate?: boolean;
  totalIsMinimum?: boolean;
  nextCursor?: string | null;
  totals?: Record<string, number> | null;
}

/**
 * Lists whose clients, such as storefronts and scripts, read the total under another name. Only this file knows these names.
 */
export const pageWithTotalDocs = <Row extends z.ZodType>(row: Row) =>
  pageOf(row).omit({ totalRecords: true }).extend({ totalDocs: z.int() });
export const pageWithTotalRecord = <Row extends z.ZodType>(row: Row) =>
  pageOf(row).omit({ totalRecords: true }).extend({ totalRecord: z.int() });

type AnyTotal = { totalRecords: number } | { totalDocs: number } | { totalRecord: number };
export type AnyPage<Row> = Omit<Page<Row>, 'totalRecords'> & AnyTotal;

/** The total of a page, under the name that its list uses. */
export function totalOf(page: AnyTotal): number {
  if ('totalDocs' in page) return page.totalDocs;
  return 'totalRecord' in page ? page.totalRecord : page.totalRecords;
}

/** Moves the total of a page to the name that the list's schema gives it. */
export const withTotalDocs = <Row>({ totalRecords, ...page }: Page<Row>) => ({
  ...page,
  totalDocs: totalRecords,
});
export const withTotalRecord = <Row>({ totalRecords, ...page }: Page<Row>) => ({
  ...page,
  totalRecord: totalRecords,
});
