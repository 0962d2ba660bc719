import { EventEmitter } from 'node:events';
import type { Permission } from '@aisle/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db/db.ts';

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
  notify(): void {
    this.#signal.emit('events');
  }

  /** Calls back after each commit, until the function that it gives is called. */
  onPoke(listener: () => void): () => void {
    this.#signal.on('events', listener);
    return () => this.#signal.off('events', listener);
  }
}

/** Stores an event in the transaction that causes it, so that it is sent only if that commits. */
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
  /** Facts of this moment for readers of the change log. */
  snapshot?: RawBuilder<unknown>;
}
/** The same for every row of `from`, as part of the statement that writes these rows. */
export const announceRows = (event: RowEvent, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO changes (resource, action, record_id, location_id, permission, data, snapshot)
  SELECT ${event.topic}::text, ${event.action}::text, ${event.recordId}, ${event.locationId},
    ${event.permission}::text, ${event.data ?? sql`NULL::jsonb`},
    ${event.snapshot ?? sql`NULL::jsonb`} ${from}`;
