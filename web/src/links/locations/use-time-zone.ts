import { locationRoutes } from '@aisle/contract/locations/locations';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';

/** The time zone of a location if the user can see it; undefined means the user's own. */
export function useTimeZone(locationId: string | null): string | undefined {
  const { user } = useSignedIn();
  const own = user.locations.find(({ _id }) => _id === locationId)?.timeZone;
  const mayView = useCan('store_view');
  const query = useQuery({
    ...read(locationRoutes.view, { params: { id: locationId ?? '' } }),
    enabled: !own && mayView && locationId !== null,
    meta: { quiet: true },
  });
  return own ?? query.data?.timeZone;
}
