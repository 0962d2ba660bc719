import { z } from 'zod';
import { Id, Instant } from '../../core/fields.ts';

/**
 * `GET /api/v2/events` is a stream of server-sent events, read by fetch with the usual headers. Each `data:` line is one
 * LiveMessage as JSON, or as a JWE if the client sent its key. The `id:` line is the position. Sent back as Last-Event-ID, it
 * continues the stream after that position; the first `id:` line comes before any event. Without it, the stream starts with the
 * events of the last ten seconds, or of as many milliseconds as `?since=` contains, so that a client misses nothing between
 * reading a list and listening to its changes. An event named `reset` (without a message) means that missed events are no
 * longer available: read all shown data again. Ignore lines that start with a colon.
 */
export const eventsPath = '/events';
export const sinceParameter = 'since';
export const defaultSinceMs = 10_000;

export const LiveMessage = z.object({
  /** The resource, as in query keys: 'orders', 'stock', 'jobs'. */
  topic: z.string(),
  action: z.string(),
  recordId: Id.nullable(),
  locationId: Id.nullable(),
  /** Data for immediate display, depending on the topic. For `jobs`: status, done, total. */
  data: z.unknown(),
  at: Instant,
});
export type LiveMessage = z.infer<typeof LiveMessage>;

/** Resources that change together with a topic, besides the resource of the same name. */
const alsoChanged: Record<string, readonly string[]> = {
  stock: ['inventory', 'expiry'],
  // A checkout derives its status from its orders, orders earn coins, and customers show their orders, refunds and coins.
  orders: ['mainOrders', 'coins', 'customers'],
  coins: ['customers'],
  // A customer shows the current plan, and its timeline shows the tickets.
  subscriptions: ['customers'],
  support: ['customers'],
  // These lists belong to the resource of the records that they change.
  orderBulk: ['orders'],
  orderMessages: ['orders'],
  bulkEdits: ['products', 'subProducts'],
  // The grid of prices and the comparison of assortments belong to locations.
  prices: ['locations'],
};

/** The resources to read again after an event of a topic. Every change also adds an audit entry. */
export const resourcesChangedBy = (topic: string): readonly string[] => [
  ...new Set([topic, ...(alsoChanged[topic] ?? []), 'audit']),
];
