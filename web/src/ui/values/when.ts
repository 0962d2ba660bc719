import { dayIn, formatDateTime, formatDay } from '@aisle/contract/core/dates';
import { dayAfter } from '@aisle/contract/locations/opening';

/** The time window in which an order is due. */
interface Slot {
  from: string;
  to: string;
}

const times = new Map<string | undefined, Intl.DateTimeFormat>();
/** Cached by time zone, because a list formats hundreds of times. */
function timeFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = times.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  if (!known) times.set(timeZone, format);
  return format;
}
/** "4:05 PM", followed by " CT" if the user's clock differs. */
export const timeText = (instant: string, timeZone?: string): string =>
  `${clockText(instant, timeZone)}${zoneLabel(instant, timeZone)}`;
const clockText = (instant: string, timeZone?: string): string =>
  timeFormat(timeZone).format(new Date(instant));
const shortTime = (instant: string, timeZone?: string): string =>
  clockText(instant, timeZone).replace(':00', '');

/** "Today", "Tomorrow", "Yesterday" or "11/20/2026". */
export function dayText(instant: string, timeZone?: string, now = Date.now()): string {
  const day = dayIn(timeZone, new Date(instant));
  const today = dayIn(timeZone, new Date(now));
  const names = { [today]: 'Today', [dayAfter(today, 1)]: 'Tomorrow', [dayAfter(today, -1)]: 'Yesterday' };
  return names[day] ?? formatDay(day);
}

interface SlotOptions {
  timeZone?: string | undefined;
  now?: number;
  /** The time zone is named elsewhere, for example in the head of a column. */
  hasNoZone?: boolean;
}
/** "Today, 4 – 6 PM", or the date; an order without a slot is due as soon as possible. */
export function slotText(slot: Slot | null, timeZone?: string, now = Date.now()): string {
  return slot ? windowText(slot, { timeZone, now }) : 'As soon as possible';
}

/** "Today, 4 – 6 PM", or the date. */
export function windowText(slot: Slot, { timeZone, now, hasNoZone = false }: SlotOptions): string {
  const [from, to] = [shortTime(slot.from, timeZone), shortTime(slot.to, timeZone)];
  // "10:30 – 11:30 AM": shows AM or PM once if both times have the same.
  const begin = from.slice(-3) === to.slice(-3) ? from.slice(0, -3) : from;
  const zone = hasNoZone ? '' : zoneLabel(slot.from, timeZone);
  return `${dayText(slot.from, timeZone, now)}, ${begin} – ${to}${zone}`;
}

/** "Today, by 4:05 PM", or the date. */
export function byText(instant: string, { timeZone, now, hasNoZone = false }: SlotOptions): string {
  const zone = hasNoZone ? '' : zoneLabel(instant, timeZone);
  return `${dayText(instant, timeZone, now)}, by ${clockText(instant, timeZone)}${zone}`;
}

/** " CT" if clocks in the time zone differ from the user's at that moment, otherwise empty. */
function zoneLabel(instant: string, timeZone: string | undefined): string {
  if (!timeZone || formatDateTime(instant, timeZone) === formatDateTime(instant)) return '';
  return ` ${zoneName(timeZone, instant)}`;
}
/** Whether clocks in the time zone differ from the user's now. */
export const isOtherZone = (timeZone: string | undefined): boolean =>
  zoneLabel(new Date().toISOString(), timeZone) !== '';
const zoneFormats = new Map<string | undefined, Intl.DateTimeFormat>();
/** "CT" for America/Chicago in winter and summer; by default the user's time zone. */
export function zoneName(timeZone?: string, instant = new Date().toISOString()): string {
  const known = zoneFormats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortGeneric' });
  if (!known) zoneFormats.set(timeZone, format);
  return format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The time zone that all these places share, by its name if clocks there differ from the user's at this moment. */
export function sharedZone(timeZones: readonly string[], now = new Date()): { name: string } | undefined {
  const [only, ...others] = new Set(timeZones);
  if (only === undefined || others.length > 0) return undefined;
  return { name: zoneLabel(now.toISOString(), only).trim() };
}

interface WhenOptions extends SlotOptions {
  /** Shows only the date for older days. */
  isShort?: boolean;
}
/** "Today, 2:52 AM", "Yesterday, 2:52 AM", otherwise "11/19/2026, 2:52 AM"; followed by " CT" if the user's clock differs. */
export function whenText(
  instant: string,
  { timeZone, isShort = false, now = Date.now(), hasNoZone = false }: WhenOptions = {},
): string {
  const day = dayText(instant, timeZone, now);
  if (isShort && /\d/.test(day)) return day;
  return `${day}, ${clockText(instant, timeZone)}${hasNoZone ? '' : zoneLabel(instant, timeZone)}`;
}

/** "4 min", "2 h 05 min", "1 day 4 h", "3 days" */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  const wholeHours = Math.round(minutes / 60);
  if (wholeHours >= 48) return `${Math.floor(wholeHours / 24)} days`;
  return wholeHours === 24 ? '1 day' : `1 day ${wholeHours - 24} h`;
}

/** Orders due within this time are marked before they are late. */
const soonMs = 15 * 60_000;

interface Lateness {
  isLate: boolean;
  /** Due within 15 minutes. */
  isSoon: boolean;
  text: string;
}
/** "20 min left", "5 min late", or "due now" within a minute of the due time. */
export function lateness(promisedAt: number, now: number): Lateness {
  const left = promisedAt - now;
  if (Math.abs(left) < 60_000) return { isLate: false, isSoon: true, text: 'due now' };
  return left < 0
    ? { isLate: true, isSoon: false, text: `${spanText(-left)} late` }
    : { isLate: false, isSoon: left < soonMs, text: `${spanText(left)} left` };
}

/** "today, 2:52 AM": for use within a sentence. */
export const midSentence = (text: string): string =>
  text.replace(/^(Today|Yesterday|Tomorrow)/, (word) => word.toLowerCase());

/** The start of a calendar day in the user's time zone, as filters by day send it to the server. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00`).toISOString();
/** The end of a calendar day, as the exclusive end of a filter. */
export function endOfDay(day: string): string {
  const next = new Date(`${day}T00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}
const pad = (number: number): string => String(number).padStart(2, '0');
/** The calendar day of an instant in the user's time zone; an exclusive end belongs to the day that it ends. */
export function localDay(instant: string, isEnd = false): string {
  const date = new Date(Date.parse(instant) - (isEnd ? 1 : 0));
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
