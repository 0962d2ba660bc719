import { dayIn } from '@aisle/contract/core/dates';
import type { Picture } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { discountLabel, itemDiscounts, savingText } from '@aisle/contract/sales/main-orders/order-benefits';
import { lineOutcome, quantityInBag } from '@aisle/contract/sales/orders/line-outcome';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { ReactNode } from 'react';
import { ExplainRateButton } from '../../../locations/locations/rates/explain-rate-button.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { Thumb } from '../../../ui/thumb.tsx';
import { rateText } from '../../../ui/values/rate-text.ts';
import { StatusBadge } from '../../../ui/values/status-badge.tsx';
import classes from '../orders.module.css';
import { DiscountReason } from './discount-reason.tsx';
import { useLinePictures } from './line-pictures.ts';
import { tagsOf } from './line-tags.ts';
import record from './order-record.module.css';

const isOff = (line: OrderLine): boolean => quantityInBag(line) === 0;

/** Ordered, picked and weighed quantities, outcomes and prices. */
export function OrderLines({ order }: { order: Order }) {
  const pictures = useLinePictures(order._id);
  const columns: DataColumn<OrderLine>[] = [
    { header: 'Item', cell: (line) => <Item line={line} order={order} picture={pictures.get(line._id)} /> },
    {
      header: 'Ordered',
      cell: (line) => formatQuantity(line.quantity, countedIn(line)),
      align: 'right',
      className: classes.wideOnly,
    },
    { header: 'Picked', cell: (line) => <Picked line={line} />, align: 'right', className: classes.wideOnly },
    { header: 'Price', cell: (line) => <Price line={line} />, align: 'right', className: classes.wideOnly },
    {
      header: 'Amount',
      cell: (line) => <Amount order={order} line={line} />,
      align: 'right',
      className: classes.amount,
    },
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
      <div className={`flex wrap align-start gap-2 gap-x-6 ${record.foot}`}>
        <Taxes order={order} />
        <OrderTotals order={order} />
      </div>
    </>
  );
}

interface ItemProps {
  line: OrderLine;
  order: Order;
  picture: Picture | undefined;
}
function Item({ line, order, picture }: ItemProps) {
  // Omits the parts that a tag already shows.
  const fate = lineOutcome(line, order.lines)?.replace(/^(cancelled|out of stock)(, )?/, '');
  const tags = tagsOf(line, order);
  return (
    <Thumb picture={picture} text={itemName(line)} size={40}>
      <span className={`block medium break-anywhere ${classes.lineName}`}>{itemName(line)}</span>
      <span className="block text-xs secondary">
        {line.sku}
        {line.addedByStaff && !line.substituteFor && ' · added by staff'}
      </span>
      <span className={`text-sm tabular ${classes.narrowOnly}`}>{quantityText(line)}</span>
      {tags.length > 0 && (
        <span className={`flex wrap gap-1 ${record.tags}`}>
          {tags.map((tag) => (
            <StatusBadge key={tag.label} {...tag} />
          ))}
        </span>
      )}
      {fate && (
        <span className="block text-sm waiting">{fate.replace(/^./, (letter) => letter.toUpperCase())}</span>
      )}
      {line.note && <span className="block text-sm">“{line.note}”</span>}
    </Thumb>
  );
}

function Picked({ line }: { line: OrderLine }) {
  const { pickedQuantity, quantity, soldByWeight } = line;
  if (pickedQuantity === null) return <span aria-hidden>–</span>;
  const isShort = pickedQuantity < quantity && !isOff(line);
  return (
    <span className={isShort ? 'bold waiting' : undefined}>
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

/** "0.55 lb of 0.5 lb · $0.59 / lb": the numbers of a line in words, for phones. */
function quantityText(line: OrderLine): string {
  const { pickedQuantity, quantity, soldByWeight, unit, unitPrice } = line;
  const ordered = formatQuantity(quantity, countedIn(line));
  const picked = pickedQuantity === null ? ordered : formatQuantity(pickedQuantity, countedIn(line));
  const amount = picked === ordered ? ordered : `${picked} of ${ordered}`;
  return `${amount} · ${formatMoney(unitPrice)}${soldByWeight ? ` / ${unit}` : ''}`;
}

/** The amount before discount and tax, so that the column adds up to the item total. "T" marks taxed lines, as on receipts. */
function Amount({ order, line }: { order: Order; line: OrderLine }) {
  return (
    <>
      {formatMoney(line.total - line.tax + line.discount)}
      {line.taxRate > 0 && (
        <span className={classes.taxed}>
          <TaxReason order={order} line={line}>
            T<span className="visually-hidden"> (plus {rateText(line.taxRate)} tax)</span>
          </TaxReason>
        </span>
      )}
      {line.discount > 0 && (
        <span className="block">
          <DiscountReason order={order} line={line} />
        </span>
      )}
    </>
  );
}

/** Opens the explanation of a line's tax. */
function TaxReason({ order, line, children }: { order: Order; line: OrderLine; children: ReactNode }) {
  const words = line.taxRate > 0 ? `${rateText(line.taxRate)} tax` : 'no tax';
  return (
    <ExplainRateButton
      subProductId={line.subProductId}
      locationId={order.locationId}
      day={dayIn(order.timeZone, new Date(order.createdAt))}
      charged={line.taxRate}
      label={`Why ${words} on ${itemName(line)}?`}
    >
      {children}
    </ExplainRateButton>
  );
}

/** Explains the mark of taxed lines, and in one note the lines without tax; it expands to the reason for each. */
function Taxes({ order }: { order: Order }) {
  const paid = order.lines.filter((line) => !isOff(line));
  const untaxed = paid.filter(({ taxRate }) => taxRate === 0);
  const isAll = untaxed.length === paid.length;
  return (
    <div className={`mt-4 text-sm secondary ${record.untaxed}`}>
      {!isAll && <p className="m-0 mb-1">T: taxed. Amounts are before tax.</p>}
      {untaxed.length > 0 && (
        <details>
          <summary>
            {isAll ? 'No tax on these items' : `No tax on ${pluralize(untaxed.length, 'item')}`}
          </summary>
          <ul>
            {untaxed.map((line) => (
              <li key={line._id}>
                <TaxReason order={order} line={line}>
                  {itemName(line)}
                </TaxReason>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

export function OrderTotals({ order }: { order: Order }) {
  const saved = savingText([order]);
  const rows: [string, number][] = [
    ['Items', order.itemsTotal],
    ...itemDiscounts(order.discounts).map((discount): [string, number] => [
      discountLabel(discount),
      -discount.amount,
    ]),
    ['Tax', order.taxTotal],
    ...(order.fulfilment === 'delivery' ? ([['Delivery', order.deliveryFee]] as [string, number][]) : []),
  ];
  return (
    <dl className={classes.totals}>
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>
            {name}
            {name === 'Delivery' && saved && <small className="block text-xs secondary">{saved}</small>}
          </dt>
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
