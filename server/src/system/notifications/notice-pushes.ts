import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { noticeTitles, type TicketNotice } from '@aisle/contract/system/notifications';
import type { StoredChange } from '../../core/changes/change-reader.ts';
import type { Tx } from '../../core/db/db.ts';
import { type PushNotice, queuePushes } from '../push/push.queries.ts';
import { type NewOrder, newOrders } from './notice-pushes.queries.ts';

/** After a restore, changes can be read a second time. By then, old ones are no news. */
const maxAgeMs = 3_600_000;

/** Notifies users of orders that became ready to be picked. */
export async function pushNewOrders(tx: Tx, changes: readonly StoredChange[]): Promise<void> {
  const placed = changes.filter(
    ({ resource, at, snapshot }) =>
      resource === 'orders' && wasJustPlaced(snapshot) && Date.parse(at) > Date.now() - maxAgeMs,
  );
  if (placed.length === 0) return;
  const authors = new Map(placed.map(({ recordId, actorId }) => [recordId, actorId]));
  const orders = await newOrders(
    tx,
    placed.map(({ locationId, recordId }) => ({ locationId, recordId })),
  );
  const locations = Map.groupBy(orders, ({ locationId }) => locationId);
  const notices = [...locations.values()].map((own) => ({
    ...contentOf(own),
    kind: 'newOrder' as const,
    userId: null,
    // Several at once are from several customers.
    exceptUserId: own.length === 1 ? (authors.get(own[0]!.id) ?? null) : null,
    locationId: own[0]!.locationId,
    permission: 'order_list' as const,
  }));
  await queuePushes(tx, notices);
}

/** One notification for a single order, and one for all that came in at a location at the same time. */
function contentOf(orders: readonly NewOrder[]): Pick<PushNotice, 'title' | 'body' | 'url' | 'tag'> {
  const [{ id, number, locationId, locationName, unitCount, total }] = orders as [NewOrder];
  if (orders.length > 1) {
    const title = `${orders.length} new orders`;
    return { title, body: locationName, url: '/orders/queue', tag: `orders-${locationId}` };
  }
  return {
    title: `New order ${number}`,
    body: `${locationName}: ${pluralize(unitCount, 'unit')}, ${formatMoney(total)}`,
    url: `/orders/view/${id}`,
    tag: `order-${id}`,
  };
}

/** An undone step also leads back to this status, but from the next one. */
function wasJustPlaced(snapshot: unknown): boolean {
  if (typeof snapshot !== 'object' || snapshot === null || !('events' in snapshot)) return false;
  const events = snapshot.events as readonly { kind: string; from: string | null; to: string | null }[];
  return events.some(
    ({ kind, from, to }) => kind === 'order' && to === 'orderPlaced' && from !== 'processing',
  );
}

/** A notice about a ticket, which concerns only the agent of the ticket. */
export interface OpenedTicketNotice extends Pick<TicketNotice, 'kind' | 'ticketId' | 'number'> {
  userId: string;
  locationId: string | null;
}
export async function pushTicketNotices(tx: Tx, opened: readonly OpenedTicketNotice[]): Promise<void> {
  const notices = opened.map(({ kind, ticketId, number, userId, locationId }) => ({
    title: noticeTitles[kind](number),
    // Customers write the subject, so it isn't shown.
    body: '',
    url: `/supports/${ticketId}`,
    tag: `ticket-${ticketId}`,
    kind,
    userId,
    exceptUserId: null,
    locationId,
    permission: 'support_list' as const,
  }));
  await queuePushes(tx, notices);
}
