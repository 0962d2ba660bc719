import { locationRoutes } from '@aisle/contract/locations/locations';
import { Alert, Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../core/api.ts';
import { useMay, useSignedIn } from '../core/session.ts';
import { ChoiceSelect, type ChoiceSelectProps } from '../ui/form/choice-select.tsx';
import { useListWhenNear } from '../ui/form/list-when-near.ts';
import type { Filter } from '../ui/list/filter.ts';
import { useDropdown, useDropdownName } from '../ui/list/lookup.ts';
import { ScreenLink } from '../ui/screen-link.tsx';

/** Chooses a location: store users among their own, everybody else among all. */
export function LocationSelect({ current, ...props }: Omit<ChoiceSelectProps, 'route' | 'query'>) {
  const { user } = useSignedIn();
  const mayList = useMay('store_list');
  const near = useListWhenNear();
  if (user.locations.length === 0 && mayList) {
    return <ChoiceSelect label="Location" {...props} current={current} route={locationRoutes.dropdown} />;
  }
  const data = user.locations.map(({ _id, name }) => ({ value: _id, label: name }));
  const isLong = data.length > 8;
  return <Select {...near} label="Location" searchable={isLong} {...(props as SelectProps)} data={data} />;
}

/** A hint with a link, while there is no location to sell from or receive at. */
export function NoLocations() {
  const { user } = useSignedIn();
  const mayList = useMay('store_list');
  const mayAdd = useMay('store_add');
  const needsCheck = user.locations.length === 0 && mayList;
  const found = useQuery({
    ...read(locationRoutes.dropdown, { query: {} }),
    enabled: needsCheck,
    meta: { quiet: true },
  });
  if (!needsCheck || found.data?.length !== 0) return null;
  return (
    <Alert color="gray" variant="default" title="No locations yet">
      Add a location to stock products and fill orders.{' '}
      {mayAdd ? (
        <>
          <ScreenLink to="/locations/add">Add the first location</ScreenLink> to get started.
        </>
      ) : (
        'Ask someone who can add locations to create the first one.'
      )}
    </Alert>
  );
}

function useOwnLocations() {
  return useSignedIn().user.locations.map(({ _id, name }) => ({ value: _id, label: name }));
}

/**
 * A filter by a location; nothing for people of one location. The filters `locationId` and `locationIds` are left to
 * the switcher at the top of every screen where that names a location.
 */
export const locationFilterAs = <const Name extends string>(name: Name, label: string): Filter<Name> =>
  lookupLocation(name, label);

const lookupLocation = <const Name extends string>(
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
    const found = useDropdown(locationRoutes.dropdown, search, own.length === 0);
    const words = search.trim().toLowerCase();
    return own.length === 0
      ? found
      : { options: own.filter(({ label }) => label.toLowerCase().includes(words)), isLoading: false };
  },
  useName: (id) => {
    const own = useOwnLocations();
    const name = useDropdownName(locationRoutes.dropdown, id, own.length === 0);
    return own.find(({ value }) => value === id)?.label ?? name;
  },
});
/** The filter `locationIds` of a report: any of several. */
export const locationsFilter: Filter<'locationIds'> = {
  ...lookupLocation('locationIds', 'Location'),
  isMany: true,
};
/** The filter `locationId` of a list. */
export const locationFilter = locationFilterAs('locationId', 'Location');

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
