import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { forgetCount, takeOf } from '../../core/http/limits.queries.ts';
import type { Call } from '../../core/http/serve.ts';
import { problem } from '../../core/problem.ts';
import { type Account, wasConfirmed } from './auth.queries.ts';
import { passwordFits } from './passwords.ts';

const minutesConfirmed = 10;

/** For sensitive actions: requires that the password or a second factor was given in this session a short while ago. */
export async function mustBeConfirmed(tx: Tx, actor: Actor): Promise<void> {
  if (actor.sessionId && (await wasConfirmed(tx, actor.sessionId, minutesConfirmed))) return;
  throw problem('reauth-required');
}

/** Wrong passwords within sessions, counted so that nobody can guess the password on an unlocked screen. */
const guessesOf = ({ id }: Account) => ({ key: `password ${id}`, most: 10, seconds: 15 * 60 });

/** Checks the password of a signed-in user; a wrong one is reported at that field. */
export async function mustFitPassword(
  inTransaction: Call['inTransaction'],
  account: Account,
  password: string,
  field: string,
): Promise<void> {
  const limit = guessesOf(account);
  // Counted before it is checked, so that guesses sent at once count as well.
  const { granted, seconds } = await inTransaction((tx) => takeOf(tx, limit, 1));
  if (granted === 0) throw problem('too-many-requests', { seconds: Math.max(1, Math.ceil(seconds)) });
  if (!(await passwordFits(account.password_hash, password))) {
    const wrong = problem('auth.password-wrong');
    throw problem('auth.password-wrong', {}, { fields: [{ path: field, message: wrong.message }] });
  }
  await inTransaction((tx) => forgetCount(tx, limit.key));
}
