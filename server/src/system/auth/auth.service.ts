import { setTimeout as sleep } from 'node:timers/promises';
import type { DataOf } from '@aisle/contract/core/route';
import type {
  AskPasswordLink,
  authRoutes,
  ChangePassword,
  Confirmation,
  ResetPassword,
} from '@aisle/contract/system/auth/auth';
import type { z } from 'zod';
import { audit } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { type Actor, hashToken } from '../../core/http/actor.ts';
import type { Call } from '../../core/http/serve.ts';
import { serverVersion } from '../../core/http/version.ts';
import { type Problem, problem } from '../../core/problem.ts';
import { getSettings } from '../settings/settings.service.ts';
import {
  type Account,
  deletePasswordTokens,
  deleteSession,
  deleteSessions,
  findAccountByEmail,
  findAccountByToken,
  getAccount,
  isPasswordTokenGood,
  setPasswordHash,
  spendPasswordToken,
} from './auth.queries.ts';
import { mustFitPassword } from './confirmation.ts';
import { proveFactor } from './factors/factor-proof.ts';
import { factorsOf, kindsOf } from './factors/factors.queries.ts';
import { passkeyRequest } from './factors/passkeys.ts';
import { hasUnusedLink, mailPasswordLink } from './passwords/password-links.ts';
import { mustBeStrong, type PasswordOwner } from './passwords/password-rules.ts';
import { hashPassword } from './passwords/passwords.ts';
import { describePerson } from './person.ts';
import { deleteFailures } from './sign-in/guessing.queries.ts';
import { confirmSession } from './sign-in/open-session.ts';
import { recordLinkRequested, recordSignOut, type SignInPlace } from './sign-in/sign-in-log.ts';
import { endView } from './view-as/view-as.ts';

type Nothing = Record<string, never>;
/** Opens transactions around password hashing, so that hashing holds no connection. */
type Desk = Pick<Call, 'inTransaction' | 'services'> & { actor: Actor };

export async function check({ tx, actor, services }: Context): Promise<DataOf<typeof authRoutes.check>> {
  const account = await getAccount(tx, actor.userId!);
  const { brandName, topBar, setup } = await getSettings(tx);
  const { demo, mapTiles } = services.settings;
  return {
    ...(await describePerson(tx, account, actor.mustSetUpFactor === true)),
    brand: brandName,
    flags: { topBar, setup: setup.isShown, outbox: demo },
    mapTiles: mapTiles ? { url: mapTiles.url, attribution: mapTiles.attribution } : null,
    version: serverVersion,
  };
}

export async function signOut(context: Context & SignInPlace): Promise<Nothing> {
  const { tx, actor, services, address, userAgent } = context;
  if (actor.viewedBy) return endView(context);
  const sessionId = actor.sessionId!;
  await deleteSession(tx, actor.userId!, sessionId);
  await recordSignOut(tx, services.log, actor, { sessionId, address, userAgent });
  afterCommit(tx, () => services.actors.forgetAll());
  return {};
}

const ownerOf = async (tx: Tx, account: Account): Promise<PasswordOwner> => ({
  brand: (await getSettings(tx)).brandName,
  firstName: account.first_name,
  lastName: account.last_name,
  email: account.email,
});

/** Ends all sessions except the one of this request, which has just confirmed the password. */
export async function changePassword(
  { inTransaction, actor, services }: Desk,
  { previousPassword, password, newToken }: z.infer<typeof ChangePassword>,
): Promise<DataOf<typeof authRoutes.changePassword>> {
  const { account, owner } = await inTransaction(async (tx) => {
    const found = await getAccount(tx, actor.userId!);
    return { account: found, owner: await ownerOf(tx, found) };
  });
  await mustFitPassword(services, account, previousPassword, 'previousPassword');
  await mustBeStrong(password, owner);
  const passwordHash = await hashPassword(password);
  return inTransaction(async (tx) => {
    await setPasswordHash(tx, account.id, passwordHash);
    await deletePasswordTokens(tx, account.id);
    await deleteSessions(tx, account.id, actor.sessionId);
    await audit(tx, actor, { action: 'change-password', resource: 'users', recordId: account.id });
    afterCommit(tx, () => services.actors.forgetAll());
    return confirmSession({ tx, actor, services }, newToken);
  });
}

/** Longer than the work ever takes, so that the response time doesn't reveal whether the account exists. */
const respondAfterMs = 250;

/** Emails a link if the account exists. The response is the same if it doesn't. */
export async function requestPasswordLink(
  { tx, services, address, userAgent }: Pick<Context, 'tx' | 'services'> & SignInPlace,
  request: z.infer<typeof AskPasswordLink>,
): Promise<Nothing> {
  const pause = sleep(respondAfterMs);
  afterCommit(tx, () => pause);
  const account =
    'email' in request
      ? await findAccountByEmail(tx, request.email)
      : await findAccountByToken(tx, hashToken(request.token));
  if (!account?.status) return {};
  if (!(await hasUnusedLink(tx, account.id))) return {};
  await recordLinkRequested(tx, services.log, account, { address, userAgent });
  await mailPasswordLink(tx, services.settings, {
    id: account.id,
    email: account.email,
    firstName: account.first_name,
    hasPassword: account.password_hash !== null,
  });
  return {};
}

/** Sets a password by a link and ends all sessions of the account. */
export async function resetPassword(
  { inTransaction, services }: Pick<Desk, 'inTransaction' | 'services'>,
  { password, token }: z.infer<typeof ResetPassword>,
): Promise<Nothing> {
  const tokenHash = hashToken(token);
  const owner = await inTransaction(async (tx) => {
    // Rejects invalid tokens before spending time on a hash.
    if (!(await isPasswordTokenGood(tx, tokenHash))) throw problem('auth.token-invalid');
    const account = await findAccountByToken(tx, tokenHash);
    return account && ownerOf(tx, account);
  });
  if (owner) await mustBeStrong(password, owner);
  const passwordHash = await hashPassword(password);
  return inTransaction((tx) => spendLink(tx, services, { tokenHash, passwordHash }));
}

async function spendLink(
  tx: Tx,
  services: Context['services'],
  { tokenHash, passwordHash }: { tokenHash: Buffer; passwordHash: string },
): Promise<Nothing> {
  const userId = await spendPasswordToken(tx, tokenHash);
  if (!userId) throw problem('auth.token-invalid');
  const account = await getAccount(tx, userId);
  if (!account.status) throw problem('auth.token-invalid');
  await setPasswordHash(tx, userId, passwordHash);
  await deletePasswordTokens(tx, userId);
  await deleteSessions(tx, userId);
  await deleteFailures(tx, account.email);
  const self = { userId, name: `${account.first_name} ${account.last_name}` };
  await audit(tx, self, { action: 'reset-password', resource: 'users', recordId: userId });
  afterCommit(tx, () => services.actors.forgetAll());
  return {};
}

/** Confirms identity by the password or a second factor; guesses of both are counted. */
export async function confirmIdentity(
  desk: Desk,
  { password, kind, code, newToken }: Confirmation,
): Promise<DataOf<typeof authRoutes.confirm> | Problem> {
  const { inTransaction, actor, services } = desk;
  if (kind !== undefined && code !== undefined) {
    const wrong = await proveFactor(desk, actor.userId!, 'confirm', { kind, code });
    if (wrong) return wrong;
  } else {
    const account = await inTransaction((tx) => getAccount(tx, actor.userId!));
    await mustFitPassword(services, account, password ?? '', 'password');
  }
  return inTransaction((tx) => confirmSession({ tx, actor, services }, newToken));
}

export async function confirmOptions({
  tx,
  actor,
  services: { settings },
}: Context): Promise<DataOf<typeof authRoutes.confirmOptions>> {
  const userId = actor.userId!;
  const secondFactor = kindsOf(await factorsOf(tx, userId));
  const passkey = secondFactor.includes('passkey')
    ? await passkeyRequest(tx, settings, { purpose: 'confirm', userId })
    : null;
  return { secondFactor, passkey };
}
