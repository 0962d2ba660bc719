import { locationRoutes } from '@aisle/contract/locations/locations';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { useMay, useSignedIn } from '../../core/session/session.ts';

/** What a location is called, as far as one may know it. */
export function useLocationName(locationId: string): string | undefined {
  const { user } = useSignedIn();
  const own = user.locations.find(({ _id }) => _id === locationId)?.name;
  const mayView = useMay('store_view');
  const query = useQuery({
    ...read(locationRoutes.view, { params: { id: locationId } }),
    enabled: !own && mayView,
    meta: { quiet: true },
  });
  return own ?? query.data?.name;
}
