import type { User } from '@aisle/contract/system/users/users';
import { audit } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit } from '../../core/db/db.ts';
import { problem } from '../../core/problem.ts';
import { WithMessage } from '../../core/with-message.ts';
import { deleteSessions, getAccount } from '../auth/auth.queries.ts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import { mailAboutFactors } from '../auth/factors/factor-mails.ts';
import { deleteFactors, lockFactors } from '../auth/factors/factors.queries.ts';
import { hasUnusedLink, mailPasswordLink, maxLinksPerHour } from '../auth/passwords/password-links.ts';
import { assertFullAccess, mustOutrank } from './user-rules.ts';
import { getUser, lockUser } from './users.queries.ts';

/** For users who lost their phone and recovery codes: they can sign in with the password alone again. */
export async function resetSecondFactor({ tx, actor, services }: Context, id: string): Promise<User> {
  const target = await lockUser(tx, id);
  if (id === actor.userId) throw problem('users.not-yourself');
  mustOutrank(actor, target);
  await assertFullAccess(tx, actor, target);
  await mustBeConfirmed(tx, actor);
  await lockFactors(tx, id);
  const before = await getUser(tx, id);
  if (!before.hasSecondFactor) throw problem('second-factors.none');
  await deleteFactors(tx, id);
  await deleteSessions(tx, id);
  afterCommit(tx, () => services.actors.forgetAll());
  const after = await getUser(tx, id);
  await audit(tx, actor, { action: 'reset-second-factor', resource: 'users', recordId: id, before, after });
  await mailAboutFactors(tx, await getAccount(tx, id), { what: 'reset', by: actor.name });
  return after;
}

/** Unlike a forgotten password, this reports the result: anyone who edits users knows that the account exists. */
export async function resendInvitation(
  { tx, actor, services }: Context,
  id: string,
): Promise<WithMessage<Record<string, never>>> {
  await lockUser(tx, id);
  const user = await getUser(tx, id);
  if (user.hasPassword || !user.status) throw problem('users.not-invited');
  if (!(await hasUnusedLink(tx, id))) throw problem('users.links-used-up', { most: maxLinksPerHour });
  await mailPasswordLink(tx, services.settings, { ...user, id });
  await audit(tx, actor, { action: 'resend-invitation', resource: 'users', recordId: id });
  return new WithMessage({}, `Invitation sent to ${user.email}`);
}
