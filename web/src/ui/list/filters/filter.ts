import type { FilterValues, ListRoute } from '../../../core/list-body.ts';
import type { Session } from '../../../core/session/session.ts';
import type { List } from '../use-list.ts';

/** The parts of a list that filters need. */
export type FilteredList = Pick<List<unknown>, 'search' | 'change'>;
export interface Option {
  value: string;
  label: string;
  /** The parent of the option, shown before its label. */
  above?: string;
  /** A description below the label. */
  below?: string;
}

interface Common {
  /** The name in the chip and in the menu. */
  label: string;
  /** False hides the filter in the menu; an active filter always has its chip. */
  isOffered?: (session: Session) => boolean;
}
interface OfOne<Name> extends Common {
  /** The filter's name in the page schema. */
  name: Name;
}

/** A choice of a few fixed options. */
interface ChoiceFilter<Name> extends OfOne<Name> {
  kind: 'choice';
  options: readonly Option[];
  /** The values are "true" and "false"; the request contains a boolean. */
  isBoolean?: true;
  /** Values that another element of the page shows already, such as a tab. */
  isShownElsewhere?: (value: unknown) => boolean;
}
/** A record of another resource, chosen by search. */
interface LookupFilter<Name> extends OfOne<Name> {
  kind: 'lookup';
  useOptions: (search: string) => { options: readonly Option[]; isLoading: boolean };
  useName: (id: string) => string | undefined;
  /** Allows several values; the request contains an array. */
  isMany?: true;
}
/** A date range. */
export interface DaysFilter<Name extends string = string> extends Common {
  kind: 'days';
  from: Name;
  to: Name;
  /** The request contains instants, with an exclusive end, instead of calendar days. */
  asInstants?: true;
  /** Offers presets for future days. */
  isAhead?: true;
  /** Replaces the presets of lists. */
  presets?: () => readonly DayPreset[];
  /** The period is required: it can be changed but not removed. */
  isRequired?: true;
}
/** A range of calendar days, inclusive. */
export interface DaySpan {
  from: string | undefined;
  to: string | undefined;
}
export interface DayPreset {
  label: string;
  span: DaySpan;
}
interface DayFilter<Name> extends OfOne<Name> {
  kind: 'day';
}
/** A range of numbers. */
export interface RangeFilter<Name extends string = string> extends Common {
  kind: 'range';
  min: Name;
  max: Name;
  of: 'money' | 'count';
}
interface TextFilter<Name> extends OfOne<Name> {
  kind: 'text';
}
/** Set only by links: it is shown and can be removed. */
interface LinkedFilter<Name> extends OfOne<Name> {
  kind: 'linked';
  text: string;
}
/** A filter of a list whose page schema has filters with these names. */
export type Filter<Name extends string = string> =
  | ChoiceFilter<Name>
  | LookupFilter<Name>
  | DaysFilter<Name>
  | DayFilter<Name>
  | RangeFilter<Name>
  | TextFilter<Name>
  | LinkedFilter<Name>;
/** The filters of a list: a name that its page schema lacks doesn't compile. */
export type FiltersOf<R extends ListRoute> = readonly Filter<keyof FilterValues<R> & string>[];

/** A yes/no filter with a label for each value: `yesNo('status', 'Status', 'Active', 'Inactive')`. */
export const yesNo = <const Name extends string>(
  name: Name,
  label: string,
  yes: string,
  no: string,
): ChoiceFilter<Name> => ({
  kind: 'choice',
  name,
  label,
  isBoolean: true,
  options: [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ],
});
export const choice = <const Name extends string>(
  name: Name,
  label: string,
  options: readonly Option[],
): ChoiceFilter<Name> => ({
  kind: 'choice',
  name,
  label,
  options,
});
/** The filters `from` and `to`, by calendar days. */
export const days = (label: string): DaysFilter<'from' | 'to'> => ({
  kind: 'days',
  label,
  from: 'from',
  to: 'to',
});

/** The search parameters that a filter sets. */
export function namesOf(filter: Filter): readonly string[] {
  if (filter.kind === 'days') return [filter.from, filter.to];
  if (filter.kind === 'range') return [filter.min, filter.max];
  return [filter.name];
}

export function isSet(filter: Filter, search: FilteredList['search']): boolean {
  if (filter.kind === 'choice' && filter.isShownElsewhere?.(search[filter.name])) return false;
  return namesOf(filter).some((name) => search[name] !== undefined);
}

export const clearing = (filters: readonly Filter[]): Record<string, undefined> =>
  Object.fromEntries(filters.flatMap(namesOf).map((name) => [name, undefined]));

/** The filters offered to the user, and all active ones. */
export const visibleFilters = (
  filters: readonly Filter[],
  list: FilteredList,
  session: Session | null,
): Filter[] =>
  filters.filter(
    (filter) =>
      isSet(filter, list.search) ||
      (filter.kind !== 'linked' && (!filter.isOffered || (session !== null && filter.isOffered(session)))),
  );
