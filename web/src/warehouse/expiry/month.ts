/** The months and days of the calendar: plain `2026-11` and `2026-11-21`, without a time zone. */
const asDay = (at: Date): string => at.toISOString().slice(0, 10);
const at = (month: string, day = 1): Date => new Date(`${month}-${String(day).padStart(2, '0')}T00:00:00Z`);

export const monthOf = (day: string): string => day.slice(0, 7);

export function addMonths(month: string, count: number): string {
  const start = at(month);
  start.setUTCMonth(start.getUTCMonth() + count);
  return monthOf(asDay(start));
}

const name = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
/** "November 2026" */
export const monthName = (month: string): string => name.format(at(month));

/** The first and last day of a month. */
export function daysOf(month: string): { from: string; to: string } {
  const last = at(addMonths(month, 1));
  last.setUTCDate(0);
  return { from: `${month}-01`, to: asDay(last) };
}

/** The weeks of a month, starting on Sunday; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = at(month).getUTCDay();
  const { to } = daysOf(month);
  const count = Number(to.slice(8));
  const cells = Array.from({ length: Math.ceil((first + count) / 7) * 7 }, (_, index) => {
    const day = index - first + 1;
    return day >= 1 && day <= count ? `${month}-${String(day).padStart(2, '0')}` : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The weeks of a month, except past weeks without lots. */
export const weeksToShow = (month: string, today: string, days: readonly { day: string }[]) =>
  weeksOf(month).filter((week) =>
    week.some((date) => date !== null && (date >= today || days.some(({ day }) => day === date))),
  );
