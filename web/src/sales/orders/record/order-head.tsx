import { formatMoney } from '@aisle/contract/core/money';
import { isOpen } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { CustomerLink } from '../../../links/customers/customer-link.tsx';
import { LocationLink } from '../../../links/locations/location-link.tsx';
import { OrderStatus } from '../../../links/sales/order-status.tsx';
import { PhoneLink } from '../../../ui/record/contact.tsx';
import type { Fact } from '../../../ui/record/record-head.tsx';
import { StatusBadge } from '../../../ui/values/status-badge.tsx';
import { dayText, midSentence, slotText, timeText } from '../../../ui/values/when.ts';
import { OrderFlags } from '../order-flags.tsx';
import classes from './order-record.module.css';

type Payment = Order['payments'][number];

/** The unpaid amount in cents. */
const dueOf = ({ payments }: Pick<Order, 'payments'>): number =>
  payments.filter(({ status }) => status === 'due').reduce((sum, { amount }) => sum + amount, 0);

/** The status of an order, its due or refunded amount, and its flags. */
export function OrderBadges({ order }: { order: Order }) {
  const { headlineStatus, status, dispatchStatus, comingBackFrom, fulfilment } = order;
  // A refund or return must not hide whether the order was delivered or cancelled.
  const isStatusHidden = headlineStatus !== status && headlineStatus !== dispatchStatus;
  return (
    <span className={`row wrap ${classes.badges}`}>
      {isStatusHidden && <OrderStatus status={status} fulfilment={fulfilment} />}
      {/* The money badge beside it already shows a completed refund with its amount. */}
      {comingBackFrom ? (
        <StatusBadge family="waiting" label={`${comingBackFrom} is bringing it back`} />
      ) : (
        headlineStatus !== 'refunded' && <OrderStatus status={headlineStatus} fulfilment={fulfilment} />
      )}
      {!comingBackFrom && <MoneyBadge order={order} />}
      <OrderFlags order={order} />
    </span>
  );
}

function MoneyBadge({ order }: { order: Order }) {
  const due = formatMoney(dueOf(order));
  if (dueOf(order) > 0) {
    if (order.status === 'delivered') return <StatusBadge family="bad" label={`${due} unpaid`} />;
    const isCash = order.paymentType === 'cashOnDelivery';
    return <StatusBadge family="waiting" label={isCash ? `Collect ${due} cash` : `${due} due`} />;
  }
  if (order.refunded === 0) return null;
  return <StatusBadge family="off" label={`Refunded ${formatMoney(order.refunded)}`} />;
}

/** "Cash on delivery" beside the badge with the due amount, "Paid $119.74 by card", or "No charge", as for a replacement: the payments as they are. */
export function chargeText(order: Pick<Order, 'total' | 'paymentType' | 'fulfilment' | 'payments'>): string {
  const { total, paymentType, fulfilment, payments } = order;
  if (total === 0) return 'No charge';
  const due = dueOf(order);
  const part = (cents: number) =>
    cents === total ? formatMoney(total) : `${formatMoney(cents)} of ${formatMoney(total)}`;
  if (due > 0) {
    const cash = fulfilment === 'pickup' ? 'Cash at pickup' : 'Cash on delivery';
    const method = paymentType === 'cashOnDelivery' ? cash : 'Card';
    return due === total ? method : `${formatMoney(total)} in total, ${method.toLowerCase()}`;
  }
  const [paid, authorised] = (['captured', 'authorised'] as const).map((state) =>
    payments.filter(({ status }) => status === state),
  );
  if (authorised!.length > 0) return `${part(sumOf(authorised!))} authorized on card`;
  if (paid!.length > 0) return `Paid ${part(sumOf(paid!))} ${paidWith(paid!)}`.trimEnd();
  return `${formatMoney(total)}, not charged`;
}
const sumOf = (payments: readonly Payment[]): number => payments.reduce((sum, { amount }) => sum + amount, 0);

const paidWords: Record<string, string> = { cash: 'cash', coins: 'with coins' };
/** Empty for several ways of payment, which the payment panel lists. */
function paidWith(payments: readonly Payment[]): string {
  const ways = new Set(payments.map(({ provider }) => paidWords[provider ?? ''] ?? 'by card'));
  return ways.size === 1 ? [...ways][0]! : '';
}

/** The name of the promised time. The balance due is about money. */
export const dueLabel = ({ fulfilment }: Pick<Order, 'fulfilment'>): string =>
  fulfilment === 'pickup' ? 'Ready by' : 'Deliver by';

/** The second line of the record: customer, fulfillment, times and amount. */
export function summaryOf(order: Order): Fact[] {
  const { customer, slot, timeZone } = order;
  const place = <LocationLink id={order.locationId} name={order.locationName} />;
  const isPickup = order.fulfilment === 'pickup';
  const due = slotText(slot, timeZone);
  return [
    ['Customer', <CustomerLink key="customer" id={customer._id} name={customer.name} />],
    ['Phone', <PhoneLink key="phone" phone={customer.phone} />],
    ['Fulfillment', isPickup ? <>Pickup at {place}</> : <>Delivery from {place}</>],
    [dueLabel(order), isOpen(order.status) && (slot ? `${dueLabel(order)} ${midSentence(due)}` : due)],
    [
      'Placed',
      <span key="placed">
        Placed {midSentence(dayText(order.createdAt, timeZone))}, {timeText(order.createdAt, timeZone)}
      </span>,
    ],
    ['Total', chargeText(order)],
  ];
}
