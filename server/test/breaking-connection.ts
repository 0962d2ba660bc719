import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Database } from '../src/core/db/db.ts';

/** The point where a connection breaks: before its n-th message is sent, or after the response to a certain text is lost. */
type BreakAt = { message: number } | { answerTo: string };

type Query = (...sent: unknown[]) => unknown;

/** Breaks the connections of a server at a point that the test chooses, like a cut cable. */
export class BreakingConnections {
  #at: BreakAt | undefined;
  #sent = 0;
  #broke: string | null = null;
  /** Doesn't affect other work that the server does meanwhile. */
  readonly #work = new AsyncLocalStorage<true>();
  readonly #taken = new WeakSet<pg.PoolClient>();

  constructor({ all, locationScope }: Pick<Database, 'all' | 'locationScope'>) {
    for (const pool of [all, locationScope]) this.#watch(pool);
  }

  /** Runs work with a connection that breaks at this point. Returns the message at which it broke, if it got that far. */
  async during<Result>(
    at: BreakAt,
    work: () => Promise<Result>,
  ): Promise<{ result: Result; broke: string | null }> {
    this.#at = at;
    this.#sent = 0;
    this.#broke = null;
    try {
      return { result: await this.#work.run(true, work), broke: this.#broke };
    } finally {
      this.#at = undefined;
    }
  }

  #watch(pool: pg.Pool): void {
    const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
    const watched = new WeakSet<pg.PoolClient>();
    const take = async (): Promise<pg.PoolClient> => {
      const isForWork = this.#work.getStore() === true;
      const client = await connect();
      if (isForWork) this.#taken.add(client);
      else this.#taken.delete(client);
      if (!watched.has(client)) {
        watched.add(client);
        const query = client.query.bind(client) as Query;
        client.query = ((...sent: unknown[]) => this.#pass(client, query, sent)) as typeof client.query;
      }
      return client;
    };
    // `pool.query` gets its connection through a callback.
    pool.connect = ((callback?: (error?: Error, client?: pg.PoolClient) => void) => {
      const taken = take();
      if (!callback) return taken;
      taken.then((client) => callback(undefined, client), callback);
      return undefined;
    }) as typeof pool.connect;
  }

  #pass(client: pg.PoolClient, query: Query, sent: unknown[]): unknown {
    if (!this.#at || this.#broke !== null || !this.#taken.has(client)) return query(...sent);
    this.#sent += 1;
    if ('message' in this.#at) {
      if (this.#sent === this.#at.message) this.#cut(client, sent);
      return query(...sent);
    }
    if (sent[0] !== this.#at.answerTo) return query(...sent);
    // The statement is executed, but its response is lost.
    return (query(...sent) as Promise<unknown>).then(() => {
      this.#cut(client, sent);
      return query('SELECT 1');
    });
  }

  #cut(client: pg.PoolClient, [message]: unknown[]): void {
    this.#broke = typeof message === 'string' ? message : 'a statement';
    client.connection.stream.destroy();
  }
}
