import { LRUCache } from 'lru-cache';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem } from '../../core/problem.ts';
import { type Account, wasConfirmed } from './auth.queries.ts';
import { passwordFits } from './passwords.ts';

const minutesConfirmed = 10;

/** For sensitive actions: requires that the password was entered in this session a short while ago. */
export async function mustBeConfirmed(tx: Tx, actor: Actor): Promise<void> {
  if (actor.sessionId && (await wasConfirmed(tx, actor.sessionId, minutesConfirmed))) return;
  throw problem('reauth-required');
}

const maxGuesses = 10;
/** Wrong passwords within sessions, counted so that nobody can guess the password on an unlocked screen. */
const guesses = new LRUCache<string, number>({ max: 10_000, ttl: 15 * 60_000 });

/** Checks the password of a signed-in user; a wrong one is reported at that field. */
export async function mustFitPassword(account: Account, password: string, field: string): Promise<void> {
  const made = guesses.get(account.id) ?? 0;
  if (made >= maxGuesses) {
    throw problem('too-many-requests', { seconds: Math.ceil(guesses.getRemainingTTL(account.id) / 1000) });
  }
  // Counted before it is checked, so that guesses sent at once count as well.
  guesses.set(account.id, made + 1);
  if (!(await passwordFits(account.password_hash, password))) {
    const wrong = problem('auth.password-wrong');
    throw problem('auth.password-wrong', {}, { fields: [{ path: field, message: wrong.message }] });
  }
  guesses.delete(account.id);
}
