import type { Filter } from '../ui/list/filter.ts';
import { yesNo } from '../ui/list/filter.ts';
import { locationsFilter } from './location-select.tsx';

const onlyWhenSet = { isOffered: () => false };

/** Several locations, as the figures of a report set them. */
export const figurePlaces: Filter = { ...locationsFilter, ...onlyWhenSet };
/** The same, and calendar days at each of them. */
export const figureFilters = (label: string, from = 'fromDay', to = 'toDay'): Filter[] => [
  figurePlaces,
  { kind: 'days', label, from, to, ...onlyWhenSet },
];
/** A yes or no that a figure sets. */
export const figureSwitch = (name: string, label: string): Filter => ({
  ...yesNo(name, label, 'Yes', 'No'),
  ...onlyWhenSet,
});
