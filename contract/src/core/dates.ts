/** All dates are shown as MM/DD/yyyy, in the time zone of the location they belong to. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
function dateFormat(timeZone: string | undefined, withTime: boolean): Intl.DateTimeFormat {
  const key = `${timeZone}|${withTime}`;
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      ...(withTime && { hour: 'numeric', minute: '2-digit' }),
    });
    dateFormats.set(key, format);
  }
  return format;
}

/** An instant → "11/21/2026"; without a time zone, in the reader's time zone. */
export const formatDate = (instant: string, timeZone?: string): string =>
  dateFormat(timeZone, false).format(new Date(instant));

/** An instant → "11/21/2026, 2:05 PM". */
export const formatDateTime = (instant: string, timeZone?: string): string =>
  dateFormat(timeZone, true).format(new Date(instant));

/** A calendar day `2026-11-21` → "11/21/2026". */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** The calendar day of an instant in a time zone, `2026-11-21`; without one, in the reader's time zone. */
export function dayIn(timeZone: string | undefined, instant: Date = new Date()): string {
  const [month, date, year] = dateFormat(timeZone, false).format(instant).split('/');
  return `${year}-${month}-${date}`;
}

/** Today in the time zone where days begin first: every later day is in the future everywhere. */
export const latestDay = (): string => dayIn('Pacific/Kiritimati');

/**
 * Converts a local time to an instant: "2026-11-21" at "16:00" in America/Chicago. A time that the clocks skip moves forward by
 * the skipped hour; of a time that occurs twice, the second one counts, as in PostgreSQL.
 */
export function instantIn(timeZone: string | undefined, day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // The offsets a day before and a day after are those on both sides of a clock change.
  const dayLength = 86_400_000;
  const [before, after] = [wanted - dayLength, wanted + dayLength].map((at) => offsetAt(timeZone, at)) as [
    number,
    number,
  ];
  const isRight = (offset: number) => offsetAt(timeZone, wanted - offset) === offset;
  return new Date(wanted - (isRight(after) ? after : before)).toISOString();
}
const clocks = new Map<string | undefined, Intl.DateTimeFormat>();
function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}
function offsetAt(timeZone: string | undefined, at: number): number {
  const parts = clockOf(timeZone).formatToParts(new Date(at));
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(at / 1000) * 1000;
}

/** "Central Time" for America/Chicago. */
export function timeZoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const milesPerKilometre = 0.621371;
export const kmToMiles = (km: number): number => km * milesPerKilometre;
export const milesToKm = (miles: number): number => miles / milesPerKilometre;

/** The calendar day that many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
