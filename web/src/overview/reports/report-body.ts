import type { ListSearch } from '@aisle/contract/core/list-search';
import type { Route } from '@aisle/contract/core/route';
import type { z } from 'zod';
import { type Days, daysOf, defaultPeriod, isPeriodName, periodNamed } from './periods.ts';

export type ReportRoute = Route & { body: z.ZodType };

/** Search params that are copied to the request unchanged. */
const plain = [
  'groupBy',
  'compare',
  'locationIds',
  'categoryId',
  'brandId',
  'productId',
  'page',
  'limit',
] as const;

/** The days in the URL, given by the name of a period or by dates. */
export function requestedDays({ period, from, to }: ListSearch): Days {
  if (typeof from === 'string' && typeof to === 'string') return { from, to };
  return daysOf(isPeriodName(period) ? period : defaultPeriod);
}

/** Builds the request from the URL with the server's schema; drops invalid values. */
export function reportBody<Body>(
  schema: z.ZodType<Body>,
  search: ListSearch,
  locationId: string | null | undefined,
): Body {
  const candidate: Record<string, unknown> = {
    ...(locationId && { locationIds: [locationId] }),
    ...requestedDays(search),
  };
  for (const name of plain) if (search[name] !== undefined) candidate[name] = search[name];
  const [field, order] = String(search.sort ?? '').split('.');
  if (field) candidate.sort = { field, order: order ?? 'asc' };
  // Each round removes or replaces the values that the schema rejected; after four rounds, only the default period is left.
  for (let round = 0; round < 4; round += 1) {
    const result = schema.safeParse(candidate);
    if (result.success) return result.data;
    for (const issue of result.error.issues) fixRejected(candidate, issue);
  }
  return schema.parse(daysOf(defaultPeriod));
}

function fixRejected(candidate: Record<string, unknown>, issue: z.core.$ZodIssue): void {
  const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])];
  for (const name of names) {
    if (name === 'from' || name === 'to') Object.assign(candidate, daysOf(defaultPeriod));
    else delete candidate[name];
  }
}

/** The search params for these days: their name, if they have one, so that a saved view stays current. */
export function daysPatch(patch: ListSearch): Pick<ListSearch, 'period' | 'from' | 'to'> {
  const { from, to } = patch as Partial<Days>;
  // A single end means a single day.
  const days = { from: from ?? to, to: to ?? from };
  if (days.from === undefined || days.to === undefined)
    return { period: undefined, from: undefined, to: undefined };
  const name = periodNamed(days as Days);
  if (name === undefined) return { period: undefined, ...days };
  return { period: name === defaultPeriod ? undefined : name, from: undefined, to: undefined };
}
