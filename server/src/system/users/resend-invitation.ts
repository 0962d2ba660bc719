import { audit } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import { problem } from '../../core/problem.ts';
import { WithMessage } from '../../core/with-message.ts';
import { hasLinkLeft, mailPasswordLink, maxLinksPerHour } from '../auth/passwords/password-links.ts';
import { getUser, lockUser } from './users.queries.ts';

/** Unlike a forgotten password, this reports what happened: who edits users knows that the account exists. */
export async function resendInvitation(
  { tx, actor, services }: Context,
  id: string,
): Promise<WithMessage<Record<string, never>>> {
  await lockUser(tx, id);
  const user = await getUser(tx, id);
  if (user.hasPassword || !user.status) throw problem('users.not-invited');
  if (!(await hasLinkLeft(tx, id))) throw problem('users.links-used-up', { most: maxLinksPerHour });
  await mailPasswordLink(tx, services.settings, { ...user, id });
  await audit(tx, actor, { action: 'resend-invitation', resource: 'users', recordId: id });
  return new WithMessage({}, `Invitation sent to ${user.email}`);
}
