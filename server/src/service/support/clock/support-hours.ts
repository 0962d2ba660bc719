import { addDays, dayIn, instantIn } from '@aisle/contract/core/dates';
import type { SupportHours, SupportRules, TicketPriority } from '@aisle/contract/system/support-rules';

type Hours = Pick<SupportRules, 'hours' | 'timeZone'>;
const minuteMs = 60_000;
/** The maximum number of days to search for support hours. Any minutes left after that count around the clock. */
const maxDays = 3660;

/** The hours of a calendar day as instants, in sequence. */
function spansOf({ hours, timeZone }: Hours, day: string): { from: number; to: number }[] {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  const at = (time: string) =>
    Date.parse(
      time === '24:00' ? instantIn(timeZone, addDays(day, 1), '00:00') : instantIn(timeZone, day, time),
    );
  return hours
    .filter((span) => span.day === weekday)
    .sort((a: SupportHours, b: SupportHours) => a.from.localeCompare(b.from))
    .map(({ from, to }) => ({ from: at(from), to: at(to) }));
}

/** The instant when this many minutes of support hours have passed. */
export function afterSupportMinutes(rules: Hours, since: Date, minutes: number): Date {
  let now = since.getTime();
  let left = minutes * minuteMs;
  if (rules.hours.length === 0) return new Date(now + left);
  let day = dayIn(rules.timeZone, since);
  for (let days = 0; days < maxDays; days += 1, day = addDays(day, 1)) {
    for (const { from, to } of spansOf(rules, day)) {
      // Overlapping hours count once.
      const begin = Math.max(from, now);
      if (begin >= to) continue;
      if (left <= to - begin) return new Date(begin + left);
      left -= to - begin;
      now = to;
    }
  }
  return new Date(now + left);
}

/** The minutes of support hours between two instants. */
export function supportMinutesBetween(rules: Hours, since: Date, until: Date): number {
  if (rules.hours.length === 0) return Math.max(0, until.getTime() - since.getTime()) / minuteMs;
  let now = since.getTime();
  let passed = 0;
  for (let day = dayIn(rules.timeZone, since); now < until.getTime(); day = addDays(day, 1)) {
    for (const { from, to } of spansOf(rules, day)) {
      const begin = Math.max(from, now);
      const end = Math.min(to, until.getTime());
      if (begin >= end) continue;
      passed += end - begin;
      now = end;
    }
    if (day >= dayIn(rules.timeZone, until)) break;
  }
  return passed / minuteMs;
}

/** The deadlines for responding to and resolving a ticket, counted from the start of its time. */
export function targetsOf(rules: SupportRules, priority: TicketPriority, since: Date) {
  const { firstResponseMinutes, resolutionMinutes } = rules.targets[priority];
  return {
    firstResponseDueAt: afterSupportMinutes(rules, since, firstResponseMinutes).toISOString(),
    resolutionDueAt: afterSupportMinutes(rules, since, resolutionMinutes).toISOString(),
  };
}
