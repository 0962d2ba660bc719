import { pages } from '../core/pages.ts';

export const productPages = pages(
  {
    path: '/products',
    title: 'Products',
    permission: 'product_list',
    list: true,
    screen: () => import('./product-list.tsx').then(({ ProductList }) => ProductList),
  },
  {
    path: '/products/view/$id',
    title: 'Product',
    permission: 'product_view',
    screen: () => import('./product-view.tsx').then(({ ProductView }) => ProductView),
  },
  {
    path: '/products/add',
    title: 'New product',
    permission: 'product_add',
    screen: () => import('./product-add.tsx').then(({ ProductAdd }) => ProductAdd),
  },
  {
    path: '/products/edit/$id',
    title: 'Edit product',
    permission: 'product_edit',
    screen: () => import('./product-edit.tsx').then(({ ProductEdit }) => ProductEdit),
  },
);
