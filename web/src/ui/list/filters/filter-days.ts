import { dayIn, formatDay } from '@aisle/contract/core/dates';
import { dayAfter } from '@aisle/contract/locations/opening';
import { endOfDay, localDay, startOfDay } from '../../values/when.ts';
import type { DayPreset, DaySpan, DaysFilter, FilteredList } from './filter.ts';

/** Common date ranges, relative to today. */
export function dayPresets(isAhead = false, today = dayIn(undefined)): DayPreset[] {
  const span = (first: number, last: number) => ({
    from: dayAfter(today, first),
    to: dayAfter(today, last),
  });
  if (isAhead) {
    return [
      { label: 'Today', span: span(0, 0) },
      { label: 'Tomorrow', span: span(1, 1) },
      { label: 'Next 7 days', span: span(0, 6) },
    ];
  }
  return [
    { label: 'Today', span: span(0, 0) },
    { label: 'Yesterday', span: span(-1, -1) },
    { label: 'Last 7 days', span: span(-6, 0) },
    { label: 'Last 30 days', span: span(-29, 0) },
  ];
}

export const presetsOf = ({ presets, isAhead }: DaysFilter): readonly DayPreset[] =>
  presets?.() ?? dayPresets(isAhead);

export function spanOf({ from, to, asInstants }: DaysFilter, search: FilteredList['search']): DaySpan {
  const day = (value: unknown, isEnd: boolean) => {
    if (typeof value !== 'string') return undefined;
    if (!asInstants) return value;
    return Number.isNaN(Date.parse(value)) ? undefined : localDay(value, isEnd);
  };
  return { from: day(search[from], false), to: day(search[to], true) };
}

/** The URL parameters for a date range. */
export function spanPatch({ from, to, asInstants }: DaysFilter, span: DaySpan): Record<string, unknown> {
  return {
    [from]: span.from && (asInstants ? startOfDay(span.from) : span.from),
    [to]: span.to && (asInstants ? endOfDay(span.to) : span.to),
  };
}

export const isSameSpan = (one: DaySpan, other: DaySpan): boolean =>
  one.from === other.from && one.to === other.to;

/** "Last 7 days", "11/01/2026 – 11/20/2026", "since 11/01/2026" or "until 11/20/2026". */
export function spanText(span: DaySpan, presets: readonly DayPreset[] = dayPresets()): string {
  const preset = presets.find((one) => isSameSpan(one.span, span));
  if (preset) return preset.label;
  const { from, to } = span;
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  return from ? `since ${formatDay(from)}` : `until ${formatDay(to ?? '')}`;
}
