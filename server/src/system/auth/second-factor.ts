import { randomBytes } from 'node:crypto';
import type { SecondFactorAnswer, SignedIn } from '@aisle/contract/system/auth/auth';
import type {
  PasskeyAssertion,
  PasskeyOptions,
  SecondFactorKind,
} from '@aisle/contract/system/auth/second-factors';
import type { Tx } from '../../core/db/db.ts';
import { hashToken } from '../../core/http/actor.ts';
import { type Problem, problem } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import { type Account, getAccount } from './auth.queries.ts';
import { type Desk, proveFactor } from './factors/factor-proof.ts';
import { findTicket, insertTicket, spendTicket } from './factors/factors.queries.ts';
import { ownerOfAssertion, passkeyRequest } from './factors/passkeys.ts';
import { type Client, openSession } from './sign-in/open-session.ts';
import { recordFailedSignIn } from './sign-in/sign-in-log.ts';

/** Responds to a right password with a ticket and the kinds of second factor that complete the sign-in. */
export async function promptSecondFactor(
  tx: Tx,
  account: Account,
  kinds: readonly SecondFactorKind[],
): Promise<Problem> {
  const ticket = randomBytes(32).toString('base64url');
  await insertTicket(tx, hashToken(ticket), account.id);
  return problem('auth.second-factor-needed', {}, { data: { secondFactor: kinds, ticket } });
}

/** Completes a sign-in. The ticket can be reused after a wrong code; it opens one session. */
export async function completeSignIn(
  desk: Desk & Client,
  { ticket, kind, code }: SecondFactorAnswer,
): Promise<SignedIn | Problem> {
  const tokenHash = hashToken(ticket);
  const userId = await desk.inTransaction((tx) => mustFindTicket(tx, tokenHash));
  const wrong = await proveFactor(desk, userId, 'secondFactor', { kind, code });
  if (wrong) {
    await desk.inTransaction(async (tx) =>
      recordFailedSignIn(tx, desk.services.log, await getAccount(tx, userId), {
        reason: 'code',
        ...placeOf(desk),
      }),
    );
    return wrong;
  }
  return desk.inTransaction(async (tx) => {
    const account = await getAccount(tx, userId);
    if (!(await spendTicket(tx, tokenHash)) || !account.status) throw problem('auth.ticket-invalid');
    return openSession(tx, account, desk);
  });
}

const placeOf = ({ address, userAgent }: Client) => ({ address, userAgent });

async function mustFindTicket(tx: Tx, tokenHash: Buffer): Promise<string> {
  const userId = await findTicket(tx, tokenHash);
  if (!userId) throw problem('auth.ticket-invalid');
  return userId;
}

/** Requests a passkey of the ticket's owner, or without a ticket any passkey that the browser has. */
export async function startPasskeySignIn(
  tx: Tx,
  settings: Settings,
  ticket: string | undefined,
): Promise<PasskeyOptions> {
  if (ticket === undefined) return passkeyRequest(tx, settings, { purpose: 'signIn', userId: null });
  const userId = await mustFindTicket(tx, hashToken(ticket));
  return passkeyRequest(tx, settings, { purpose: 'secondFactor', userId });
}

/** A passkey alone counts as two factors, because the device has verified its owner by PIN or fingerprint. */
export async function signInWithPasskey(
  tx: Tx,
  client: Client,
  response: PasskeyAssertion,
): Promise<SignedIn | Problem> {
  const { settings } = client.services;
  const userId = await ownerOfAssertion(tx, settings, { purpose: 'signIn', userId: null }, response);
  const account = userId ? await getAccount(tx, userId) : undefined;
  if (!account?.status) {
    await recordFailedSignIn(tx, client.services.log, account, { reason: 'passkey', ...placeOf(client) });
    return problem('auth.passkey-wrong');
  }
  return openSession(tx, account, client);
}
