import type { Product } from '@aisle/contract/catalog/products';
import type { SubProduct } from '@aisle/contract/catalog/sub-products';
import { unitPrice } from '@aisle/contract/core/unit-price';
import { Text } from '@mantine/core';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { Thumb } from '../../../ui/thumb.tsx';
import { sizeText } from '../../../ui/values/size-text.ts';
import { ActiveBadge } from '../../../ui/values/status-badge.tsx';
import { MoneyText, QuantityText } from '../../../ui/values/values.tsx';
import classes from '../products.module.css';

/** "$2.00/lb", if that adds to the price. */
function UnitPrice({ of: { price, salePrice, unit, unitSize, soldByWeight } }: { of: SubProduct }) {
  const text = unitPrice({ price: salePrice ?? price, unit, unitSize, soldByWeight });
  if (text === null) return null;
  return (
    <Text size="xs" c="dimmed" className="tabular">
      {text}
    </Text>
  );
}

const columns: DataColumn<SubProduct>[] = [
  { header: 'Name', cell: (one) => <NameAndCodes of={one} />, className: classes.place },
  { header: 'SKU', cell: ({ sku }) => sku, className: `tabular ${classes.aside}` },
  { header: 'Barcode', cell: ({ barcode }) => barcode ?? '–', className: `tabular ${classes.aside}` },
  { header: 'Size', cell: sizeText, className: classes.aside },
  { header: 'Price', cell: (one) => <PriceAndSalePrice of={one} />, align: 'right' },
  {
    header: 'Cost',
    cell: ({ costPrice }) => <MoneyText value={costPrice} />,
    align: 'right',
    className: classes.aside,
  },
  {
    header: 'In stock',
    cell: ({ available, soldByWeight, unit }) => (
      <QuantityText value={available} unit={soldByWeight ? unit : 'each'} />
    ),
    align: 'right',
  },
  { header: 'Status', cell: ({ status }) => <ActiveBadge active={status} /> },
];

export function SubProductTable({ product: { subProducts } }: { product: Product }) {
  return (
    <DataTable
      label="Sub-products"
      columns={columns}
      rows={subProducts}
      rowKey={({ _id }) => _id}
      empty="No sub-products yet. Edit the product to add one with a SKU, unit and price."
      className={classes.table}
      isWide
    />
  );
}

function NameAndCodes({ of: { name, sku, barcode, optionValues, images } }: { of: SubProduct }) {
  // Combinations of options are named by their values.
  const isNamedByOptions = name === Object.values(optionValues).join(', ');
  const options = isNamedByOptions ? [] : Object.entries(optionValues);
  const [own] = images;
  return (
    <>
      {/* Shows only the sub-product's picture: the product's is at the top of the page. */}
      {own ? <Thumb picture={own} text={name} /> : <bdi>{name}</bdi>}
      {options.length > 0 && (
        <Text size="xs" c="dimmed">
          {options.map(([option, value]) => `${option}: ${value}`).join(', ')}
        </Text>
      )}
      {[sku, barcode].filter(Boolean).map((code) => (
        <Text key={code} size="xs" c="dimmed" className={`tabular ${classes.below}`}>
          {code}
        </Text>
      ))}
    </>
  );
}

function PriceAndSalePrice({ of: one }: { of: SubProduct }) {
  return (
    <>
      {one.salePrice === null ? (
        <MoneyText value={one.price} />
      ) : (
        <>
          <s className="secondary">
            <MoneyText value={one.price} />
          </s>{' '}
          <MoneyText value={one.salePrice} />
        </>
      )}
      <UnitPrice of={one} />
    </>
  );
}
