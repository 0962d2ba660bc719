import { formatDay } from '@aisle/contract/core/dates';

const dayMs = 86_400_000;
const lives: [days: number, label: string][] = [
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
  [730, '2 years'],
  [1825, '5 years'],
];

/** Rounds to the start of a day, so that the options stay the same all day. */
const inDays = (days: number) =>
  new Date((Math.floor(Date.now() / dayMs) + days) * dayMs).toISOString().replace('.000Z', 'Z');

/** One year from now. */
export const defaultExpiry = (): string => inDays(365);

/** The options for the expiration of a key or webhook; an existing expiration comes first. */
export function expiryChoices(current?: string): { value: string; label: string }[] {
  const choices = lives.map(([days, label]) => ({ value: inDays(days), label }));
  if (!current || choices.some(({ value }) => value === current)) return choices;
  return [{ value: current, label: `Until ${formatDay(current.slice(0, 10))}` }, ...choices];
}

const soonMs = 30 * dayMs;
export const hasExpired = ({ expiresAt }: { expiresAt: string }): boolean =>
  Date.parse(expiresAt) <= Date.now();
/** True within 30 days of expiration, when the first reminder is sent. */
export const expiresSoon = ({ expiresAt }: { expiresAt: string }): boolean =>
  Date.parse(expiresAt) - Date.now() < soonMs;
