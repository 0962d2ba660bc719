import type { FilterValues, ListRoute } from '../../../core/list-body.ts';
import type { Session } from '../../../core/session/session.ts';
import type { List } from '../use-list.ts';

/** As much of a list as its filters need. */
export type FilteredList = Pick<List<unknown>, 'search' | 'change'>;
export interface Option {
  value: string;
  label: string;
  /** What it belongs to, said before its label. */
  above?: string;
}

interface Common {
  /** What the chip and the menu call it. */
  label: string;
  /** Left out of the menu where this is false; a filter that is set always has its chip. */
  isOffered?: (session: Session) => boolean;
}
interface OfOne<Name> extends Common {
  /** The filter's name in the page schema. */
  name: Name;
}

/** One of a few fixed choices. */
interface ChoiceFilter<Name> extends OfOne<Name> {
  kind: 'choice';
  options: readonly Option[];
  /** The choices are "true" and "false", and the server is asked for a boolean. */
  isBoolean?: true;
  /** Values that something else on the page shows already, such as a tab. */
  isShownElsewhere?: (value: unknown) => boolean;
}
/** One record of another resource, searched for. */
interface LookupFilter<Name> extends OfOne<Name> {
  kind: 'lookup';
  useOptions: (search: string) => { options: readonly Option[]; isLoading: boolean };
  useName: (id: string) => string | undefined;
  /** Several can be chosen: the server is asked for an array. */
  isMany?: true;
}
/** From one day to another. */
export interface DaysFilter<Name extends string = string> extends Common {
  kind: 'days';
  from: Name;
  to: Name;
  /** Asked for by instants, the end exclusive, instead of by calendar days. */
  asInstants?: true;
  /** For days to come there are other presets. */
  isAhead?: true;
  /** Other presets than those of lists. */
  presets?: () => readonly DayPreset[];
  /** There is always a period: it can be changed, not removed. */
  isRequired?: true;
}
/** Calendar days, both of them included. */
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
/** From one figure to another. */
export interface RangeFilter<Name extends string = string> extends Common {
  kind: 'range';
  min: Name;
  max: Name;
  of: 'money' | 'count';
}
interface TextFilter<Name> extends OfOne<Name> {
  kind: 'text';
}
/** Set by links only: it can be seen and taken away. */
interface LinkedFilter<Name> extends OfOne<Name> {
  kind: 'linked';
  text: string;
}
/** A filter of a list whose page schema has filters of these names. */
export type Filter<Name extends string = string> =
  | ChoiceFilter<Name>
  | LookupFilter<Name>
  | DaysFilter<Name>
  | DayFilter<Name>
  | RangeFilter<Name>
  | TextFilter<Name>
  | LinkedFilter<Name>;
/** The filters that a list can have: a name that its page schema lacks doesn't compile. */
export type FiltersOf<R extends ListRoute> = readonly Filter<keyof FilterValues<R> & string>[];

/** A yes or no, each with its own word: `yesNo('status', 'Status', 'Active', 'Inactive')`. */
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

/** Those to offer, and those that are set. */
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
