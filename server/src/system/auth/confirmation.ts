import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { deleteCount, takeOf } from '../../core/http/limits/limits.queries.ts';
import { problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';
import { type Account, wasConfirmed } from './auth.queries.ts';
import { passwordFits } from './passwords/passwords.ts';

const minutesConfirmed = 10;

/**
 * For sensitive actions: requires that the user recently entered the password or a second factor in this session. API keys need
 * the right to move money, because routes about access are closed to them.
 */
export async function mustBeConfirmed(tx: Tx, actor: Actor): Promise<void> {
  if (actor.keyRights?.mayMoveMoney) return;
  if (actor.apiKeyId) throw problem('apiKeys.no-money');
  if (actor.sessionId && (await wasConfirmed(tx, actor.sessionId, minutesConfirmed))) return;
  throw problem('reauth-required');
}

/** Limits wrong passwords within sessions, so that no one can guess the password on an unlocked screen. */
const guessesOf = ({ id }: Account) => ({ key: `password ${id}`, most: 10, seconds: 15 * 60 });

/** Checks the password of a signed-in user and reports a wrong one at its field. */
export async function mustFitPassword(
  { inTransaction }: Services,
  account: Account,
  password: string,
  field: string,
): Promise<void> {
  const limit = guessesOf(account);
  // Counted before the check, so that concurrent guesses count too. Without an actor, because users of locations can't access
  // the counts.
  const { granted, seconds } = await inTransaction(null, (tx) => takeOf(tx, limit, 1));
  if (granted === 0) throw problem('too-many-requests', { seconds: Math.max(1, Math.ceil(seconds)) });
  if (!(await passwordFits(account.password_hash, password))) {
    const wrong = problem('auth.password-wrong');
    throw problem('auth.password-wrong', {}, { fields: [{ path: field, message: wrong.message }] });
  }
  await inTransaction(null, (tx) => deleteCount(tx, limit.key));
}
