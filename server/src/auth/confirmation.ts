import { LRUCache } from 'lru-cache';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { problem } from '../core/problem.ts';
import { type Account, wasConfirmed } from './auth.queries.ts';
import { passwordFits } from './passwords.ts';

const minutesConfirmed = 10;

/** Before sensitive actions: the password was given in this session a short while ago, or is asked for again. */
export async function mustBeConfirmed(tx: Tx, actor: Actor): Promise<void> {
  if (actor.sessionId && (await wasConfirmed(tx, actor.sessionId, minutesConfirmed))) return;
  throw problem('reauth-required');
}

const mostGuesses = 10;
/** Wrong passwords within sessions: whoever finds a screen unlocked must not find out the password there. */
const guesses = new LRUCache<string, number>({ max: 10_000, ttl: 15 * 60_000 });

/** Checks the password of somebody who is signed in; a wrong one is said at the field of that name. */
export async function mustFitPassword(account: Account, given: string, field: string): Promise<void> {
  const made = guesses.get(account.id) ?? 0;
  if (made >= mostGuesses) {
    throw problem('too-many-requests', { seconds: Math.ceil(guesses.getRemainingTTL(account.id) / 1000) });
  }
  // Counted before it is checked, so that guesses sent at once count as well.
  guesses.set(account.id, made + 1);
  if (!(await passwordFits(account.password_hash, given))) {
    const wrong = problem('auth.password-wrong');
    throw problem('auth.password-wrong', {}, { fields: [{ path: field, message: wrong.message }] });
  }
  guesses.delete(account.id);
}
