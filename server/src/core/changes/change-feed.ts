import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { type Database, system, type Tx, transaction } from '../db/db.ts';
import type { LiveEvents } from '../live-events.ts';
import { ensureEpoch } from './change-reader.ts';

interface Numbering {
  history: string;
  /** The highest number. */
  head: number;
}
/** Numbers new changes for `GET changes`, and starts a new history after a restore. */
export async function numberChanges(tx: Tx): Promise<Numbering> {
  const step = () => sql<Numbering & { is_restored: boolean }>`SELECT * FROM number_changes()`.execute(tx);
  const state = (await step()).rows[0]!;
  if (!state.is_restored) return state;
  await ensureEpoch(tx);
  await sql`SELECT restart_change_feed()`.execute(tx);
  return (await step()).rows[0]!;
}

interface Reading {
  /** The last number that the reader has read. */
  number: number;
  topics: readonly string[];
}
/** Saves what the keys of connections have read. */
async function saveReadings(tx: Tx, readings: ReadonlyMap<string, Reading>): Promise<void> {
  const rows = [...readings].map(([keyId, reading]) => ({ keyId, ...reading }));
  await sql`
    UPDATE connections c SET read_number = given.number, read_topics = given.topics
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given ("keyId" uuid, number bigint, topics text[])
    JOIN api_keys k ON k.id = given."keyId" WHERE c.id = k.connection_id`.execute(tx);
}
const savesEveryMs = 10_000;

interface Wait {
  history: string;
  /** The highest number that the caller knows. */
  head: number;
  ms: number;
  signal: AbortSignal;
}

const pauseMs = 50;
/** Other servers commit changes, too. */
const pollsEveryMs = 1000;

/** Numbers changes soon after each commit, and lets requests wait for new numbers without a database connection. */
export class ChangeFeed {
  readonly #db: Database;
  readonly #onFailure: (error: unknown) => void;
  readonly #advanced = new EventEmitter().setMaxListeners(0);
  #state: Numbering | undefined;
  #running: Promise<void> | undefined;
  #pause: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;
  #isStopped = false;
  /** By API key. */
  #readings = new Map<string, Reading>();
  #saver: NodeJS.Timeout | undefined;

  constructor(db: Database, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  start(liveEvents: LiveEvents): void {
    this.#unsubscribe = liveEvents.onPoke(this.#schedule);
    this.#timer = setInterval(this.#schedule, pollsEveryMs).unref();
    this.#saver = setInterval(() => void this.saveReadings(), savesEveryMs).unref();
    this.#schedule();
  }

  /** Ends all waits, so that a stopping server can respond. */
  endWaits(): void {
    this.#isStopped = true;
    this.#advanced.emit('advance');
  }

  async stop(): Promise<void> {
    this.endWaits();
    this.#unsubscribe?.();
    clearInterval(this.#timer);
    clearInterval(this.#saver);
    clearTimeout(this.#pause);
    await this.#running;
    await this.saveReadings();
  }

  /** Notes what an API key has read, for the page of its connection. */
  noteReading(keyId: string, reading: Reading): void {
    this.#readings.set(keyId, reading);
  }

  async saveReadings(): Promise<void> {
    const readings = this.#readings;
    if (readings.size === 0) return;
    this.#readings = new Map();
    try {
      await transaction(this.#db, system, (tx) => saveReadings(tx, readings));
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Waits until there are numbers above the given one, the time is over or the client disconnects. */
  async wait({ history, head, ms, signal }: Wait): Promise<void> {
    const isOver = () =>
      this.#isStopped ||
      signal.aborted ||
      (this.#state !== undefined && (this.#state.head > head || this.#state.history !== history));
    // A replica may be behind this server.
    const pause = AbortSignal.timeout(pauseMs);
    await aborted(AbortSignal.any([pause, signal]));
    if (isOver()) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#advanced.off('advance', check);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const check = () => {
        if (isOver()) end();
      };
      const timer = setTimeout(end, ms - pauseMs);
      this.#advanced.on('advance', check);
      signal.addEventListener('abort', end);
    });
  }

  readonly #schedule = (): void => {
    if (this.#isStopped) return;
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#running = this.#number();
    }, pauseMs);
  };

  async #number(): Promise<void> {
    await this.#running;
    try {
      const state = await transaction(this.#db, system, numberChanges);
      const isNew = state.head !== this.#state?.head || state.history !== this.#state?.history;
      this.#state = state;
      if (isNew) this.#advanced.emit('advance');
    } catch (error) {
      // The next commit or the timer tries again.
      this.#onFailure(error);
    }
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
