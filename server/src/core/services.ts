import type { Actors } from './actor.ts';
import type { LiveEvents } from './live-events.ts';
import type { Seals } from './seals.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';

/** What lives as long as the server and is not of any one resource. */
export interface Services {
  settings: Settings;
  actors: Actors;
  storage: Storage;
  seals: Seals;
  liveEvents: LiveEvents;
}
