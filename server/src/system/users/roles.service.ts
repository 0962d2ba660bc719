import { allPermissions, isPermission, roleTree, withNeeded } from '@aisle/contract/permissions';
import type { UserRoles } from '@aisle/contract/system/users/users';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { effectivePermissions } from '../../core/http/actor.ts';
import { problem } from '../../core/problem.ts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import { mustHold, mustLeaveAdministrator, mustOutrank } from './user-rules.ts';
import { getUser, lockUser, rolesOf, updateRoles } from './users.queries.ts';

export async function showRoles(tx: Tx, id: string): Promise<UserRoles> {
  const { _id, firstName, lastName, userType } = await getUser(tx, id);
  const userRoles = [...effectivePermissions(userType, await rolesOf(tx, id))];
  return { _id, firstName, lastName, userType, userRoles, totalRoles: [...roleTree] };
}

/** Grants exactly these permissions and the ones they require. The actor must hold all that are new to the user. */
export async function assignRoles(
  { tx, actor, services }: Context,
  { userId, userRole }: { userId: string; userRole: string[] },
): Promise<{ userId: string; userRole: string[] }> {
  const target = await lockUser(tx, userId);
  if (userId === actor.userId) throw problem('users.not-yourself');
  mustOutrank(actor, target);
  const before = effectivePermissions(target.userType, target.roles);
  const after = withNeeded(userRole.filter(isPermission));
  mustHold(
    actor,
    [...after].filter((key) => !before.has(key)),
  );
  await mustBeConfirmed(tx, actor);

  // An administrator with all permissions also gets those that a later version adds.
  const isEverything = target.userType === 'admin' && after.size === allPermissions.length;
  if (!isEverything) await mustLeaveAdministrator(tx, target);
  await updateRoles(tx, userId, isEverything ? null : [...after]);
  afterCommit(tx, () => services.actors.forgetAll());
  await recordChange(tx, actor, {
    action: 'assign-roles',
    resource: 'users',
    recordId: userId,
    before: { userRole: [...before] },
    after: { userRole: [...after] },
  });
  return { userId, userRole: [...after] };
}
