import { availableParallelism } from 'node:os';
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
import { openCopy, type ReadReplica } from './replica.ts';
import { addressOf, ensureLogins, type LoginRole, loginRoles } from './setup/logins.ts';
import { setForRole } from './setup/role-settings.ts';

export type { Statement, Tx } from './connection.ts';

/** The pools of one installation: one per database role, so that no query can step out of its role. */
export interface Database {
  /** Owns the tables: migrations and the job runner. */
  owner: pg.Pool;
  /** Requests of people and programs that reach every location, and the system itself. */
  all: pg.Pool;
  /** Requests of people who work at single locations: row-level security shows them the rows of `app.locations`. */
  locationScope: pg.Pool;
  /** Requests of API keys about orders: row-level security shows them what the key of `app.api_key` placed. */
  ownOrders: pg.Pool;
  /** How many connections the job runner may open. */
  jobConnections: number;
  /** Whether its connections change hands with every transaction, as those of PgBouncer. */
  isPooled: boolean;
  /** Where requests read that only read. */
  copy?: ReadReplica | undefined;
  close(): Promise<void>;
}

// Whole numbers and quantities as numbers, days as written, instants as ISO text with all their digits: connections
// speak UTC, so each ends in +00.
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
 * For many small queries at once: parallel plans slow each other down, JIT costs more than it saves, and memoize
 * allocates for every estimated row before it returns the first. A low random_page_cost suits solid-state disks.
 */
const requestOptions = `${options} -c max_parallel_workers_per_gather=0 -c jit=off -c enable_memoize=off -c random_page_cost=1.1`;

/** People of single locations find the records of their locations under the names of the marketplace's tables. */
const optionsOf = (role: LoginRole): string =>
  role === 'aisle_located' ? `${requestOptions} -c search_path=located,public` : requestOptions;

/** More at once only make the processors change hands: measured on two, 16 answer an eighth less than 8. */
const atOnce = Math.min(16, Math.max(8, 4 * availableParallelism()));

interface PoolSizes {
  owner: number;
  jobs: number;
  /** Of each pool for requests. */
  requests: number;
}
const defaultSizes: PoolSizes = { owner: 4, jobs: 4, requests: atOnce };

/** Shares out the connections that one server may open: nearly all of them are for requests. */
export function allocateConnections(total: number): PoolSizes {
  const [owner, jobs] = total < 20 ? [1, 3] : [4, 4];
  // Two pools, and a quarter of one for API keys.
  return { owner, jobs, requests: Math.floor((total - owner - jobs) / 2.25) };
}

/** How requests reach the database where not as its owner does. */
export interface Reached {
  /** The address that requests go through, such as that of a pooler. */
  through?: pg.PoolConfig | undefined;
  isPooled?: boolean;
  /** The connections of this server in all. */
  connections?: number | undefined;
  /** The address of a streaming copy. */
  copy?: string | undefined;
}

/** Opens the pools; `config` is a connection as the owner of the database. */
export async function openDatabase(
  config: pg.PoolConfig,
  size?: number,
  { through, isPooled = false, connections, copy }: Reached = {},
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
  if (copy) database.copy = await openCopy(database, addressOf({ connectionString: copy }));
  return database;
}

/** A pooler knows its users by a list or a query, and nobody has heard of these before. */
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
 * A connection that breaks while idle is replaced by the next query; one in use fails that query. Either way it is also
 * emitted as an event, and an error event without a listener ends the process.
 */
export function handleLostConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Who acts, as far as the database must know. */
export interface Scope {
  userId: string | null;
  /** Null: every location. */
  locations: readonly string[] | null;
  /** An API key that reaches only the orders it placed. */
  ownOrdersOf?: string | null;
  readOnly?: boolean;
}
export const system: Scope = { userId: null, locations: null };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** BEGIN and the actor's settings in one message. It takes no parameters, so ids are checked first. */
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

/** The connections of an actor: its role decides which rows there are. */
export function poolFor(db: Database, { locations, ownOrdersOf }: Scope): pg.Pool {
  if (ownOrdersOf) return db.ownOrders;
  return locations === null ? db.all : db.locationScope;
}

export type Work<Result> = (tx: Tx, statements: StatementCount) => Promise<Result>;
/** Runs `work` in one transaction as the given actor: all of it happens, or nothing. */
export async function transaction<Result>(db: Database, scope: Scope, work: Work<Result>): Promise<Result> {
  const begin = opening(scope);
  const client = await poolFor(db, scope).connect();
  const opened = new OpenTransaction(client, db, begin);
  const { tx, statements, afterCommit, afterRollback } = opened;
  let isCommitting = false;
  let broken: Error | undefined;
  let result: Result;
  try {
    result = await work(tx, statements);
    if (scope.readOnly) opened.commitReadOnly();
    else {
      isCommitting = true;
      await opened.commit();
    }
  } catch (error) {
    await opened.rollback().catch((failure: Error) => {
      broken = failure;
    });
    // Where the answer to a commit got lost, nobody knows which it was: what may be needed stays.
    const mayBeCommitted = isCommitting && !isRefusal(error);
    if (!mayBeCommitted) await Promise.allSettled(afterRollback.map((step) => step()));
    throw error;
  } finally {
    client.release(broken);
  }
  for (const step of afterCommit) await step();
  return result;
}

/** What the database refused is not committed; where it went down or its answer got lost, nobody knows. */
const isRefusal = (error: unknown) =>
  error instanceof RolledBack || (error instanceof pg.DatabaseError && !error.code?.startsWith('57P'));

/** The rows of a statement with constant text and its values for $1, $2 …: nothing is built for each request. */
export const rowsOf = async <Row>(tx: Tx, text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await openTransactionOf(tx).executeQuery<Row>({ sql: text, parameters: values })).rows;

/**
 * Sends a write without waiting for its answer: with the next statement or with COMMIT, which saves a round trip. Its
 * failure is thrown by that one, so not for a failure that is caught on the spot.
 */
export const enqueue = async (tx: Tx, query: { compile(tx: Tx): Statement }): Promise<void> =>
  openTransactionOf(tx).enqueue(query.compile(tx));

/** Lets a request that only reads go on after one of its statements failed. */
export const restartTransaction = async (tx: Tx): Promise<void> => openTransactionOf(tx).restartTransaction();

/** Runs a step once the transaction is committed, before its result is returned; never when it is rolled back. */
export const afterCommit = (tx: Tx, step: () => unknown) => void openTransactionOf(tx).afterCommit.push(step);

/** Runs a step when the transaction is rolled back: removes what was done outside the database. */
export const afterRollback = (tx: Tx, step: () => unknown) =>
  void openTransactionOf(tx).afterRollback.push(step);
