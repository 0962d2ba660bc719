import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { Database } from './db.ts';
import type { DB } from './db-types.generated.ts';

/** A statement's text and the values of its placeholders. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** An open transaction. Features receive it and never see the underlying connection. */
export type Tx = Kysely<DB>;

/** The number of statements that a transaction has sent, except BEGIN and COMMIT. */
export interface StatementCount {
  count: number;
}

const byTx = new WeakMap<Tx, OpenTransaction>();
/** The transaction behind a `Tx`; throws once it has ended. */
export function openTransactionOf(tx: Tx): OpenTransaction {
  const transaction = byTx.get(tx);
  if (!transaction) throw new Error('No transaction is open');
  transaction.mustBeOpen();
  return transaction;
}

/**
 * One transaction on a pipelined connection (decision 19): BEGIN is sent with the first statement, enqueued writes with the
 * next one or with COMMIT. PostgreSQL executes in the order sent and refuses everything after a failure until the
 * rollback, so a failure is the reason for whatever is refused after it.
 *
 * Each transaction has its own `Tx`. Once COMMIT or ROLLBACK is sent, the `Tx` throws: a late statement would otherwise run in
 * the next transaction of the connection, as another user. PostgreSQL answers in the order sent, so the answer to
 * ROLLBACK comes after the answers to all statements that were still running.
 */
export class OpenTransaction implements DatabaseConnection {
  readonly tx: Tx = kyselyOn(this);
  readonly statements: StatementCount = { count: 0 };
  /** Steps to run when the transaction has ended. */
  readonly afterCommit: (() => unknown)[] = [];
  readonly afterRollback: (() => unknown)[] = [];
  /** Identifies the database. */
  readonly owner: pg.Pool;
  readonly #connection: Connection;
  readonly #openingText: string;
  #opening: Promise<unknown> | undefined;
  #failure: unknown;
  #hasEnqueuedFailure = false;
  #hasEnded = false;

  /** Opens a transaction on a client of a pool. */
  constructor(
    client: pg.PoolClient,
    { owner, isPooled }: Pick<Database, 'owner' | 'isPooled'>,
    openingText: string,
  ) {
    this.owner = owner;
    this.#connection = connectionOn(client, isPooled);
    this.#openingText = openingText;
    byTx.set(this.tx, this);
    this.#open();
  }

  #open(): void {
    this.#failure = undefined;
    this.#hasEnqueuedFailure = false;
    this.#opening = this.#connection.sendLater(this.#openingText);
    this.#opening.catch(() => {});
  }

  mustBeOpen(): void {
    if (this.#hasEnded) throw new TransactionEnded();
  }

  /** Restarts a read-only transaction after a failure, since PostgreSQL rejects its remaining statements. */
  async restartTransaction(): Promise<void> {
    if (!this.#openingText.startsWith('BEGIN READ ONLY')) throw new Error('What was written would be lost');
    // Both are sent together, so that no statement can run between them, outside a transaction.
    const rolledBack = this.#connection.sendLater('ROLLBACK');
    this.#open();
    await rolledBack;
  }

  async commit(): Promise<void> {
    this.#hasEnded = true;
    const { command } = await this.#connection.sendNow('COMMIT');
    if (command === 'COMMIT') return;
    throw this.#hasEnqueuedFailure ? this.#failure : new RolledBack();
  }

  /** Ends a read-only transaction. Its response doesn't matter, so COMMIT is sent with the next BEGIN. */
  commitReadOnly(): void {
    this.#hasEnded = true;
    this.#connection.sendLater('COMMIT').catch(() => {});
  }

  async rollback(): Promise<void> {
    this.#hasEnded = true;
    await this.#connection.sendNow('ROLLBACK');
  }

  async executeQuery<Row>(query: Statement): Promise<QueryResult<Row>> {
    const opening = this.#opening;
    // Outside the transaction a write would be permanent, so only reads are sent before the response to BEGIN.
    if (opening && !isRead.test(query.sql)) await opening;
    const answer = this.#send(query);
    if (opening) await this.#opened(opening, answer);
    try {
      const { rows, rowCount } = await answer;
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      // The original stack trace starts at the socket; this one starts at the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.#reasonFor(error);
    }
  }

  /** Sends a write without waiting for its response: with the next statement, or with COMMIT. */
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

  /** Throws if the transaction ended while the statement waited for BEGIN. */
  #send(query: Statement): Promise<pg.QueryResult> {
    this.mustBeOpen();
    this.statements.count += 1;
    return this.#connection.send(query);
  }
}

const connections = new WeakMap<pg.PoolClient, Connection>();
function connectionOn(client: pg.PoolClient, isPooled: boolean): Connection {
  let connection = connections.get(client);
  if (!connection) {
    connection = new Connection(client, isPooled);
    connections.set(client, connection);
  }
  return connection;
}

/** A client of a pool, for the transactions that run on it one after another. */
class Connection {
  readonly #client: pg.PoolClient;
  readonly #isPooled: boolean;
  #isCorked = false;

  constructor(client: pg.PoolClient, isPooled: boolean) {
    this.#client = client;
    this.#isPooled = isPooled;
  }

  send(query: Statement): Promise<pg.QueryResult> {
    this.#cork();
    process.nextTick(() => this.#uncork());
    const statement = { text: query.sql, values: query.parameters as unknown[] };
    // Behind a pooler, the next transaction runs on a connection that doesn't have this prepared statement, or has another one
    // with this name.
    const name = this.#isPooled ? undefined : nameOf(query.sql);
    return this.#client.query(name ? { ...statement, name } : statement);
  }

  sendLater(text: string): Promise<unknown> {
    this.#cork();
    setImmediate(() => this.#uncork());
    return this.#client.query(text);
  }

  sendNow(text: string): Promise<pg.QueryResult> {
    const answer = this.#client.query(text);
    this.#uncork();
    return answer;
  }

  /** Sends the statements of one event loop iteration in one system call. */
  #cork(): void {
    if (!this.#isCorked) this.#client.connection.stream.cork();
    this.#isCorked = true;
  }

  #uncork(): void {
    if (this.#isCorked) this.#client.connection.stream.uncork();
    this.#isCorked = false;
  }
}

/** A `Tx` was used after its transaction was committed or rolled back. */
class TransactionEnded extends Error {
  override message = 'The transaction has ended: a statement was not awaited, or ran beside one that failed';
}

/** A statement failed, its caller continued, and PostgreSQL answered COMMIT with ROLLBACK: nothing was saved. */
export class RolledBack extends Error {
  override message = 'The transaction was rolled back: a statement in it had failed';
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
/** Rejects Kysely's own transactions, since `transaction()` has already opened one. */
class OpenDriver extends DummyDriver {
  override beginTransaction(): Promise<void> {
    return Promise.reject(new Error('A transaction is open already'));
  }
}
const driver = new OpenDriver();
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};

/** Cheap enough for each transaction: only the executor is new, and statements go straight to the connection. */
function kyselyOn(connection: DatabaseConnection): Tx {
  const provider: ConnectionProvider = { provideConnection: (use) => use(connection) };
  const executor = new DefaultQueryExecutor(compiler, adapter, provider);
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
}

const isRead = /^\s*select\b/i;

/** Named statements are planned once per connection. Beyond the limit, new texts are assumed to be one-off statements. */
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
