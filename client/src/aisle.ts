import { callsOf } from './calls.ts';
import { Connection, type Options } from './connection.ts';
import { type EventOptions, type LiveEvent, liveEvents } from './events.ts';
import type { Resources } from './generated/resources.ts';
import { routes } from './generated/routes.ts';

/** The API of one server: `aisle.orders.list({ limit: 100 })` calls the route `list` of the resource `orders`. */
export interface Aisle extends Resources {
  /** Live events of everything that the key can see: `for await (const event of aisle.events())`. */
  events(options?: EventOptions): AsyncIterable<LiveEvent>;
}

export function createAisle(options: Options): Aisle {
  const connection = new Connection(options);
  return {
    ...(callsOf(connection, routes) as unknown as Resources),
    events: (eventOptions) => liveEvents(connection, eventOptions),
  };
}
