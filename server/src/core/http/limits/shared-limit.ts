// Custom code: the rate limit plugin counts in the memory of one server, or in Redis.
import { LRUCache } from 'lru-cache';
import { type Database, system, transaction } from '../../db/db.ts';
import { problem } from '../../problem.ts';
import { takeOf } from './limits.queries.ts';

interface Share {
  left: number;
  /** The time of this server. */
  endsAt: number;
  /** Whether the count is used up until it starts over. */
  isOver: boolean;
}

const seconds = 60;
/** A server takes a twentieth of the limit at once, so that few requests wait for the database. */
const portions = 20;

/**
 * A limit per minute shared by all servers of a database, each of which takes portions of it. If the database can't be reached,
 * each server counts by itself.
 */
export class SharedLimit {
  readonly #db: Database;
  readonly #name: string;
  readonly #most: number;
  readonly #shares = new LRUCache<string, Share>({ max: 20_000, ttl: seconds * 1000 });
  readonly #asking = new Map<string, Promise<Share>>();

  constructor(db: Database, name: string, most: number) {
    this.#db = db;
    this.#name = name;
    this.#most = most;
  }

  /** Throws a problem with the seconds to wait if the limit is reached, which can differ by key. */
  async take(key: string, most = this.#most): Promise<void> {
    for (;;) {
      const known = this.#current(key);
      if (known && known.left > 0) {
        known.left -= 1;
        return;
      }
      if (known?.isOver) {
        const wait = Math.max(1, Math.ceil((known.endsAt - performance.now()) / 1000));
        throw problem('too-many-requests', { seconds: wait });
      }
      await this.#ask(key, most);
    }
  }

  /** Returns a request that doesn't count after all. */
  returnPart(key: string): void {
    const known = this.#current(key);
    if (known) known.left += 1;
  }

  #current(key: string): Share | undefined {
    const known = this.#shares.get(key);
    return known && known.endsAt > performance.now() ? known : undefined;
  }

  /** Concurrent requests wait for the same response. */
  #ask(key: string, most: number): Promise<Share> {
    const asking = this.#asking.get(key) ?? this.#load(key, most).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #load(key: string, most: number): Promise<Share> {
    const wanted = Math.max(1, Math.floor(most / portions));
    const limit = { key: `${this.#name} ${key}`, most, seconds };
    const share = await transaction(this.#db, system, (tx) => takeOf(tx, limit, wanted)).then(
      (taken) => ({
        left: taken.granted,
        endsAt: performance.now() + taken.seconds * 1000,
        isOver: taken.granted < wanted,
      }),
      () => ({ left: most, endsAt: performance.now() + seconds * 1000, isOver: true }),
    );
    this.#shares.set(key, share);
    return share;
  }
}
