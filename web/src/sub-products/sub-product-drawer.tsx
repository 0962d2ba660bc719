import { type SubProduct, subProductRoutes } from '@aisle/contract/sub-products';
import { Button, Drawer, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../core/api.ts';
import { useMay } from '../core/session.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Facts } from '../ui/record-page.tsx';
import { sizeText } from '../ui/size-text.ts';
import { MoneyText, QuantityText } from '../ui/values.tsx';
import classes from './sub-products.module.css';

interface SubProductDrawerProps {
  subProduct: SubProduct | null;
  mayEdit: boolean;
  onClose: () => void;
}

/** One sub-product at a glance: what it is, and where how much of it lies. */
export function SubProductDrawer({ subProduct, mayEdit, onClose }: SubProductDrawerProps) {
  const maySeeStock = useMay('sub_product_view');
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
          {mayEdit && (
            <Button component={Link} to={`/products/edit/${subProduct.productId}`} variant="default">
              Edit product
            </Button>
          )}
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
  if (query.data.length === 0) return <Text c="dimmed">No location sells it or has some.</Text>;
  const unit = subProduct.soldByWeight ? subProduct.unit : 'each';
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>Location</th>
          <th className={classes.right}>On hand</th>
          <th className={classes.right}>Reserved</th>
          <th className={classes.right}>Available</th>
        </tr>
      </thead>
      <tbody>
        {query.data.map((one) => (
          <tr key={one.locationId}>
            <td>{one.locationName}</td>
            <td className={classes.right}>
              <QuantityText value={one.onHand} unit={unit} />
            </td>
            <td className={classes.right}>
              <QuantityText value={one.reserved} unit={unit} />
            </td>
            <td className={classes.right}>
              <QuantityText value={one.available} unit={unit} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
