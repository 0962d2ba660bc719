import { formatCount } from '@aisle/contract/core/how-many';
import { type PayoutRun, payoutRoutes } from '@aisle/contract/finance/payouts';
import type { ComponentType } from 'react';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { type List, useList } from '../../ui/list/use-list.ts';
import { DateText, DayText, MoneyText } from '../../ui/values/values.tsx';
import { methodLabel } from './payout-words.ts';
import { RunStatus } from './run-status.tsx';

const columns: Column<PayoutRun>[] = [
  {
    key: 'createdAt',
    header: 'Started',
    cell: ({ createdAt }) => <DateText value={createdAt} withTime />,
    sortable: true,
  },
  { key: 'status', header: 'Status', cell: (run) => <RunStatus run={run} />, card: 'state' },
  { key: 'method', header: 'Method', cell: ({ method }) => methodLabel(method), card: 'detail' },
  { key: 'paidOn', header: 'Paid on', cell: ({ paidOn }) => <DayText value={paidOn} /> },
  {
    key: 'statements',
    header: 'Paid',
    cell: ({ paid, statements }) => `${formatCount(paid)} of ${formatCount(statements)}`,
    align: 'right',
    card: 'detail',
  },
  {
    key: 'total',
    header: 'Total',
    cell: ({ total }) => <MoneyText value={total} />,
    align: 'right',
    card: 'figure',
  },
  { key: 'createdBy', header: 'Started by', cell: ({ createdBy }) => createdBy },
];

interface PayoutRunListProps {
  /** Above the list: the other lists of the screen. */
  Tabs: ComponentType<{ list: List<unknown> }>;
}
export function PayoutRunList({ Tabs }: PayoutRunListProps) {
  const list = useList(payoutRoutes.runs);
  return (
    <ListPage
      title="Statements"
      noun="payout runs"
      list={list}
      columns={columns}
      tabs={<Tabs list={list} />}
      link={({ _id }) => ({ to: '/statements/payout-runs/$id', params: { id: _id } })}
      empty="A payout run pays many statements together and writes the files for your bank. Select open statements, then choose Pay."
    />
  );
}
