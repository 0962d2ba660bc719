import { formatCount } from '@aisle/contract/core/how-many';
import { type SavedView, savedViewRoutes } from '@aisle/contract/system/saved-views';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useSession } from '../../../core/session/session.ts';

export function useSavedViews(list: string): readonly SavedView[] {
  const query = useQuery({
    ...read(savedViewRoutes.list, { query: { list } }),
    meta: { quiet: true },
  });
  return query.data ?? [];
}

/** How many rows each view has, asked for while its menu is open, and again whenever the list changes. */
export function useViewCounts(
  list: string,
  resource: string,
  isShown: boolean,
): (view: SavedView) => string | undefined {
  const locationId = useSession()?.locationId ?? undefined;
  const args = { query: { list, ...(locationId && { locationId }) } };
  const { data } = useQuery({
    ...read(savedViewRoutes.counts, args),
    // Read again with the rows it counts, not with the views.
    queryKey: [resource, savedViewRoutes.counts.path, args],
    enabled: isShown,
    meta: { quiet: true },
  });
  return ({ _id }) => {
    const found = data?.find((one) => one._id === _id);
    if (found?.count === null || found === undefined) return undefined;
    return `${formatCount(found.count)}${found.isMore ? '+' : ''}`;
  };
}
