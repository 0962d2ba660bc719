import { type Database, system, transaction } from '../../core/db/db.ts';
import type { Gateway, GatewayName } from './gateway.ts';
import { claimDueEvent, finishEvent, insertEvents, postponeEvent } from './gateway-events.queries.ts';

/** Something that happened at a gateway. Its object is read anew, because events come late, repeatedly and in any order. */
export interface GatewayEvent {
  id: string;
  type: string;
  objectId: string;
  /** The connected account of a location; null for the marketplace's own. */
  account: string | null;
  createdAt: string;
}

export interface EventSource {
  /** Reads a message; undefined unless the gateway signed it just now. */
  read(body: Buffer, signature: string): GatewayEvent | undefined;
  /** The events of the last weeks that weren't delivered. */
  undelivered(): AsyncIterable<GatewayEvent>;
}

interface Happening {
  db: Database;
  gateway: Gateway;
  event: GatewayEvent;
}
/**
 * Handlers for events, by type. Applying an event twice must change nothing. If a handler throws, its event is applied again
 * later. Types without a handler are stored and ignored.
 */
export type EventHandlers = Readonly<Record<string, (happening: Happening) => Promise<void>>>;

const waitSeconds = (attempts: number) => Math.min(5 * 2 ** Math.min(attempts, 12), 6 * 3600);

/** Applies the stored events until none is due. No transaction is open while a gateway answers. */
export async function applyEvents(
  db: Database,
  gateways: readonly Gateway[],
  handlers: EventHandlers,
): Promise<void> {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]));
  for (;;) {
    const event = await transaction(db, system, (tx) => claimDueEvent(tx, [...byName.keys()]));
    if (!event) return;
    try {
      await handlers[event.type]?.({ db, gateway: byName.get(event.provider)!, event });
      await transaction(db, system, (tx) => finishEvent(tx, event));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const seconds = waitSeconds(event.attempts);
      await transaction(db, system, (tx) => postponeEvent(tx, event, { seconds, problem }));
    }
  }
}

/** Stores an event once. It is applied after the commit. */
export const storeEvent = (db: Database, provider: GatewayName, event: GatewayEvent): Promise<void> =>
  transaction(db, system, (tx) => insertEvents(tx, provider, [event]));

const batch = 100;

/** Stores the events that gateways couldn't deliver, for example because no server was running. */
export async function readMissedEvents(db: Database, gateways: readonly Gateway[]): Promise<void> {
  for (const { name, events } of gateways) {
    if (!events) continue;
    let found: GatewayEvent[] = [];
    const store = async () => {
      if (found.length > 0) await transaction(db, system, (tx) => insertEvents(tx, name, found));
      found = [];
    };
    for await (const event of events.undelivered()) {
      found.push(event);
      if (found.length === batch) await store();
    }
    await store();
  }
}
