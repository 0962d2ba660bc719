import { EventEmitter } from 'node:events';
import type { Permission } from '@aisle/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db/db.ts';

/** A change of something that screens show. */
export interface LiveEvent {
  /** The resource's name in query keys: 'orders', 'stock'. */
  topic: string;
  action: string;
  recordId?: string;
  /** Omitted for all users with the permission. */
  locationId?: string;
  permission: Permission;
  /** The only user who receives the event. */
  userId?: string;
  data?: unknown;
}

/** Notifies the streams of this server of new events. Other servers check every second. */
export class LiveEvents {
  readonly #signal = new EventEmitter().setMaxListeners(0);

  /** Called after a commit, when its writes are visible. */
  notify(): void {
    this.#signal.emit('events');
  }

  /** Calls the listener after each commit. Returns a function that removes it. */
  onPoke(listener: () => void): () => void {
    this.#signal.on('events', listener);
    return () => this.#signal.off('events', listener);
  }
}

/** Stores an event in the transaction that causes it, so that it is only sent after a commit. */
export async function announce(tx: Tx, event: LiveEvent): Promise<void> {
  await sql`
    INSERT INTO changes (resource, action, record_id, location_id, permission, user_id, data)
    VALUES (${event.topic}, ${event.action}, ${event.recordId ?? null}, ${event.locationId ?? null},
      ${event.permission}, ${event.userId ?? null},
      ${event.data === undefined ? null : JSON.stringify(event.data)})`.execute(tx);
}

interface RowEvent extends Pick<LiveEvent, 'topic' | 'action' | 'permission'> {
  recordId: RawBuilder<unknown>;
  locationId: RawBuilder<unknown>;
  data?: RawBuilder<unknown>;
  /** Facts at the time of the change, for readers of the change log. */
  snapshot?: RawBuilder<unknown>;
}
/** Stores an event for every row of `from`, as part of the statement that writes these rows. */
export const announceRows = (event: RowEvent, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO changes (resource, action, record_id, location_id, permission, data, snapshot)
  SELECT ${event.topic}::text, ${event.action}::text, ${event.recordId}, ${event.locationId},
    ${event.permission}::text, ${event.data ?? sql`NULL::jsonb`},
    ${event.snapshot ?? sql`NULL::jsonb`} ${from}`;
