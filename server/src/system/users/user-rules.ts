import type { UserType } from '@aisle/contract/system/users/users';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, effectivePermissions } from '../../core/http/actor.ts';
import { problem, wrongField } from '../../core/problem.ts';
import {
  hasOtherAdministrator,
  type LockedUser,
  lockAdministrators,
  reachableLocations,
  worksElsewhere,
} from './users.queries.ts';

const notAllowed = (reason: string) => problem('not-allowed', { reason });

/** Only an administrator with at least the same permissions can change an administrator. */
export function mustOutrank(actor: Actor, target: LockedUser): void {
  if (target.userType !== 'admin') return;
  if (actor.userType !== 'admin') throw notAllowed('Only administrators can change an administrator');
  mustHold(actor, effectivePermissions(target.userType, target.roles));
}

/**
 * Checked before actions that give control over an account (its email gets the links that set passwords) or remove the account:
 * they mustn't give the actor other permissions, or access beyond their own locations.
 */
export async function assertFullAccess(tx: Tx, actor: Actor, target: LockedUser): Promise<void> {
  if (target.id === actor.userId) return;
  mustHold(actor, effectivePermissions(target.userType, target.roles));
  if (actor.locations !== null && (await worksElsewhere(tx, target.id))) {
    throw notAllowed("This person also works at stores you don't have access to");
  }
}

/** Users can't grant or take over permissions that they don't have. The error names the first one. */
export function mustHold(actor: Actor, permissions: Iterable<string>): void {
  for (const permission of permissions) {
    if (!(actor.permissions as ReadonlySet<string>).has(permission)) {
      throw problem('permission-missing', { permission });
    }
  }
}

/** Checks whether the actor can create a user of this type. */
export function assertCanCreateUser(actor: Actor, userType: UserType): void {
  if (userType === 'admin') {
    if (actor.userType !== 'admin') throw notAllowed('Only administrators can add administrators');
    mustHold(actor, effectivePermissions('admin', null));
  }
  if (actor.locations !== null && userType !== 'store') {
    throw notAllowed('You can only add store users for your own locations');
  }
}

/** A store user needs locations, all within the actor's reach; other users have none. */
export async function mustBeLocations(
  tx: Tx,
  userType: UserType,
  locationIds: readonly string[],
): Promise<void> {
  if (userType !== 'store') {
    if (locationIds.length > 0)
      throw wrongField('locationIds', 'Only store users can be limited to locations');
    return;
  }
  if (locationIds.length === 0) throw wrongField('locationIds', 'Choose at least one location');
  const reachable = await reachableLocations(tx, locationIds);
  const wrong = locationIds.findIndex((id) => !reachable.has(id));
  if (wrong >= 0) throw wrongField(`locationIds.${wrong}`, 'This location was not found');
}

/** Checked when a user stops being an administrator with all permissions: another one must remain. */
export async function mustLeaveAdministrator(tx: Tx, target: LockedUser): Promise<void> {
  if (target.userType !== 'admin') return;
  await lockAdministrators(tx);
  if (!(await hasOtherAdministrator(tx, target.id))) throw problem('users.last-admin');
}
