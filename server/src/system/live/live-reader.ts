// Our own: one reader of the events table serves all streams, in commit order (docs/decisions/0008).
import type { Permission } from '@aisle/contract/permissions';
import { concernsAllLocations } from '@aisle/contract/system/live/changes';
import type { LiveMessage } from '@aisle/contract/system/live/events';
import { type Database, system, transaction } from '../../core/db/db.ts';
import { readEvents } from '../../core/db/replica.ts';
import type { LiveEvents } from '../../core/live-events.ts';
import {
  eventsAfter,
  latestEvents,
  type Position,
  positionNow,
  rightsOfSessions,
  type StoredEvent,
} from './live.queries.ts';

/** An open stream of events: what its user can see, and how to send to it. */
export interface Watcher {
  /** The ID of the user or API key. */
  userId: string;
  /** The ID of the session or API key, whose rights are checked. */
  sessionId: string;
  permissions: ReadonlySet<Permission>;
  locations: readonly string[] | null;
  send(event: StoredEvent): void;
  /** Everything up to this position was sent; a reconnecting stream continues from here. */
  placed(position: Position): void;
  /** Called if events were missed that aren't available anymore. */
  reset(): void;
  end(): void;
}

/** Start of a stream: after its last event, or the given time ago. */
export interface Since {
  after: Position | undefined;
  withinMs: number;
}

/** Number of latest events in memory, for clients that return after a short break. */
const kept = 2000;
const readAtOnce = 1000;
const checkEveryMs = 1000;
const checksAgainAfterMs = 100;
const checksSessionsEvery = 2000;

/** Reads events once for all streams of this server: after each commit here, and every second for those of other servers. */
export class LiveReader {
  readonly #db: Database;
  readonly #events: LiveEvents;
  readonly #log: (error: unknown) => void;
  readonly #watchers = new Set<Watcher>();
  #arriving = 0;
  #recent: StoredEvent[] = [];
  /** Whether events older than those in `#recent` were left out. */
  #isCut = false;
  /** Everything after this position is in `#recent`. */
  #recentFrom: Position = { transaction: 0n, id: 0 };
  #position: Position | undefined;
  /** Milliseconds by which the database's clock is ahead of ours. */
  #clockAhead = 0;
  #reading: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #timers: NodeJS.Timeout[] = [];
  #later: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(db: Database, events: LiveEvents, log: (error: unknown) => void) {
    this.#db = db;
    this.#events = events;
    this.#log = log;
  }

  /** Sends events since then and all new ones, until the returned function is called. */
  async watch(watcher: Watcher, since: Since): Promise<() => void> {
    this.#arriving += 1;
    this.#start();
    await this.#look();
    this.#arriving -= 1;
    if (this.#stopped) watcher.end();
    else this.#catchUp(watcher, since);
    this.#watchers.add(watcher);
    this.#checkTwice();
    return () => {
      this.#watchers.delete(watcher);
      // A stream that is just opening needs the recent events and the next ones.
      if (this.#watchers.size === 0 && this.#arriving === 0) this.#pause();
    };
  }

  stop(): void {
    this.#stopped = true;
    this.#pause();
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }

  #start(): void {
    if (this.#unsubscribe || this.#stopped) return;
    this.#unsubscribe = this.#events.onPoke(() => this.#checkTwice());
    this.#timers = [
      setInterval(() => void this.#look(), checkEveryMs),
      setInterval(() => void this.#checkSessions().catch(this.#log), checksSessionsEvery),
    ];
  }

  /** Without open streams nothing polls; the next stream starts from the database. */
  #pause(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#position = undefined;
    this.#recent = [];
  }

  /** Looks again shortly after, because an open transaction can hold back events until then. */
  #checkTwice(): void {
    void this.#look();
    this.#later ??= setTimeout(() => {
      this.#later = undefined;
      void this.#look();
    }, checksAgainAfterMs);
  }

  /** Calls during a read cause one more read after it, however many there are. */
  #look(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readAll()
      .catch(this.#log)
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    if (!this.#unsubscribe) return;
    do {
      this.#again = false;
      const found = this.#position ? await this.#readOn(this.#position) : await this.#readFirst();
      if (found === readAtOnce) this.#again = true;
    } while (this.#again && !this.#stopped);
  }

  async #readFirst(): Promise<number> {
    await readEvents(this.#db, { ...system, readOnly: true }, async (tx) => {
      const { position: now, at } = await positionNow(tx);
      const recent = await latestEvents(tx, kept);
      // All clients left meanwhile.
      if (!this.#unsubscribe) return;
      this.#clockAhead = at.getTime() - Date.now();
      this.#recent = mergeChanges(recent);
      this.#position = recent.at(-1)?.position ?? now;
      this.#isCut = recent.length === kept;
      this.#recentFrom = this.#isCut ? recent[0]!.position : { transaction: 0n, id: 0 };
    });
    return 0;
  }

  async #readOn(from: Position): Promise<number> {
    const found = await readEvents(this.#db, { ...system, readOnly: true }, (tx) =>
      eventsAfter(tx, from, readAtOnce),
    );
    if (found.length === 0 || this.#position !== from) return 0;
    this.#position = found.at(-1)!.position;
    const events = mergeChanges(found);
    this.#recent.push(...events);
    const over = this.#recent.length - kept;
    if (over > 0) {
      this.#recentFrom = this.#recent.splice(0, over).at(-1)!.position;
      this.#isCut = true;
    }
    for (const event of events) {
      for (const watcher of this.#watchers) if (canSee(watcher, event)) watcher.send(event);
    }
    return found.length;
  }

  #catchUp(watcher: Watcher, since: Since): void {
    const isNews = this.#newsSince(since);
    if (!isNews) watcher.reset();
    else for (const event of this.#recent) if (isNews(event) && canSee(watcher, event)) watcher.send(event);
    if (this.#position) watcher.placed(this.#position);
  }

  /**
   * Returns a filter for the latest events that are new to a client; undefined if it missed events that aren't stored anymore.
   */
  #newsSince({ after, withinMs }: Since): ((event: StoredEvent) => boolean) | undefined {
    if (after) {
      // A position ahead of all events is from another cluster, before a restore.
      const isAhead = this.#position !== undefined && isAfter(after, this.#position);
      if (isAhead || isAfter(this.#recentFrom, after)) return undefined;
      return (event) => isAfter(event.position, after);
    }
    const from = Date.now() + this.#clockAhead - withinMs;
    const isNews = ({ at }: StoredEvent) => Date.parse(at) >= from;
    const isLost = this.#isCut && this.#recent.length > 0 && isNews(this.#recent[0]!);
    return isLost && withinMs > 0 ? undefined : isNews;
  }

  /** Ends streams whose session ended, and updates what the others' users can see. */
  async #checkSessions(): Promise<void> {
    const watchers = [...this.#watchers];
    if (watchers.length === 0) return;
    const rights = await transaction(this.#db, { ...system, readOnly: true }, (tx) =>
      rightsOfSessions(
        tx,
        watchers.map(({ sessionId }) => sessionId),
      ),
    );
    for (const watcher of watchers) {
      const now = rights.get(watcher.sessionId);
      if (now) Object.assign(watcher, now);
      else watcher.end();
    }
  }
}

/** Whether the first position comes after the second. */
const isAfter = (a: Position, b: Position): boolean =>
  a.transaction > b.transaction || (a.transaction === b.transaction && a.id > b.id);

function canSee(watcher: Watcher, event: StoredEvent): boolean {
  if (event.userId !== null && event.userId !== watcher.userId) return false;
  if (event.permission !== null && !watcher.permissions.has(event.permission as Permission)) return false;
  if (watcher.locations === null) return true;
  return event.locationId === null
    ? concernsAllLocations(event.topic)
    : watcher.locations.includes(event.locationId);
}

/**
 * Merges the changes of many records in one transaction, such as an import, so that screens reload their list once. The merged
 * event takes the last position.
 */
export function mergeChanges(events: readonly StoredEvent[]): StoredEvent[] {
  const merged = new Map<string, StoredEvent>();
  for (const event of events) {
    const { position, topic, action, recordId, locationId, permission, userId, isRecordChange, data } = event;
    const key =
      isRecordChange && data === null
        ? `${position.transaction} ${topic} ${action} ${locationId} ${permission} ${userId}`
        : `${position.id}`;
    const earlier = merged.get(key);
    merged.delete(key);
    merged.set(key, earlier && earlier.recordId !== recordId ? { ...event, recordId: null } : event);
  }
  return [...merged.values()];
}

/** Users of certain locations don't get the ID of a record without a location, since they might not see the record. */
export const toMessage = (
  { topic, action, recordId, locationId, isRecordChange, data, at }: StoredEvent,
  locations: readonly string[] | null,
): LiveMessage => ({
  topic,
  action,
  recordId: locations !== null && locationId === null && isRecordChange ? null : recordId,
  locationId,
  data,
  at,
});
