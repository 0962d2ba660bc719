import { z } from 'zod';
import { Id, Instant } from '../../core/fields.ts';

/**
 * `GET /api/v2/events` is a stream of server-sent events, read by fetch with the usual headers. Each `data:`
 * line is one LiveMessage as JSON, or as a JWE where the client sent its key. The `id:` line is the position:
 * sent back as Last-Event-ID it goes on behind it; the first one comes before any event. Without it the stream
 * begins with what happened in the last ten seconds, or in as many milliseconds as `?since=` says, so that
 * nothing is missed between reading a list and listening to its changes. An event named `reset` (without a message) says that what
 * was missed is no longer known: fetch again whatever is shown. Lines that begin with a colon mean nothing.
 */
export const eventsPath = '/events';
export const sinceParameter = 'since';
export const defaultSinceMs = 10_000;

export const LiveMessage = z.object({
  /** The resource, as query keys name it: 'orders', 'stock', 'jobs'. */
  topic: z.string(),
  action: z.string(),
  recordId: Id.nullable(),
  locationId: Id.nullable(),
  /** Data that a screen can show at once, by topic; for `jobs`: status, done, total. */
  data: z.unknown(),
  at: Instant,
});
export type LiveMessage = z.infer<typeof LiveMessage>;

/** Resources that change with a topic besides the one that it names. */
const alsoChanged: Record<string, readonly string[]> = {
  stock: ['inventory', 'expiry'],
  // The status of a checkout is that of its orders, and orders earn coins.
  orders: ['mainOrders', 'coins'],
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
