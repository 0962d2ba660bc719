import { randomBytes } from 'node:crypto';
import type { DataOf } from '@aisle/contract/core/route';
import type { authRoutes, Login, SignedInUser } from '@aisle/contract/system/auth';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import { effectivePermissions, hashToken } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { type Problem, problem } from '../../core/problem.ts';
import { getSettings } from '../settings/settings.service.ts';
import {
  type Account,
  countFailures,
  deleteFailures,
  findAccountByEmail,
  insertFailure,
  insertSession,
  keepCaptcha,
  locationsOfPerson,
  lockAttempts,
  solveCaptcha,
  spendCaptcha,
} from './auth.queries.ts';
import { drawCaptcha, hashAnswer } from './captcha.ts';
import { passwordFits } from './passwords.ts';

/** Who tries, and from where. */
export interface Attempt {
  email: string;
  address: string;
}

/** What a browser keeps of the person signed in. */
export async function describePerson(
  tx: Tx,
  account: Account,
): Promise<{ _id: string; userRole: string[]; user: SignedInUser }> {
  const { first_name: firstName, last_name: lastName, email } = account;
  const userType = account.user_type as SignedInUser['userType'];
  const locations = userType === 'store' ? await locationsOfPerson(tx, account.id) : [];
  return {
    _id: account.id,
    userRole: [...effectivePermissions(userType, account.roles)],
    user: { firstName, lastName, email, userType, locations },
  };
}

/**
 * Opens a session. A refusal is returned, not thrown, because the failure must stay written: after a few of
 * them each attempt costs a captcha, be the password right or wrong.
 */
export async function signIn(
  tx: Tx,
  attempt: Attempt,
  { password }: z.infer<typeof Login>,
  userAgent: string | null,
): Promise<DataOf<typeof authRoutes.login> | Problem> {
  await lockAttempts(tx, attempt);
  const { captcha } = await getSettings(tx);
  const { ofEmail, ofAddress } = await countFailures(tx, attempt, captcha.windowMinutes);
  const needsCaptcha = ofEmail >= captcha.afterFailuresOfEmail || ofAddress >= captcha.afterFailuresOfAddress;
  if (needsCaptcha && !(await spendCaptcha(tx, attempt))) {
    return problem('auth.captcha-needed', {}, { data: { captchaCode: await newCaptcha(tx, attempt) } });
  }

  const account = await findAccountByEmail(tx, attempt.email);
  const fits = await passwordFits(account?.password_hash, password);
  if (!account || !fits || !account.status) {
    await insertFailure(tx, attempt);
    return problem('auth.sign-in-failed');
  }

  await deleteFailures(tx, attempt.email);
  const token = randomBytes(32).toString('base64url');
  const { address } = attempt;
  await insertSession(tx, {
    id: newId(),
    userId: account.id,
    tokenHash: hashToken(token),
    userAgent,
    address,
  });
  return { 'admin-token': token, ...(await describePerson(tx, account)) };
}

/** Draws a captcha for this attempt, in place of the last one. */
async function newCaptcha(tx: Tx, attempt: Attempt): Promise<string> {
  const { captcha: rules } = await getSettings(tx);
  const { answerHash, picture } = await drawCaptcha(attempt.email);
  await keepCaptcha(tx, attempt, answerHash, rules.lifeMinutes);
  return picture;
}

/** Opens one more attempt. Each captcha can be guessed at once only: a wrong answer brings another. */
export async function answerCaptcha(
  tx: Tx,
  attempt: Attempt,
  answer: string,
): Promise<Record<string, never> | Problem> {
  await lockAttempts(tx, attempt);
  if (await solveCaptcha(tx, attempt, hashAnswer(attempt.email, answer))) return {};
  return problem('auth.captcha-wrong', {}, { data: { captchaCode: await newCaptcha(tx, attempt) } });
}

export async function refreshCaptcha(tx: Tx, attempt: Attempt): Promise<string> {
  await lockAttempts(tx, attempt);
  return newCaptcha(tx, attempt);
}
