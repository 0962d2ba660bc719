import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { totalOf } from '@aisle/contract/core/page';
import { formatCount } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import {
  type VendorClaimLine,
  type VendorClaimView,
  vendorClaimRoutes,
} from '@aisle/contract/finance/vendor-claims';
import { exportRoutes } from '@aisle/contract/system/exports';
import { Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ExportButton } from '../../ui/list/export/export-menu.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { DayText } from '../../ui/values/values.tsx';
import { PromotionLink } from './claimed-promotions.tsx';

const pageSize = 25;

/** The items of orders and refunds on a claim, oldest first. */
export function ClaimLines({ claim: { _id: claimId, promotions } }: { claim: VendorClaimView }) {
  const [page, setPage] = useState(1);
  const [promotionId, setPromotionId] = useState<string | null>(null);
  const exporting = useWrite(exportRoutes.create);
  const filters = promotionId ? { promotionId } : {};
  const query = useQuery({
    ...read(vendorClaimRoutes.lines, { body: { claimId, page, limit: pageSize, filters } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { data } = query;
  const pages = data ? Math.ceil(totalOf(data) / pageSize) : 0;
  return (
    <Panel
      title="Items"
      tools={
        <div className="flex gap-2">
          {promotions.length > 1 && (
            <Select
              aria-label="Promotion"
              placeholder="All promotions"
              size="xs"
              w={200}
              clearable
              data={promotions.map((one) => ({
                value: one.promotionId,
                label: `${one.number} ${one.label}`,
              }))}
              value={promotionId}
              onChange={(value) => {
                setPromotionId(value);
                setPage(1);
              }}
            />
          )}
          <ExportButton
            isPlain
            isPending={exporting.isPending}
            start={(format) =>
              exporting.mutateAsync({
                params: { name: 'vendorClaimLines' },
                query: { format },
                body: { claimId, filters },
              })
            }
          />
        </div>
      }
    >
      {query.error && !data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : data ? (
        <DataTable
          label="Items of the claim"
          columns={columns}
          rows={data.records}
          rowKey={({ _id }) => _id}
          isChanging={query.isPlaceholderData}
          isWide
        />
      ) : (
        <Skeleton height={160} className="after-a-while" />
      )}
      <Pager page={page} pages={pages} onPage={setPage}>
        Page {formatCount(page)} of {formatCount(pages)}
      </Pager>
    </Panel>
  );
}

const columns: DataColumn<VendorClaimLine>[] = [
  {
    header: 'Order',
    cell: ({ order, isRefund }) => (
      <>
        <OrderLink id={order._id} number={order.number} />
        {isRefund && <span className="block text-xs secondary">Refund</span>}
      </>
    ),
    isRowHeader: true,
    className: 'tabular nowrap',
  },
  { header: 'Day', cell: ({ day }) => <DayText value={day} /> },
  { header: 'Location', cell: ({ locationName }) => locationName },
  { header: 'Item', cell: ({ item }) => (item ? itemName(item) : 'Delivery fee') },
  { header: 'Promotion', cell: ({ promotion }) => <PromotionLink promotion={promotion} /> },
  { header: 'Units', cell: ({ units }) => formatQuantity(units), align: 'right' },
  { header: 'Amount', cell: ({ amount }) => formatMoney(amount), align: 'right' },
];
