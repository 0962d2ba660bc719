import { unitPrice } from '@aisle/contract/core/unit-price';
import { type SubProduct, subProductRoutes } from '@aisle/contract/sub-products';
import { Button, Text } from '@mantine/core';
import { IconHistory, IconPencilBolt } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { FilterBrand } from '../brands/brand-select.tsx';
import { FilterCategory } from '../categories/category-select.tsx';
import { useWrite } from '../core/api.ts';
import { useMay } from '../core/session.ts';
import { FilterLocation } from '../locations/location-select.tsx';
import { ActiveSwitch } from '../ui/form/active-switch.tsx';
import type { Column } from '../ui/list/column.ts';
import { FilterBoolean, FilterSelect } from '../ui/list/filters.tsx';
import { ListPage } from '../ui/list/list-page.tsx';
import { useList } from '../ui/list/use-list.ts';
import { sizeText } from '../ui/size-text.ts';
import { Thumb } from '../ui/thumb.tsx';
import { DateText, MoneyText, QuantityText } from '../ui/values.tsx';
import type { Target } from './bulk-edit-dialog.tsx';
import { FilterPrices } from './filter-prices.tsx';
import { SubProductDrawer } from './sub-product-drawer.tsx';
import classes from './sub-products.module.css';

const BulkEditDialog = lazy(() =>
  import('./bulk-edit-dialog.tsx').then((module) => ({ default: module.BulkEditDialog })),
);
const missing = [
  { value: 'barcode', label: 'Without barcode' },
  { value: 'cost', label: 'Without cost' },
  { value: 'picture', label: 'Without picture' },
];

export function SubProductList() {
  const list = useList(subProductRoutes.list);
  const navigate = useNavigate();
  const mayEdit = useMay('sub_product_edit');
  const maySetLimits = useMay('assign_subProduct');
  const mayEditProduct = useMay('product_edit');
  const switching = useWrite(subProductRoutes.updateStatus);
  const [opened, setOpened] = useState<SubProduct | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const mayBulk = mayEdit || maySetLimits;

  const columns: Column<SubProduct>[] = [
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
          disabled={!mayEdit}
          change={(status) => switching.mutateAsync({ params: { id: one._id }, body: { status } })}
        />
      ),
      width: 88,
      card: 'state',
    },
  ];
  const { search, filters } = list.body;
  const filtered: Target = {
    target: { filters, ...(search && { search }) },
    count: list.total,
    isFiltered: list.narrowing > 0,
  };
  return (
    <>
      <ListPage
        title="Sub-products"
        noun="sub-products"
        searchLabel="Name, SKU or barcode"
        list={list}
        columns={columns}
        filters={
          <div className={classes.filters}>
            <FilterCategory list={list} />
            <FilterBrand list={list} current={undefined} />
            <FilterBoolean list={list} name="status" label="Status" yes="Active" no="Inactive" />
            <FilterBoolean list={list} name="onSale" label="Sale" yes="On sale" no="Not on sale" />
            <FilterSelect list={list} name="missing" label="Missing" data={missing} />
            <FilterPrices list={list} />
            <FilterLocation list={list} />
          </div>
        }
        actions={
          mayBulk && (
            <>
              <Button
                component={Link}
                to="/products/bulk-edits"
                variant="default"
                leftSection={<IconHistory size={16} stroke={1.5} />}
              >
                Bulk edits
              </Button>
              <Button
                disabled={list.total === 0}
                leftSection={<IconPencilBolt size={16} stroke={1.5} />}
                onClick={() => setTarget(filtered)}
              >
                {filtered.isFiltered ? `Change all ${list.total.toLocaleString('en-US')}` : 'Change all'}
              </Button>
            </>
          )
        }
        onOpen={setOpened}
        rowActions={(one) => [
          {
            label: 'Edit product',
            permission: 'product_edit',
            onClick: () => void navigate({ to: `/products/edit/${one.productId}` }),
          },
          {
            label: 'Lots and movements',
            permission: 'inventory_list',
            onClick: () => void navigate({ to: `/inventory/${one._id}` }),
          },
        ]}
        {...(mayBulk && {
          bulk: [
            {
              label: 'Change price, status …',
              run: async (rows: SubProduct[]) => {
                setTarget({
                  target: { ids: rows.map(({ _id }) => _id), filters: {} },
                  count: rows.length,
                  isFiltered: true,
                });
                return false;
              },
            },
          ],
        })}
        exportAs="subProducts"
        empty="Sub-products are what is sold: each with a SKU, a unit and a price. They are added with their product."
      />
      <SubProductDrawer subProduct={opened} mayEdit={mayEditProduct} onClose={() => setOpened(null)} />
      <Suspense>{target && <BulkEditDialog {...target} onClose={() => setTarget(null)} />}</Suspense>
    </>
  );
}

/** "Whole milk, 1 gal": a variant is mostly named by what makes it differ. */
const nameOf = ({ name, productData }: SubProduct): string =>
  name.toLowerCase().startsWith(productData.name.toLowerCase()) ? name : `${productData.name}, ${name}`;

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
