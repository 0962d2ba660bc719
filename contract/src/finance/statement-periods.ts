import { addDays } from '../core/dates.ts';
import type { StatementRules } from '../system/settings.ts';

/** A Sunday from which weeks are counted, so that two-week periods end on the same days at every location. */
const firstSunday = Date.parse('1970-01-04');
const dayLength = 86_400_000;

/** Whether a day is the last of a period. */
function endsPeriod({ every, weekday = 0, day: lastDay = 31 }: StatementRules, day: string): boolean {
  if (every === 'never') return false;
  if (every === 'month') {
    const tomorrow = addDays(day, 1);
    const isLastOfMonth = tomorrow.slice(0, 7) !== day.slice(0, 7);
    const date = Number(day.slice(8));
    return date === lastDay || (isLastOfMonth && date < lastDay);
  }
  const days = (Date.parse(day) - firstSunday) / dayLength - weekday;
  return days % (every === 'week' ? 7 : 14) === 0;
}

/** The maximum length of a period. */
const maxDays = 31;

/** The last day of the latest period whose hold days are over on the given day. */
export function latestDueEnd(rules: StatementRules, today: string): string | null {
  const latest = addDays(today, -rules.holdDays - 1);
  for (let back = 0; back < maxDays; back += 1) {
    const day = addDays(latest, -back);
    if (endsPeriod(rules, day)) return day;
  }
  return null;
}

/** The last day of the next period to become due that doesn't end before `since`. */
export function nextDueEnd(rules: StatementRules, today: string, since = ''): string | null {
  const waiting = addDays(today, -rules.holdDays);
  const first = since > waiting ? since : waiting;
  for (let ahead = 0; ahead < maxDays; ahead += 1) {
    const day = addDays(first, ahead);
    if (endsPeriod(rules, day)) return day;
  }
  return null;
}
