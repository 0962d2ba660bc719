import { dayIn } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { fateOf, inTheBag } from '@aisle/contract/line-fate';
import type { OrderLine } from '@aisle/contract/order-lines';
import type { Order } from '@aisle/contract/order-view';
import { RateLink } from '../locations/rates/rate-link.tsx';
import { rateText } from '../ui/rate-text.ts';
import classes from './orders.module.css';

/** What was ordered, picked and weighed, with what it comes to. */
export function OrderLines({ order }: { order: Order }) {
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
              <Line key={line._id} order={order} line={line} />
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

function Line({ order, line }: { order: Order; line: OrderLine }) {
  const { pickedQuantity, quantity, unit } = line;
  const counted = countedIn(line);
  const isOff = inTheBag(line) === 0;
  const isShort = pickedQuantity !== null && pickedQuantity < quantity && !isOff;
  const fate = fateOf(line, order.lines);
  return (
    <tr data-off={isOff || undefined}>
      <td>
        <span className={classes.lineName}>{line.name}</span>
        <span className={classes.lineSku}>
          {line.sku}
          {line.addedByStaff && !line.substituteFor && ' · added by staff'}
        </span>
        {fate && (
          <span className={classes.lineFate}>{fate.replace(/^./, (letter) => letter.toUpperCase())}</span>
        )}
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
