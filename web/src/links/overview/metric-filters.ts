import type { Filter } from '../../ui/list/filters/filter.ts';
import { yesNo } from '../../ui/list/filters/filter.ts';
import { locationsFilter } from '../locations/location-filter.ts';

const onlyWhenSet = { isOffered: () => false };

/** A filter by several locations, set only by links from a report's metrics. */
export const metricLocations: Filter<'locationIds'> = { ...locationsFilter, ...onlyWhenSet };
/** The same filter, and one by calendar days in each location's time zone. */
export const metricFilters = <const From extends string, const To extends string>(
  label: string,
  from: From,
  to: To,
): Filter<'locationIds' | From | To>[] => [
  metricLocations,
  { kind: 'days', label, from, to, ...onlyWhenSet },
];
/** A yes/no filter, set only by links from metrics. */
export const metricSwitch = <const Name extends string>(name: Name, label: string): Filter<Name> => ({
  ...yesNo(name, label, 'Yes', 'No'),
  ...onlyWhenSet,
});
