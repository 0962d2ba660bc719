import { setTimeout as sleep } from 'node:timers/promises';
import type { AskPasswordLink, authRoutes, ChangePassword, ResetPassword } from '@aisle/contract/auth';
import type { DataOf } from '@aisle/contract/core/route';
import type { z } from 'zod';
import { type Actor, type Actors, hashToken } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import { afterCommit, type Tx } from '../core/db.ts';
import { problem } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import { serverVersion } from '../core/version.ts';
import { getSettings } from '../settings/settings.service.ts';
import {
  deleteFailures,
  deletePasswordTokens,
  deleteSession,
  deleteSessions,
  findAccountByEmail,
  findAccountByToken,
  getAccount,
  linksOfLastHour,
  lockPasswordLinks,
  noteConfirmed,
  setPasswordHash,
  spendPasswordToken,
} from './auth.queries.ts';
import { mustFitPassword } from './confirmation.ts';
import { mailPasswordLink } from './password-links.ts';
import { hashPassword } from './passwords.ts';
import { describePerson } from './sign-in.ts';

type Nothing = Record<string, never>;

export async function check(
  tx: Tx,
  actor: Actor,
  settings: Settings,
): Promise<DataOf<typeof authRoutes.check>> {
  const account = await getAccount(tx, actor.userId!);
  const { brandName, topBar } = await getSettings(tx);
  return {
    ...(await describePerson(tx, account)),
    brand: brandName,
    flags: { topBar, outbox: settings.demo },
    version: serverVersion,
  };
}

export async function signOut(tx: Tx, actor: Actor, actors: Actors): Promise<Nothing> {
  await deleteSession(tx, actor.userId!, actor.sessionId!);
  afterCommit(tx, () => actors.forgetAll());
  return {};
}

/** Keeps the session that asks, which has just proved itself, and ends the others. */
export async function changePassword(
  tx: Tx,
  actor: Actor,
  actors: Actors,
  { previousPassword, password }: z.infer<typeof ChangePassword>,
): Promise<Nothing> {
  const account = await getAccount(tx, actor.userId!);
  await mustFitPassword(account, previousPassword, 'previousPassword');
  await setPasswordHash(tx, account.id, await hashPassword(password));
  await deletePasswordTokens(tx, account.id);
  await deleteSessions(tx, account.id, actor.sessionId);
  await noteConfirmed(tx, actor.sessionId!);
  await audit(tx, actor, { action: 'change-password', resource: 'users', recordId: account.id });
  afterCommit(tx, () => actors.forgetAll());
  return {};
}

/** Longer than any of the work takes, so that the time tells no more than the answer. */
const answerAfterMs = 250;
const mostLinksPerHour = 5;

/** Mails a link if there is somebody to mail it to; whoever asks cannot tell. */
export async function askPasswordLink(
  tx: Tx,
  settings: Settings,
  asked: z.infer<typeof AskPasswordLink>,
): Promise<Nothing> {
  const pause = sleep(answerAfterMs);
  afterCommit(tx, () => pause);
  const account =
    'email' in asked
      ? await findAccountByEmail(tx, asked.email)
      : await findAccountByToken(tx, hashToken(asked.token));
  if (!account?.status) return {};
  await lockPasswordLinks(tx, account.id);
  if ((await linksOfLastHour(tx, account.id)) >= mostLinksPerHour) return {};
  await mailPasswordLink(tx, settings, {
    id: account.id,
    email: account.email,
    firstName: account.first_name,
    hasPassword: account.password_hash !== null,
  });
  return {};
}

/** Sets a password by a link. Whoever was signed in with the old one is not any more. */
export async function resetPassword(
  tx: Tx,
  actors: Actors,
  { password, token }: z.infer<typeof ResetPassword>,
): Promise<Nothing> {
  const userId = await spendPasswordToken(tx, hashToken(token));
  if (!userId) throw problem('auth.token-invalid');
  const account = await getAccount(tx, userId);
  if (!account.status) throw problem('auth.token-invalid');
  await setPasswordHash(tx, userId, await hashPassword(password));
  await deletePasswordTokens(tx, userId);
  await deleteSessions(tx, userId);
  await deleteFailures(tx, account.email);
  const self = { userId, name: `${account.first_name} ${account.last_name}` };
  await audit(tx, self, { action: 'reset-password', resource: 'users', recordId: userId });
  afterCommit(tx, () => actors.forgetAll());
  return {};
}

export async function confirmPassword(tx: Tx, actor: Actor, password: string): Promise<Nothing> {
  await mustFitPassword(await getAccount(tx, actor.userId!), password, 'password');
  await noteConfirmed(tx, actor.sessionId!);
  return {};
}
