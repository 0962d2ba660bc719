import { pages } from '../core/pages.ts';

export const subProductPages = pages(
  {
    path: '/products/variants',
    title: 'Sub-products',
    permission: 'sub_product_list',
    list: true,
    screen: () => import('./sub-product-list.tsx').then(({ SubProductList }) => SubProductList),
  },
  {
    path: '/products/bulk-edits',
    title: 'Bulk edits',
    permission: 'sub_product_list',
    list: true,
    screen: () => import('./bulk-edit-list.tsx').then(({ BulkEditList }) => BulkEditList),
  },
  {
    path: '/products/bulk-edits/$id',
    title: 'Bulk edit',
    permission: 'sub_product_list',
    list: true,
    screen: () => import('./bulk-edit-view.tsx').then(({ BulkEditView }) => BulkEditView),
  },
);
