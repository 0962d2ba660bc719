import type { Sync } from './entries.ts';
import { type Entry, refuseField } from './entries.ts';
import { type FieldKey, type SyncedTime, saveSyncedTimes } from './field-times.queries.ts';

/** How long the change log keeps the fields of a change. */
const loggedDays = 7;

const keyOf = ({ recordId, locationId, field }: FieldKey) => `${recordId} ${locationId ?? ''} ${field}`;

/** The fields whose newest value wins. */
export const newestFields = ({ connection }: Sync): string[] =>
  [...connection.precedence].filter(([, by]) => by === 'newest').map(([field]) => field);

/** A row needs `updatedAt` if the newest value of one of its fields wins. */
export function refuseUndated(
  sync: Sync,
  entries: readonly Entry<{ updatedAt?: string | undefined }>[],
): void {
  const newest = newestFields(sync);
  for (const entry of entries) {
    if (entry.row.updatedAt !== undefined) continue;
    const field = newest.find((one) => (entry.row as Record<string, unknown>)[one] !== undefined);
    if (field) refuseField(entry, 'updatedAt', `Send updatedAt, because the newest ${field} wins`);
  }
}

/**
 * When fields changed last. A write of another system counts with the time that the system sent, so that its rows have the
 * same result in any order.
 */
export class FieldTimes {
  readonly #logged: Map<string, number>;
  readonly #synced: Map<string, SyncedTime>;
  readonly #written: (FieldKey & { changedAt: string })[] = [];

  constructor(logged: readonly (FieldKey & { at: string })[] = [], synced: readonly SyncedTime[] = []) {
    this.#logged = new Map();
    for (const time of logged) {
      const key = keyOf(time);
      this.#logged.set(key, Math.max(this.#logged.get(key) ?? 0, Date.parse(time.at)));
    }
    this.#synced = new Map(synced.map((time) => [keyOf(time), time]));
  }

  /** If the change log no longer has the change, it is as old as the log, or as the last change of the record. */
  changedAt(key: FieldKey, recordChangedAt: string): number {
    const logged = this.#logged.get(keyOf(key));
    const synced = this.#synced.get(keyOf(key));
    if (synced && (logged === undefined || logged <= Date.parse(synced.writtenAt))) {
      return Date.parse(synced.changedAt);
    }
    const horizon = Date.now() - loggedDays * 86_400_000;
    return logged ?? Math.min(Date.parse(recordChangedAt), horizon);
  }

  /** Remembers the time of a value that is written, or newer than an equal stored one. */
  confirm(key: FieldKey, changedAt: string): void {
    this.#written.push({ ...key, changedAt });
  }

  save = (sync: Sync): Promise<void> => saveSyncedTimes(sync.tx, this.#written);
}
