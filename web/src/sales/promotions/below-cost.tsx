import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { type BelowCostInput, promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { Alert } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ProductLink } from '../../links/catalog/product-link.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';

interface BelowCostProps {
  /** Null until the promotion is complete. */
  subject: BelowCostInput | null;
}
/** Warns if a promotion can bring items below their cost, and lists them. */
export function BelowCostWarning({ subject }: BelowCostProps) {
  const mayCosts = useCan('sub_product_list');
  const { data } = useQuery({
    ...read(promotionRoutes.belowCost, { body: subject ?? {} }),
    enabled: mayCosts && subject !== null,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  if (!subject || !data || data.count === 0) return null;
  const { count, items } = data;
  return (
    <Panel title="Below cost">
      <Alert
        color="yellow"
        variant="light"
        role="status"
        mb="sm"
        title={`${pluralize(count, 'item')} would sell below cost`}
      >
        Compares catalog prices with this promotion alone, in the smallest order that gets the full discount.
      </Alert>
      <details>
        <summary>{count > items.length ? `Show the ${items.length} largest losses` : 'Show items'}</summary>
        <DataTable
          label="Items below cost"
          isWide
          maxHeight="320px"
          rows={items}
          rowKey={({ subProductId }) => subProductId}
          columns={[
            {
              header: 'Item',
              cell: ({ productId, name, sku }) => (
                <span className="block">
                  <ProductLink id={productId} name={name} />
                  <span className="block text-xs secondary">{sku}</span>
                </span>
              ),
              isRowHeader: true,
            },
            { header: 'Price', cell: ({ price }) => formatMoney(price), align: 'right' },
            { header: 'Cost', cell: ({ costPrice }) => formatMoney(costPrice), align: 'right' },
            { header: 'New price', cell: ({ newPrice }) => formatMoney(newPrice), align: 'right' },
          ]}
        />
      </details>
    </Panel>
  );
}
