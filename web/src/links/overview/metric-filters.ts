import type { Filter } from '../../ui/list/filters/filter.ts';
import { yesNo } from '../../ui/list/filters/filter.ts';
import { locationsFilter } from '../locations/location-filter.ts';

const onlyWhenSet = { isOffered: () => false };

/** Several locations, as the figures of a report set them. */
export const metricLocations: Filter<'locationIds'> = { ...locationsFilter, ...onlyWhenSet };
/** The same, and calendar days at each of them. */
export const metricFilters = <const From extends string, const To extends string>(
  label: string,
  from: From,
  to: To,
): Filter<'locationIds' | From | To>[] => [
  metricLocations,
  { kind: 'days', label, from, to, ...onlyWhenSet },
];
/** A yes or no that a figure sets. */
export const metricSwitch = <const Name extends string>(name: Name, label: string): Filter<Name> => ({
  ...yesNo(name, label, 'Yes', 'No'),
  ...onlyWhenSet,
});
