import type { Seals } from './db/seals.ts';
import type { Storage } from './files/storage.ts';
import type { Actors } from './http/actor.ts';
import type { LiveEvents } from './live-events.ts';
import type { Settings } from './settings.ts';

/** What lives as long as the server and is not of any one resource. */
export interface Services {
  settings: Settings;
  actors: Actors;
  storage: Storage;
  seals: Seals;
  liveEvents: LiveEvents;
  /** For failures that don't fail the request. */
  log: { error(details: object, message: string): void };
}
