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

/** What is sent to the database. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

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

const byTx = new WeakMap<Tx, Session>();
/** The one that an open transaction runs on. */
export function sessionOf(tx: Tx): Session {
  const session = byTx.get(tx);
  if (!session) throw new Error('No transaction is open');
  return session;
}

/** A connection whose messages travel together where nobody waits for the first of them: each costs a system call. */
export class Session implements DatabaseConnection {
  readonly tx: Tx = kyselyOn(this);
  readonly statements: StatementCount = { count: 0 };
  readonly #client: pg.PoolClient;
  #isHeld = false;
  #opening: Promise<unknown> | undefined;
  /** What was sent and nobody waits for; the next to wait is told what stood against it. */
  #along: Promise<unknown> | undefined;
  #isEnded = false;
  #staysOpen = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    byTx.set(this.tx, this);
  }

  /** Opens a transaction: travels with its first statement. */
  begin(text: string): void {
    this.statements.count = 0;
    this.#isEnded = false;
    this.#staysOpen = false;
    this.#opening = this.sendSoon(text);
    this.#opening.catch(() => {});
    this.#along = this.#opening;
  }

  /** Travels with the statement that follows, or by itself once this turn of the event loop is over. */
  sendSoon(text: string): Promise<unknown> {
    this.#hold(setImmediate);
    return this.#client.query(text);
  }

  /** Sends at once. */
  send(text: string): Promise<pg.QueryResult> {
    const answer = this.#client.query(text);
    this.#letGo();
    return answer;
  }

  /** Whether the commit was sent: from then on nobody but its answer knows what holds. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Commits; travels with what was sent along, and where that failed, the server rolls back instead. */
  async commit(): Promise<void> {
    this.#isEnded = true;
    const ended = this.send('COMMIT');
    ended.catch(() => {});
    await this.arrived();
    const { command } = await ended;
    if (command !== 'COMMIT') throw new RolledBack();
  }

  /** Whatever is read last is followed by something after all. */
  stayOpen(): void {
    this.#staysOpen = true;
  }

  /** Reads what is answered in the message that commits, unless the transaction has to stay open. */
  async readLast<Row>(query: Statement): Promise<Row[]> {
    if (this.#staysOpen) return (await this.executeQuery<Row>(query)).rows;
    if (this.#opening) await this.arrived();
    const asked = this.#askAlong(query);
    await this.commit();
    return (await asked).rows as Row[];
  }

  /** Sends a statement of which nobody needs the answer: it travels with the next one, or with the end. */
  async sendAlong(query: Statement): Promise<void> {
    if (this.#opening) await this.arrived();
    this.#askAlong(query);
  }

  #askAlong(query: Statement): Promise<pg.QueryResult> {
    const before = this.#along;
    const asked = this.#ask(query);
    asked.catch(() => {});
    this.#along = before ? before.then(() => asked) : asked;
    this.#along.catch(() => {});
    return asked;
  }

  /** Waits for what was sent along, and throws what stood against it. */
  async arrived(): Promise<void> {
    const along = this.#along;
    await along;
    this.#opening = undefined;
    // What was sent while this waited is on its way still.
    if (this.#along === along) this.#along = undefined;
  }

  /** Whatever is asked in the same turn of the event loop goes out in one message. */
  #hold(until: (step: () => void) => unknown): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#client.connection.stream.cork();
    until(() => this.#letGo());
  }

  #letGo(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#client.connection.stream.uncork();
  }

  #ask(query: Statement): Promise<pg.QueryResult> {
    if (this.#isEnded)
      throw new Error('The transaction has ended: nothing can be asked after what is read last');
    this.statements.count += 1;
    if (this.#isHeld) process.nextTick(() => this.#letGo());
    else this.#hold(process.nextTick);
    return this.#client.query({
      name: nameOf(query.sql),
      text: query.sql,
      values: query.parameters as unknown[],
    });
  }

  async executeQuery<Row>(query: Statement): Promise<QueryResult<Row>> {
    // Without its transaction a write would stand alone: only what reads goes along with the opening.
    if (this.#opening && !reads.test(query.sql)) await this.arrived();
    const along = this.#along;
    const asked = this.#ask(query);
    if (along) {
      // Where something failed before, this fails because of it, and it is the reason that counts.
      asked.catch(() => {});
      await this.arrived();
    }
    const { rows, rowCount } = await asked;
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; whatever is large goes through COPY or pages.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported');
  }
}

/** A statement failed and whoever asked for it went on: the server undid all of it, so nobody may be told that it is done. */
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

const reads = /^\s*select\b/i;

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
