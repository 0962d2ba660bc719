import type { Subscription } from '@aisle/contract/customers/subscriptions';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { paymentNote, renewalText } from './subscription-text.ts';

/** The columns of subscriptions of several customers; their status is the tab's. */
export const subscriptionColumns: Column<Subscription>[] = [
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customerId, customerName }) => <CustomerLink id={customerId} name={customerName} />,
  },
  { key: 'plan', header: 'Plan', cell: ({ edition }) => edition.name, card: 'detail' },
  {
    key: 'startsAt',
    header: 'Starts',
    cell: ({ startsAt, timeZone }) => <DateText value={startsAt} timeZone={timeZone} />,
    sortable: true,
    largestFirst: true,
    width: 120,
  },
  {
    key: 'endsAt',
    header: 'Ends',
    cell: ({ endsAt, timeZone }) => <DateText value={endsAt} timeZone={timeZone} />,
    width: 120,
    card: 'detail',
  },
  {
    key: 'renewal',
    header: 'Then',
    cell: (subscription) => paymentNote(subscription) ?? renewalText(subscription),
    card: 'state',
  },
  {
    key: 'pricePaid',
    header: 'Paid',
    cell: ({ pricePaid }) => <MoneyText value={pricePaid} />,
    align: 'right',
    width: 110,
    card: 'figure',
  },
  {
    key: 'refunded',
    header: 'Refunded',
    cell: ({ refunded }) => <MoneyText value={refunded} />,
    align: 'right',
    optional: true,
  },
  { key: 'invoiceNumber', header: 'Invoice', cell: ({ invoiceNumber }) => invoiceNumber, optional: true },
];
