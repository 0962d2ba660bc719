import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/db.ts';
import { SharedLimit } from './shared-limit.ts';

/** Enough for a user with many old sessions open, and too few for guessing. */
const maxGuesses = 300;

/**
 * Limits unknown credentials by address. Each guess uses new credentials, so a limit by credentials wouldn't notice. Above the
 * limit, only credentials that were valid before are accepted.
 */
export class Guesses {
  readonly #limit: SharedLimit;
  readonly #proven = new LRUCache<string, true>({ max: 20_000, ttl: 12 * 3_600_000 });

  /** `perMinute` is the request limit of a session. */
  constructor(db: Database, perMinute: number) {
    this.#limit = new SharedLimit(db, 'guesses', Math.min(perMinute, maxGuesses));
  }

  /** Finds the owner of these credentials. Counts first, so that concurrent guesses count too. */
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
    this.#limit.returnPart(address);
    return found;
  }
}
