/** The first instant of a day, in the reader's time zone. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
/** The last one. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

/** The day an instant falls on, "2026-11-21"; nothing for what is no instant. */
export function dayOf(instant: unknown): string | null {
  const date = new Date(typeof instant === 'string' ? instant : Number.NaN);
  if (Number.isNaN(date.getTime())) return null;
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}
