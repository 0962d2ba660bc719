import { dayIn } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { Order, OrderLine } from '@aisle/contract/orders';
import { RateLink } from '../locations/rates/rate-link.tsx';
import { rateText } from '../ui/rate-text.ts';
import classes from './orders.module.css';

/** What was ordered, picked and weighed, with what it comes to. */
export function OrderLines({ order }: { order: Order }) {
  const byId = new Map(order.lines.map((line) => [line._id, line]));
  const standIns = new Map(order.lines.map((line) => [line.substituteFor, line]));
  return (
    <>
      <div className={classes.linesScroll}>
        <table className={classes.lines}>
          <thead>
            <tr>
              <th>Item</th>
              <th className={classes.right}>Ordered</th>
              <th className={classes.right}>Picked</th>
              <th className={classes.right}>Price</th>
              <th className={classes.right}>Total</th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <Line
                key={line._id}
                order={order}
                line={line}
                standIn={standIns.get(line._id)}
                original={line.substituteFor ? byId.get(line.substituteFor) : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      <OrderTotals order={order} />
    </>
  );
}

const taxText = ({ taxRate }: OrderLine): string =>
  taxRate === 0 ? 'no tax' : `with ${rateText(taxRate)} tax`;

interface LineProps {
  order: Order;
  line: OrderLine;
  /** What is delivered in its place. */
  standIn: OrderLine | undefined;
  /** In whose place it is delivered. */
  original: OrderLine | undefined;
}
function Line({ order, line, standIn, original }: LineProps) {
  const isReplaced = standIn !== undefined;
  const { pickedQuantity, quantity, unit } = line;
  const counted = countedIn(line);
  const isShort = pickedQuantity !== null && pickedQuantity < quantity && !isReplaced;
  return (
    <tr data-off={isReplaced || undefined}>
      <td>
        <span className={classes.lineName}>{line.name}</span>
        <span className={classes.lineSku}>
          {line.sku}
          {line.substituteFor && ` · in place of ${original?.name ?? 'another item'}`}
          {standIn && ` · replaced by ${standIn.name}`}
          {line.addedByStaff && !line.substituteFor && ' · added by staff'}
        </span>
        {line.note && <span className={classes.lineNote}>“{line.note}”</span>}
      </td>
      <td className={classes.right}>{formatQuantity(quantity, counted)}</td>
      <td className={classes.right}>
        {pickedQuantity === null ? (
          <span aria-hidden>–</span>
        ) : (
          <span className={isShort ? classes.short : undefined}>
            {formatQuantity(pickedQuantity, counted)}
            {isShort && <span className="visually-hidden"> (less than ordered)</span>}
            {line.soldByWeight && <small> weighed</small>}
          </span>
        )}
      </td>
      <td className={classes.right}>
        {formatMoney(line.unitPrice)}
        {line.soldByWeight && <small> / {unit}</small>}
      </td>
      <td className={classes.right}>
        {formatMoney(line.total)}
        <small className={classes.lineSku}>
          <RateLink
            subProductId={line.subProductId}
            locationId={order.locationId}
            day={dayIn(order.timeZone, new Date(order.createdAt))}
            charged={line.taxRate}
            label={`${taxText(line)}: why is that so for ${line.name}?`}
          >
            {taxText(line)}
          </RateLink>
        </small>
        {line.discount > 0 && <small className={classes.lineSku}>{formatMoney(-line.discount)} off</small>}
      </td>
    </tr>
  );
}

export function OrderTotals({ order }: { order: Order }) {
  const rows: [string, number][] = [
    ['Items', order.itemsTotal],
    ...(order.discountTotal > 0 ? ([['Discounts', -order.discountTotal]] as [string, number][]) : []),
    ['Tax', order.taxTotal],
    ...(order.fulfilment === 'delivery' ? ([['Delivery', order.deliveryFee]] as [string, number][]) : []),
  ];
  return (
    <dl className={classes.totals}>
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
      <div className={classes.grand}>
        <dt>Total</dt>
        <dd>{formatMoney(order.total)}</dd>
      </div>
    </dl>
  );
}
