import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { type Dashboard, maxAttention } from '@aisle/contract/overview/dashboard';
import type { Destination } from '../../../core/pages/screens.ts';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { spanText } from '../../../ui/values/when.ts';
import classes from '../dashboard.module.css';
import { attentionRows } from './metric-links.ts';

interface Queue {
  label: string;
  count: number;
  oldestAt: string | null;
  /** Shown after the label. */
  more?: string;
  rows: Destination;
}

interface ServiceProps {
  data: Dashboard;
  service: NonNullable<Dashboard['service']>;
  /** Whether late orders are listed here, because no other block shows them. */
  hasLate: boolean;
}
/** Requests of customers that are waiting, and how long the oldest has waited. */
export function Service({ data, service, hasLate }: ServiceProps) {
  const { openTickets, ordersLate, returnRequests, refundsFailed } = service;
  const queues: Queue[] = [
    ...(openTickets
      ? [
          {
            label: 'Tickets to answer',
            ...openTickets,
            ...(openTickets.overdue > 0 && { more: `${formatCount(openTickets.overdue)} overdue` }),
            rows: {
              to: '/supports',
              // Limits the list to the dashboard's location, like the count.
              search: { status: 'open', ...(data.locationId && { locationId: data.locationId }) },
            } as const,
          },
        ]
      : []),
    ...(hasLate
      ? [
          {
            label: 'Late orders',
            ...ordersLate,
            rows: { to: '/orders', search: attentionRows.late(data) } as const,
          },
        ]
      : []),
    {
      label: 'Return requests',
      ...returnRequests,
      rows: { to: '/orders/returns', search: attentionRows.returnsToApprove(data) },
    },
    {
      label: 'Failed refunds',
      ...refundsFailed,
      ...(refundsFailed.amount > 0 && { more: formatMoney(refundsFailed.amount) }),
      rows: { to: '/orders', search: attentionRows.refundFailed(data) },
    },
  ];
  return <DataTable label="Customer service" columns={columns} rows={queues} rowKey={({ label }) => label} />;
}

const columns: DataColumn<Queue>[] = [
  {
    header: 'Queue',
    cell: ({ label, more, rows }) => (
      <>
        <ScreenLink {...rows} className={classes.name}>
          {label}
        </ScreenLink>
        {more && <span className={classes.where}>{more}</span>}
      </>
    ),
    grows: true,
  },
  {
    header: 'Waiting',
    cell: ({ count, rows }) => (
      <ScreenLink {...rows} className={classes.name}>
        {formatCount(count)}
        {count === maxAttention && '+'}
      </ScreenLink>
    ),
    align: 'right',
  },
  {
    header: 'Oldest',
    cell: ({ oldestAt }) => (oldestAt ? spanText(Date.now() - Date.parse(oldestAt)) : '–'),
    align: 'right',
  },
];
