import { formatMoney } from '@aisle/contract/core/money';
import type { OrderDelivery } from '@aisle/contract/sales/dispatch/dispatch';
import { isWithDriver } from '@aisle/contract/sales/dispatch/dispatch-status-groups';
import type { DispatchStatus } from '@aisle/contract/sales/orders/order-flow';
import type { Order, OrderEvent } from '@aisle/contract/sales/orders/order-view';
import { isRefundAnswered } from '@aisle/contract/sales/refunds/refund-status-groups';
import type { Refund } from '@aisle/contract/sales/refunds/refunds';
import { statusFamily, statusLabel } from '../../../links/sales/order-status.tsx';
import { refundMethodText } from '../../../links/sales/refund-status.tsx';
import type { TimelineEvent } from '../../../ui/record/timeline.tsx';

/** IDs increase over time and decide between events at the same moment. */
export const newestFirst = (events: readonly OrderEvent[]): OrderEvent[] =>
  [...events].sort((a, b) => b.at.localeCompare(a.at) || b._id.localeCompare(a._id));

/** The user behind the latest event of a kind. */
export const authorOf = ({ events }: Pick<Order, 'events'>, kind: OrderEvent['kind']): string | undefined =>
  newestFirst(events).find((event) => event.kind === kind)?.by;

type Driver = Pick<OrderDelivery, 'driverName' | 'offeredAt' | 'endedAt'>;
type Words = Pick<TimelineEvent, 'title' | 'note' | 'items' | 'foldsAs'>;
interface EventContext {
  order: Order;
  deliveries: readonly Driver[];
}

const orderTitles: Record<string, string> = {
  orderPlaced: 'Accepted',
  processing: 'Picking started',
  awaitingForDelivery: 'Ready for delivery',
};
const isFailedAttempt = ({ from, to }: OrderEvent) =>
  from === 'outOfDelivery' && to === 'awaitingForDelivery';

function orderTitle(event: OrderEvent, { order }: EventContext): string {
  const { from, to } = event;
  if (from === null) return 'Placed';
  if (isFailedAttempt(event)) return 'Failed attempt';
  if (to === 'delivered' && order.fulfilment === 'pickup') return 'Picked up';
  return orderTitles[to!] ?? statusLabel(to!);
}

/** The driver who had the order or its request at that time. */
function driverAt(at: string, deliveries: readonly Driver[]): string | undefined {
  const candidates = deliveries.filter(
    ({ offeredAt, endedAt }) => offeredAt <= at && (endedAt === null || at <= endedAt),
  );
  return candidates.toSorted((a, b) => b.offeredAt.localeCompare(a.offeredAt))[0]?.driverName;
}

function dispatchWords({ at, from, to }: OrderEvent, { deliveries }: EventContext): Words {
  const driver = driverAt(at, deliveries);
  const foldsAs = 'driver update';
  if (to === 'driverConfirmed') return { title: `${driver ?? 'Driver'} accepted` };
  if (to === 'driverConfirmationPending') return { title: `Request sent to ${driver ?? 'driver'}`, foldsAs };
  if (to === 'driverConfirmationCompleted') return { title: `Handed to ${driver ?? 'the driver'}`, foldsAs };
  const hadDriver = driver && isWithDriver(from as DispatchStatus | null);
  const title = hadDriver && to === 'inQueue' ? `${driver} unassigned` : statusLabel(to!);
  return { title, foldsAs };
}

/** "Refunded $11.58 to card · Peaches bruised, late" */
function refundWords({ to, note }: OrderEvent, refund: Refund | undefined): Words {
  if (!refund) return { title: statusLabel(to!), note };
  const amount = formatMoney(refund.amount);
  const isOver = isRefundAnswered(refund.status);
  if (to === 'refunded') {
    return { title: `Refunded ${amount} ${refundMethodText(refund).toLowerCase()} · ${refund.reason}`, note };
  }
  if (to === 'refundFailed') return { title: `Refund of ${amount} failed`, note };
  const title =
    to === 'refundInitiated' ? `Refund of ${amount} started · ${refund.reason}` : statusLabel(to!);
  // Updates before the final one are collapsed once the refund is settled.
  return { title, ...(isOver && { foldsAs: 'refund update' }) };
}

/** "Milk: 2 instead of 1; Bread: removed and 3 more": one entry per item. A single change is a sentence. */
function itemChanges(note: string | null): Pick<Words, 'note' | 'items'> {
  const items = (note ?? '').replace(/ and (\d+ more)(?=$|, \d+ bags?$)/, '; $1').split('; ');
  return items.length > 1 ? { items } : { note };
}

function wordsOf(event: OrderEvent, known: EventContext): Words {
  const { kind, to, note, about } = event;
  if (event.undo) {
    const undone = wordsOf({ ...event, undo: false, from: to, to: event.from }, known);
    return { ...undone, title: `Undone: ${String(undone.title)}` };
  }
  if (kind === 'lines') {
    return { title: to === 'picked' ? 'Items picked' : 'Items changed', ...itemChanges(note) };
  }
  if (kind === 'details') return { title: 'Details changed', note };
  if (kind === 'owner') return { title: 'Owner changed', note };
  if (kind === 'tags') return { title: 'Tags changed', note };
  if (kind === 'picking') return { title: 'Took over picking', note };
  if (kind === 'note' || (to === null && kind !== 'return')) {
    // What the program writes names the event itself.
    return event.automatic && note ? { title: note } : { title: 'Note', note };
  }
  if (kind === 'order') return { title: orderTitle(event, known), note };
  if (kind === 'dispatch') return { note, ...dispatchWords(event, known) };
  if (kind === 'refund')
    return refundWords(
      event,
      known.order.refunds.find(({ _id }) => _id === about),
    );
  const request = known.order.returns.find(({ _id }) => _id === about)?.number;
  if (to === null) return { title: `${request ?? 'Return'}: driver`, note, foldsAs: 'driver update' };
  return { title: request ? `${request}: ${statusLabel(to).toLowerCase()}` : statusLabel(to), note };
}

/** Past events are never amber, which marks pending ones. */
function familyOf(event: OrderEvent): NonNullable<TimelineEvent['family']> {
  if (event.undo || event.to === null) return 'off';
  if (event.kind === 'order' && isFailedAttempt(event)) return 'bad';
  const family = statusFamily(event.to);
  return family === 'waiting' ? 'working' : family;
}

/** Orders without a staff author come from the storefront; other automatic changes are made by the system. */
const actorOf = ({ kind, from, by }: OrderEvent, { mainOrder }: Order): string =>
  kind === 'order' && from === null && by === 'System' && mainOrder.source !== 'staff' ? 'Storefront' : by;

/** The events of an order as text, newest first. */
export const timelineOf = (order: Order, deliveries: readonly Driver[] = []): TimelineEvent[] =>
  newestFirst(order.events).map((event) => ({
    id: event._id,
    at: event.at,
    who: actorOf(event, order),
    family: familyOf(event),
    ...wordsOf(event, { order, deliveries }),
  }));
