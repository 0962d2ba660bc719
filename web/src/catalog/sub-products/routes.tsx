import type { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import type { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

const ofAnyList = {
  permission: 'sub_product_list',
  orPermission: ['brand_list', 'tax_list', 'vendor_list', 'category_list'],
} as const;

export const subProductPages = [
  page({
    path: '/products/variants',
    title: 'Sub-products',
    permission: 'sub_product_list',
    search: listSearch<typeof subProductRoutes.list>(),
    screen: () => import('./sub-product-list.tsx').then(({ SubProductList }) => SubProductList),
  }),
  page({
    path: '/products/bulk-edits',
    title: 'Bulk edits',
    ...ofAnyList,
    search: listSearch<typeof bulkEditRoutes.list>(),
    screen: () => import('./bulk-edit-list.tsx').then(({ BulkEditList }) => BulkEditList),
  }),
  page({
    path: '/products/bulk-edits/$id',
    title: 'Bulk edit',
    ...ofAnyList,
    search: listSearch<typeof bulkEditRoutes.rows>(),
    screen: () => import('./bulk-edit-view.tsx').then(({ BulkEditView }) => BulkEditView),
  }),
] as const;
