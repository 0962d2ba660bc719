import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@aisle/contract/system/auth/auth';
import type { Context } from '../../../core/context.ts';
import { afterCommit, type Tx } from '../../../core/db/db.ts';
import { hashToken } from '../../../core/http/actor.ts';
import type { Call } from '../../../core/http/serve.ts';
import { newId } from '../../../core/ids.ts';
import { type Account, insertSession, recordConfirmation } from '../auth.queries.ts';
import { hasFactor, isFactorRequired } from '../factors/factor-changes.ts';
import { describePerson } from '../person.ts';
import { recordSignIn } from './sign-in-log.ts';

/** Origin of a new session. */
export type Client = Pick<Call, 'address' | 'userAgent' | 'services'>;

const makeToken = () => randomBytes(32).toString('base64url');

/** Records that the user has proven their identity again in this session. On request, the session gets a new token. */
export async function confirmSession(
  { tx, actor, services }: Pick<Context, 'tx' | 'actor' | 'services'>,
  newToken = false,
): Promise<Partial<Pick<SignedIn, 'admin-token'>>> {
  if (!newToken) {
    await recordConfirmation(tx, actor.sessionId!);
    return {};
  }
  const token = makeToken();
  await recordConfirmation(tx, actor.sessionId!, hashToken(token));
  afterCommit(tx, () => services.actors.forgetAll());
  return { 'admin-token': token };
}

/** Opens a session for a user who has proven their identity. Without a required factor, the session can only set one up. */
export async function openSession(
  tx: Tx,
  account: Account,
  { address, userAgent, services }: Client,
): Promise<SignedIn> {
  const isSetupOnly = (await isFactorRequired(tx, account.user_type)) && !(await hasFactor(tx, account.id));
  const token = makeToken();
  const sessionId = newId();
  await insertSession(tx, {
    id: sessionId,
    userId: account.id,
    tokenHash: hashToken(token),
    userAgent,
    address,
    isSetupOnly,
  });
  await recordSignIn(tx, services.log, account, { sessionId, address, userAgent });
  return { 'admin-token': token, ...(await describePerson(tx, account, isSetupOnly)) };
}
