import { dayIn } from '@aisle/contract/core/dates';
import { isDay } from '../../ui/form/fields/date-text.ts';

/** The period that a URL names; without one, this month so far. An end before its start is the start. */
export function periodOf(
  { from, to }: { from?: unknown; to?: unknown },
  today = dayIn(undefined),
): { from: string; to: string } {
  const last = isDay(to) ? to : today;
  const first = isDay(from) ? from : `${last.slice(0, 8)}01`;
  return first <= last ? { from: first, to: last } : { from: first, to: first };
}
