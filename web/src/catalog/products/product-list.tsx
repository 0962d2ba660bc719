import { type ProductRow, productRoutes } from '@aisle/contract/catalog/products';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../core/api.ts';
import { notifySuccess, offerUndo } from '../../core/notice.tsx';
import { later } from '../../core/pages/lazy.ts';
import { useCan, usePermissions } from '../../core/session/session.ts';
import { useBulkEdit } from '../../links/bulk/use-bulk-edit.tsx';
import { brandFilter } from '../../links/catalog/brand-filter.ts';
import { categoryFilter } from '../../links/catalog/category-select.tsx';
import { taxFilter } from '../../links/catalog/tax-select.tsx';
import { locationFilterAs } from '../../links/locations/location-filter.ts';
import { ImportLink } from '../../links/system/import-link.tsx';
import { ActiveSwitch } from '../../ui/form/fields/active-switch.tsx';
import { choice, type FiltersOf, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { Thumb } from '../../ui/thumb.tsx';
import { DateText, MoneyText, QuantityText } from '../../ui/values/values.tsx';
import { badgeChoices, badgeLabels, missingChoices } from './badges.ts';
import { fieldsFor } from './bulk/product-change.ts';
import { useDuplicateProduct } from './form/duplicate-product.ts';
import { useRemoveProduct } from './remove-product.ts';

const ProductBulkDialog = later(() =>
  import('./bulk/product-bulk-dialog.tsx').then((module) => module.ProductBulkDialog),
);

const filters: FiltersOf<typeof productRoutes.list> = [
  categoryFilter,
  brandFilter,
  yesNo('status', 'Status', 'Active', 'Inactive'),
  taxFilter,
  choice('badge', 'Badge', badgeChoices),
  yesNo('addToHomePage', 'Home page', 'On it', 'Not on it'),
  choice('missing', 'Missing', missingChoices),
  locationFilterAs('locationId', 'Sold at'),
  locationFilterAs('inStockAt', 'In stock at'),
];

export function ProductList() {
  const list = useList(productRoutes.list);
  const columns = useColumns();
  const navigate = useNavigate();
  const mayView = useCan('product_view');
  const mayBulk = fieldsFor(usePermissions()).length > 0;
  const switchMany = useSwitchProducts();
  const remove = useRemoveProduct();
  const duplicate = useDuplicateProduct();
  const bulkEdit = useBulkEdit(list, ProductBulkDialog);

  return (
    <>
      <ListPage
        title="Products"
        noun="products"
        searchLabel="Name, SKU or barcode"
        list={list}
        columns={columns}
        filters={filters}
        primary={{ label: 'New product', permission: 'product_add', to: { to: '/products/add' } }}
        actions={
          <>
            {mayBulk && bulkEdit.menu}
            <ImportLink kind="products" />
          </>
        }
        {...(mayView && {
          link: ({ _id }: ProductRow) => ({ to: '/products/view/$id', params: { id: _id } }),
        })}
        rowActions={(product) => [
          {
            label: 'Edit',
            permission: 'product_edit',
            onClick: () => void navigate({ to: '/products/edit/$id', params: { id: product._id } }),
          },
          {
            label: 'Duplicate',
            permission: 'product_add',
            onClick: () => void duplicate(product._id),
          },
          {
            label: 'Delete',
            permission: 'product_delete',
            danger: true,
            onClick: () => void remove(product),
          },
        ]}
        {...(mayBulk && {
          bulk: [
            {
              label: 'Activate',
              permission: 'product_edit',
              run: (products: ProductRow[]) => switchMany(products, true),
            },
            {
              label: 'Deactivate',
              permission: 'product_edit',
              run: (products: ProductRow[]) => switchMany(products, false),
            },
            bulkEdit.action,
          ],
        })}
        empty="Add a product, or import a list from a CSV or Excel file."
      />
      {bulkEdit.dialog}
    </>
  );
}

function useColumns(): Column<ProductRow>[] {
  const canEdit = useCan('product_edit');
  const switching = useWrite(productRoutes.updateStatus);
  return [
    {
      key: 'name',
      header: 'Name',
      cell: (product) => <Thumb picture={product.picture} text={product.name} />,
      sortable: true,
    },
    { key: 'brand', header: 'Brand', cell: (product) => product.brandData?.name ?? '–' },
    {
      key: 'category',
      header: 'Category',
      cell: (product) => product.categoryData.name,
      card: 'detail',
    },
    {
      key: 'price',
      header: 'Price',
      cell: (product) => <PriceRange lowest={product.lowestPrice} highest={product.highestPrice} />,
      sortable: true,
      align: 'right',
      card: 'figure',
    },
    {
      key: 'available',
      header: 'In stock',
      cell: (product) => <QuantityText value={product.available} />,
      align: 'right',
    },
    {
      key: 'subProductCount',
      header: 'Sub-products',
      cell: (product) => product.subProductCount,
      align: 'right',
      optional: true,
    },
    {
      key: 'badge',
      header: 'Badge',
      cell: (product) => (product.badge === 'none' ? '–' : badgeLabels[product.badge]),
    },
    {
      key: 'addToHomePage',
      header: 'Home page',
      cell: (product) => (product.addToHomePage ? 'Yes' : 'No'),
      optional: true,
    },
    {
      key: 'updatedAt',
      header: 'Changed',
      cell: (product) => <DateText value={product.updatedAt} />,
      sortable: true,
      optional: true,
    },
    {
      key: 'createdAt',
      header: 'Added',
      cell: (product) => <DateText value={product.createdAt} />,
      sortable: true,
      optional: true,
    },
    {
      key: 'status',
      header: 'Active',
      cell: (product) => (
        <ActiveSwitch
          label={product.name}
          active={product.status}
          disabled={!canEdit}
          change={(status) => switching.mutateAsync({ params: { id: product._id }, body: { status } })}
        />
      ),
      width: 88,
      card: 'state',
    },
  ];
}

/** Activates or deactivates products in one request. Undo reverts only the products that changed. */
function useSwitchProducts() {
  const write = useWrite(productRoutes.switchMany);
  const switchAll = async (ids: readonly string[], status: boolean, details = ''): Promise<void> => {
    const { changed, missing } = await write.mutateAsync({ body: { ids: [...ids], status } });
    const gone = missing.length > 0 ? `. ${missing.length} no longer exist` : '';
    if (changed.length === 0)
      return notifySuccess(`These products are already ${status ? 'active' : 'inactive'}${gone}`);
    const what = `${changed.length} of ${ids.length} products ${status ? 'activated' : 'deactivated'}${details}${gone}`;
    if (details) notifySuccess(what);
    else offerUndo(what, () => switchAll(changed, !status, ' again'));
  };
  return (products: readonly { _id: string }[], status: boolean): Promise<void> =>
    switchAll(
      products.map(({ _id }) => _id),
      status,
    );
}

interface PriceRangeProps {
  lowest: number | null;
  highest: number | null;
}
/** "$1.99", or "$1.99 – $4.50" if prices differ between sub-products. */
function PriceRange({ lowest, highest }: PriceRangeProps) {
  if (lowest === null || highest === null || lowest === highest) return <MoneyText value={lowest} />;
  return (
    <>
      <MoneyText value={lowest} /> – <MoneyText value={highest} />
    </>
  );
}
