import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Database } from '../src/core/db/db.ts';

/** Where a connection breaks: before its n-th message is sent, or after the answer to that text is lost. */
type BreakAt = { message: number } | { answerTo: string };

type Query = (...sent: unknown[]) => unknown;

/** Makes the connections of a server break where a test says, as a pulled cable would. */
export class BreakingConnections {
  #at: BreakAt | undefined;
  #sent = 0;
  #broke: string | null = null;
  /** What else a server does by itself meanwhile is left alone. */
  readonly #work = new AsyncLocalStorage<true>();
  readonly #taken = new WeakSet<pg.PoolClient>();

  constructor({ all, locationScope }: Pick<Database, 'all' | 'locationScope'>) {
    for (const pool of [all, locationScope]) this.#watch(pool);
  }

  /** Does the work with a connection that breaks there; says at which message it broke, if it came so far. */
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
    // `pool.query` asks for its connection with a callback.
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
    // It is done, and nobody hears of it.
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
