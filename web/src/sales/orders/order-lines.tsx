import { dayIn } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { fateOf, inTheBag } from '@aisle/contract/sales/line-fate';
import type { OrderLine } from '@aisle/contract/sales/order-lines';
import type { Order } from '@aisle/contract/sales/order-view';
import { ExplainRateButton } from '../../locations/locations/rates/explain-rate-button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { rateText } from '../../ui/rate-text.ts';
import classes from './orders.module.css';

const taxText = ({ taxRate }: OrderLine): string =>
  taxRate === 0 ? 'no tax' : `with ${rateText(taxRate)} tax`;
const isOff = (line: OrderLine): boolean => inTheBag(line) === 0;

/** What was ordered, picked and weighed, with what it comes to. */
export function OrderLines({ order }: { order: Order }) {
  const columns: DataColumn<OrderLine>[] = [
    { header: 'Item', cell: (line) => <Item line={line} fate={fateOf(line, order.lines)} /> },
    { header: 'Ordered', cell: (line) => formatQuantity(line.quantity, countedIn(line)), align: 'right' },
    { header: 'Picked', cell: (line) => <Picked line={line} />, align: 'right' },
    { header: 'Price', cell: (line) => <Price line={line} />, align: 'right' },
    { header: 'Total', cell: (line) => <Total order={order} line={line} />, align: 'right' },
  ];
  return (
    <>
      <div className={classes.linesScroll}>
        <DataTable
          label="Items"
          columns={columns}
          rows={order.lines}
          rowKey={({ _id }) => _id}
          rowClassName={(line) => (isOff(line) ? classes.off : undefined)}
          alignRows="top"
          className={classes.lines}
        />
      </div>
      <OrderTotals order={order} />
    </>
  );
}

function Item({ line, fate }: { line: OrderLine; fate: string | null }) {
  return (
    <>
      <span className={classes.lineName}>{line.name}</span>
      <span className={classes.lineSku}>
        {line.sku}
        {line.addedByStaff && !line.substituteFor && ' · added by staff'}
      </span>
      {fate && (
        <span className={classes.lineFate}>{fate.replace(/^./, (letter) => letter.toUpperCase())}</span>
      )}
      {line.note && <span className={classes.lineNote}>“{line.note}”</span>}
    </>
  );
}

function Picked({ line }: { line: OrderLine }) {
  const { pickedQuantity, quantity, soldByWeight } = line;
  if (pickedQuantity === null) return <span aria-hidden>–</span>;
  const isShort = pickedQuantity < quantity && !isOff(line);
  return (
    <span className={isShort ? classes.short : undefined}>
      {formatQuantity(pickedQuantity, countedIn(line))}
      {isShort && <span className="visually-hidden"> (less than ordered)</span>}
      {soldByWeight && <small> weighed</small>}
    </span>
  );
}

function Price({ line: { unitPrice, soldByWeight, unit } }: { line: OrderLine }) {
  return (
    <>
      {formatMoney(unitPrice)}
      {soldByWeight && <small> / {unit}</small>}
    </>
  );
}

function Total({ order, line }: { order: Order; line: OrderLine }) {
  return (
    <>
      {formatMoney(line.total)}
      <small className={classes.lineSku}>
        <ExplainRateButton
          subProductId={line.subProductId}
          locationId={order.locationId}
          day={dayIn(order.timeZone, new Date(order.createdAt))}
          charged={line.taxRate}
          label={`${taxText(line)}: why is that so for ${line.name}?`}
        >
          {taxText(line)}
        </ExplainRateButton>
      </small>
      {line.discount > 0 && <small className={classes.lineSku}>{formatMoney(-line.discount)} off</small>}
    </>
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
