import { dayIn, instantIn } from '@aisle/contract/core/dates';
import { dayAfter } from '@aisle/contract/locations/opening';
import { type ScheduleInterval, sendingHour } from '@aisle/contract/overview/report-schedules';

export interface Recurrence {
  every: ScheduleInterval;
  /** 0 is Sunday; set only for weekly schedules. */
  weekday: number | null;
  timeZone: string;
}

const sendingTime = `${String(sendingHour).padStart(2, '0')}:00`;

/** Whether a report is sent on a day: daily, on its weekday, or on the first of the month. */
function isDay({ every, weekday }: Recurrence, day: string): boolean {
  if (every === 'day') return true;
  if (every === 'month') return day.endsWith('-01');
  return new Date(`${day}T12:00:00Z`).getUTCDay() === weekday;
}

/** The next time to send a report: in the morning in its time zone, regardless of clock changes since the last time. */
export function nextSending(rhythm: Recurrence, after: Date): Date {
  for (let day = dayIn(rhythm.timeZone, after); ; day = dayAfter(day, 1)) {
    const at = new Date(instantIn(rhythm.timeZone, day, sendingTime));
    if (at > after && isDay(rhythm, day)) return at;
  }
}

/** The last time a report was due. Earlier missed reports are no longer sent. */
export function latestDue(rhythm: Recurrence, dueAt: Date, now: Date): Date {
  let latest = dueAt;
  for (let next = nextSending(rhythm, latest); next <= now; next = nextSending(rhythm, latest)) latest = next;
  return latest;
}

/** The days covered by a report: yesterday, the preceding seven days, or the preceding month. */
export function periodOf({ every, timeZone }: Recurrence, dueAt: Date): { from: string; to: string } {
  const day = dayIn(timeZone, dueAt);
  const to = dayAfter(day, -1);
  if (every === 'day') return { from: to, to };
  return every === 'week' ? { from: dayAfter(day, -7), to } : { from: `${to.slice(0, 7)}-01`, to };
}
