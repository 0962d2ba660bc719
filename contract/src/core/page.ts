import { z } from 'zod';
import { DateOnly, Id, SearchText } from './fields.ts';

export const pageSizes = [10, 25, 50, 100] as const;

/** An empty object, which a generic shape of optional fields does not prove to fit. */
const none = {} as never;

/**
 * The body of every list: which page, what to look for, in which order. `sortable` names the fields a list
 * sorts by, `filters` what it filters by; anything else is refused.
 */
export function pageRequest<
  const Sortable extends readonly [string, ...string[]],
  const Filters extends z.ZodRawShape,
>(sortable: Sortable, filters: Filters) {
  return z
    .strictObject({
      page: z.int().min(1).max(1_000_000).default(1),
      limit: z.int().min(1).max(100).default(25),
      /** Continues behind the last row of an earlier answer; wins over `page`. */
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
}

/** Filters that open a list from a figure: several locations, and calendar days at each of them, both included. */
export const metricFilters = {
  locationIds: z.array(Id).min(1).max(500),
  fromDay: DateOnly,
  toDay: DateOnly,
};

/** The answer of every list. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    records: z.array(row),
    totalRecords: z.int(),
    /** True when the total is the planner's guess: lists count up to 1,000 rows, those of the catalog 50,000. */
    totalIsEstimate: z.boolean().optional(),
    /** True if there are more rows than the total says, and their number is unknown. */
    totalIsMinimum: z.boolean().optional(),
    nextCursor: z.string().nullable().optional(),
  });
export interface Page<Row> {
  records: Row[];
  totalRecords: number;
  totalIsEstimate?: boolean;
  totalIsMinimum?: boolean;
  nextCursor?: string | null;
}

/**
 * Lists whose clients, such as storefronts and scripts, have always read the total under another name. Only this file
 * knows these names.
 */
export const pageWithTotalDocs = <Row extends z.ZodType>(row: Row) =>
  pageOf(row).omit({ totalRecords: true }).extend({ totalDocs: z.int() });
export const pageWithTotalRecord = <Row extends z.ZodType>(row: Row) =>
  pageOf(row).omit({ totalRecords: true }).extend({ totalRecord: z.int() });

type AnyTotal = { totalRecords: number } | { totalDocs: number } | { totalRecord: number };
export type AnyPage<Row> = Omit<Page<Row>, 'totalRecords'> & AnyTotal;

/** The total of a page under whichever name its list gives it. */
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
