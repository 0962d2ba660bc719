import { hasEveryWord } from '@aisle/contract/core/fold-text';
import { locationChoiceRoutes } from '@aisle/contract/locations/location-choices';
import { useSignedIn } from '../../core/session/session.ts';
import type { Filter } from '../../ui/list/filters/filter.ts';
import { useDropdown, useDropdownName } from '../../ui/list/filters/lookup.ts';

function useOwnLocations() {
  return useSignedIn().user.locations.map(({ _id, name }) => ({ value: _id, label: name }));
}

/**
 * A filter by location, hidden for users of one location. The filters `locationId` and `locationIds` are also hidden while a
 * location is selected for all screens.
 */
export const locationFilterAs = <const Name extends string>(name: Name, label: string): Filter<Name> =>
  findLocation(name, label);

const findLocation = <const Name extends string>(
  name: Name,
  label: string,
): Extract<Filter<Name>, { kind: 'lookup' }> => ({
  kind: 'lookup',
  name,
  label,
  isOffered: ({ user, permissions, locationId }) =>
    (user.locations.length === 0 ? permissions.has('store_list') : user.locations.length > 1) &&
    !(locationId && (name === 'locationId' || name === 'locationIds')),
  useOptions: (search) => {
    const own = useOwnLocations();
    const found = useDropdown(locationChoiceRoutes.dropdown, search, own.length === 0);
    return own.length === 0
      ? found
      : { options: own.filter(({ label }) => hasEveryWord(label, search)), isLoading: false };
  },
  useName: (id) => {
    const own = useOwnLocations();
    const name = useDropdownName(locationChoiceRoutes.dropdown, id, own.length === 0);
    return own.find(({ value }) => value === id)?.label ?? name;
  },
});
/** The filter `locationIds` of a report, which accepts several locations. */
export const locationsFilter: Filter<'locationIds'> = {
  ...findLocation('locationIds', 'Location'),
  isMany: true,
};
/** The filter `locationId` of a list. */
export const locationFilter = locationFilterAs('locationId', 'Location');
