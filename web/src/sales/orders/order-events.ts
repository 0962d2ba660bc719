import type { Order, OrderEvent } from '@aisle/contract/sales/order-view';
import { statusFamily, statusLabel } from '../../links/order-status.tsx';
import type { TimelineEvent } from '../../ui/timeline.tsx';

/** Ids grow with time: they settle what happened within one moment. */
export const newestFirst = (events: readonly OrderEvent[]): OrderEvent[] =>
  [...events].sort((a, b) => b.at.localeCompare(a.at) || b._id.localeCompare(a._id));

const dispatch = 'Delivery: ';
function titleOf({ kind, from, to }: OrderEvent): string {
  if (kind === 'lines') return 'Lines changed';
  if (kind === 'return' && to === null) return 'Driver for a return';
  if (kind === 'note' || to === null) return 'Note';
  if (from === null && kind === 'order') return 'Placed';
  if (kind === 'order' && to === 'orderPlaced') return 'Accepted';
  if (kind === 'order' && from === 'outOfDelivery' && to === 'awaitingForDelivery') return 'Failed attempt';
  if (kind === 'dispatch') return dispatch + statusLabel(to).toLowerCase();
  return statusLabel(to);
}

/** What happened to an order, the newest first, in words. */
export const timelineOf = (order: Order): TimelineEvent[] =>
  newestFirst(order.events).map((event) => ({
    id: event._id,
    at: event.at,
    title: titleOf(event),
    who: event.by,
    note: event.note,
    family: event.to ? statusFamily(event.to) : 'off',
  }));
