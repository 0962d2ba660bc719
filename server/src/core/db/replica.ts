// Custom code: drivers and poolers can choose a replica, but don't know which users have writes that it lacks.
import pg from 'pg';
import { type Database, handleLostConnections, type Scope, type Tx, transaction, type Work } from './db.ts';

/** A replica that lags more than this isn't used. */
const lateAfterMs = 10_000;
const checkEveryMs = 250;
/** A replica that doesn't respond within this time is considered down. */
const patienceMs = 2_000;
/** Longer than the maximum lag of a replica in use, so that it has all older writes. */
const remembersForSeconds = 60;

type Position = bigint;
const positionOf = (text: string): Position => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

type Log = Record<'info' | 'error', (details: object, message: string) => void>;

/** A streaming replica that serves read-only requests while it responds and keeps up. */
export class ReadReplica {
  /** The primary database with the replica's pools for requests. */
  readonly db: Database;
  readonly #primary: pg.Pool;
  /** A separate pool, so that checks get a response however busy the others are. */
  readonly #watching: pg.Pool;
  readonly #timer: NodeJS.Timeout;
  /** Positions of the primary that the replica hasn't reached, oldest first. */
  #seen: { at: number; position: Position }[] = [];
  #reached: Position | undefined;
  /** The position that the replica must reach before it is used. */
  #floor: Position = 0n;
  #lagMs: number | undefined;
  #isAlive = false;
  #isUsable = false;
  #looking: Promise<void> | undefined;
  #fail: (reason: Error) => void = () => {};
  /** Rejected when the replica is lost. */
  #failure: Promise<never> = this.#newFailure();
  #log: Log | undefined;

  constructor(db: Database, pools: Pick<Database, 'all' | 'locationScope'>, watching: pg.Pool) {
    this.db = { ...db, ...pools };
    this.#primary = db.all;
    this.#watching = watching;
    for (const pool of [pools.all, pools.locationScope, watching]) handleLostConnections(pool);
    this.#timer = setInterval(() => void this.look(), checkEveryMs);
    this.#timer.unref();
  }

  /** Whether requests may use the replica now. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Whether the replica responds and keeps up, though it may lack changes that a user has seen on the primary. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** The replica's lag in seconds; null if it is unknown. */
  get lagSeconds(): number | null {
    return this.#lagMs === undefined ? null : this.#lagMs / 1000;
  }

  /** Sets the log for changes of the replica's availability. */
  logTo(log: Log): void {
    this.#log = log;
    if (!this.#isUsable) log.error({}, 'the copy of the database is not used');
  }

  /** Compares the replica with the primary. */
  look(): Promise<void> {
    this.#looking ??= this.#compare().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #compare(): Promise<void> {
    const at = performance.now();
    let position: Position | undefined;
    try {
      position = await this.#positionNow();
      this.#seen.push({ at, position });
      const reached = await within(patienceMs, this.#positionOfCopy());
      this.#reached = reached;
      this.#seen = this.#seen.filter((one) => one.position > reached);
      this.#lagMs = at - (this.#seen[0]?.at ?? at);
      if (this.#lagMs > lateAfterMs) this.#lost(position, new Error('The copy is late'));
      else {
        this.#isAlive = true;
        this.#turn(reached >= this.#floor, undefined);
      }
    } catch (error) {
      this.#lagMs = undefined;
      this.#seen = [];
      this.#lost(position, error);
    }
  }

  #lost(position: Position | undefined, error: unknown): void {
    this.#isAlive = false;
    // Users read from the primary in the meantime, so the replica must have that data before it is used again.
    if (position !== undefined) this.#floor = position;
    this.#turn(false, error);
    this.#fail(new Error('The copy is gone or late'));
    this.#failure = this.#newFailure();
  }

  #turn(isUsable: boolean, err: unknown): void {
    if (isUsable === this.#isUsable) return;
    this.#isUsable = isUsable;
    if (isUsable) this.#log?.info({}, 'the copy of the database is used');
    else this.#log?.error({ err }, 'the copy of the database is not used');
  }

  #newFailure(): Promise<never> {
    const failure = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    failure.catch(() => {});
    return failure;
  }

  async #positionNow(): Promise<Position> {
    const { rows } = await this.#primary.query('SELECT pg_current_wal_flush_lsn()::text AS position');
    return positionOf(rows[0].position);
  }

  async #positionOfCopy(): Promise<Position> {
    const { rows } = await this.#watching.query('SELECT pg_last_wal_replay_lsn()::text AS position');
    if (rows[0].position === null) throw new Error('DATABASE_READ_URL is no streaming copy');
    return positionOf(rows[0].position);
  }

  /** Records for all servers that a user's change is committed. */
  async recordWrite(reader: string): Promise<void> {
    await this.#primary.query(
      `INSERT INTO write_positions AS w (reader, position, at) VALUES ($1, pg_current_wal_flush_lsn(), now())
       ON CONFLICT (reader) DO UPDATE SET at = now(), position = CASE
         WHEN w.at > now() - make_interval(secs => $2) THEN greatest(w.position, excluded.position)
         ELSE excluded.position END`,
      [reader, remembersForSeconds],
    );
  }

  /** Whether the replica has everything that a user has written through any server. */
  async hasAllOf(reader: string): Promise<boolean> {
    if (!this.#isUsable) return false;
    const { rows } = await this.#primary.query(
      `SELECT position::text AS position FROM write_positions
       WHERE reader = $1 AND at > now() - make_interval(secs => $2)`,
      [reader, remembersForSeconds],
    );
    return rows.length === 0 || positionOf(rows[0].position) <= (this.#reached ?? 0n);
  }

  /** From now on, no user may see data older than the primary's current position. */
  async mustReachNow(): Promise<void> {
    this.#floor = await this.#positionNow();
    if ((this.#reached ?? 0n) < this.#floor) this.#isUsable = false;
  }

  /** Reads from the replica; fails at once if the replica is lost. */
  read<Result>(scope: Scope, work: Work<Result>): Promise<Result> {
    const marked: Work<Result> = (tx, statements) => {
      replicaOf.add(tx);
      return work(tx, statements);
    };
    return Promise.race([transaction(this.db, scope, marked), this.#failure]);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    const { all, locationScope } = this.db;
    await Promise.all([all, locationScope, this.#watching].map((pool) => pool.end()));
  }
}

const replicaOf = new WeakSet<Tx>();
/** Whether a transaction may read older data than other users have seen, so that its results must not be cached for them. */
export const isOfReplica = (tx: Tx): boolean => replicaOf.has(tx);

/**
 * Reads from the replica if it has everything that the reader has written. After any failure, such as a record that isn't
 * replicated yet, reads once more from the primary.
 */
export async function readFromReplica<Result>(
  db: Database,
  scope: Scope,
  reader: string | null,
  work: Work<Result>,
): Promise<Result> {
  const { copy } = db;
  if (!copy || reader === null || !(await copy.hasAllOf(reader))) return transaction(db, scope, work);
  try {
    return await copy.read(scope, work);
  } catch {
    return transaction(db, scope, work);
  }
}

/** Writes, and records the primary's position for the reader. */
export async function writeOnPrimary<Result>(
  db: Database,
  scope: Scope,
  reader: string | null,
  work: Work<Result>,
): Promise<Result> {
  const result = await transaction(db, scope, work);
  if (db.copy && reader !== null) await db.copy.recordWrite(reader);
  return result;
}

/**
 * Reads changes for live events from the database that serves lists, so that no client receives an event before lists show its
 * change.
 */
export async function readEvents<Result>(db: Database, scope: Scope, work: Work<Result>): Promise<Result> {
  const { copy } = db;
  if (!copy) return transaction(db, scope, work);
  try {
    // A replica that is still catching up returns only events that were already sent. Lists are read from the primary
    // meanwhile.
    if (copy.isAlive) return await copy.read(scope, work);
  } catch {
    // The replica is lost. The events read below are newer than its data when it comes back.
  }
  const result = await transaction(db, scope, work);
  await copy.mustReachNow();
  return result;
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The copy does not answer')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Opens pools like those of the primary, at the address of its replica. */
export async function openReplica(db: Database, address: pg.PoolConfig): Promise<ReadReplica> {
  const poolLike = ({ options }: pg.Pool, max = options.max): pg.Pool => {
    const { host: _, port: _port, database: _database, ssl: _ssl, ...login } = options;
    return new pg.Pool({
      ...login,
      password: options.password,
      ...address,
      max,
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
    });
  };
  const pools = { all: poolLike(db.all), locationScope: poolLike(db.locationScope) };
  const copy = new ReadReplica(db, pools, poolLike(db.all, 1));
  await copy.look();
  return copy;
}
