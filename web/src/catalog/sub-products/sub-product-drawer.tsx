import { type SubProduct, subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { Drawer, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Facts } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { sizeText } from '../../ui/values/size-text.ts';
import { MoneyText, QuantityText } from '../../ui/values/values.tsx';
import classes from './sub-products.module.css';

interface SubProductDrawerProps {
  subProduct: SubProduct | null;
  canEdit: boolean;
  onClose: () => void;
}

export function SubProductDrawer({ subProduct, canEdit, onClose }: SubProductDrawerProps) {
  const maySeeStock = useCan('sub_product_view');
  return (
    <Drawer
      opened={subProduct !== null}
      onClose={onClose}
      position="right"
      size={480}
      title={subProduct?.name ?? ''}
    >
      {subProduct && (
        <div className={classes.drawer}>
          {subProduct.picture && (
            <img className={classes.picture} src={subProduct.picture.medium} alt={subProduct.picture.alt} />
          )}
          <Facts
            facts={[
              ['Product', subProduct.productData.name],
              ['SKU', subProduct.sku],
              ['Barcode', subProduct.barcode],
              ...Object.entries(subProduct.optionValues),
              ['Size', sizeText(subProduct)],
              ['Price', <MoneyText key="price" value={subProduct.price} />],
              [
                'Sale price',
                subProduct.salePrice !== null && <MoneyText key="sale" value={subProduct.salePrice} />,
              ],
              [
                'Cost',
                subProduct.costPrice !== null && <MoneyText key="cost" value={subProduct.costPrice} />,
              ],
            ]}
          />
          <h2>In stock</h2>
          {maySeeStock && <StockTable subProduct={subProduct} />}
          <Group gap="xs" wrap="nowrap">
            {canEdit && (
              <ButtonLink
                to="/products/edit/$id"
                params={{ id: subProduct.productId }}
                variant="default"
                style={{ flex: 1 }}
              >
                Edit product
              </ButtonLink>
            )}
            <HistoryButton resource="subProducts" id={subProduct._id} name={subProduct.name} />
          </Group>
        </div>
      )}
    </Drawer>
  );
}

function StockTable({ subProduct }: { subProduct: SubProduct }) {
  const query = useQuery({
    ...read(subProductRoutes.showInventory, { params: { id: subProduct._id } }),
    meta: { quiet: true },
  });
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={96} className="after-a-while" />;
  const unit = subProduct.soldByWeight ? subProduct.unit : 'each';
  return (
    <DataTable
      label="In stock"
      rows={query.data}
      rowKey={({ locationId }) => locationId}
      empty="Not sold or stocked at any store."
      columns={[
        { header: 'Location', cell: (level) => level.locationName },
        {
          header: 'On hand',
          cell: (level) => <QuantityText value={level.onHand} unit={unit} />,
          align: 'right',
        },
        {
          header: 'Reserved',
          cell: (level) => <QuantityText value={level.reserved} unit={unit} />,
          align: 'right',
        },
        {
          header: 'Available',
          cell: (level) => <QuantityText value={level.available} unit={unit} />,
          align: 'right',
        },
      ]}
    />
  );
}
