interface Span {
  from: string;
  to: string;
}
/** A part of a period: whole months or single days, added or taken away again. */
export interface Part extends Span {
  by: 'months' | 'days';
  sign: 1 | -1;
}
const oneDay = 86_400_000;
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10);
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const monthEnd = (day: string) => dayAfter(monthOf(dayAfter(monthOf(day), 31)), -1);
/** No day after this one has begun anywhere. */
const lastDay = (now: Date) => new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
const daysIn = (from: string, to: string) =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / oneDay) + 1);

/**
 * A period as few sums: its months, and at either end the days of its first and last month, or the rest of that month,
 * taken away, whichever is fewer. Days that have not begun are none. Where only what is in the period may have a row,
 * nothing is taken away.
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
