import { formatCount } from '@aisle/contract/core/pluralize';
import { type MainOrderRow, mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { useCan } from '../../core/session/session.ts';
import { OrderStatus } from '../../links/sales/order-status.tsx';
import { choice, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { cameFrom } from './opened-from.ts';

const columns: Column<MainOrderRow>[] = [
  {
    key: 'number',
    header: 'Checkout',
    cell: (main) => <span className="tabular">{main.number}</span>,
    sortable: true,
    width: 120,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (main) => <OrderStatus status={main.status} fulfilment={main.fulfilment} />,
    card: 'state',
  },
  { key: 'customer', header: 'Customer', cell: (main) => main.customerName, card: 'detail' },
  {
    key: 'orders',
    header: 'Orders',
    cell: (main) => formatCount(main.orderCount),
    align: 'right',
    width: 80,
  },
  {
    key: 'how',
    header: 'Fulfillment',
    cell: (main) => (main.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'),
  },
  { key: 'source', header: 'Source', cell: (main) => cameFrom[main.source], card: 'detail' },
  { key: 'externalId', header: 'Storefront number', cell: (main) => main.externalId ?? '–', optional: true },
  {
    key: 'total',
    header: 'Total',
    cell: (main) => <MoneyText value={main.total} />,
    align: 'right',
    width: 100,
    card: 'figure',
  },
  {
    key: 'createdAt',
    header: 'Placed',
    cell: (main) => <DateText value={main.createdAt} withTime />,
    sortable: true,
  },
];
const sources = Object.entries(cameFrom).map(([value, label]) => ({ value, label }));

const filters: FiltersOf<typeof mainOrderRoutes.list> = [
  choice('source', 'Source', sources),
  { kind: 'days', label: 'Placed', from: 'from', to: 'to', asInstants: true },
];

/** The checkouts of customers, each with one order per store that fulfills part of it. */
export function CheckoutList() {
  const list = useList(mainOrderRoutes.list);
  const mayView = useCan('order_view');
  return (
    <ListPage
      title="Checkouts"
      noun="checkouts"
      searchLabel="Number, customer or phone"
      list={list}
      columns={columns}
      back={{ to: '/orders', label: 'Orders' }}
      filters={filters}
      link={mayView ? ({ _id }) => ({ to: '/orders/checkouts/$id', params: { id: _id } }) : undefined}
      empty="A checkout is everything a customer orders at once. Each store that fills part of it gets a separate order."
    />
  );
}
