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
import pg from 'pg';
import type { DB } from './db-types.generated.ts';

/** A statement's text and the values of its placeholders. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** One open transaction. Features get it passed in and never see the connection behind it. */
export type Tx = Kysely<DB>;

/** How many statements the open transaction has sent, not counting BEGIN and COMMIT. */
export interface StatementCount {
  count: number;
}

const connections = new WeakMap<pg.PoolClient, Connection>();
/** One for each client of a pool, for all the transactions that run on it. */
export function connectionOn(client: pg.PoolClient, isPooled: boolean): Connection {
  let connection = connections.get(client);
  if (!connection) {
    connection = new Connection(client, isPooled);
    connections.set(client, connection);
  }
  return connection;
}

const byTx = new WeakMap<Tx, Connection>();
/** The connection that an open transaction runs on. */
export function connectionOf(tx: Tx): Connection {
  const connection = byTx.get(tx);
  if (!connection) throw new Error('No transaction is open');
  return connection;
}

/**
 * A pipelined connection (decision 19): BEGIN is sent with the first statement, enqueued writes with the next one or with
 * COMMIT. PostgreSQL executes in the order sent and refuses everything after a failure until the rollback, so a
 * failure is the reason for whatever is refused after it.
 */
export class Connection implements DatabaseConnection {
  readonly tx: Tx = kyselyOn(this);
  readonly statements: StatementCount = { count: 0 };
  /** Steps of the open transaction for when it has ended. */
  afterCommit: (() => unknown)[] = [];
  afterRollback: (() => unknown)[] = [];
  readonly #client: pg.PoolClient;
  readonly #isPooled: boolean;
  #opening: Promise<unknown> | undefined;
  #openingText = '';
  #failure: unknown;
  #hasEnqueuedFailure = false;
  #isCorked = false;

  constructor(client: pg.PoolClient, isPooled: boolean) {
    this.#client = client;
    this.#isPooled = isPooled;
    byTx.set(this.tx, this);
  }

  /** Opens a transaction; sent with its first statement. */
  begin(text: string): void {
    this.statements.count = 0;
    this.afterCommit = [];
    this.afterRollback = [];
    this.#open(text);
  }

  #open(text: string): void {
    this.#failure = undefined;
    this.#hasEnqueuedFailure = false;
    this.#openingText = text;
    this.#opening = this.#sendLater(text);
    this.#opening.catch(() => {});
  }

  /** Opens a transaction that only reads once more: after a failure PostgreSQL refuses the rest of the first one. */
  async startOver(): Promise<void> {
    if (!this.#openingText.startsWith('BEGIN READ ONLY')) throw new Error('What was written would be lost');
    await this.rollback();
    this.#open(this.#openingText);
  }

  async commit(): Promise<void> {
    const { command } = await this.#sendNow('COMMIT');
    if (command === 'COMMIT') return;
    throw this.#hasEnqueuedFailure ? this.#failure : new RolledBack();
  }

  /** Ends a transaction that only read: nobody needs the answer, so it is sent with the next BEGIN. */
  commitReadOnly(): void {
    this.#sendLater('COMMIT').catch(() => {});
  }

  async rollback(): Promise<void> {
    await this.#sendNow('ROLLBACK');
  }

  async executeQuery<Row>(query: Statement): Promise<QueryResult<Row>> {
    const opening = this.#opening;
    // Outside its transaction a write would be kept: only reads are sent before BEGIN is answered.
    if (opening && !isRead.test(query.sql)) await opening;
    const answer = this.#send(query);
    if (opening) await this.#opened(opening, answer);
    try {
      const { rows, rowCount } = await answer;
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      // Its trace leads to the socket; from here it leads to who sent the statement.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.#reasonFor(error);
    }
  }

  /** Sends a write without waiting for its answer: with the next statement, or with COMMIT. */
  async enqueue(query: Statement): Promise<void> {
    if (this.#opening) await this.#opened(this.#opening);
    this.#send(query).catch((error: unknown) => {
      this.#reasonFor(error);
      this.#hasEnqueuedFailure = true;
    });
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; whatever is large goes through COPY or pages.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported');
  }

  async #opened(opening: Promise<unknown>, first?: Promise<unknown>): Promise<void> {
    first?.catch(() => {});
    await opening;
    if (this.#opening === opening) this.#opening = undefined;
  }

  #reasonFor(error: unknown): unknown {
    const isRefusedAfterFailure = error instanceof pg.DatabaseError && error.code === '25P02';
    if (!isRefusedAfterFailure || this.#failure === undefined) this.#failure = error;
    return this.#failure;
  }

  #send(query: Statement): Promise<pg.QueryResult> {
    this.statements.count += 1;
    this.#cork();
    process.nextTick(() => this.#uncork());
    return new Promise((resolve, reject) => {
      // Made here: the driver would copy its options property by property, which takes longer than to send it (decision 37).
      const sent: NamedQuery = new pg.Query(query.sql, query.parameters as unknown[], (error, result) =>
        error ? reject(error) : resolve(result),
      );
      // Behind a pooler the next transaction runs on a connection that doesn't know the name, or knows another by it.
      sent.name = this.#isPooled ? undefined : nameOf(query.sql);
      this.#client.query(sent);
    });
  }

  #sendLater(text: string): Promise<unknown> {
    this.#cork();
    setImmediate(() => this.#uncork());
    return this.#client.query(text);
  }

  #sendNow(text: string): Promise<pg.QueryResult> {
    const answer = this.#client.query(text);
    this.#uncork();
    return answer;
  }

  /** Statements of one turn of the event loop leave in one system call. */
  #cork(): void {
    if (!this.#isCorked) this.#client.connection.stream.cork();
    this.#isCorked = true;
  }

  #uncork(): void {
    if (this.#isCorked) this.#client.connection.stream.uncork();
    this.#isCorked = false;
  }
}

/** The driver's types leave the name out. */
interface NamedQuery extends pg.Query {
  name?: string | undefined;
}

/** A statement failed, its caller went on, and PostgreSQL answered COMMIT with ROLLBACK: nothing was kept. */
export class RolledBack extends Error {
  override message = 'The transaction was rolled back: a statement in it had failed';
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

const isRead = /^\s*select\b/i;

/** Named statements are planned once per connection; past a bound texts are taken to be one-off. */
const names = new Map<string, string>();
const maxNames = 1500;
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (!name && names.size < maxNames) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}
