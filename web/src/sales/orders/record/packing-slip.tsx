import { formatDateTime } from '@aisle/contract/core/dates';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatPhone } from '@aisle/contract/core/phones';
import { pluralize } from '@aisle/contract/core/pluralize';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { lineOutcome, quantityInBag } from '@aisle/contract/sales/orders/line-outcome';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import { useBrand } from '../../../core/session/installation.ts';
import { slotText } from '../../../ui/values/when.ts';
import classes from '../orders.module.css';
import { OrderTotals } from './order-lines.tsx';

/** The contents of the bags; only visible in print. */
export function PackingSlip({ order }: { order: Order }) {
  const brand = useBrand();
  const { customer, address } = order;
  const packed = order.lines.filter((line) => quantityInBag(line) > 0);
  const missing = order.lines.filter((line) => quantityInBag(line) === 0);
  const fate = (line: OrderLine) => lineOutcome(line, order.lines);
  const due = order.total - order.paid;
  return (
    <div className={classes.slip} aria-hidden>
      <header>
        <div>
          <b>{brand}</b>
          <div>{order.locationName}</div>
        </div>
        <div>
          <b className={classes.slipNumber}>{order.number}</b>
          {order.bags && <div>{pluralize(order.bags, 'bag')}</div>}
          <div>{formatDateTime(order.createdAt, order.timeZone)}</div>
        </div>
      </header>
      <div className={classes.slipPeople}>
        <div>
          <b>{customer.name}</b>
          <div>{formatPhone(customer.phone)}</div>
        </div>
        <div>
          <b>{order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}</b>
          <div>{slotText(order.slot, order.timeZone)}</div>
          {address && (
            <div>
              {address.line1}
              {address.line2 && `, ${address.line2}`}, {address.city}, {address.state} {address.postalCode}
            </div>
          )}
        </div>
      </div>
      {order.note && <p>Note: {order.note}</p>}
      <table>
        <thead>
          <tr>
            <th>Quantity</th>
            <th>Item</th>
            <th>Price</th>
            <th>Total</th>
          </tr>
        </thead>
        <tbody>
          {packed.map((line) => (
            <tr key={line._id}>
              <td>{formatQuantity(quantityInBag(line), countedIn(line))}</td>
              <td>
                {itemName(line)} <small>{line.sku}</small>
                {fate(line) && <small> ({fate(line)})</small>}
              </td>
              <td>{formatMoney(line.unitPrice)}</td>
              <td>{formatMoney(line.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.length > 0 && (
        <p>
          <b>Not in the bag</b>
          {missing.map((line) => (
            <span key={line._id} className={classes.slipMissing}>
              {formatQuantity(line.quantity, countedIn(line))} {itemName(line)} ({fate(line)})
            </span>
          ))}
        </p>
      )}
      <OrderTotals order={order} />
      <p>
        {paymentLabel(order.paymentType, order.fulfilment)}
        {due > 0 ? `: ${formatMoney(due)} to be paid` : ': paid'}
      </p>
    </div>
  );
}
