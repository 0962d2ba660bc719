import { formatMoney } from '@aisle/contract/core/money';
import type { Return } from '@aisle/contract/sales/returns/returns';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { LocationLink } from '../../links/locations/location-link.tsx';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { OrderStatus } from '../../links/sales/order-status.tsx';
import { ReturnStatus } from '../../links/sales/return-status.tsx';
import { PhoneLink } from '../../ui/record/contact.tsx';
import type { Fact } from '../../ui/record/record-head.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { kindLabels } from './return-labels.ts';
import classes from './returns.module.css';

/** The status of a return and of its refund. */
export function ReturnBadges({ request: { status, refund } }: { request: Return }) {
  return (
    <span className={`row wrap ${classes.badges}`}>
      <ReturnStatus status={status} />
      {refund &&
        (refund.status === 'refunded' ? (
          <StatusBadge family="off" label={`Refunded ${formatMoney(refund.amount)}`} />
        ) : (
          <OrderStatus status={refund.status} />
        ))}
    </span>
  );
}

/** The second line of the record: customer, order, location and time. */
export function summaryOf({ kind, order, customer, locationId, locationName, ...request }: Return): Fact[] {
  return [
    ['Customer', <CustomerLink key="customer" id={customer._id} name={customer.name} />],
    ['Phone', <PhoneLink key="phone" phone={customer.phone} />],
    [
      'Order',
      <span key="order">
        {kindLabels[kind]} of <OrderLink id={order._id} number={order.number} />
      </span>,
    ],
    ['Location', <LocationLink key="location" id={locationId} name={locationName} />],
    [
      'Requested',
      <span key="requested">
        Requested <DateText value={request.createdAt} withTime isWithin timeZone={request.timeZone} />
      </span>,
    ],
  ];
}
