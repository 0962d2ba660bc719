import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { afterCommit, afterRollback, type Database, system, type Tx, transaction } from '../../db/db.ts';
import { takeOf } from './limits.queries.ts';

/** Whose unknown codes are counted together. */
export interface Guesser extends Pick<Context, 'actor' | 'address'> {
  customerId?: string | null | undefined;
}

const seconds = 15 * 60;
const limitsOf = ({ actor, address = '', customerId }: Guesser) => [
  // The server of a storefront is one address for all its shoppers.
  actor.apiKeyId
    ? { key: `codes of key ${actor.apiKeyId}`, most: 300 }
    : { key: `codes of address ${address}`, most: 20 },
  ...(customerId ? [{ key: `codes of customer ${customerId}`, most: 5 }] : []),
];

/**
 * Limits the guessing of codes of promotions and gift cards. All servers count together, and each remembers which limits it found
 * reached, so that a request with known codes needs no statement.
 */
export class CodeGuesses {
  readonly #db: Database;
  /** When reached limits end, in the time of this server. */
  readonly #reached = new LRUCache<string, number>({ max: 20_000, ttl: seconds * 1000 });
  /** A basket is quoted again after each change, with the same codes: they count once. */
  readonly #counted = new LRUCache<string, true>({ max: 20_000, ttl: seconds * 1000 });

  constructor(db: Database) {
    this.#db = db;
  }

  /** The seconds for which no code of the guesser is looked up; 0 if codes may be tried. */
  secondsBlocked(guesser: Guesser): number {
    const ends = limitsOf(guesser).map(({ key }) => this.#reached.get(key) ?? 0);
    return Math.max(0, Math.ceil((Math.max(...ends) - performance.now()) / 1000));
  }

  /**
   * Counts unknown codes when the transaction is over, whether or not it is committed. By then it has released its connection, so
   * that guesses never wait for each other's.
   */
  countUnknown(tx: Tx, guesser: Guesser, codes: readonly string[]): void {
    if (codes.length === 0) return;
    const count = () =>
      transaction(this.#db, system, async (own) => {
        for (const { key, most } of limitsOf(guesser)) {
          const fresh = codes.filter((code) => !this.#counted.has(`${key} ${code}`));
          if (fresh.length === 0) continue;
          const { left, seconds: wait } = await takeOf(own, { key, most, seconds }, fresh.length);
          for (const code of fresh) this.#counted.set(`${key} ${code}`, true);
          if (left === 0) this.#reached.set(key, performance.now() + wait * 1000);
        }
      });
    afterCommit(tx, count);
    afterRollback(tx, count);
  }
}
