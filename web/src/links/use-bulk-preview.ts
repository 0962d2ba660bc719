import type { BulkPreview as Preview } from '@aisle/contract/catalog/bulk-edits';
import type { Route } from '@aisle/contract/core/route';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Args, read } from '../core/api.ts';

type PreviewRoute = Route & { body: z.ZodType; data: z.ZodType<Preview> };

/** What a bulk edit would do, a moment after the last key; `change` is undefined until it means something. */
export function useBulkPreview<R extends PreviewRoute>(
  route: R,
  target: object,
  change: object | undefined,
  /** What the body has beside both. */
  others: object = {},
) {
  const text = JSON.stringify(change);
  const [debounced] = useDebouncedValue(text, 250);
  const settled = debounced === undefined ? undefined : (JSON.parse(debounced) as object);
  const query = useQuery({
    ...read(route, { body: { ...others, target, change: settled } } as Args<R>),
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
