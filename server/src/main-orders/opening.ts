import type { OpeningHours, Weekday } from '@aisle/contract/locations';

const formats = new Map<string, Intl.DateTimeFormat>();
function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** Monday, "08:30": what the clock on the location's wall says. */
function localTime(timeZone: string, instant: string): { day: Weekday; time: string } {
  const parts = formatIn(timeZone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return { day: part('weekday').toLowerCase() as Weekday, time: `${part('hour')}:${part('minute')}` };
}

/** Whether somebody is there at some time of the slot. Without any opening hours: always. */
export function isOpenDuring(
  hours: OpeningHours,
  timeZone: string,
  slot: { from: string; to: string },
): boolean {
  if (Object.keys(hours).length === 0) return true;
  const from = localTime(timeZone, slot.from);
  const to = localTime(timeZone, slot.to);
  const opensOn = (day: Weekday, earliest: string, latest: string) =>
    (hours[day] ?? []).some((span) => span.opens < latest && span.closes > earliest);
  if (from.day === to.day) return opensOn(from.day, from.time, to.time);
  return opensOn(from.day, from.time, '24:00') || opensOn(to.day, '00:00', to.time);
}
