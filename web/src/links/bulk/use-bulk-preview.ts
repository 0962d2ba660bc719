import type { BulkPreview as Preview } from '@aisle/contract/catalog/bulk-edits';
import type { BodyInputOf, Route } from '@aisle/contract/core/route';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Args, read } from '../../core/api.ts';

export type PreviewRoute = Route & { body: z.ZodType; data: z.ZodType<Preview> };

/** What a bulk edit would do, a moment after the last key; `body` is undefined until its change means something. */
export function useBulkPreview<R extends PreviewRoute>(route: R, body: BodyInputOf<R> | undefined) {
  const text = JSON.stringify(body) as string | undefined;
  const [debounced] = useDebouncedValue(text, 250);
  const settled: unknown = debounced === undefined ? undefined : JSON.parse(debounced);
  const query = useQuery({
    ...read(route, { body: settled } as Args<R>),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return {
    data: settled ? (query.data as Preview | undefined) : undefined,
    error: query.error,
    isFetching: query.isFetching || debounced !== text,
  };
}
export type BulkPreview = ReturnType<typeof useBulkPreview>;
