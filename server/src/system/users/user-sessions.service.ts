import type { DataOf } from '@aisle/contract/core/route';
import type { Session } from '@aisle/contract/system/profile';
import type { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { audit } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { notFound, problem } from '../../core/problem.ts';
import { activeSessions, deleteSession, deleteSessions } from '../auth/auth.queries.ts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import { openView } from '../auth/view-as/view-as.ts';
import { assertFullAccess, mustOutrank } from './user-rules.ts';
import { getUser, lockUser } from './users.queries.ts';

export async function listSessions({ tx, actor }: Context, userId: string): Promise<Session[]> {
  await getUser(tx, userId);
  return activeSessions(tx, userId, actor);
}

/** Records how many sessions of a user the actor ended. */
export const auditEnded = (tx: Tx, actor: Actor, userId: string, ended: number): Promise<void> =>
  audit(tx, actor, { action: 'sessionsEnded', resource: 'users', recordId: userId, after: { ended } });

async function assertCanEndSessions({ tx, actor }: Context, userId: string): Promise<void> {
  mustOutrank(actor, await lockUser(tx, userId));
  await mustBeConfirmed(tx, actor);
}

export async function endSession(
  context: Context,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<{ _id: string }> {
  const { tx, actor, services } = context;
  await assertCanEndSessions(context, id);
  if (!(await deleteSession(tx, id, sessionId))) throw notFound('Session');
  await auditEnded(tx, actor, id, 1);
  afterCommit(tx, () => services.actors.forgetAll());
  return { _id: sessionId };
}

/** Ends all sessions; of the actor's own, all but the current one. */
export async function endSessions(context: Context, id: string): Promise<{ ended: number }> {
  const { tx, actor, services } = context;
  await assertCanEndSessions(context, id);
  const ended = await deleteSessions(tx, id, id === actor.userId ? actor.sessionId : null);
  if (ended > 0) await auditEnded(tx, actor, id, ended);
  afterCommit(tx, () => services.actors.forgetAll());
  return { ended };
}

/** For administrators with all permissions of this user; requires the password. */
export async function viewAs(context: Context, id: string): Promise<DataOf<typeof userSessionRoutes.viewAs>> {
  const { tx, actor } = context;
  const target = await lockUser(tx, id);
  if (id === actor.userId) throw problem('users.not-yourself');
  mustOutrank(actor, target);
  await assertFullAccess(tx, actor, target);
  const { status } = await getUser(tx, id);
  if (!status) throw problem('not-allowed', { reason: "Inactive users can't be viewed as" });
  await mustBeConfirmed(tx, actor);
  return openView(context, id);
}
