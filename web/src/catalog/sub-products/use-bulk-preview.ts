import { type BulkChange, type BulkTarget, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';

/** What a bulk edit would do, a moment after the last key. */
export function useBulkPreview(target: BulkTarget, change: BulkChange | undefined) {
  const [debounced] = useDebouncedValue(JSON.stringify(change), 250);
  const settled = debounced === undefined ? undefined : (JSON.parse(debounced) as BulkChange);
  const query = useQuery({
    ...read(bulkEditRoutes.preview, { body: { target, change: settled as BulkChange } }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const isSettled = debounced === JSON.stringify(change);
  return {
    data: settled ? query.data : undefined,
    error: query.error,
    isFetching: query.isFetching || !isSettled,
  };
}
export type BulkPreview = ReturnType<typeof useBulkPreview>;
