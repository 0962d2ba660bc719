import type { z } from 'zod';
import type { PageRequest } from './page.ts';

/** The search parameters of a list, with short names and without default values. */
export type ListSearch = Record<string, unknown> & {
  page?: number;
  limit?: number;
  search?: string;
  /** 'name' or 'name.desc' */
  sort?: string;
  cursor?: string;
  /** The shown columns, if they differ from the default ones. */
  columns?: string;
  density?: 'compact';
  /** The saved view that these parameters come from. */
  view?: string;
};
export type AnyFilters = Record<string, unknown>;
export type ListBody<Filters extends AnyFilters = AnyFilters> = PageRequest & { filters: Filters };

const own = new Set(['page', 'limit', 'search', 'sort', 'cursor', 'columns', 'density', 'view']);

/** The filters among the search parameters. */
export const filtersOf = (search: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => !own.has(name) && value !== undefined));

/** The body of the list request for a URL, parsed by the server's schema. Invalid parameters are dropped. */
export function toBody(schema: z.ZodType, search: Record<string, unknown>): ListBody {
  const [field, order] = String(search.sort ?? '').split('.');
  const candidate: Record<string, unknown> = {
    page: search.page,
    limit: search.limit,
    cursor: search.cursor,
    search: search.search === undefined ? undefined : String(search.search),
    sort: field ? { field, order: order ?? 'asc' } : undefined,
    filters: filtersOf(search),
  };
  // Each round removes the invalid parameters that the previous one found, so the loop ends.
  for (let round = 0; round < 4; round += 1) {
    const result = schema.safeParse(candidate);
    if (result.success) return result.data as ListBody;
    for (const issue of result.error.issues) repairField(candidate, issue);
  }
  return schema.parse({}) as ListBody;
}

function repairField(candidate: Record<string, unknown>, issue: z.core.$ZodIssue): void {
  const [first, second] = issue.path.map(String);
  if (first !== 'filters') {
    if (first) delete candidate[first];
    return;
  }
  const filters = candidate.filters as Record<string, unknown>;
  if (issue.code === 'unrecognized_keys') for (const key of issue.keys) delete filters[key];
  else if (second === undefined) candidate.filters = {};
  // A URL has no types: 123 can be a number or a text.
  else if (typeof filters[second] === 'number') filters[second] = String(filters[second]);
  else delete filters[second];
}
