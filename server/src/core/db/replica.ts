// Our own: drivers and poolers know how to choose a copy, but not who has written what it lacks.
import pg from 'pg';
import { type Database, handleLostConnections, type Scope, type Tx, transaction, type Work } from './db.ts';

/** A copy this far behind is no use to anybody. */
const lateAfterMs = 10_000;
const checkEveryMs = 250;
/** A copy that doesn't answer for this long is taken for dead. */
const patienceMs = 2_000;
/** Longer than a copy in use is behind: what is older is there. */
const remembersForSeconds = 60;

type Position = bigint;
const positionOf = (text: string): Position => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

type Log = Record<'info' | 'error', (details: object, message: string) => void>;

/** A streaming copy of the database that reading requests go to as long as it lives and keeps up. */
export class ReadReplica {
  /** The same database as the original, but for the pools of requests. */
  readonly db: Database;
  readonly #primary: pg.Pool;
  /** For itself, so that it is answered however busy the others are. */
  readonly #watching: pg.Pool;
  readonly #timer: NodeJS.Timeout;
  /** Where the original was when; oldest first. */
  #seen: { at: number; position: Position }[] = [];
  #reached: Position | undefined;
  /** Everybody must see at least this. */
  #floor: Position = 0n;
  #lagMs: number | undefined;
  #isAlive = false;
  #isUsable = false;
  #looking: Promise<void> | undefined;
  #fail: (reason: Error) => void = () => {};
  /** Rejected when the copy is lost. */
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

  /** Whether requests may read there now. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Whether it answers and keeps up, though it may lack what somebody has seen at the original. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** How long ago it was where the original is now, as far as that shows; null: it isn't there. */
  get lagSeconds(): number | null {
    return this.#lagMs === undefined ? null : this.#lagMs / 1000;
  }

  /** Has it said when the copy comes and goes. */
  logTo(log: Log): void {
    this.#log = log;
    if (!this.#isUsable) log.error({}, 'the copy of the database is not used');
  }

  /** Compares the copy with the original. */
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
    // Meanwhile people read at the original: once back, the copy must have what they saw.
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

  /** Notes that somebody's change is committed, for every server. */
  async noteWrite(reader: string): Promise<void> {
    await this.#primary.query(
      `INSERT INTO write_positions AS w (reader, position, at) VALUES ($1, pg_current_wal_flush_lsn(), now())
       ON CONFLICT (reader) DO UPDATE SET at = now(), position = CASE
         WHEN w.at > now() - make_interval(secs => $2) THEN greatest(w.position, excluded.position)
         ELSE excluded.position END`,
      [reader, remembersForSeconds],
    );
  }

  /** Whether somebody finds there everything they have written, by whichever server. */
  async hasAllOf(reader: string): Promise<boolean> {
    if (!this.#isUsable) return false;
    const { rows } = await this.#primary.query(
      `SELECT position::text AS position FROM write_positions
       WHERE reader = $1 AND at > now() - make_interval(secs => $2)`,
      [reader, remembersForSeconds],
    );
    return rows.length === 0 || positionOf(rows[0].position) <= (this.#reached ?? 0n);
  }

  /** From here on nobody may see less than is there now. */
  async mustReachNow(): Promise<void> {
    this.#floor = await this.#positionNow();
    if ((this.#reached ?? 0n) < this.#floor) this.#isUsable = false;
  }

  /** Reads there; fails at once when the copy is lost meanwhile. */
  read<Result>(scope: Scope, work: Work<Result>): Promise<Result> {
    const marked: Work<Result> = (tx, statements) => {
      ofCopies.add(tx);
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

const ofCopies = new WeakSet<Tx>();
/** Whether what a transaction reads may be older than what others have seen: not to be kept for them. */
export const isOfCopy = (tx: Tx): boolean => ofCopies.has(tx);

/**
 * Reads at the copy, where there is one that has everything the reader has written. Whatever goes wrong there, be it
 * that a record of somebody else isn't there yet, is read once more at the original.
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

/** Writes, and notes for the reader where the original was then. */
export async function writeAsOne<Result>(
  db: Database,
  scope: Scope,
  reader: string | null,
  work: Work<Result>,
): Promise<Result> {
  const result = await transaction(db, scope, work);
  if (db.copy && reader !== null) await db.copy.noteWrite(reader);
  return result;
}

/**
 * For news of what others changed: read where the changes are read, so that nobody hears of one before it is there.
 */
export async function readNews<Result>(db: Database, scope: Scope, work: Work<Result>): Promise<Result> {
  const { copy } = db;
  if (!copy) return transaction(db, scope, work);
  try {
    // One that still catches up has no news but those that are known, while lists are read at the original.
    if (copy.isAlive) return await copy.read(scope, work);
  } catch {
    // The copy is gone: what follows is newer than what it will have when it is back.
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

/** Opens pools like those of the original, at the address of its copy. */
export async function openCopy(db: Database, address: pg.PoolConfig): Promise<ReadReplica> {
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
