import { LRUCache } from 'lru-cache';
import { problem } from '../problem.ts';

/** As many as somebody with a screen full of old sessions may come to, and no guesser gets anywhere with. */
const mostGuesses = 300;

/**
 * Credentials that nobody has, counted by the address they came from: each of them is a new one, so that a limit by
 * credentials would never notice. Past the limit only those who came with right ones before are let through.
 */
export class Guesses {
  readonly #most: number;
  readonly #made = new LRUCache<string, number>({ max: 10_000, ttl: 60_000, noUpdateTTL: true });
  readonly #proven = new LRUCache<string, true>({ max: 20_000, ttl: 12 * 3_600_000 });

  /** `perMinute` is what a session may send; 0 is no limit. */
  constructor(perMinute: number) {
    this.#most = perMinute === 0 ? Number.POSITIVE_INFINITY : Math.min(perMinute, mostGuesses);
  }

  /** Finds who has these credentials; counted before that, so that guesses sent at once count as well. */
  async tried<Found>(
    address: string,
    secret: string,
    find: () => Promise<Found | null>,
  ): Promise<Found | null> {
    if (this.#proven.has(secret)) return find();
    const made = this.#made.get(address) ?? 0;
    if (made >= this.#most) {
      const seconds = Math.max(1, Math.ceil(this.#made.getRemainingTTL(address) / 1000));
      throw problem('too-many-requests', { seconds });
    }
    this.#made.set(address, made + 1);
    const found = await find();
    if (found === null) return null;
    this.#proven.set(secret, true);
    this.#made.set(address, Math.max(0, (this.#made.get(address) ?? 0) - 1));
    return found;
  }
}
