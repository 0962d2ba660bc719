import type { ListSearch } from '@aisle/contract/core/list-search';
import type { DataOf } from '@aisle/contract/core/route';
import type { ExportFormat } from '@aisle/contract/system/exports';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { type Args, read, useWrite } from '../../core/api.ts';
import { useSession } from '../../core/session/session.ts';
import { usePausedData } from '../../ui/list/paused-data.ts';
import { type List, useListSearch } from '../../ui/list/use-list.ts';
import { daysPatch, type ReportRoute, reportBody, requestedDays } from './report-body.ts';

type ResponseOf<R extends ReportRoute> = DataOf<R> & {
  records: readonly { key: string }[];
  totalRecords: number;
};
type RecordOf<R extends ReportRoute> = DataOf<R> extends { records: (infer Row)[] } ? Row : never;
type RowOf<R extends ReportRoute> = RecordOf<R> & { _id: string };
type BodyOf<R extends ReportRoute> = z.output<R['body']>;
interface Paged {
  page: number;
  limit: number;
  sort?: { field: string; order: 'asc' | 'desc' };
}

/** The arguments of a report route; the cast is needed because TypeScript can't infer them from a type parameter. */
const argsOf = <R extends ReportRoute>(body: unknown, query: { format?: ExportFormat }) =>
  ({ body, query }) as unknown as Args<R>;

/** A report as described by the URL. Its rows form a list, so that list components can show them. */
export interface Report<R extends ReportRoute> {
  answer: DataOf<R> | undefined;
  body: BodyOf<R>;
  list: List<RowOf<R>>;
}

/** The search params that narrow a report, besides its period. */
const narrowingNames = ['locationIds', 'categoryId', 'brandId', 'productId'] as const;

export function useReport<R extends ReportRoute>(route: R): Report<R> {
  const client = useQueryClient();
  const { search, change } = useListSearch(route);
  const locationId = useSession()?.locationId;
  const searchText = JSON.stringify(search);
  const body = useMemo(
    () => reportBody(route.body, JSON.parse(searchText) as ListSearch, locationId) as BodyOf<R>,
    [route, searchText, locationId],
  );
  // All report bodies have these fields, but the type parameter doesn't show it.
  const { page, limit, sort } = body as Paged;
  const requestFor = (request: unknown) => read(route, argsOf<R>(request, {}));
  const query = useQuery({ ...requestFor(body), placeholderData: keepPreviousData, meta: { quiet: true } });
  const held = usePausedData(query, JSON.stringify(body));
  const answer = held.data as ResponseOf<R> | undefined;
  const records = answer?.records;
  // Lists identify rows by `_id`; only the route defines the row type.
  const rows = useMemo(
    () => records?.map((record) => ({ ...record, _id: record.key }) as unknown as RowOf<R>),
    [records],
  );
  const total = answer?.totalRecords ?? 0;
  const hasNext = page * limit < total;
  const narrowing = narrowingNames.filter((name) => search[name] !== undefined).length;
  const list: List<RowOf<R>> = {
    route,
    rows,
    total,
    totalIsEstimate: false,
    totalIsMinimum: false,
    totals: undefined,
    body: { page, limit, sort, filters: {} },
    search,
    isChanging: query.isPlaceholderData,
    news: held.news ? { added: 0, isMore: false, show: held.show } : null,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    change,
    turn: (to) => change({ page: to === 'first' ? 1 : to === 'next' ? page + 1 : Math.max(1, page - 1) }),
    warmNext: () => {
      if (hasNext && !query.isPlaceholderData) {
        void client.prefetchQuery(requestFor({ ...(body as Paged), page: page + 1 }));
      }
    },
    hasNext,
    narrowing,
    isOfOneLocation: false,
    clear: () => change(Object.fromEntries(narrowingNames.map((name) => [name, undefined]))),
  };
  return { answer, body, list };
}

/** The list for the filters, with the current days of a named period. */
export function withDays(list: Pick<List<unknown>, 'search' | 'change'>): typeof list {
  const days = requestedDays(list.search);
  return {
    search: { ...list.search, ...days },
    change: (patch, how) => {
      if (!('from' in patch || 'to' in patch)) return list.change(patch, how);
      list.change({ ...patch, ...daysPatch(patch) }, how);
    },
  };
}

/** Exports all rows of a report to a file. */
export function useReportFile<R extends ReportRoute>(route: R, body: BodyOf<R>) {
  const write = useWrite(route);
  return {
    isPending: write.isPending,
    start: async (format: ExportFormat) => {
      const answer = (await write.mutateAsync(argsOf<R>(body, { format }))) as {
        file: { url: string | null; jobId: string | null } | null;
      };
      return answer.file ?? { url: null, jobId: null };
    },
  };
}
