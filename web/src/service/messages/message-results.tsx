import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type BulkMessageOrder,
  type BulkMessageView,
  orderWindowDays,
  sendOutcomeLabels,
  sendOutcomes,
} from '@aisle/contract/service/messages';
import { useNavigate } from '@tanstack/react-router';
import { useScreenSearch } from '../../core/pages/search.ts';
import { useCan } from '../../core/session/session.ts';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { type MetricLink, MetricValue } from '../../ui/values/metric.tsx';
import { DateText } from '../../ui/values/values.tsx';
import type { ResultSearch } from './message-status.tsx';
import classes from './messages.module.css';

/** The results, each with a link to its rows. */
export function ResultFigures({ message }: { message: BulkMessageView }) {
  const { _id: id, counts, clicked, unsubscribed, orders, button } = message;
  const rows = (search: ResultSearch): MetricLink => ({ to: '/messages/view/$id', params: { id }, search });
  const canOpenOrders = useCan('order_list');
  const share = (count: number) =>
    counts.sent === 0 ? formatCount(count) : `${formatCount(count)} (${percent.format(count / counts.sent)})`;
  return (
    <section className={`card flex wrap gap-3 gap-x-12 ${classes.figures}`} aria-label="Results">
      <MetricValue label="Sent" value={formatCount(counts.sent)} {...rows({ outcome: 'sent' })} />
      {button && <MetricValue label="Clicked" value={share(clicked)} {...rows({ clicked: true })} />}
      <MetricValue label="Unsubscribed" value={share(unsubscribed)} {...rows({ unsubscribed: true })} />
      {orders && (
        <MetricValue
          label={`Orders within ${orderWindowDays} days`}
          value={`${formatCount(orders.count)} · ${formatMoney(orders.total)}`}
          {...(canOpenOrders && rows({ tab: 'orders' }))}
        />
      )}
    </section>
  );
}
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** The results as tabs: each is a part of the recipients, or their orders. */
export function ResultTabs({ message }: { message: BulkMessageView }) {
  const { _id: id, counts, recipients, clicked, unsubscribed, orders, button } = message;
  const { outcome, tab, ...search } = useScreenSearch();
  const navigate = useNavigate();
  const maySeeOrders = useCan('order_list');
  const entry = (key: string, label: string, count: number, isOn: boolean, to: ResultSearch) => ({
    key,
    label,
    count: formatCount(count),
    isOn,
    onClick: () => void navigate({ to: '/messages/view/$id', params: { id }, search: to }),
  });
  const isClicked = search.clicked !== undefined;
  const isUnsubscribed = search.unsubscribed !== undefined;
  const isAll = !outcome && !tab && !isClicked && !isUnsubscribed;
  const outcomes = sendOutcomes.filter((one) => counts[one] > 0);
  return (
    <ListTabs
      label="Results"
      tabs={[
        entry('all', 'All', recipients ?? 0, isAll, {}),
        ...outcomes.map((one) =>
          entry(one, sendOutcomeLabels[one], counts[one], outcome === one, { outcome: one }),
        ),
        ...(button ? [entry('clicked', 'Clicked', clicked, isClicked, { clicked: true })] : []),
        ...(unsubscribed > 0
          ? [entry('unsubscribed', 'Unsubscribed', unsubscribed, isUnsubscribed, { unsubscribed: true })]
          : []),
        ...(maySeeOrders
          ? [entry('orders', 'Orders', orders?.count ?? 0, tab === 'orders', { tab: 'orders' })]
          : []),
      ]}
    />
  );
}

/** The columns of the list of orders. */
export const orderColumns: Column<BulkMessageOrder>[] = [
  {
    key: 'number',
    header: 'Order',
    cell: ({ _id, number }) => <OrderLink id={_id} number={number} />,
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: (row) => <CustomerLink id={row.customerId} name={row.customerName} />,
    card: 'detail',
  },
  { key: 'location', header: 'Location', cell: ({ locationName }) => locationName },
  { key: 'sentAt', header: 'Message sent', cell: ({ sentAt }) => <DateText value={sentAt} withTime /> },
  {
    key: 'createdAt',
    header: 'Placed',
    cell: ({ createdAt }) => <DateText value={createdAt} withTime />,
    sortable: true,
  },
  {
    key: 'total',
    header: 'Total',
    cell: ({ total }) => formatMoney(total),
    sortable: true,
    align: 'right',
    card: 'figure',
  },
];
