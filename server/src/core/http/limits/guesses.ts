import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/db.ts';
import { SharedLimit } from './shared-limit.ts';

/** As many as somebody with a screen full of old sessions may come to, and no guesser gets anywhere with. */
const maxGuesses = 300;

/**
 * Credentials that nobody has, counted by the address they came from: each of them is a new one, so that a limit by
 * credentials would never notice. Past the limit only those who came with right ones before are let through.
 */
export class Guesses {
  readonly #limit: SharedLimit;
  readonly #proven = new LRUCache<string, true>({ max: 20_000, ttl: 12 * 3_600_000 });

  /** `perMinute` is what a session may send. */
  constructor(db: Database, perMinute: number) {
    this.#limit = new SharedLimit(db, 'guesses', Math.min(perMinute, maxGuesses));
  }

  /** Finds who has these credentials; counted before that, so that guesses sent at once count as well. */
  async tried<Found>(
    address: string,
    secret: string,
    find: () => Promise<Found | null>,
  ): Promise<Found | null> {
    if (this.#proven.has(secret)) return find();
    await this.#limit.take(address);
    const found = await find();
    if (found === null) return null;
    this.#proven.set(secret, true);
    this.#limit.giveBack(address);
    return found;
  }
}
