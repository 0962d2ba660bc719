import { type PaymentRow, paymentRoutes } from '@aisle/contract/sales/payments';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import { locationFilter } from '../../links/locations/location-filter.ts';
import {
  cardLabel,
  PaymentState,
  paymentStates,
  providerLabel,
  providers,
} from '../../links/sales/payment-status.tsx';
import { choice, days } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { amountColumn, orderColumn, ownerColumns, ProblemOr } from './money-columns.tsx';
import type { Tabs } from './money-lists.tsx';

const columns: Column<PaymentRow>[] = [
  orderColumn,
  { key: 'status', header: 'Status', cell: (payment) => <PaymentState payment={payment} />, card: 'state' },
  ...ownerColumns,
  { key: 'how', header: 'Paid by', cell: paymentMethod, card: 'detail' },
  amountColumn,
  {
    key: 'reference',
    header: 'Reference',
    cell: ({ reference, problem }) => <ProblemOr problem={problem} text={reference ?? '–'} />,
  },
  {
    key: 'hold',
    header: 'Held',
    cell: ({ hold }) => (hold === null ? '–' : <MoneyText value={hold} />),
    align: 'right',
    optional: true,
  },
  {
    key: 'fee',
    header: 'Fee',
    cell: ({ fee }) => (fee === null ? '–' : <MoneyText value={fee} />),
    align: 'right',
    optional: true,
  },
  {
    key: 'refunded',
    header: 'Refunded',
    cell: (payment) => (payment.refunded > 0 ? <MoneyText value={payment.refunded} /> : '–'),
    align: 'right',
    optional: true,
  },
  {
    key: 'createdAt',
    header: 'Date',
    cell: (payment) => <DateText value={payment.createdAt} withTime timeZone={payment.timeZone} />,
    sortable: true,
  },
];

/** The payment method; for a due payment, the method that the customer chose. */
function paymentMethod({ card, provider, kind }: PaymentRow): string {
  if (card) return cardLabel(card);
  return provider ? providerLabel(provider) : paymentLabel(kind);
}

const stateChoices = Object.entries(paymentStates).map(([value, [label]]) => ({ value, label }));
const providerChoices = Object.entries(providers).map(([value, label]) => ({ value, label }));

const filters = [
  locationFilter,
  choice('status', 'Status', stateChoices),
  choice('provider', 'Paid by', providerChoices),
  days('Date'),
];

export function PaymentList({ tabs: MoneyTabs }: { tabs: Tabs }) {
  const list = useList(paymentRoutes.list);
  return (
    <ListPage
      title="Payments"
      noun="payments"
      searchLabel="Order, reference, customer or phone"
      list={list}
      columns={columns}
      tabs={<MoneyTabs list={list} current="payments" />}
      filters={filters}
      link={({ orderId }) => ({ to: '/orders/view/$id', params: { id: orderId } })}
      empty="Payments of orders appear here: cash, terminal, card and coins."
    />
  );
}
