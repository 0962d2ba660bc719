import { type SubProduct, subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { itemName } from '@aisle/contract/core/item-name';
import { unitPrice } from '@aisle/contract/core/unit-price';
import { Text } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ActiveSwitch } from '../../ui/form/fields/active-switch.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { Thumb } from '../../ui/thumb.tsx';
import { sizeText } from '../../ui/values/size-text.ts';
import { DateText, MoneyText, QuantityText } from '../../ui/values/values.tsx';

export function useSubProductColumns(): Column<SubProduct>[] {
  const canEdit = useCan('sub_product_edit');
  const switching = useWrite(subProductRoutes.updateStatus);
  return [
    {
      key: 'name',
      header: 'Name',
      cell: (one) => <Thumb picture={one.picture} text={nameOf(one)} />,
      sortable: true,
    },
    { key: 'sku', header: 'SKU', cell: (one) => <span className="tabular">{one.sku}</span>, sortable: true },
    {
      key: 'barcode',
      header: 'Barcode',
      cell: (one) => <span className="tabular">{one.barcode ?? '–'}</span>,
    },
    { key: 'size', header: 'Size', cell: sizeText, card: 'detail' },
    {
      key: 'price',
      header: 'Price',
      cell: (one) => <PriceText of={one} />,
      sortable: true,
      align: 'right',
      card: 'figure',
    },
    {
      key: 'unitPrice',
      header: 'Unit price',
      cell: (one) => unitPrice({ ...one, price: one.salePrice ?? one.price }) ?? '–',
      align: 'right',
    },
    {
      key: 'costPrice',
      header: 'Cost',
      cell: (one) => <MoneyText value={one.costPrice} />,
      align: 'right',
      optional: true,
    },
    {
      key: 'available',
      header: 'In stock',
      cell: (one) => <QuantityText value={one.available} unit={one.soldByWeight ? one.unit : 'each'} />,
      align: 'right',
    },
    {
      key: 'updatedAt',
      header: 'Changed',
      cell: (one) => <DateText value={one.updatedAt} />,
      sortable: true,
      optional: true,
    },
    {
      key: 'createdAt',
      header: 'Added',
      cell: (one) => <DateText value={one.createdAt} />,
      sortable: true,
      optional: true,
    },
    {
      key: 'status',
      header: 'Active',
      cell: (one) => (
        <ActiveSwitch
          label={nameOf(one)}
          active={one.status}
          disabled={!canEdit}
          change={(status) => switching.mutateAsync({ params: { id: one._id }, body: { status } })}
        />
      ),
      width: 88,
      card: 'state',
    },
  ];
}

const nameOf = ({ name, productData }: SubProduct): string =>
  itemName({ productName: productData.name, variantName: name });

function PriceText({ of: { price, salePrice } }: { of: SubProduct }) {
  if (salePrice === null) return <MoneyText value={price} />;
  return (
    <>
      <Text span inherit c="dimmed" td="line-through">
        <MoneyText value={price} />
      </Text>{' '}
      <MoneyText value={salePrice} />
    </>
  );
}
