import type { Permission } from '@aisle/contract/permissions';
import { startSession } from '../src/core/session/session.ts';
import { kim } from './records.ts';

/** Signs in a user who works only for these locations. */
export function signInStore(
  permissions: readonly Permission[],
  places: { _id: string; name: string }[],
): void {
  startSession('token-2', 'person-2', [...permissions], {
    ...kim,
    locations: places.map((place) => ({ ...place, timeZone: 'America/Chicago' })),
  });
}
