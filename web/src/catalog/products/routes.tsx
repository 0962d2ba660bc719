import type { productRoutes } from '@aisle/contract/catalog/products';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';
import type { ProductParts } from './record/product-locations.tsx';

/** `parts` are components of the view that belong to domains above the catalog. */
export const productPages = (parts: () => Promise<ProductParts>) =>
  [
    page({
      path: '/products',
      title: 'Products',
      permission: 'product_list',
      search: listSearch<typeof productRoutes.list>(),
      screen: () => import('./product-list.tsx').then(({ ProductList }) => ProductList),
    }),
    page({
      path: '/products/view/$id',
      title: 'Product',
      permission: 'product_view',
      parts,
      screen: () => import('./record/product-view.tsx').then(({ ProductView }) => ProductView),
    }),
    page({
      path: '/products/add',
      title: 'New product',
      permission: 'product_add',
      screen: () => import('./form/product-add.tsx').then(({ ProductAdd }) => ProductAdd),
    }),
    page({
      path: '/products/edit/$id',
      title: 'Edit product',
      permission: 'product_edit',
      screen: () => import('./form/product-edit.tsx').then(({ ProductEdit }) => ProductEdit),
    }),
  ] as const;
