import { availableParallelism } from 'node:os';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { ensureLogins, type LoginRole } from './logins.ts';
import { RolledBack, type Statement, type StatementCount, sessionOf, sessionOn, type Tx } from './session.ts';

export type { Statement, StatementCount, Tx } from './session.ts';

/** The pools of one installation: one per database role, so that no query can step out of its role. */
export interface Database {
  /** Owns the tables: migrations and the job runner. */
  owner: pg.Pool;
  /** Whoever is not kept to single locations, and the system itself. */
  all: pg.Pool;
  /** People of single locations: sees the rows of `app.locations` and no others. */
  located: pg.Pool;
  close(): Promise<void>;
}

// Whole numbers and quantities as numbers, days as written, instants as ISO text with all their digits.
const readers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1700, Number],
  [1082, (text) => text],
  [1184, (text) => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    readers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

const options = '-c timezone=UTC -c datestyle=ISO';
/**
 * Many small questions at once: a plan that takes several processes to one of them slows the others, compiling it
 * costs more than it saves, and memoizing sets up room for all the rows there may be before it gives the first.
 * Disks are solid, whatever the server was told of them: indexes are worth their while sooner.
 */
export const requestOptions = `${options} -c max_parallel_workers_per_gather=0 -c jit=off -c enable_memoize=off -c random_page_cost=1.1`;

/** More at once only make the processors change hands: measured on two, 16 answer an eighth less than 8. */
const atOnce = Math.min(16, Math.max(8, 4 * availableParallelism()));

/** Opens the three pools; `config` is a connection as the owner of the database. */
export async function openDatabase(config: pg.PoolConfig, size = atOnce): Promise<Database> {
  const settled = { ...config, types, options };
  const owner = new pg.Pool({ ...settled, max: 4 });
  const logins = await ensureLogins(owner, settled);
  const login = (role: LoginRole): pg.Pool =>
    new pg.Pool({ ...logins[role], max: size, options: requestOptions, pipeline: true } as pg.PoolConfig);
  const pools = [owner, login('aisle_all'), login('aisle_located')] as const;
  for (const pool of pools) outliveBreaks(pool);
  return {
    owner,
    all: pools[1],
    located: pools[2],
    close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  };
}

/**
 * A connection that breaks while idle is replaced by the next query; one in use fails the query it was used for.
 * Either way it is told a second time, as an event, and an error event that nobody hears ends the process.
 */
export function outliveBreaks(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Who acts, as far as the database must know. */
export interface Scope {
  userId: string | null;
  /** Null: every location. */
  locations: readonly string[] | null;
  readOnly?: boolean;
}
export const system: Scope = { userId: null, locations: null };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** BEGIN and the actor's settings in one message. It takes no parameters, so ids are checked first. */
function opening({ userId, locations, readOnly }: Scope): string {
  const ids = [...(locations ?? []), ...(userId ? [userId] : [])];
  if (!ids.every((id) => uuid.test(id))) throw new Error('An actor has ids that are no UUIDs');
  return [
    readOnly ? 'BEGIN READ ONLY' : 'BEGIN',
    ...(userId ? [`SET LOCAL app."user" = '${userId}'`] : []),
    ...(locations ? [`SET LOCAL app.locations = '{${locations.join(',')}}'`] : []),
  ].join('; ');
}

type Work<Result> = (tx: Tx, statements: StatementCount) => Promise<Result>;
/** Runs `work` in one transaction as the given actor: all of it happens, or nothing. */
export async function transaction<Result>(db: Database, scope: Scope, work: Work<Result>): Promise<Result> {
  const client = await (scope.locations === null ? db.all : db.located).connect();
  const session = sessionOn(client);
  const { tx } = session;
  const afterwards: (() => unknown)[] = [];
  const undoing: (() => unknown)[] = [];
  waitingForCommit.set(tx, afterwards);
  waitingForRollback.set(tx, undoing);
  let broken: Error | undefined;
  let result: Result;
  try {
    session.begin(opening(scope));
    result = await work(tx, session.statements);
    if (scope.readOnly) {
      // What only reads knows what it found before the commit, which travels with the next opening.
      await session.arrived();
      session.sendSoon('COMMIT').catch(() => {});
    } else if (!session.isEnded) await session.commit();
  } catch (error) {
    await session.send('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    // Where the answer to a commit got lost, nobody knows which it was: what may be needed stays.
    const mayBeCommitted = session.isEnded && !isRefusal(error);
    if (!mayBeCommitted) await Promise.allSettled(undoing.map((step) => step()));
    throw error;
  } finally {
    client.release(broken);
  }
  for (const step of afterwards) await step();
  return result;
}

/** What the database refused is not committed; where it went down or its answer got lost, nobody knows. */
const isRefusal = (error: unknown) =>
  error instanceof RolledBack || (error instanceof pg.DatabaseError && !error.code?.startsWith('57P'));

/** The rows of a statement that is written out already. */
export const rowsOf = async <Row>(tx: Tx, statement: Statement): Promise<Row[]> =>
  (await sessionOf(tx).executeQuery<Row>(statement)).rows;

/**
 * Sends a statement of which nobody needs the answer, with the one that follows or with the commit: a trip to the
 * database less. Fails as whatever is waited for next, so not for what is caught where it happens.
 */
export const sendAlong = (tx: Tx, query: { compile(tx: Tx): CompiledQuery }): Promise<void> =>
  sessionOf(tx).sendAlong(query.compile(tx));

/**
 * Reads what is answered together with the commit: a trip to the database less. Nothing can be asked afterwards. Where
 * something was sent along and failed, that is why this fails.
 */
export const readLast = <Row>(tx: Tx, query: Statement | { compile(tx: Tx): Statement }): Promise<Row[]> =>
  sessionOf(tx).readLast<Row>('compile' in query ? query.compile(tx) : query);

/** Says that something follows whatever is read last. */
export const stayOpen = (tx: Tx): void => sessionOf(tx).stayOpen();

/** Asks twice in one message, in this order; where the first fails, that is why. */
export async function inTurn<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  second.catch(() => {});
  return [await first, await second];
}

const waitingForCommit = new WeakMap<Tx, (() => unknown)[]>();
/** Does this when the transaction is committed, before its result is given; never when it is rolled back. */
export function afterCommit(tx: Tx, step: () => unknown): void {
  const waiting = waitingForCommit.get(tx);
  if (!waiting) throw new Error('No transaction is open');
  waiting.push(step);
}

const waitingForRollback = new WeakMap<Tx, (() => unknown)[]>();
/** Does this when the transaction is rolled back: takes away what was done outside the database. */
export function afterRollback(tx: Tx, step: () => unknown): void {
  const waiting = waitingForRollback.get(tx);
  if (!waiting) throw new Error('No transaction is open');
  waiting.push(step);
}
