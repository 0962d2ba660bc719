import { formatCount } from '@aisle/contract/core/pluralize';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import { isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import { promisedAt } from '@aisle/contract/sales/orders/promise';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import { IconShoppingBag, IconTruck } from '@tabler/icons-react';
import { OrderStatus } from '../../../links/sales/order-status.tsx';
import type { Column } from '../../../ui/list/rows/column.ts';
import { DateText, MoneyText } from '../../../ui/values/values.tsx';
import { byText, sharedZone, windowText } from '../../../ui/values/when.ts';
import { lateText } from '../order-flags.tsx';
import { TagList } from '../order-owner-fields.tsx';
import classes from '../orders.module.css';

/** The columns, whose widths fit a window of 1280 px; the customer takes the rest of a wider one. */
export function orderColumns(rows: readonly OrderRow[]): Column<OrderRow>[] {
  const zone = sharedZone(rows.map(({ timeZone }) => timeZone));
  const hasNoZone = zone !== undefined;
  const inZone = (header: string) => (zone?.name ? `${header} (${zone.name})` : header);
  return [
    {
      key: 'number',
      header: 'Order',
      cell: (order) => <span className="tabular">{order.number}</span>,
      sortable: true,
      width: 94,
    },
    {
      key: 'status',
      header: 'Status',
      cell: (order) => <OrderStatus status={order.headlineStatus} fulfilment={order.fulfilment} />,
      sortable: true,
      width: 'clamp(146px, 11vw, 180px)',
      card: 'state',
    },
    {
      key: 'customer',
      header: 'Customer',
      cell: (order) => order.customerName,
      sortable: true,
      card: 'detail',
    },
    {
      key: 'location',
      header: 'Location',
      cell: (order) => order.locationName,
      width: 'clamp(92px, 20vw - 160px, 200px)',
      card: 'detail',
    },
    {
      key: 'slot',
      header: inZone('Due'),
      cell: (order) => <DueText order={order} hasNoZone={hasNoZone} />,
      sortable: true,
      width: 'clamp(216px, 50vw - 450px, 290px)',
      card: 'detail',
    },
    {
      key: 'items',
      header: 'Items',
      cell: (order) => formatCount(order.unitCount),
      align: 'right',
      width: 52,
    },
    {
      key: 'total',
      header: 'Total',
      cell: (order) => <MoneyText value={order.total} />,
      sortable: true,
      align: 'right',
      width: 84,
      card: 'figure',
    },
    {
      key: 'paid',
      header: 'Paid',
      cell: paidText,
      width: 96,
      optional: true,
      card: 'figure',
    },
    {
      key: 'payment',
      header: 'Payment',
      cell: (order) => paymentLabel(order.paymentType, order.fulfilment),
      width: 150,
      optional: true,
    },
    {
      key: 'owner',
      header: 'Owner',
      cell: (order) => order.owner?.name ?? '',
      width: 140,
      optional: true,
    },
    {
      key: 'tags',
      header: 'Tags',
      cell: (order) => <TagList tags={order.tags} isRow />,
      width: 170,
      optional: true,
    },
    {
      key: 'createdAt',
      header: inZone('Placed'),
      cell: (order) => (
        <DateText value={order.createdAt} withTime isShort timeZone={order.timeZone} hasNoZone={hasNoZone} />
      ),
      sortable: true,
      width: 'clamp(142px, 11vw, 180px)',
    },
  ];
}

/** "Today, by 3:56 AM" or "10 min late · by 3:56 AM": how the order gets to the customer, and when it is due. */
function DueText({ order, hasNoZone }: { order: OrderRow; hasNoZone: boolean }) {
  const { slot, timeZone, fulfilment } = order;
  const isPickup = fulfilment === 'pickup';
  const Sign = isPickup ? IconShoppingBag : IconTruck;
  const label = isPickup ? 'Pickup' : 'Delivery';
  const late = lateText(order, Date.now());
  const text = slot
    ? windowText(slot, { timeZone, hasNoZone })
    : byText(new Date(promisedAt(order)).toISOString(), { timeZone, hasNoZone });
  return (
    <span className={`inline-row ${classes.due}`}>
      <span title={label} className="inline-row">
        <Sign size={16} aria-hidden />
        <span className="visually-hidden">{label} · </span>
      </span>
      <span className="clip">
        {late && <span className={classes.late}>{late} · </span>}
        {late ? text.replace(/^Today, /, '') : text}
      </span>
    </span>
  );
}

/** "Paid", or how the rest will be paid; empty if nothing is owed. */
function paidText({ total, paid, paymentType, fulfilment, status }: OrderRow): string {
  if (total === 0 || (paid === 0 && isCalledOff(status))) return '';
  if (paid >= total) return 'Paid';
  return paymentType === 'cashOnDelivery' ? 'Cash due' : paymentLabel(paymentType, fulfilment);
}
