import { EventEmitter } from 'node:events';
import type { Permission } from '@aisle/contract/permissions';
import type { Tx } from './db.ts';

/** Something that screens show has changed. */
export interface LiveEvent {
  /** The resource, as query keys name it: 'orders', 'stock'. */
  topic: string;
  action: string;
  recordId?: string;
  /** Left out: for everybody with the permission. */
  locationId?: string;
  permission: Permission;
  /** For this person alone. */
  userId?: string;
  data?: unknown;
}

/** Tells the streams of this server to look for new events; other servers look every second. */
export class LiveEvents {
  readonly #signal = new EventEmitter().setMaxListeners(0);

  /** Called after a commit: whatever it wrote can be read now. */
  poke(): void {
    this.#signal.emit('events');
  }

  /** Calls back after each commit, until the function that it gives is called. */
  onPoke(listener: () => void): () => void {
    this.#signal.on('events', listener);
    return () => this.#signal.off('events', listener);
  }
}

/** Notes an event in the transaction that it tells of. */
export async function announce(tx: Tx, event: LiveEvent): Promise<void> {
  await tx
    .insertInto('live_events')
    .values({
      topic: event.topic,
      action: event.action,
      record_id: event.recordId ?? null,
      location_id: event.locationId ?? null,
      permission: event.permission,
      user_id: event.userId ?? null,
      data: event.data === undefined ? null : JSON.stringify(event.data),
    })
    .execute();
}
