import {
  maxPreferencesBytes,
  type PreferenceChanges,
  type Preferences,
} from '@aisle/contract/system/preferences';
import type { ProfileEdit } from '@aisle/contract/system/profile';
import type { User } from '@aisle/contract/system/users/users';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { notFound, stale, wrongField } from '../../core/problem.ts';
import { WithMessage } from '../../core/with-message.ts';
import { deleteSession, deleteSessions } from '../auth/auth.queries.ts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import { emailedLink, requestEmailChange } from '../auth/email/email-changes.ts';
import { auditEnded } from '../users/user-sessions.service.ts';
import { getUser, lockUser, updateUser } from '../users/users.queries.ts';
import { mergePreferences } from './profile.queries.ts';

export async function changeProfile(
  context: Context,
  { version, firstName, lastName, phone, ...input }: ProfileEdit,
): Promise<WithMessage<User>> {
  const { tx, actor, services } = context;
  const id = actor.userId!;
  const { version: current } = await lockUser(tx, id);
  const before = await getUser(tx, id);
  if (current !== version) throw stale(before);
  const email = input.email === before.email ? undefined : input.email;
  if (email !== undefined) {
    await mustBeConfirmed(tx, actor);
    await requestEmailChange(context, before, email);
  }
  await updateUser(tx, id, {
    first_name: firstName,
    last_name: lastName,
    phone: phone === undefined ? undefined : phone || null,
  });
  const after = await getUser(tx, id);
  await recordChange(tx, actor, { action: 'edit', resource: 'users', recordId: id, before, after });
  // The cached session contains the name that the audit log records.
  afterCommit(tx, () => services.actors.forgetAll());
  return new WithMessage(after, email === undefined ? undefined : emailedLink(email));
}

export async function endSession({ tx, actor, services }: Context, id: string): Promise<{ _id: string }> {
  await mustBeConfirmed(tx, actor);
  if (!(await deleteSession(tx, actor.userId!, id))) throw notFound('Session');
  await auditEnded(tx, actor, actor.userId!, 1);
  afterCommit(tx, () => services.actors.forgetAll());
  return { _id: id };
}

export async function endOtherSessions({ tx, actor, services }: Context): Promise<{ ended: number }> {
  await mustBeConfirmed(tx, actor);
  const ended = await deleteSessions(tx, actor.userId!, actor.sessionId);
  if (ended > 0) await auditEnded(tx, actor, actor.userId!, ended);
  afterCommit(tx, () => services.actors.forgetAll());
  return { ended };
}

export async function savePreferences(
  tx: Tx,
  actor: Actor,
  changes: PreferenceChanges,
): Promise<Preferences> {
  const { preferences, bytes } = await mergePreferences(tx, actor.userId!, changes);
  if (bytes > maxPreferencesBytes) throw wrongField('lists', 'Preferences must be at most 64 KB');
  return preferences;
}
