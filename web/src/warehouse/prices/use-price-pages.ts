import { type PriceGridPage, type PriceRow, priceRoutes } from '@aisle/contract/warehouse/prices';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from '../../core/api.ts';

const pageSize = 100;
/** Rows left below the visible ones when the next page is requested. */
const ahead = 40;

type Body = Omit<z.input<typeof PriceGridPage>, 'page' | 'limit' | 'cursor'>;
type Answer = Awaited<ReturnType<typeof ask>>;
const ask = (body: Body, page: number, signal: AbortSignal) =>
  call(priceRoutes.grid, { body: { ...body, limit: pageSize, page: page + 1 } }, { signal });

interface VisiblePages {
  /** The request of these pages; other filters start at the top. */
  of: string;
  pages: number;
  first: number;
  last: number;
}

/**
 * The rows of the grid, loaded page by page while scrolling. After a change, pages out of view are refetched only when they
 * come back into view.
 */
export function usePricePages(body: Body) {
  const of = JSON.stringify(body);
  const [kept, setSight] = useState<VisiblePages>(() => atTop(of));
  const sight = kept.of === of ? kept : atTop(of);
  const read = useQueries({
    queries: Array.from({ length: sight.pages }, (_, page) => ({
      queryKey: ['prices', priceRoutes.grid.path, { body, page }],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(body, page, signal),
      enabled: page === sight.pages - 1 || (page >= sight.first && page <= sight.last),
      meta: { quiet: true },
    })),
    combine: together,
  });
  // The previous rows stay until the first page of the next request has loaded.
  const shown = useRef(read);
  if (read.isThere) shown.current = read;
  const { rows, answer } = shown.current;
  const isMore = read.isMore;

  const onSight = useCallback(
    (first: number, last: number) =>
      setSight((before) => {
        const now = before.of === of ? before : atTop(of);
        const next = {
          of,
          pages: now.pages + (isMore && last > rows.length - ahead ? 1 : 0),
          first: Math.floor(first / pageSize),
          last: Math.floor(last / pageSize),
        };
        return JSON.stringify(next) === JSON.stringify(now) ? now : next;
      }),
    [of, isMore, rows.length],
  );
  return { rows, answer, error: answer ? null : read.error, retry: read.retry, onSight };
}

const atTop = (of: string): VisiblePages => ({ of, pages: 1, first: 0, last: 0 });

function together(results: UseQueryResult<Answer>[]) {
  const seen = new Set<string>();
  const rows: PriceRow[] = [];
  for (const { data } of results) {
    for (const row of data?.records ?? []) {
      // If rows were added or removed, a later page can repeat a row of an earlier one.
      if (!seen.has(row._id)) rows.push(row);
      seen.add(row._id);
    }
  }
  return {
    rows,
    answer: results[0]?.data,
    isThere: results[0]?.data !== undefined,
    isMore: Boolean(results.at(-1)?.data?.nextCursor),
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => void Promise.all(results.map(({ refetch }) => refetch())),
  };
}
