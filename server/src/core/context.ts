import type { Tx } from './db/db.ts';
import type { Actor } from './http/actor.ts';
import type { Services } from './services.ts';

/** What travels with a request: its transaction, who acts, and what lives as long as the server. */
export interface Context {
  tx: Tx;
  actor: Actor;
  services: Services;
  /** Aborted when the client has gone; a job has none. */
  signal?: AbortSignal;
}
