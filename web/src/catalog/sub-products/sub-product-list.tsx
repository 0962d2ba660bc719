import { type SubProduct, subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';
import { useBulkEdit } from '../../links/bulk/use-bulk-edit.tsx';
import { brandFilter } from '../../links/catalog/brand-filter.ts';
import { categoryFilter } from '../../links/catalog/category-select.tsx';
import { vendorFilter } from '../../links/catalog/vendor-filter.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { choice, type FiltersOf, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { useSubProductColumns } from './sub-product-columns.tsx';
import { SubProductDrawer } from './sub-product-drawer.tsx';

const BulkEditDialog = later(() => import('./bulk-edit-dialog.tsx').then((module) => module.BulkEditDialog));
const missing = [
  { value: 'barcode', label: 'Without barcode' },
  { value: 'cost', label: 'Without cost' },
  { value: 'picture', label: 'Without picture' },
];

const listFilters: FiltersOf<typeof subProductRoutes.list> = [
  categoryFilter,
  brandFilter,
  vendorFilter,
  yesNo('status', 'Status', 'Active', 'Inactive'),
  yesNo('onSale', 'Sale', 'On sale', 'Not on sale'),
  choice('missing', 'Missing', missing),
  { kind: 'range', label: 'Price', min: 'priceFrom', max: 'priceTo', of: 'money' },
  locationFilter,
];

export function SubProductList() {
  const list = useList(subProductRoutes.list);
  const navigate = useNavigate();
  const canEdit = useCan('sub_product_edit');
  const maySetLimits = useCan('assign_subProduct');
  const mayEditProduct = useCan('product_edit');
  const [opened, setOpened] = useState<SubProduct | null>(null);
  const mayBulk = canEdit || maySetLimits;

  const columns = useSubProductColumns();
  const bulkEdit = useBulkEdit(list, BulkEditDialog);
  return (
    <>
      <ListPage
        title="Sub-products"
        noun="sub-products"
        searchLabel="Name, SKU or barcode"
        list={list}
        columns={columns}
        filters={listFilters}
        actions={mayBulk && bulkEdit.menu}
        onOpen={setOpened}
        rowActions={(one) => [
          {
            label: 'Edit product',
            permission: 'product_edit',
            onClick: () => void navigate({ to: '/products/edit/$id', params: { id: one.productId } }),
          },
          {
            label: 'Lots and movements',
            permission: 'inventory_list',
            onClick: () => void navigate({ to: '/inventory/$id', params: { id: one._id } }),
          },
        ]}
        {...(mayBulk && { bulk: [bulkEdit.action] })}
        empty="Sub-products have a SKU, unit and price. Add them on their product."
      />
      <SubProductDrawer subProduct={opened} canEdit={mayEditProduct} onClose={() => setOpened(null)} />
      {bulkEdit.dialog}
    </>
  );
}
