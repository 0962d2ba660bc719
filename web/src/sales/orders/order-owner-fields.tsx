import { orderOwnerRoutes } from '@aisle/contract/sales/order-owners';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import type { Filter } from '../../ui/list/filters/filter.ts';
import { lookup } from '../../ui/list/filters/lookup.ts';
import classes from './record/order-owner.module.css';

/** The filter `ownerId`; the current user is the first choice. */
export const ownerFilter = lookup({ name: 'ownerId', label: 'Owner', route: orderOwnerRoutes.owners });

export const tagFilter: Filter<'tag'> = {
  kind: 'lookup',
  name: 'tag',
  label: 'Tag',
  useOptions: (search) => {
    const { tags, isLoading } = useTags(search);
    return { options: tags.map((tag) => ({ value: tag, label: tag })), isLoading };
  },
  useName: (tag) => tag,
};

/** The tags in use that match the typed text. */
export function useTags(typed: string, enabled = true) {
  const [search] = useDebouncedValue(typed.trim(), 200);
  const answer = useQuery({
    ...read(orderOwnerRoutes.tags, { query: search ? { search } : {} }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return { tags: answer.data ?? [], isLoading: answer.isFetching };
}

/** `isRow` clips the tags to one line; the tooltip contains all of them. */
export function TagList({ tags, isRow = false }: { tags: readonly string[]; isRow?: boolean }) {
  if (tags.length === 0) return null;
  return (
    <span className={classes.tags} data-row={isRow || undefined} title={isRow ? tags.join(', ') : undefined}>
      {tags.map((tag) => (
        <span key={tag} className={`flex-none text-xs truncate ${classes.tag}`}>
          {tag}
        </span>
      ))}
    </span>
  );
}
