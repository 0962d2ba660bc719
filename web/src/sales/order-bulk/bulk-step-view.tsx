import { type OrderBulk, type OrderBulkRow, orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { endOfRun, outcomeColumn, RunPage, useRun } from '../../links/bulk/bulk-run.tsx';
import { OrderStatus } from '../../links/sales/order-status.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { bulkStepWords } from './bulk-step-list.tsx';

const changed = ['orderBulk', 'orders', 'mainOrders', 'dispatch'];
const back = { to: '/orders/steps', label: 'Bulk steps' } as const;

export function BulkStepView() {
  const { id } = useParams({ from: '/shell/orders/steps/$id' });
  const query = useRun(read(orderBulkRoutes.get, { params: { id } }), endOfRun, changed);
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
  outcomeColumn(bulkStepWords),
  { key: 'reason', header: 'Reason', cell: (row) => row.reason ?? '' },
];

function Result({ bulk }: { bulk: OrderBulk }) {
  const list = useList(orderBulkRoutes.rows, { bulkStepId: bulk._id });
  const resume = useWrite(orderBulkRoutes.resume);
  return (
    <RunPage
      run={bulk}
      total={bulk.orders}
      words={bulkStepWords}
      resume={resume}
      tabFilter="outcome"
      title={bulk.title}
      noun="orders"
      searchLabel="Number or customer"
      list={list}
      columns={[...numberColumns, ...(bulk.status ? stepColumns : assignedColumns), ...resultColumns]}
      back={back}
      link={(row) => ({ to: '/orders/view/$id', params: { id: row.orderId } })}
      empty="Counting the orders."
    />
  );
}
