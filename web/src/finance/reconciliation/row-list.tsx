import {
  type ReconciliationRow,
  reconciliationFigureLabels,
  reconciliationFigures,
  reconciliationRoutes,
  transactionKindLabels,
  transactionStateLabels,
  transactionStates,
} from '@aisle/contract/finance/reconciliation';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { choice, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { Proposal, RowStateBadge } from './reconciliation-labels.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

const columns: Column<ReconciliationRow>[] = [
  { key: 'kind', header: 'Kind', cell: ({ kind }) => transactionKindLabels[kind] },
  {
    key: 'occurredAt',
    header: 'Date',
    cell: ({ occurredAt }) => <DateText value={occurredAt} withTime />,
    sortable: true,
    card: 'detail',
  },
  {
    key: 'order',
    header: 'Order',
    cell: ({ order }) => (order ? <OrderLink id={order._id} number={order.number} /> : '–'),
    card: 'detail',
  },
  {
    key: 'description',
    header: 'Description',
    cell: ({ description, category }) => description ?? category,
    card: 'detail',
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <RowStateBadge state={state} />,
    card: 'state',
  },
  {
    key: 'resolution',
    header: 'Resolved',
    cell: ({ resolution }) => (resolution ? `${resolution.by}: ${resolution.reason}` : '–'),
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount }) => <MoneyText value={amount} />,
    align: 'right',
    sortable: true,
    card: 'figure',
  },
  { key: 'fee', header: 'Fee', cell: ({ fee }) => <MoneyText value={fee} />, align: 'right' },
  { key: 'net', header: 'Net', cell: ({ net }) => <MoneyText value={net} />, align: 'right' },
];
const balanceColumns: Column<ReconciliationRow>[] = columns.toSpliced(5, 0, {
  key: 'proposal',
  header: 'Suggestion',
  cell: ({ proposal }) => (proposal ? <Proposal proposal={proposal} /> : '–'),
  card: 'detail',
});
const filters: FiltersOf<typeof reconciliationRoutes.rows> = [
  choice(
    'figure',
    'Part',
    reconciliationFigures.map((value) => ({ value, label: reconciliationFigureLabels[value] })),
  ),
  choice(
    'state',
    'State',
    transactionStates.map((value) => ({ value, label: transactionStateLabels[value] })),
  ),
];

/** The rows that no bank payout contains, of which a person resolves the unmatched ones. */
export function BalanceRowList() {
  const list = useList(reconciliationRoutes.rows, { paidOut: false });
  const [resolving, setResolving] = useState<ReconciliationRow | null>(null);
  return (
    <>
      <ListPage
        title="Rows not in a bank payout"
        noun="rows"
        searchLabel="Order number or ID at the provider"
        list={list}
        columns={balanceColumns}
        filters={filters}
        back={{ to: '/reconciliation', label: 'Reconciliation' }}
        rowActions={(row) =>
          row.state === 'unmatched'
            ? [{ label: 'Resolve…', permission: 'reconciliation_edit', onClick: () => setResolving(row) }]
            : []
        }
        empty="Everything that the card provider reported is in a payout to the bank."
      />
      {resolving && <ResolveDialog row={resolving} onClose={() => setResolving(null)} />}
    </>
  );
}

/** The rows of a bank payout, or of one of its figures. */
export function RowList() {
  const { id } = useParams({ from: '/shell/reconciliation/rows/$id' });
  const record = useQuery(read(reconciliationRoutes.view, { params: { id }, query: { limit: 1 } })).data;
  const list = useList(reconciliationRoutes.rows, { recordId: id });
  return (
    <ListPage
      title={record ? `Rows of ${record.payoutId}` : 'Rows'}
      noun="rows"
      searchLabel="Order number or ID at the provider"
      list={list}
      columns={columns}
      filters={filters}
      back={{ to: '/reconciliation/view/$id', params: { id }, label: record?.payoutId ?? 'Bank payout' }}
      empty="The card provider names the rows of a payout some hours after it arrived."
    />
  );
}
