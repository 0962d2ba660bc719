import { dayIn, instantIn } from '../core/dates.ts';
import type { HoursException, OpeningHours, Weekday } from '../core/opening-hours.ts';
import { weekdays } from '../core/opening-hours.ts';
import type { DeliverySlotRule } from './delivery-terms.ts';

/** Opening hours of a location: weekly hours, exceptions, and the time zone. */
export interface OpeningRules {
  timeZone: string;
  openingHours: OpeningHours;
  hoursExceptions: readonly HoursException[];
  /** The marketplace's holidays, which the location's own dates override. */
  holidays: readonly HoursException[];
}
export interface Span {
  opens: string;
  closes: string;
}
export interface Slot {
  from: string;
  to: string;
}
const wholeDay: readonly Span[] = [{ opens: '00:00', closes: '24:00' }];
const minuteMs = 60_000;

/** A location can take orders only if it opens within this number of days. */
export const daysLookedAhead = 14;

/** The calendar day that many days later, regardless of clock changes. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export const weekdayOf = (day: string): Weekday =>
  weekdays[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7]!;

const isAlwaysOpen = (hours: OpeningHours): boolean => weekdays.every((day) => hours[day] === undefined);

/** The hours of one date: those of an exception or holiday, otherwise those of its weekday. */
export function hoursOn(
  place: OpeningRules,
  day: string,
): { spans: readonly Span[]; exception?: HoursException } {
  const isOfDay = ({ date }: HoursException) => date === day;
  const exception = place.hoursExceptions.find(isOfDay) ?? place.holidays.find(isOfDay);
  if (exception) return { spans: exception.spans, exception };
  return { spans: weeklyHoursOn(place, day) };
}

/** The weekly hours of a date, ignoring exceptions. */
export function weeklyHoursOn(place: Pick<OpeningRules, 'openingHours'>, day: string): readonly Span[] {
  if (isAlwaysOpen(place.openingHours)) return wholeDay;
  return place.openingHours[weekdayOf(day)] ?? [];
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();
export function timeIn(timeZone: string, instant: Date): string {
  let format = timeFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    timeFormats.set(timeZone, format);
  }
  return format.format(instant);
}

/** Whether the location is open at any time during the slot, or at the given moment if the slot has no length. */
export function isOpenDuring(place: OpeningRules, { from, to }: Slot): boolean {
  const [begin, end] = [new Date(from), new Date(to)];
  const [first, last] = [dayIn(place.timeZone, begin), dayIn(place.timeZone, end)];
  const [opensAt, closesAt] = [timeIn(place.timeZone, begin), timeIn(place.timeZone, end)];
  const isMoment = from === to;
  // Slots last a few days at most, so later days need no check.
  for (let day = first, count = 0; day <= last && count < 8; day = dayAfter(day, 1), count += 1) {
    const earliest = day === first ? opensAt : '00:00';
    const latest = day === last ? closesAt : '24:00';
    const isThere = (span: Span) =>
      span.closes > earliest && (span.opens < latest || (isMoment && span.opens === latest));
    if (hoursOn(place, day).spans.some(isThere)) return true;
  }
  return false;
}

/** Whether the location opens within the days that count for taking orders. */
export function opensSoon(place: OpeningRules, now: number): boolean {
  const today = dayIn(place.timeZone, new Date(now));
  const time = timeIn(place.timeZone, new Date(now));
  for (let ahead = 0; ahead < daysLookedAhead; ahead += 1) {
    const { spans } = hoursOn(place, dayAfter(today, ahead));
    if (spans.some(({ closes }) => ahead > 0 || closes > time)) return true;
  }
  return false;
}

export interface OpenDay {
  day: string;
  spans: readonly Span[];
  exception: HoursException | null;
  /** A clock change on this day, which makes it an hour shorter or longer. */
  clocks: 'forward' | 'back' | null;
}
/** The opening hours of the next days. */
export function daysAhead(place: OpeningRules, now: number, count = daysLookedAhead): OpenDay[] {
  const today = dayIn(place.timeZone, new Date(now));
  return Array.from({ length: count }, (_, ahead) => {
    const day = dayAfter(today, ahead);
    const { spans, exception } = hoursOn(place, day);
    return { day, spans, exception: exception ?? null, clocks: clocksOn(place.timeZone, day) };
  });
}

function clocksOn(timeZone: string, day: string): OpenDay['clocks'] {
  const [begin, end] = [instantIn(timeZone, day, '00:00'), instantIn(timeZone, dayAfter(day, 1), '00:00')];
  const minutes = (Date.parse(end) - Date.parse(begin)) / minuteMs;
  if (minutes === 24 * 60) return null;
  return minutes < 24 * 60 ? 'forward' : 'back';
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The slots of one date, in sequence from each opening. Remaining time that is too short for a slot is omitted. */
export function slotsOn(place: OpeningRules, { lengthMinutes }: DeliverySlotRule, day: string): Slot[] {
  return hoursOn(place, day).spans.flatMap(({ opens, closes }) => {
    const [first, last] = [minutesOf(opens), minutesOf(closes) - lengthMinutes];
    const slots: Slot[] = [];
    for (let at = first; at <= last; at += lengthMinutes) {
      const [from, to] = [timeOf(at), timeOf(at + lengthMinutes)].map((time) =>
        instantIn(place.timeZone, day, time),
      ) as [string, string];
      // An hour that the clocks skip has no slot.
      if (from < to) slots.push({ from, to });
    }
    return slots;
  });
}

/** The slots of the next days that can still be chosen. */
export function slotsAhead(place: OpeningRules, rule: DeliverySlotRule, now: number, days: number): Slot[] {
  const today = dayIn(place.timeZone, new Date(now));
  const earliest = new Date(now + rule.leadMinutes * minuteMs).toISOString();
  return Array.from({ length: days }, (_, ahead) => slotsOn(place, rule, dayAfter(today, ahead)))
    .flat()
    .filter(({ from }) => from >= earliest);
}

/** Why the location's rules reject a slot, regardless of its remaining capacity. */
export function slotProblem(
  place: OpeningRules,
  rule: DeliverySlotRule,
  slot: Slot,
  now: number,
): 'not-a-slot' | 'too-soon' | null {
  const [from, to] = [new Date(slot.from), new Date(slot.to)];
  const day = dayIn(place.timeZone, from);
  const isOne = slotsOn(place, rule, day).some(
    (one) => Date.parse(one.from) === from.getTime() && Date.parse(one.to) === to.getTime(),
  );
  if (!isOne) return 'not-a-slot';
  return from.getTime() < now + rule.leadMinutes * minuteMs ? 'too-soon' : null;
}
