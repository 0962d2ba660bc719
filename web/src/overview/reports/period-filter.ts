import type { Filter } from '../../ui/list/filters/filter.ts';
import { periodPresets } from './periods.ts';

/** A report always has a period. */
export const periodFilter: Filter<'from' | 'to'> = {
  kind: 'days',
  label: 'Period',
  from: 'from',
  to: 'to',
  presets: periodPresets,
  isRequired: true,
};
