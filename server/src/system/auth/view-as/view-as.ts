import { randomBytes } from 'node:crypto';
import type { DataOf } from '@aisle/contract/core/route';
import type { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { audit } from '../../../core/audit.ts';
import type { Context } from '../../../core/context.ts';
import { afterCommit } from '../../../core/db/db.ts';
import { hashToken } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { deleteSession, getAccount } from '../auth.queries.ts';
import { describePerson } from '../person.ts';
import { insertView } from './view-as.queries.ts';

const minutesOfView = 60;

/** Opens a read-only session that shows everything as this user sees it. */
export async function openView(
  { tx, actor, services }: Context,
  userId: string,
): Promise<DataOf<typeof userSessionRoutes.viewAs>> {
  const token = randomBytes(32).toString('base64url');
  const sessionId = newId();
  await insertView(tx, {
    id: sessionId,
    userId,
    viewOf: actor.sessionId!,
    tokenHash: hashToken(token),
    minutes: minutesOfView,
  });
  await audit(tx, actor, { action: 'viewedAs', resource: 'users', recordId: userId, after: { sessionId } });
  afterCommit(tx, () =>
    services.log.info(
      { event: 'viewedAs', userId: actor.userId, viewedUserId: userId, sessionId },
      'viewed as',
    ),
  );
  return { 'admin-token': token, ...(await describePerson(tx, await getAccount(tx, userId), false)) };
}

/** Ends the session of this request if it is read-only; the administrator's own session continues. */
export async function endView({ tx, actor, services }: Context): Promise<Record<string, never>> {
  const { viewedBy, sessionId, userId } = actor;
  if (!viewedBy || !sessionId || !userId) return {};
  await deleteSession(tx, userId, sessionId);
  await audit(tx, viewedBy, {
    action: 'viewAsEnded',
    resource: 'users',
    recordId: userId,
    after: { sessionId },
  });
  afterCommit(tx, () => {
    services.actors.forgetAll();
    services.log.info(
      { event: 'viewAsEnded', userId: viewedBy.userId, viewedUserId: userId, sessionId },
      'view ended',
    );
  });
  return {};
}
