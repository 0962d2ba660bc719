import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Login, SignedIn } from '@aisle/contract/system/auth/auth';
import sharp from 'sharp';
import type { z } from 'zod';
import type { Tx } from '../../../core/db/db.ts';
import { hashToken } from '../../../core/http/actor.ts';
import type { Call } from '../../../core/http/serve.ts';
import { Problem, problem } from '../../../core/problem.ts';
import { KeyedSemaphore } from '../../../core/semaphore.ts';
import { getSettings } from '../../settings/settings.service.ts';
import { type Account, findAccountByEmail, setPasswordHash } from '../auth.queries.ts';
import { factorsOf, kindsOf } from '../factors/factors.queries.ts';
import { hashPassword, isOutdated, passwordFits } from '../passwords/passwords.ts';
import { promptSecondFactor } from '../second-factor.ts';
import {
  countFailures,
  deleteFailures,
  insertFailure,
  lockAttempts,
  solveCaptcha,
  spendCaptcha,
  storeCaptcha,
} from './guessing.queries.ts';
import { mailGuesses, maxQueueSeconds, noticedFailures, secondsToWait } from './guessing.ts';
import { openSession } from './open-session.ts';
import { recordFailedSignIn } from './sign-in-log.ts';

/** The email and address of a sign-in attempt. */
export interface Attempt {
  email: string;
  address: string;
}
/** Opens transactions for parts of the work, so that hashing, drawing and waiting hold no connection. */
type Desk = Pick<Call, 'inTransaction' | 'signal' | 'services' | 'userAgent'>;

/** Concurrent guesses wait here, where they cost nothing, instead of waiting for locks. */
const byEmail = new KeyedSemaphore({ concurrency: 1, waiting: 100 });
const byAddress = new KeyedSemaphore({ concurrency: 4, waiting: 400 });
const queuedByEmail = <Result>({ email, address }: Attempt, { signal }: Desk, work: () => Promise<Result>) =>
  byEmail.take(`${address} ${email}`, work, signal);
const queuedByAddress = <Result>({ address }: Attempt, { signal }: Desk, work: () => Promise<Result>) =>
  byAddress.take(address, work, signal);
const queued = <Result>(attempt: Attempt, desk: Desk, work: () => Promise<Result>) =>
  queuedByEmail(attempt, desk, () => queuedByAddress(attempt, desk, work));

/** Opens a session. After a few failures each attempt requires a captcha, whether the password is right or wrong. */
export function signIn(
  desk: Desk,
  attempt: Attempt,
  { password }: z.infer<typeof Login>,
): Promise<SignedIn | Problem> {
  return queuedByEmail(attempt, desk, async () => {
    const begun = await queuedByAddress(attempt, desk, () => beginOrAsk(desk, attempt));
    if (begun instanceof Problem) return begun;
    // Meanwhile, others at this address continue, and no connection is held.
    await sleep(begun.waitMs, undefined, { signal: desk.signal }).catch(() => {
      throw problem('unavailable');
    });
    return queuedByAddress(attempt, desk, () => checkPassword(desk, attempt, begun, password));
  });
}

async function checkPassword(
  desk: Desk,
  attempt: Attempt,
  { account, failures }: BegunAttempt,
  password: string,
): Promise<SignedIn | Problem> {
  const fits = await passwordFits(account?.password_hash, password);
  if (!account || !fits || !account.status) return refuse(desk, attempt, { account, failures });
  const isOld = account.password_hash !== null && isOutdated(account.password_hash);
  const newHash = isOld ? await hashPassword(password) : undefined;
  return desk.inTransaction((tx) => acceptPassword(tx, desk, attempt, { ...account, newHash }));
}

/** Does the same work and returns the same response for every kind of failure. */
function refuse(
  { inTransaction, services, userAgent }: Desk,
  { address }: Attempt,
  { account, failures }: Pick<BegunAttempt, 'account' | 'failures'>,
): Promise<Problem> {
  const reason = account?.status === false ? 'inactive' : 'password';
  return inTransaction(async (tx) => {
    await recordFailedSignIn(tx, services.log, account, { reason, address, userAgent });
    if (account?.status && failures + 1 >= noticedFailures) await mailGuesses(tx, services.settings, account);
    return problem('auth.sign-in-failed');
  });
}

interface BegunAttempt {
  account: Account | undefined;
  /** Failures for this email before this attempt. */
  failures: number;
  waitMs: number;
}

/** Begins an attempt, unless it requires a captcha first. */
async function beginOrAsk(desk: Desk, attempt: Attempt): Promise<BegunAttempt | Problem> {
  const begun = await desk.inTransaction((tx) => beginAttempt(tx, attempt));
  if (begun) return begun;
  return problem('auth.captcha-needed', {}, { data: { captchaCode: await newCaptcha(desk, attempt) } });
}

/** Counts as a failure until the password turns out to be right, so that concurrent attempts count too. */
async function beginAttempt(tx: Tx, attempt: Attempt): Promise<BegunAttempt | null> {
  await lockAttempts(tx, attempt);
  const { captcha } = await getSettings(tx);
  const { ofEmail, ofAddress } = await countFailures(tx, attempt, captcha.windowMinutes);
  const needsCaptcha = ofEmail >= captcha.afterFailuresOfEmail || ofAddress >= captcha.afterFailuresOfAddress;
  if (needsCaptcha && !(await spendCaptcha(tx, attempt))) return null;
  const seconds = secondsToWait(ofEmail);
  const { waitMs, isTooLong } = await insertFailure(tx, attempt, { seconds, maxSeconds: maxQueueSeconds });
  if (isTooLong) throw problem('too-many-requests', { seconds: Math.ceil(waitMs / 1000) });
  return { account: await findAccountByEmail(tx, attempt.email), failures: ofEmail, waitMs };
}

/** Opens a session, or requests the second factor of users who have one. */
async function acceptPassword(
  tx: Tx,
  { services, userAgent }: Desk,
  { email, address }: Attempt,
  checked: Account & { newHash: string | undefined },
): Promise<SignedIn | Problem> {
  const account = await findAccountByEmail(tx, email);
  // The user was deactivated or got another password during the check.
  if (!account?.status || account.password_hash !== checked.password_hash) {
    return problem('auth.sign-in-failed');
  }
  await deleteFailures(tx, email);
  if (checked.newHash) await setPasswordHash(tx, account.id, checked.newHash);
  const kinds = kindsOf(await factorsOf(tx, account.id));
  if (kinds.length > 0) return promptSecondFactor(tx, account, kinds);
  return openSession(tx, account, { address, userAgent, services });
}

/** Draws a captcha for this attempt, which replaces the previous one. */
async function newCaptcha({ inTransaction }: Desk, attempt: Attempt): Promise<string> {
  const { answerHash, picture } = await drawCaptcha(attempt.email);
  await inTransaction(async (tx) => {
    const { captcha } = await getSettings(tx);
    await storeCaptcha(tx, attempt, answerHash, captcha.lifeMinutes);
  });
  return picture;
}

/** Allows one more attempt. Each captcha can be guessed only once: a wrong text returns a new captcha. */
export function checkCaptcha(
  desk: Desk,
  attempt: Attempt,
  answer: string,
): Promise<Record<string, never> | Problem> {
  return queued(attempt, desk, async () => {
    const answerHash = hashCaptchaAnswer(attempt.email, answer);
    if (await desk.inTransaction((tx) => solveCaptcha(tx, attempt, answerHash))) return {};
    return problem('auth.captcha-wrong', {}, { data: { captchaCode: await newCaptcha(desk, attempt) } });
  });
}

export const refreshCaptcha = (desk: Desk, attempt: Attempt): Promise<string> =>
  queued(attempt, desk, () => newCaptcha(desk, attempt));

// Excludes letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

interface Captcha {
  /** Stored instead of the text, which is only in the picture. */
  answerHash: Buffer;
  /** A PNG as a data URI, because the text could be read from the paths of an SVG. */
  picture: string;
}

async function drawCaptcha(email: string): Promise<Captcha> {
  const answer = Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  const { default: module } = await import('svg-captcha');
  // The library draws any text, but its types only cover texts that it generates itself, less randomly.
  const draw = module as unknown as (text: string, options: object) => string;
  // Uses dark letters: with a background, the library would use various colors, and some are too pale.
  const svg = draw(answer, { width: 180, height: 60, noise: 3 });
  const png = await sharp(Buffer.from(svg), { density: 144 })
    .flatten({ background: '#f4f6f6' })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  return {
    answerHash: hashCaptchaAnswer(email, answer),
    picture: `data:image/png;base64,${png.toString('base64')}`,
  };
}

/** Ignores case. Invalid for any other email. */
export const hashCaptchaAnswer = (email: string, answer: string): Buffer =>
  hashToken(`${email} ${answer.trim().toLowerCase()}`);
