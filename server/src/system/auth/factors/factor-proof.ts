import {
  type PasskeyAssertion,
  PasskeyAssertion as PasskeyAssertionSchema,
  type SecondFactorKind,
} from '@aisle/contract/system/auth/second-factors';
import { audit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/db.ts';
import { totpContext } from '../../../core/db/seals/sealed-columns.ts';
import type { Call } from '../../../core/http/serve.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import { type Account, getAccount } from '../auth.queries.ts';
import { mailAboutFactors } from './factor-mails.ts';
import {
  deleteGuesses,
  factorsOf,
  findApp,
  guessesOf,
  insertGuess,
  lockFactors,
  saltOfCodes,
  spendRecoveryCode,
  spendStep,
} from './factors.queries.ts';
import { ownerOfAssertion } from './passkeys.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { totpStep } from './totp.ts';

/** Opens transactions for parts of the work, so that hashing holds no connection. */
export type Desk = Pick<Call, 'inTransaction' | 'services'>;

export interface Proof {
  kind: SecondFactorKind;
  code: string | PasskeyAssertion;
}

const maxGuesses = 10;
const windowMinutes = 15;

const wrongCode = (message = 'Incorrect code'): Problem =>
  problem('auth.code-wrong', {}, { message, fields: [{ path: 'code', message }] });

/** Checks a second factor and uses it up. Returns the error instead of throwing it, so that the guess stays counted. */
export async function proveFactor(
  desk: Desk,
  userId: string,
  purpose: 'secondFactor' | 'confirm',
  { kind, code }: Proof,
): Promise<Problem | undefined> {
  if (kind === 'passkey') {
    const response = PasskeyAssertionSchema.safeParse(code);
    if (!response.success) return problem('auth.passkey-wrong');
    const owner = await desk.inTransaction((tx) =>
      ownerOfAssertion(tx, desk.services.settings, { purpose, userId }, response.data),
    );
    return owner ? undefined : problem('auth.passkey-wrong');
  }
  if (typeof code !== 'string') return wrongCode();
  return kind === 'totp' ? proveTotp(desk, userId, code) : proveRecoveryCode(desk, userId, code);
}

async function proveTotp(
  { inTransaction, services }: Desk,
  userId: string,
  code: string,
): Promise<Problem | undefined> {
  return inTransaction(async (tx) => {
    const made = await beginGuess(tx, userId);
    const app = await findApp(tx, userId);
    const secret = app?.secret && services.seals.open(app.secret, totpContext(userId));
    const step = secret ? totpStep(secret, code) : undefined;
    if (step === undefined) return rejectGuess(tx, userId, made);
    if (!(await spendStep(tx, userId, step))) {
      return wrongCode('This code was already used. Wait for the next one');
    }
    await deleteGuesses(tx, userId);
    return undefined;
  });
}

async function proveRecoveryCode(
  { inTransaction }: Desk,
  userId: string,
  code: string,
): Promise<Problem | undefined> {
  const { made, salt } = await inTransaction(async (tx) => ({
    made: await beginGuess(tx, userId),
    salt: await saltOfCodes(tx, userId),
  }));
  const hash = salt && (await hashRecoveryCode(code, salt));
  return inTransaction(async (tx) => {
    if (!hash || !(await spendRecoveryCode(tx, userId, hash))) return rejectGuess(tx, userId, made);
    await deleteGuesses(tx, userId);
    await recordRecoveryCode(tx, await getAccount(tx, userId));
    return undefined;
  });
}

/** Counts the guess before the code is checked, so that concurrent guesses on any server count too. */
async function beginGuess(tx: Tx, userId: string): Promise<number> {
  await lockFactors(tx, userId);
  const { count, secondsLeft } = await guessesOf(tx, userId, windowMinutes);
  if (count >= maxGuesses) throw problem('too-many-requests', { seconds: Math.max(1, secondsLeft) });
  await insertGuess(tx, userId);
  return count + 1;
}

/** Anyone who gets as far as guessing codes knows the password, so the owner is notified. */
async function rejectGuess(tx: Tx, userId: string, made: number): Promise<Problem> {
  if (made >= maxGuesses) await mailAboutFactors(tx, await getAccount(tx, userId), { what: 'guessed' });
  return wrongCode();
}

async function recordRecoveryCode(tx: Tx, account: Account): Promise<void> {
  const { recoveryCodesLeft } = await factorsOf(tx, account.id);
  const self = { userId: account.id, name: `${account.first_name} ${account.last_name}` };
  await audit(tx, self, {
    action: 'use-recovery-code',
    resource: 'users',
    recordId: account.id,
    after: { recoveryCodesLeft },
  });
  await mailAboutFactors(tx, account, { what: 'usedCode', left: recoveryCodesLeft });
}
