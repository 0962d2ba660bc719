import { type AnyFilters, filtersOf, type ListBody, type ListSearch } from '@aisle/contract/core/list-search';
import { type AnyPage, totalOf } from '@aisle/contract/core/page';
import type { DataOf, Route } from '@aisle/contract/core/route';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { type Args, read } from '../../core/api.ts';
import { type FilterValues, type ListRoute, listBody, persistedSearch } from '../../core/list-body.ts';
import { rememberList } from '../../core/pages/last-list.ts';
import { useScreenSearch } from '../../core/pages/search.ts';
import { setPreference, usePreference } from '../../core/preferences/user-preferences.ts';
import { useSession } from '../../core/session/session.ts';
import { type News, updatesOf, usePausedData, withoutNewRows } from './paused-data.ts';

export type RowOf<R extends ListRoute> = DataOf<R> extends { records: (infer Row)[] } ? Row : never;

const persisted = ['limit', 'columns'] as const;

/** A list as described by the URL: its rows, and functions to change its state. */
export interface List<Row, Filters extends AnyFilters = AnyFilters> {
  /** Identifies the list's screen and export. */
  route: ListRoute;
  rows: readonly Row[] | undefined;
  total: number;
  totalIsEstimate: boolean;
  /** True if counting stopped: there are more rows than `total`. */
  totalIsMinimum: boolean;
  /** Sums over all pages by the key of the column, in lists of money that aren't too long. */
  totals: Readonly<Record<string, number>> | undefined;
  body: ListBody<Filters>;
  search: ListSearch;
  /** True while the rows are still those of the previous page. */
  isChanging: boolean;
  error: Error | null;
  retry: () => void;
  /** Changes the URL; any change but of the page returns to the first page. */
  change: (patch: Partial<ListSearch>, how?: { replace: boolean }) => void;
  turn: (to: 'next' | 'previous' | 'first') => void;
  warmNext: () => void;
  hasNext: boolean;
  /** The number of active filters, including the search. */
  narrowing: number;
  /** True if only the location selected for all screens is shown, without a filter of the list itself. */
  isOfOneLocation: boolean;
  clear: () => void;
  /** The changes since a list with paused updates was shown, or null; undefined for other lists. */
  news?: News | null | undefined;
}

/** The state of a list in the URL, with the user's preferences as defaults, and a function to change it. */
export function useListSearch(route: Route) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const url = useScreenSearch();
  const lists = usePreference('lists');
  usePreference('density');
  useEffect(() => rememberList(pathname, url), [pathname, url]);
  const change: List<unknown>['change'] = (patch, how) => {
    const kept = Object.fromEntries(
      persisted.flatMap((name) => (name in patch ? [[name, patch[name]]] : [])),
    );
    if (Object.keys(kept).length > 0) {
      setPreference('lists', { ...lists, [route.path]: { ...lists?.[route.path], ...kept } });
    }
    if ('density' in patch) setPreference('density', patch.density ?? 'comfortable');
    void navigate({
      to: '.',
      search: (before: ListSearch): object =>
        tidy({ ...before, page: undefined, cursor: undefined, ...patch }),
      replace: how?.replace ?? false,
    });
  };
  const search: ListSearch = { ...persistedSearch(route), ...url };
  return { url, search, change };
}

interface ListOptions {
  /**
   * What live events don't change while the user reads the list, but offer: all rows, or only new ones, so that no row moves
   * under the pointer.
   */
  pauseUpdates?: 'allRows' | 'newRows';
  /** The path parameters of the route. */
  params?: Record<string, string>;
}

/** `fixed` contains filters set by the screen itself, such as the product whose variants it lists. */
export function useList<R extends ListRoute>(
  route: R,
  fixed?: Record<string, unknown>,
  { pauseUpdates, params }: ListOptions = {},
): List<RowOf<R>, FilterValues<R>> {
  const client = useQueryClient();
  const { url, search, change } = useListSearch(route);
  const locationId = useSession()?.locationId;
  const fixedText = JSON.stringify(fixed);
  const searchText = JSON.stringify(search);

  const body = useMemo(() => {
    const also = fixedText === undefined ? {} : (JSON.parse(fixedText) as Record<string, unknown>);
    return listBody(route, locationId, JSON.parse(searchText), also);
  }, [route, locationId, searchText, fixedText]);

  const args = { ...(params && { params }), body } as Args<R>;
  const query = useQuery({ ...read(route, args), placeholderData: keepPreviousData, meta: { quiet: true } });
  type Answer = AnyPage<RowOf<R> & { _id: string }> | undefined;
  const held = usePausedData(query, JSON.stringify(body), pauseUpdates !== undefined);
  const [kept, latest] = [held.data as Answer, (held.news ?? held.data) as Answer];
  const answer = pauseUpdates === 'newRows' ? latest : kept;
  const rows =
    pauseUpdates === 'newRows' && kept && latest
      ? withoutNewRows(kept.records, latest.records, body.limit)
      : answer?.records;
  const total = answer ? totalOf(answer) : 0;
  const hasNext = answer?.nextCursor ? true : body.page * body.limit < total;

  const nextBody = (): Pick<ListBody, 'page' | 'cursor'> => ({
    page: body.page + 1,
    cursor: answer?.nextCursor ?? undefined,
  });
  return {
    route,
    rows,
    total,
    totalIsEstimate: answer?.totalIsEstimate ?? false,
    totalIsMinimum: answer?.totalIsMinimum ?? false,
    totals: answer?.totals ?? undefined,
    body,
    search,
    isChanging: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    change,
    turn: (to) => {
      if (to === 'next') change(nextBody());
      else change({ page: to === 'first' ? undefined : Math.max(1, body.page - 1) });
    },
    warmNext: () => {
      if (hasNext && !query.isPlaceholderData) {
        void client.prefetchQuery(read(route, { ...args, body: { ...body, ...nextBody() } }));
      }
    },
    hasNext,
    narrowing:
      Object.keys(filtersOf(url)).filter((name) => name in body.filters).length + (url.search ? 1 : 0),
    isOfOneLocation: Boolean(locationId) && !url.locationId && body.filters.locationId === locationId,
    news:
      pauseUpdates && (updatesOf(kept?.records, latest?.records, { ...held, kind: pauseUpdates }) ?? null),
    clear: () => {
      // Keeps URL parameters that aren't filters of this list, such as a tab.
      const names = Object.keys(filtersOf(url)).filter((name) => name in body.filters);
      change({ ...Object.fromEntries(names.map((name) => [name, undefined])), search: undefined });
    },
  };
}

const tidy = (search: ListSearch): ListSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) =>
        value !== undefined && value !== '' && value !== null && !(name === 'page' && value === 1),
    ),
  );
