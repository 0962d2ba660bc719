import type { PromotionSchedule, PromotionWindow } from './promotion-schedule.ts';
import { classOf, type PromotionTerms } from './promotion-terms.ts';

interface Running {
  reward: PromotionTerms['reward'];
  locationIds: readonly string[] | null;
  schedule: PromotionSchedule;
}

const hour = 3_600_000;
const day = 24 * hour;
const minutesOfWeek = 7 * 24 * 60;
const endOf = ({ endsAt }: PromotionSchedule): number =>
  endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt);

/** The windows as minutes of the week, split at its end. */
function minutesOf({ day: weekday, from, to }: PromotionWindow): [number, number][] {
  const minute = (time: string) => {
    const [hours, minutes] = time.split(':').map(Number) as [number, number];
    return hours * 60 + minutes;
  };
  const start = weekday * 24 * 60 + minute(from);
  const end = weekday * 24 * 60 + minute(to) + (minute(to) <= minute(from) ? 24 * 60 : 0);
  return end <= minutesOfWeek
    ? [[start, end]]
    : [
        [start, minutesOfWeek],
        [0, end - minutesOfWeek],
      ];
}

/** The windows that a period reaches in any time zone. A window can begin on the day before. */
function windowsIn(weekly: readonly PromotionWindow[], from: number, to: number): PromotionWindow[] {
  const [first, last] = [from - 12 * hour - day, to + 14 * hour];
  if (last - first >= 7 * day) return [...weekly];
  const days = new Set<number>();
  for (let at = first; at < last; at += hour) days.add(new Date(at).getUTCDay());
  return weekly.filter((window) => days.has(window.day));
}

function sharesTime(one: PromotionSchedule, other: PromotionSchedule): boolean {
  const from = Math.max(Date.parse(one.startsAt), Date.parse(other.startsAt));
  const to = Math.min(endOf(one), endOf(other));
  if (from >= to) return false;
  const windows = (schedule: PromotionSchedule) => windowsIn(schedule.weekly, from, to).flatMap(minutesOf);
  const [mine, theirs] = [windows(one), windows(other)];
  if ((one.weekly.length > 0 && mine.length === 0) || (other.weekly.length > 0 && theirs.length === 0)) {
    return false;
  }
  // An order can be placed in the windows of one for a slot in those of the other.
  if (one.weekly.length === 0 || other.weekly.length === 0 || one.by !== other.by) return true;
  return mine.some(([start, end]) => theirs.some(([since, until]) => start < until && since < end));
}

const sharesLocation = (one: Running, other: Running): boolean =>
  one.locationIds === null ||
  other.locationIds === null ||
  one.locationIds.some((id) => other.locationIds?.includes(id));

/**
 * Whether two promotions of a class run at the same time and place. Those on items compete only for items that both include; an
 * order has at most one of each other class.
 */
export const runTogether = (one: Running, other: Running): boolean =>
  classOf[one.reward.kind] === classOf[other.reward.kind] &&
  sharesTime(one.schedule, other.schedule) &&
  sharesLocation(one, other);
