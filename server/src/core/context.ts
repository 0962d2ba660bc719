import type { Tx } from './db/db.ts';
import type { Actor } from './http/actor.ts';
import type { Services } from './services.ts';

/** The context of a request: its transaction, its actor and the server's services. */
export interface Context {
  tx: Tx;
  actor: Actor;
  services: Services;
  /** The client address of a request. */
  address?: string;
  /** Aborted when the client disconnects. Jobs have no signal. */
  signal?: AbortSignal;
}
