import { refundStatuses } from '@aisle/contract/sales/orders/order-flow';
import { refundActions } from '@aisle/contract/sales/refunds/refund-actions';
import { type RefundRow, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { useCan } from '../../core/session/session.ts';
import { useBulkActions } from '../../links/bulk/use-bulk-actions.ts';
import { itemFilter } from '../../links/catalog/sub-product-filter.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { metricFilters, metricSwitch } from '../../links/overview/metric-filters.ts';
import { OrderStatus, statusLabel } from '../../links/sales/order-status.tsx';
import { refundMethodText } from '../../links/sales/refund-status.tsx';
import { choice, days, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { whenText } from '../../ui/values/when.ts';
import { useRefundSteps } from '../refunds/use-refund-steps.tsx';
import { amountColumn, orderColumn, ownerColumns, ProblemOr } from './money-columns.tsx';
import type { Tabs } from './money-lists.tsx';

const columns: Column<RefundRow>[] = [
  orderColumn,
  {
    key: 'status',
    header: 'Status',
    cell: (refund) => <OrderStatus status={refund.status} />,
    card: 'state',
  },
  ...ownerColumns,
  { key: 'way', header: 'Method', cell: refundMethodText, card: 'detail' },
  amountColumn,
  { key: 'why', header: 'Reason', cell: (refund) => <RefundReason refund={refund} />, card: 'detail' },
  { key: 'reference', header: 'Reference', cell: (refund) => refund.reference ?? '–', optional: true },
  {
    key: 'createdAt',
    header: 'Date',
    cell: (refund) => <DateText value={refund.createdAt} timeZone={refund.timeZone} />,
    sortable: true,
  },
];

/** The reason for a refund, or its problem with the time of the next attempt. */
function RefundReason({ refund }: { refund: RefundRow }) {
  const { reason, problem, nextTryAt, timeZone } = refund;
  const again = nextTryAt ? `. Next try: ${whenText(nextTryAt, { timeZone })}` : '';
  return <ProblemOr problem={problem && `${problem}${again}`} text={reason} />;
}

const stateChoices = refundStatuses.map((value) => ({ value, label: statusLabel(value) }));

const filters = [
  locationFilter,
  choice('status', 'Status', stateChoices),
  yesNo('byHand', 'Method', 'In cash', 'To card'),
  days('Date'),
  ...metricFilters('Refunded on', 'refundedFromDay', 'refundedToDay'),
  metricSwitch('ofSale', 'Of a delivered order'),
  { ...itemFilter, isOffered: () => false },
];

export function RefundList({ tabs: MoneyTabs }: { tabs: Tabs }) {
  const list = useList(refundRoutes.list);
  const { actionsFor, dialog } = useRefundSteps();
  const { actionFor } = useBulkActions<RefundRow>(list);
  const canRefund = [useCan('order_edit'), useCan('cancel_order')].every(Boolean);
  return (
    <>
      <ListPage
        title="Refunds"
        noun="refunds"
        searchLabel="Order, reference, customer or phone"
        list={list}
        columns={columns}
        tabs={<MoneyTabs list={list} current="refunds" />}
        filters={filters}
        link={({ orderId }) => ({ to: '/orders/view/$id', params: { id: orderId } })}
        {...(canRefund && {
          rowActions: actionsFor,
        })}
        bulk={actionFor(refundActions.tryAgain)}
        empty="Refunds of returned items and cancelled orders appear here."
      />
      {dialog}
    </>
  );
}
