import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import {
  bankStatusLabels,
  type Reconciliation,
  reconciliationRoutes,
  reconciliationStatuses,
  reconciliationStatusLabels,
} from '@aisle/contract/finance/reconciliation';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { choice, days, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';
import { DayText, MoneyText } from '../../ui/values/values.tsx';
import { ReconciliationBadge } from './reconciliation-labels.tsx';

const money = (key: 'charges' | 'disputes' | 'fees' | 'refunds', header: string): Column<Reconciliation> => ({
  key,
  header,
  cell: (row) => <MoneyText value={row[key]} />,
  align: 'right',
});
const columns: Column<Reconciliation>[] = [
  {
    key: 'arrivesOn',
    header: 'Arrives',
    cell: ({ arrivesOn }) => <DayText value={arrivesOn} />,
    sortable: true,
  },
  {
    key: 'payoutId',
    header: 'Payout',
    cell: ({ payoutId }) => <span className="break-anywhere">{payoutId}</span>,
    card: 'detail',
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <ReconciliationBadge status={status} />,
    card: 'state',
  },
  {
    key: 'bankStatus',
    header: 'Bank',
    cell: ({ bankStatus }) => bankStatusLabels[bankStatus],
    card: 'detail',
  },
  money('charges', 'Charges'),
  money('refunds', 'Refunds'),
  money('disputes', 'Disputes'),
  money('fees', 'Fees'),
  {
    key: 'unmatched',
    header: 'Unmatched',
    cell: ({ unmatched }) => unmatched,
    align: 'right',
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount }) => <MoneyText value={amount} />,
    align: 'right',
    sortable: true,
    card: 'figure',
  },
];
const filters: FiltersOf<typeof reconciliationRoutes.list> = [
  choice(
    'status',
    'Status',
    reconciliationStatuses.map((value) => ({ value, label: reconciliationStatusLabels[value] })),
  ),
  days('Arrives'),
];

export function ReconciliationList() {
  const list = useList(reconciliationRoutes.list);
  return (
    <ListPage
      title="Reconciliation"
      noun="bank payouts"
      searchLabel="Beginning of a payout ID"
      list={list}
      columns={columns}
      filters={filters}
      tabs={<Balance />}
      link={({ _id }) => ({ to: '/reconciliation/view/$id', params: { id: _id } })}
      empty="Payouts from the card provider to your bank appear here, with the payments, refunds and fees in them."
    />
  );
}

/** The money at the card provider, and its rows that no bank payout contains. */
function Balance() {
  const { data } = useQuery({
    ...read(reconciliationRoutes.list, { body: { limit: 1 } }),
    meta: { quiet: true },
  });
  if (!data) return null;
  const { providerBalance, pending, unmatched } = data.balance;
  if (providerBalance === 0 && pending === 0 && unmatched === 0) return null;
  return (
    <Panel
      title="At the card provider"
      tools={<ScreenLink to="/reconciliation/balance-rows">Rows</ScreenLink>}
    >
      <div className="flex wrap gap-3 gap-x-12">
        <MetricValue label="Balance in the books" value={formatMoney(providerBalance)} />
        <MetricValue label="Not available yet" value={formatMoney(pending)} />
        {unmatched > 0 && (
          <MetricValue
            label="Unmatched rows"
            value={formatCount(unmatched)}
            to="/reconciliation/balance-rows"
            search={{ state: 'unmatched' }}
          />
        )}
      </div>
    </Panel>
  );
}
