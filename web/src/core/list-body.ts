import { type AnyFilters, type ListBody, type ListSearch, toBody } from '@aisle/contract/core/list-search';
import type { BodyOf, Route } from '@aisle/contract/core/route';
import type { z } from 'zod';
import { type Args, read } from './api.ts';
import { getPreferences } from './preferences/user-preferences.ts';
import { queryClient } from './query.ts';
import { getSession } from './session/session.ts';

export type ListRoute = Route & { body: z.ZodType };
/** The filters in a list's page schema with their types. */
export type FilterValues<R extends ListRoute> =
  BodyOf<R> extends { filters: infer Filters extends AnyFilters } ? Filters : never;
type Habits = Pick<ListSearch, 'limit' | 'columns' | 'density'>;

/** The user's preferences for a list, used where its URL sets nothing. */
export function persistedSearch(route: Route): Habits {
  const { lists, density } = getPreferences();
  return { ...lists?.[route.path], ...(density === 'compact' && { density }) };
}

/** The request body of a list. Lists with a location filter use the selected location, unless the filter is set. */
export const listBody = <R extends ListRoute>(
  route: R,
  locationId: string | null | undefined,
  search: ListSearch,
  fixed: Record<string, unknown> = {},
): ListBody<FilterValues<R>> =>
  // Safe to cast, because the route's schema parsed it.
  toBody(route.body, { ...(locationId && { locationId }), ...search, ...fixed }) as ListBody<FilterValues<R>>;

/** Prefetches the rows of a list whose screen is about to open. */
export async function prefetchList(route: ListRoute, url: ListSearch): Promise<void> {
  const body = listBody(route, getSession()?.locationId, { ...persistedSearch(route), ...url });
  await queryClient.prefetchQuery({ ...read(route, { body } as Args<ListRoute>), meta: { quiet: true } });
}
