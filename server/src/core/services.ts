import type { Tx } from './db/db.ts';
import type { Seals } from './db/seals/seals.ts';
import type { Storage } from './files/storage.ts';
import type { Actor, Actors } from './http/actor.ts';
import type { LiveEvents } from './live-events.ts';
import type { Settings } from './settings.ts';

/** What lives as long as the server and is not of any one resource. */
export interface Services {
  settings: Settings;
  actors: Actors;
  storage: Storage;
  seals: Seals;
  /** Signs the links that unsubscribe. */
  unsubscribeKey: Buffer;
  liveEvents: LiveEvents;
  /** For routes that wait `outside` a transaction first: what they write then, as somebody or as the system itself. */
  inTransaction<Result>(actor: Actor | null, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** For failures that don't fail the request. */
  log: Record<'error' | 'info', (details: object, message: string) => void>;
}
