import { dayIn } from '@aisle/contract/core/dates';
import { isDay } from '../../ui/form/fields/date-text.ts';

/** The period in the URL; this month so far by default. If the end is before the start, the period is the start day. */
export function periodOf(
  { from, to }: { from?: unknown; to?: unknown },
  today = dayIn(undefined),
): { from: string; to: string } {
  const last = isDay(to) ? to : today;
  const first = isDay(from) ? from : `${last.slice(0, 8)}01`;
  return first <= last ? { from: first, to: last } : { from: first, to: first };
}
