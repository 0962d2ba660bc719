import { locationRoutes } from '@aisle/contract/locations/locations';
import { Alert, Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { ChoiceSelect, type ChoiceSelectProps } from '../../ui/form/fields/choice-select.tsx';
import { useListWhenNear } from '../../ui/form/fields/list-when-near.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';

/** Selects a location: store users choose among their own, all others among all. */
export function LocationSelect({ current, ...props }: Omit<ChoiceSelectProps, 'route' | 'query'>) {
  const { user } = useSignedIn();
  const mayList = useCan('store_list');
  const near = useListWhenNear();
  if (user.locations.length === 0 && mayList) {
    return <ChoiceSelect label="Location" {...props} current={current} route={locationRoutes.dropdown} />;
  }
  const data = user.locations.map(({ _id, name }) => ({ value: _id, label: name }));
  const isLong = data.length > 8;
  return <Select {...near} label="Location" searchable={isLong} {...(props as SelectProps)} data={data} />;
}

/** A hint with a link, shown while there are no locations for sales or deliveries. */
export function NoLocations() {
  const { user } = useSignedIn();
  const mayList = useCan('store_list');
  const mayAdd = useCan('store_add');
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
