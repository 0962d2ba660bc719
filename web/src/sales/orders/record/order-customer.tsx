import { kmToMiles } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { CustomerLink } from '../../../links/customers/customer-link.tsx';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { AddressText, EmailLink, PhoneLink } from '../../../ui/record/contact.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import classes from './order-record.module.css';

/** The customer's contact details, address and other orders. */
export function OrderCustomer({ order }: { order: Order }) {
  const { customer, address, distanceKm } = order;
  return (
    <Panel title="Customer">
      <div className={`grid gap-1 break-anywhere ${classes.person}`}>
        <span>
          <CustomerLink id={customer._id} name={customer.name} />
        </span>
        {customer.accountName && (
          <span className="text-sm secondary">Ordered with the account of {customer.accountName}</span>
        )}
        <span>
          <PhoneLink phone={customer.phone} />
        </span>
        {customer.email && (
          <span>
            <EmailLink email={customer.email} />
          </span>
        )}
        {address && (
          <address style={{ fontStyle: 'normal' }}>
            <AddressText address={address} />
            {distanceKm !== null && (
              <span className="text-sm secondary"> · {kmToMiles(distanceKm).toFixed(1)} mi</span>
            )}
          </address>
        )}
        <EarlierOrders order={order} />
      </div>
    </Panel>
  );
}

/** "20 orders", which expands to the latest ones. */
function EarlierOrders({ order: { customer, timeZone } }: { order: Order }) {
  const { earlierOrders, recent } = customer;
  if (earlierOrders === 0) return <span className="text-sm secondary">First order</span>;
  const words = earlierOrders >= 100 ? 'More than 100 orders' : `${earlierOrders + 1} orders`;
  return (
    <details className={classes.orders}>
      <summary>{words}</summary>
      <ul aria-label="Earlier orders">
        {recent.map((one) => (
          <li key={one._id}>
            <OrderLink id={one._id} number={one.number} />
            <span>
              <DateText value={one.createdAt} timeZone={timeZone} /> · {formatMoney(one.total)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
