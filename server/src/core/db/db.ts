import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import pg from 'pg';
import {
  OpenTransaction,
  openTransactionOf,
  RolledBack,
  type Statement,
  type StatementCount,
  type Tx,
} from './connection.ts';
import { openReplica, type ReadReplica } from './replica.ts';
import { addressOf, ensureLogins, type LoginRole, loginRoles } from './setup/logins.ts';
import { setForRole } from './setup/role-settings.ts';

export type { Statement, Tx } from './connection.ts';

/** The pools of an installation, one per database role, so that no query can exceed the privileges of its role. */
export interface Database {
  /** Owns the tables; used by migrations and the job runner. */
  owner: pg.Pool;
  /** Requests of users and programs with access to all locations, and work of the system itself. */
  all: pg.Pool;
  /** Requests of store users: row-level security limits them to the locations in `app.locations`. */
  locationScope: pg.Pool;
  /** Requests of API keys about orders: row-level security limits them to orders placed with the key in `app.api_key`. */
  ownOrders: pg.Pool;
  /** The maximum number of connections of the job runner. */
  jobConnections: number;
  /** Whether connections go through a pooler that reassigns them after every transaction, like PgBouncer. */
  isPooled: boolean;
  /** The replica for read-only requests. */
  copy?: ReadReplica | undefined;
  close(): Promise<void>;
}

// Parses integers and numerics as numbers, dates as text, and timestamps as ISO text with all digits. Connections use UTC, so
// each timestamp ends in +00.
const readers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1700, Number],
  [1082, (text) => text],
  [1184, (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    readers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

const options = '-c timezone=UTC -c datestyle=ISO';
/**
 * Settings for many small concurrent queries: parallel plans slow each other down, JIT costs more than it saves, and memoize
 * allocates for every estimated row before it returns the first. A low random_page_cost suits solid-state disks.
 */
const requestOptions = `${options} -c max_parallel_workers_per_gather=0 -c jit=off -c enable_memoize=off -c random_page_cost=1.1`;

/** For store users, the search path replaces the marketplace's tables with views of their locations' records. */
const optionsOf = (role: LoginRole): string =>
  role === 'aisle_located' ? `${requestOptions} -c search_path=located,public` : requestOptions;

/**
 * More connections only add context switches: measured with two processors, 16 connections handle an eighth fewer requests than
 * 8.
 */
const maxConnections = Math.min(16, Math.max(8, 4 * availableParallelism()));

interface PoolSizes {
  owner: number;
  jobs: number;
  /** The size of each pool for requests. */
  requests: number;
}
const defaultSizes: PoolSizes = { owner: 4, jobs: 4, requests: maxConnections };

/** Allocates the connections that one server may open, nearly all of them to requests. */
export function allocateConnections(total: number): PoolSizes {
  const [owner, jobs] = total < 20 ? [1, 3] : [4, 4];
  // Two full pools, and a quarter of one for API keys.
  return { owner, jobs, requests: Math.floor((total - owner - jobs) / 2.25) };
}

/** How requests reach the database if not with the owner's connection. */
export interface RequestConnectionOptions {
  /** The address for requests, such as that of a pooler. */
  through?: pg.PoolConfig | undefined;
  isPooled?: boolean;
  /** The total number of connections of this server. */
  connections?: number | undefined;
  /** The address of a replica. */
  copy?: string | undefined;
}

/** Opens the pools. `config` is a connection of the database's owner. */
export async function openDatabase(
  config: pg.PoolConfig,
  size?: number,
  { through, isPooled = false, connections, copy }: RequestConnectionOptions = {},
): Promise<Database> {
  const sizes = connections ? allocateConnections(connections) : defaultSizes;
  const isOwnerPooled = isPooled && !through;
  const settled = { ...config, types, ...(!isOwnerPooled && { options }) };
  const owner = new pg.Pool({ ...settled, max: sizes.owner });
  const logins = await ensureLogins(owner, settled, through && { ...through, types });
  if (isOwnerPooled) await setForRole(owner, 'current_user', options);
  if (isPooled) for (const role of loginRoles) await setForRole(owner, logins[role].user!, optionsOf(role));
  const requests = size ?? sizes.requests;
  const login = (role: LoginRole, max = requests): pg.Pool =>
    new pg.Pool({
      ...logins[role],
      max,
      ...(!isPooled && { options: optionsOf(role) }),
      pipeline: true,
    } as pg.PoolConfig);
  const pools = [
    owner,
    login('aisle_all'),
    login('aisle_located'),
    login('aisle_key', Math.ceil(requests / 4)),
  ] as const;
  for (const pool of pools) handleLostConnections(pool);
  if (isPooled) await mustLetIn(pools.slice(1));
  const database: Database = {
    owner,
    all: pools[1],
    locationScope: pools[2],
    ownOrders: pools[3],
    jobConnections: sizes.jobs,
    isPooled,
    close: async () => {
      await database.copy?.close();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
  if (copy) database.copy = await openReplica(database, addressOf({ connectionString: copy }));
  return database;
}

/** Checks that the pooler accepts these users, which it looks up in a list or by a query. */
async function mustLetIn(pools: readonly pg.Pool[]): Promise<void> {
  try {
    for (const pool of pools) await pool.query('SELECT');
  } catch (error) {
    const names = pools.map(({ options }) => options.user).join(' and ');
    throw new StartupProblem(
      `The pooler in DATABASE_URL must let ${names} in, for instance by auth_query: ${(error as Error).message}`,
    );
  }
}

/**
 * A broken idle connection is replaced by the next query; a broken one in use fails its query. Both also emit an error event,
 * which would end the process if it had no listener.
 */
export function handleLostConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** The part of an actor that the database needs to know. */
export interface Scope {
  /** The user or API key. */
  userId: string | null;
  /** Null for all locations. */
  locations: readonly string[] | null;
  /** The API key whose orders are visible, if it is limited to them. */
  ownOrdersOf?: string | null;
  readOnly?: boolean;
}
export const system: Scope = { userId: null, locations: null };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Builds BEGIN and the actor's settings as one message. It takes no parameters, so IDs are checked first. */
function opening({ userId, locations, ownOrdersOf, readOnly }: Scope): string {
  const ids = [...(locations ?? []), ...(userId ? [userId] : []), ...(ownOrdersOf ? [ownOrdersOf] : [])];
  if (!ids.every((id) => uuid.test(id))) throw new Error('An actor has ids that are no UUIDs');
  return [
    readOnly ? 'BEGIN READ ONLY' : 'BEGIN',
    ...(userId ? [`SET LOCAL app."user" = '${userId}'`] : []),
    ...(locations ? [`SET LOCAL app.locations = '{${locations.join(',')}}'`] : []),
    ...(ownOrdersOf ? [`SET LOCAL app.api_key = '${ownOrdersOf}'`] : []),
  ].join('; ');
}

/** The pool of an actor: its database role decides which rows are visible. */
export function poolFor(db: Database, { locations, ownOrdersOf }: Scope): pg.Pool {
  if (ownOrdersOf) return db.ownOrders;
  return locations === null ? db.all : db.locationScope;
}

export type Work<Result> = (tx: Tx, statements: StatementCount) => Promise<Result>;
/** Runs `work` in one transaction as the given actor. */
export async function transaction<Result>(db: Database, scope: Scope, work: Work<Result>): Promise<Result> {
  const begin = opening(scope);
  const client = await poolFor(db, scope).connect();
  const opened = new OpenTransaction(client, db, begin);
  const { tx, statements, afterCommit, afterRollback } = opened;
  let isCommitting = false;
  let result: Result;
  try {
    result = await work(tx, statements);
    if (scope.readOnly) opened.commitReadOnly();
    else {
      isCommitting = true;
      await opened.commit();
    }
  } catch (error) {
    const broken = await opened.rollback().then(
      () => undefined,
      (failure: Error) => failure,
    );
    // Callers of statements that were still running get their responses before another transaction gets the connection.
    await setImmediate();
    client.release(broken);
    // If the response to COMMIT was lost, the outcome is unknown: keep everything that may be needed.
    const mayBeCommitted = isCommitting && !isRefusal(error);
    if (!mayBeCommitted) await Promise.allSettled(afterRollback.map((step) => step()));
    throw error;
  }
  client.release();
  for (const step of afterCommit) await step();
  return result;
}

/** A rejected commit is rolled back. If the database went down or its response was lost, the outcome is unknown. */
const isRefusal = (error: unknown) =>
  error instanceof RolledBack || (error instanceof pg.DatabaseError && !error.code?.startsWith('57P'));

/** The rows of a statement with constant text and values for $1, $2 …, so that no text is built per request. */
export const rowsOf = async <Row>(tx: Tx, text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await openTransactionOf(tx).executeQuery<Row>({ sql: text, parameters: values })).rows;

/**
 * Sends a write without waiting for its response: with the next statement or with COMMIT, which saves a round trip. The next
 * statement or COMMIT throws its failure, so don't use it for a failure that is caught on the spot.
 */
export const enqueue = async (tx: Tx, query: { compile(tx: Tx): Statement }): Promise<void> =>
  openTransactionOf(tx).enqueue(query.compile(tx));

/** Lets a read-only request continue after one of its statements failed. */
export const restartTransaction = async (tx: Tx): Promise<void> => openTransactionOf(tx).restartTransaction();

/** Runs a step after the transaction commits, before its result is returned; never after a rollback. */
export const afterCommit = (tx: Tx, step: () => unknown) => void openTransactionOf(tx).afterCommit.push(step);

/** Runs a step after the transaction is rolled back, for example to revert changes outside the database. */
export const afterRollback = (tx: Tx, step: () => unknown) =>
  void openTransactionOf(tx).afterRollback.push(step);
