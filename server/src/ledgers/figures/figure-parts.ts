interface Span {
  from: string;
  to: string;
}
/** A part of a period: whole months or single days, to add or subtract. */
export interface Part extends Span {
  by: 'months' | 'days';
  sign: 1 | -1;
}
const oneDay = 86_400_000;
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10);
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const monthEnd = (day: string) => dayAfter(monthOf(dayAfter(monthOf(day), 31)), -1);
/** The latest day that has started in any time zone. */
const lastDay = (now: Date) => new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
const daysIn = (from: string, to: string) =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / oneDay) + 1);

/**
 * Splits a period into as few totals as possible: its months, and at either end the days of the first or last month, or the
 * rest of that month to subtract, whichever is fewer. Omits days that haven't started. Never subtracts if only days in the
 * period may have a row.
 */
export function partsOf(
  { from, to }: Span,
  { now = new Date(), takesAway = true }: { now?: Date; takesAway?: boolean } = {},
): Part[] {
  const today = lastDay(now);
  const [first, last] = [monthOf(from), monthEnd(to)];
  const lastToTake = last < today ? last : today;
  const rest = daysIn(dayAfter(to, 1), lastToTake);
  const before = daysIn(first, dayAfter(from, -1));
  const parts: Part[] = [];
  const add = (by: Part['by'], sign: Part['sign'], start: string, stop: string) => {
    if (start <= stop) parts.push({ by, from: start, to: stop, sign });
  };
  const isFewer = (taken: number, added: number) => taken === 0 || (takesAway && taken <= added);
  const isOneMonth = first === monthOf(to);
  if (isOneMonth && !isFewer(before + rest, daysIn(from, to) - 1)) {
    add('days', 1, from, to);
    return parts;
  }
  const startsWhole = isOneMonth || isFewer(before, daysIn(from, monthEnd(from)));
  const endsWhole = isOneMonth || isFewer(rest, daysIn(monthOf(to), to));
  add(
    'months',
    1,
    startsWhole ? first : dayAfter(monthEnd(from), 1),
    endsWhole ? monthOf(to) : monthOf(dayAfter(monthOf(to), -1)),
  );
  if (startsWhole) add('days', -1, first, dayAfter(from, -1));
  else add('days', 1, from, monthEnd(from));
  if (endsWhole) add('days', -1, dayAfter(to, 1), lastToTake);
  else add('days', 1, monthOf(to), to);
  return parts;
}
