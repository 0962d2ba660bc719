import type { Session } from '@aisle/contract/system/profile';
import { audit } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { notFound } from '../../core/problem.ts';
import { aliveSessions, deleteSession, deleteSessions } from '../auth/auth.queries.ts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import { mustOutrank } from './user-rules.ts';
import { getUser, lockUser } from './users.queries.ts';

export async function listSessions({ tx, actor }: Context, userId: string): Promise<Session[]> {
  await getUser(tx, userId);
  return aliveSessions(tx, userId, actor);
}

/** Who ended sessions of whom, and how many. */
export const auditEnded = (tx: Tx, actor: Actor, userId: string, ended: number): Promise<void> =>
  audit(tx, actor, { action: 'sessionsEnded', resource: 'users', recordId: userId, after: { ended } });

async function mustMayEnd({ tx, actor }: Context, userId: string): Promise<void> {
  mustOutrank(actor, await lockUser(tx, userId));
  await mustBeConfirmed(tx, actor);
}

export async function endSession(
  context: Context,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<{ _id: string }> {
  const { tx, actor, services } = context;
  await mustMayEnd(context, id);
  if (!(await deleteSession(tx, id, sessionId))) throw notFound('Session');
  await auditEnded(tx, actor, id, 1);
  afterCommit(tx, () => services.actors.forgetAll());
  return { _id: sessionId };
}

/** All of them; of one's own, all but the one that asks. */
export async function endSessions(context: Context, id: string): Promise<{ ended: number }> {
  const { tx, actor, services } = context;
  await mustMayEnd(context, id);
  const ended = await deleteSessions(tx, id, id === actor.userId ? actor.sessionId : null);
  if (ended > 0) await auditEnded(tx, actor, id, ended);
  afterCommit(tx, () => services.actors.forgetAll());
  return { ended };
}
