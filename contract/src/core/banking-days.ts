import { addDays } from './dates.ts';

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const [sunday, monday, thursday, saturday] = [0, 1, 4, 6];

/** The nth given weekday of a month: 3, Monday, January. */
function nthWeekday(year: number, month: number, nth: number, weekday: number): string {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

/** The holidays of the Federal Reserve, on which no ACH payments settle. */
function holidaysOf(year: number): string[] {
  const fixed = ['01-01', '06-19', '07-04', '11-11', '12-25'].map((date) => `${year}-${date}`);
  return [
    // A holiday on a Sunday is observed on Monday. One on a Saturday isn't observed.
    ...fixed.map((day) => (weekdayOf(day) === sunday ? addDays(day, 1) : day)),
    nthWeekday(year, 1, 3, monday),
    nthWeekday(year, 2, 3, monday),
    // The last Monday of May is a week before the first one of June.
    addDays(nthWeekday(year, 6, 1, monday), -7),
    nthWeekday(year, 9, 1, monday),
    nthWeekday(year, 10, 2, monday),
    nthWeekday(year, 11, 4, thursday),
  ];
}

/** Whether US banks settle payments on a day. */
export function isBankingDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== sunday && weekday !== saturday && !holidaysOf(Number(day.slice(0, 4))).includes(day);
}

/** The first banking day on or after a day. */
export function bankingDayFrom(day: string): string {
  let found = day;
  while (!isBankingDay(found)) found = addDays(found, 1);
  return found;
}

/** The first banking day after a day. */
export const nextBankingDay = (day: string): string => bankingDayFrom(addDays(day, 1));
