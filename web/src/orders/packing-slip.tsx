import { formatDateTime } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { Order } from '@aisle/contract/orders';
import { useBrand } from '../core/installation.ts';
import { paymentLabel } from '../payments/payment-status.tsx';
import { slotText } from '../ui/when.ts';
import { OrderTotals } from './order-lines.tsx';
import classes from './orders.module.css';

/** What goes into the bag: seen only on paper. */
export function PackingSlip({ order }: { order: Order }) {
  const brand = useBrand();
  const { customer, address } = order;
  const replaced = new Set(order.lines.map(({ substituteFor }) => substituteFor));
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
          <div>{formatDateTime(order.createdAt, order.timeZone)}</div>
        </div>
      </header>
      <div className={classes.slipPeople}>
        <div>
          <b>{customer.name}</b>
          <div>{customer.phone}</div>
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
          {order.lines
            .filter(({ _id }) => !replaced.has(_id))
            .map((line) => (
              <tr key={line._id}>
                <td>{formatQuantity(line.pickedQuantity ?? line.quantity, countedIn(line))}</td>
                <td>
                  {line.name} <small>{line.sku}</small>
                  {line.substituteFor && <small> (substitute)</small>}
                </td>
                <td>{formatMoney(line.unitPrice)}</td>
                <td>{formatMoney(line.total)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <OrderTotals order={order} />
      <p>
        {paymentLabel(order.paymentType)}
        {due > 0 ? `: ${formatMoney(due)} to be paid` : ': paid'}
      </p>
    </div>
  );
}
