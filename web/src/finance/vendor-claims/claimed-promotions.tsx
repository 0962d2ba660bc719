import { formatMoney } from '@aisle/contract/core/money';
import { formatQuantity } from '@aisle/contract/core/quantity';
import type { ClaimedPromotion } from '@aisle/contract/finance/vendor-claims';
import { RecordLink } from '../../ui/record/record-link.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';

export const PromotionLink = ({
  promotion,
}: {
  promotion: Pick<ClaimedPromotion, 'promotionId' | 'number' | 'label'>;
}) => (
  <>
    {promotion.label}{' '}
    <span className="nowrap">
      <RecordLink
        to="/promotions/view/$id"
        params={{ id: promotion.promotionId }}
        permission="promotion_view"
      >
        {promotion.number}
      </RecordLink>
    </span>
  </>
);

const columns = (total: number): DataColumn<ClaimedPromotion>[] => [
  {
    header: 'Promotion',
    cell: (promotion) => <PromotionLink promotion={promotion} />,
    isRowHeader: true,
    footer: 'Total',
  },
  { header: 'Units', cell: ({ units }) => formatQuantity(units), align: 'right', footer: '' },
  {
    header: 'Amount',
    cell: ({ amount }) => formatMoney(amount),
    align: 'right',
    footer: formatMoney(total),
  },
];

interface ClaimedPromotionsProps {
  promotions: readonly ClaimedPromotion[];
  amount: number;
}
/** The vendor's part of each promotion, with the total of the claim. */
export const ClaimedPromotions = ({ promotions, amount }: ClaimedPromotionsProps) => (
  <DataTable
    label="Promotions"
    columns={columns(amount)}
    rows={promotions}
    rowKey={({ promotionId }) => promotionId}
    isWide
  />
);
