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

/** An instant → "11/21/2026"; without a time zone, in that of whoever looks. */
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

/** The calendar day, `2026-11-21`, that an instant falls on in a time zone. */
export const dayIn = (timeZone: string, instant: Date = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instant,
  );

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
