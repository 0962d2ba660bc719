import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { DB } from './db-types.generated.ts';

/** One open transaction. Features get it passed in and never see the connection behind it. */
export type Tx = Kysely<DB>;

/** How many statements the open transaction has sent, not counting BEGIN and COMMIT. */
export interface StatementCount {
  count: number;
}

const sessions = new WeakMap<pg.PoolClient, Session>();
/** The same for the same connection, for one transaction after the other. */
export function sessionOn(client: pg.PoolClient): Session {
  let session = sessions.get(client);
  if (!session) {
    session = new Session(client);
    sessions.set(client, session);
  }
  return session;
}

/** A connection whose messages travel together where nobody waits for the first of them: each costs a system call. */
export class Session implements DatabaseConnection {
  readonly tx: Tx = kyselyOn(this);
  readonly statements: StatementCount = { count: 0 };
  readonly #client: pg.PoolClient;
  #isHeld = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Travels with the statement that follows, or by itself once this turn of the event loop is over. */
  sendSoon(text: string): Promise<unknown> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      this.#client.connection.stream.cork();
      setImmediate(() => this.#letGo());
    }
    return this.#client.query(text);
  }

  /** Sends at once. */
  send(text: string): Promise<unknown> {
    const answer = this.#client.query(text);
    this.#letGo();
    return answer;
  }

  #letGo(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#client.connection.stream.uncork();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.statements.count += 1;
    const asked = this.#client.query({
      name: nameOf(query.sql),
      text: query.sql,
      values: query.parameters as unknown[],
    });
    this.#letGo();
    const { rows, rowCount } = await asked;
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; whatever is large goes through COPY or pages.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported');
  }
}

function kyselyOn(connection: DatabaseConnection): Tx {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => Promise.reject(new Error('A transaction is open already')),
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Named statements are planned once per connection; past a bound texts are taken to be one-off. */
const names = new Map<string, string>();
const mostNames = 1500;
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (!name && names.size < mostNames) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}
