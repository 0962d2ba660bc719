import { defaultKeyDays, maxKeyDays } from '@aisle/contract/system/api-keys';
import { wrongField } from '../../core/problem.ts';

const dayMs = 86_400_000;

/** Returns when a key or webhook expires: at the requested time, or after the default period. */
export function expiryOf(wanted: string | undefined, now = Date.now()): string {
  if (wanted === undefined) return new Date(now + defaultKeyDays * dayMs).toISOString();
  const at = Date.parse(wanted);
  if (at <= now) throw wrongField('expiresAt', 'Choose a date in the future');
  // Allows one more day: five years from a day on are five years and some hours from the beginning of that day.
  if (at > now + (maxKeyDays + 1) * dayMs) throw wrongField('expiresAt', 'Choose a date within five years');
  return new Date(at).toISOString();
}
