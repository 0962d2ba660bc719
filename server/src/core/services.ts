import type { ChangeFeed } from './changes/change-feed.ts';
import type { Tx } from './db/db.ts';
import type { Seals } from './db/seals/seals.ts';
import type { Storage } from './files/storage.ts';
import type { Actor, Actors } from './http/actor.ts';
import type { CodeGuesses } from './http/limits/code-guesses.ts';
import type { LiveEvents } from './live-events.ts';
import type { Settings } from './settings.ts';

/** Services that live as long as the server and belong to no single resource. */
export interface Services {
  settings: Settings;
  actors: Actors;
  codeGuesses: CodeGuesses;
  storage: Storage;
  seals: Seals;
  /** Signs unsubscribe links. */
  unsubscribeKey: Buffer;
  /** Identify this installation to push services, in base64url. */
  pushKeys: { publicKey: string; privateKey: string };
  liveEvents: LiveEvents;
  changeFeed: ChangeFeed;
  /** Opens a transaction as an actor or as the system, for routes with `outside` that wait before they write. */
  inTransaction<Result>(actor: Actor | null, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** For failures that don't fail the request. */
  log: Record<'error' | 'info', (details: object, message: string) => void>;
}
