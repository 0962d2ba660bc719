import { locationRoutes } from '@aisle/contract/locations/locations';
import { useQuery } from '@tanstack/react-query';
import { read } from '../core/api.ts';
import { useMay, useSignedIn } from '../core/session.ts';

/** The time zone of a location, as far as one may know it; else one's own. */
export function useTimeZone(locationId: string | null): string | undefined {
  const { user } = useSignedIn();
  const own = user.locations.find(({ _id }) => _id === locationId)?.timeZone;
  const mayView = useMay('store_view');
  const query = useQuery({
    ...read(locationRoutes.view, { params: { id: locationId ?? '' } }),
    enabled: !own && mayView && locationId !== null,
    meta: { quiet: true },
  });
  return own ?? query.data?.timeZone;
}

/** The time zones of the locations one works for, by id, for rows that name only the location. */
export function useTimeZones(): ReadonlyMap<string, string> {
  const { user } = useSignedIn();
  const mayList = useMay('store_list');
  const query = useQuery({
    ...read(locationRoutes.list, { body: { limit: 100 } }),
    enabled: user.locations.length === 0 && mayList,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  const known = user.locations.length > 0 ? user.locations : (query.data?.records ?? []);
  return new Map(known.map(({ _id, timeZone }) => [_id, timeZone]));
}
