import { type OrderBulk, type OrderBulkRow, orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { isUnfinished } from '@aisle/contract/system/jobs';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { invalidate, read, useWrite } from '../../core/api.ts';
import { OrderStatus } from '../../links/sales/order-status.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { BulkProgress, isBrokenOff, lookEveryMs, outcomeTabs } from '../../ui/table/bulk-outcome.tsx';
import { OutcomeStatus, outcomeLabel } from './bulk-step-status.tsx';

const back = { to: '/orders/steps', label: 'Bulk steps' } as const;

export function BulkStepView() {
  const { id } = useParams({ from: '/shell/orders/steps/$id' });
  const client = useQueryClient();
  const query = useQuery({
    ...read(orderBulkRoutes.get, { params: { id } }),
    refetchInterval: ({ state }) => (isUnfinished(state.data?.jobStatus) ? lookEveryMs : false),
    meta: { quiet: true },
  });
  const isOver = query.data && !isUnfinished(query.data.jobStatus);
  // The rows and what lists show of their orders are others once the job is over.
  useEffect(() => {
    if (isOver) void invalidate(client, ['orderBulk', 'orders', 'mainOrders', 'dispatch']);
  }, [client, isOver]);
  return (
    <Loaded query={query} back={back}>
      {(bulk) => <Result bulk={bulk} />}
    </Loaded>
  );
}

const numberColumns: Column<OrderBulkRow>[] = [
  { key: 'number', header: 'Order', cell: (row) => <span className="tabular">{row.number}</span> },
  { key: 'customer', header: 'Customer', cell: (row) => row.customerName, card: 'detail' },
  { key: 'location', header: 'Location', cell: (row) => row.locationName, card: 'detail' },
];
const stepColumns: Column<OrderBulkRow>[] = [
  { key: 'before', header: 'Before', cell: (row) => row.before && <OrderStatus status={row.before} /> },
  { key: 'after', header: 'After', cell: (row) => row.after && <OrderStatus status={row.after} /> },
];
const assignedColumns: Column<OrderBulkRow>[] = [
  { key: 'assigned', header: 'Assigned', cell: (row) => row.assigned },
];
const resultColumns: Column<OrderBulkRow>[] = [
  {
    key: 'outcome',
    header: 'Result',
    cell: (row) => <OutcomeStatus outcome={row.outcome} />,
    card: 'state',
  },
  { key: 'reason', header: 'Reason', cell: (row) => row.reason ?? '' },
];

function Result({ bulk }: { bulk: OrderBulk }) {
  const list = useList(orderBulkRoutes.rows, { bulkStepId: bulk._id });
  const resume = useWrite(orderBulkRoutes.resume);
  return (
    <ListPage
      tabFilter="outcome"
      title={bulk.title}
      noun="orders"
      searchLabel="Number or customer"
      list={list}
      columns={[...numberColumns, ...(bulk.status ? stepColumns : assignedColumns), ...resultColumns]}
      back={back}
      tabs={
        <>
          <BulkProgress bulk={bulk} />
          <ListTabs
            label="Results"
            tabs={outcomeTabs({ all: bulk.orders, counts: bulk.counts, label: outcomeLabel, list })}
          />
        </>
      }
      actions={
        isBrokenOff(bulk) && (
          <Button
            variant="default"
            loading={resume.isPending}
            onClick={() => resume.mutate({ params: { id: bulk._id } })}
          >
            Resume
          </Button>
        )
      }
      link={(row) => ({ to: '/orders/view/$id', params: { id: row.orderId } })}
      empty="Counting the orders."
    />
  );
}
