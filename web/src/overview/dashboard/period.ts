/** 1 is today. */
export const periods = [1, 7, 30, 90] as const;
export type Period = (typeof periods)[number];
export const isPeriod = (value: unknown): value is Period => periods.includes(value as Period);

/** What the URL of the dashboard holds. */
export interface DashboardSearch {
  days?: Period | undefined;
  locationId?: string | undefined;
}

/** The last so many days, today included, in this browser's days. */
export function lastDays(days: number, today: Date = new Date()): { from: string; to: string } {
  const first = new Date(today);
  first.setDate(first.getDate() - (days - 1));
  return { from: dayOf(first), to: dayOf(today) };
}
const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

export function greeting(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}

/** "55 min", "1 h 09 min", "2 days": how long something has waited. */
export function waited(since: string, now: number = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** What figures of a period are compared with. */
export const periodBefore = (days: number): string => (days === 1 ? 'yesterday' : `previous ${days} days`);
export const thisTimeLastWeek = 'this time last week';
