import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatQuantity } from '@aisle/contract/core/quantity';
import {
  type VendorClaimLine,
  type VendorClaimView,
  vendorClaimRoutes,
} from '@aisle/contract/finance/vendor-claims';
import { exportRoutes } from '@aisle/contract/system/exports';
import { useWrite } from '../../core/api.ts';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { ExportButton } from '../../ui/list/export/export-menu.tsx';
import type { DataColumn } from '../../ui/table/data-table.tsx';
import { PagedPanel } from '../../ui/table/paged-panel.tsx';
import { DayText } from '../../ui/values/values.tsx';
import { PromotionLink } from './claimed-promotions.tsx';

/** The items of orders and refunds on a claim, oldest first. */
export function ClaimLines({ claim: { _id: claimId, promotions } }: { claim: VendorClaimView }) {
  const exporting = useWrite(exportRoutes.create);
  const bodyOf = (promotionId: string | null) => ({ claimId, filters: promotionId ? { promotionId } : {} });
  const choices = promotions.map(({ promotionId: value, number, label }) => ({
    value,
    label: `${number} ${label}`,
  }));
  return (
    <PagedPanel
      title="Items"
      label="Items of the claim"
      columns={columns}
      route={vendorClaimRoutes.lines}
      argsOf={(at, promotionId) => ({ body: { ...at, ...bodyOf(promotionId) } })}
      {...(choices.length > 1 && {
        filter: { label: 'Promotion', all: 'All promotions', width: 200, data: choices },
      })}
      tools={(promotionId) => (
        <ExportButton
          isPlain
          isPending={exporting.isPending}
          start={(format) =>
            exporting.mutateAsync({
              params: { name: 'vendorClaimLines' },
              query: { format },
              body: bodyOf(promotionId),
            })
          }
        />
      )}
    />
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
