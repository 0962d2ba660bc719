import type { AuditAction } from '@aisle/contract/audit-sentences';
import type { NewUser, User, UserEdit } from '@aisle/contract/system/users/users';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { type Actor, effectivePermissions } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { problem } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import { WithMessage } from '../../core/with-message.ts';
import { deletePasswordTokens, deleteSessions } from '../auth/auth.queries.ts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import { isAccountInUse } from '../auth/email/email-changes.queries.ts';
import { emailedLink, requestEmailChange } from '../auth/email/email-changes.ts';
import { mailPasswordLink } from '../auth/passwords/password-links.ts';
import { assignRoles } from './roles.service.ts';
import {
  assertCanCreateUser,
  assertFullAccess,
  mustBeLocations,
  mustHold,
  mustLeaveAdministrator,
  mustOutrank,
} from './user-rules.ts';
import {
  addToLocations,
  deleteUser,
  getUser,
  insertUser,
  lockUser,
  removeOtherLocations,
  updateUser,
  userColumns,
} from './users.queries.ts';

/** Users can always see themselves; others require user_view. */
export async function showUser(tx: Tx, actor: Actor, id: string | undefined): Promise<User> {
  if (id && id !== actor.userId && !actor.permissions.has('user_view')) {
    throw problem('permission-missing', { permission: 'user_view' });
  }
  return getUser(tx, id ?? actor.userId!);
}

export async function addUser(context: Context, { userRole, ...input }: NewUser): Promise<User> {
  const { tx, actor, services } = context;
  const { userType, locationIds = [] } = input;
  assertCanCreateUser(actor, userType);
  if (userRole && actor.userType !== 'admin') {
    throw problem('not-allowed', { reason: 'Only administrators can assign roles' });
  }
  await mustBeLocations(tx, userType, locationIds);
  if (userType === 'admin') await mustBeConfirmed(tx, actor);

  const id = newId();
  await insertUser(tx, { id, ...userColumns(input) });
  await addToLocations(tx, id, locationIds);
  const user = await getUser(tx, id);
  if (user.status) await mailPasswordLink(tx, services.settings, { ...user, id });
  await auditUser(tx, actor, 'create', { after: user });
  if (!userRole) return user;
  await assignRoles(context, { userId: id, userRole });
  return getUser(tx, id);
}

export async function changeUser(
  context: Context,
  id: string,
  { version, ...input }: UserEdit,
): Promise<WithMessage<User>> {
  const { tx, actor, services } = context;
  const target = await lockUser(tx, id);
  mustOutrank(actor, target);
  const before = await getUser(tx, id);
  const userType = input.userType ?? before.userType;
  if (userType !== before.userType) await assertCanChangeType(tx, actor, target, userType);
  const { locationIds, ...typed } = input;
  const sent = { ...typed, locations: locationIds };
  const meanwhile = await assertNoConflict(tx, { resource: 'users', current: before, readAt: version, sent });

  const email = input.email === before.email ? undefined : input.email;
  if (email !== undefined) {
    await assertFullAccess(tx, actor, target);
    await mustBeConfirmed(tx, actor);
  }
  const isPending = email !== undefined && (await isAccountInUse(tx, id));
  if (input.status !== undefined && input.status !== before.status) {
    await assertCanSetStatus(tx, actor, target, input.status);
  }
  await assignLocations(tx, actor, before, { userType, locationIds });

  await updateUser(tx, id, userColumns({ ...input, email: isPending ? undefined : email }));
  if (isPending) await requestEmailChange(context, before, email);
  else if (email !== undefined) await inviteAgain(tx, services.settings, await getUser(tx, id));
  if (input.status === false) await deleteSessions(tx, id);
  afterCommit(tx, () => services.actors.forgetAll());
  const after = await getUser(tx, id);
  await auditUser(tx, actor, 'edit', { before, after });
  return isPending ? new WithMessage(after, emailedLink(email)) : withNotice(after, meanwhile);
}

/** For users who never signed in: links sent to the old address stop working, and the new address gets one. */
async function inviteAgain(tx: Tx, settings: Settings, user: User): Promise<void> {
  await deletePasswordTokens(tx, user._id);
  if (user.status) await mailPasswordLink(tx, settings, { ...user, id: user._id });
}

async function assertCanChangeType(
  tx: Tx,
  actor: Actor,
  target: Awaited<ReturnType<typeof lockUser>>,
  userType: User['userType'],
): Promise<void> {
  if (actor.userType !== 'admin') {
    throw problem('not-allowed', { reason: "Only administrators can change a user's type" });
  }
  if (target.id === actor.userId) throw problem('users.not-yourself');
  mustHold(actor, effectivePermissions(userType, target.roles));
  await mustBeConfirmed(tx, actor);
  await mustLeaveAdministrator(tx, target);
}

async function assertCanSetStatus(
  tx: Tx,
  actor: Actor,
  target: Awaited<ReturnType<typeof lockUser>>,
  status: boolean,
): Promise<void> {
  if (target.id === actor.userId) throw problem('users.not-yourself');
  await assertFullAccess(tx, actor, target);
  if (!status) await mustLeaveAdministrator(tx, target);
}

interface Assignment {
  userType: User['userType'];
  /** If omitted, the locations stay the same, provided that the type allows any. */
  locationIds: string[] | undefined;
}
/** Assigns locations according to the type. */
async function assignLocations(
  tx: Tx,
  actor: Actor,
  before: User,
  { userType, locationIds }: Assignment,
): Promise<void> {
  if (locationIds === undefined && userType === before.userType) return;
  const now = before.locations.map(({ _id }) => _id);
  const wanted = locationIds ?? (userType === 'store' ? now : []);
  await mustBeLocations(tx, userType, wanted);
  const isSame = wanted.length === now.length && wanted.every((id) => now.includes(id));
  if (isSame) return;
  if (before._id === actor.userId) throw problem('users.not-yourself');
  await removeOtherLocations(tx, before._id, wanted);
  await addToLocations(tx, before._id, wanted);
}

/** Activating or deactivating doesn't depend on values read before, so it needs no version. */
export async function switchUser(context: Context, id: string, status: boolean): Promise<WithMessage<User>> {
  const { version } = await lockUser(context.tx, id);
  return changeUser(context, id, { version, status });
}

/** The audit log and the histories keep the name of a deleted user. */
export async function removeUser({ tx, actor, services }: Context, id: string): Promise<{ _id: string }> {
  const target = await lockUser(tx, id);
  if (id === actor.userId) throw problem('users.not-yourself');
  mustOutrank(actor, target);
  await assertFullAccess(tx, actor, target);
  await mustLeaveAdministrator(tx, target);
  const before = await getUser(tx, id);
  await deleteUser(tx, id);
  afterCommit(tx, () => services.actors.forgetAll());
  await auditUser(tx, actor, 'delete', { before });
  return { _id: id };
}

/** The entry belongs to a location if the user works at exactly one. */
async function auditUser(
  tx: Tx,
  actor: Actor,
  action: AuditAction<'users'>,
  records: { before?: User; after: User } | { before: User; after?: User },
): Promise<void> {
  const { _id: recordId, locations } = records.after ?? records.before!;
  const locationId = locations.length === 1 ? locations[0]!._id : null;
  await recordChange(tx, actor, {
    action,
    resource: 'users',
    recordId,
    locationId,
    ...records,
  });
}
