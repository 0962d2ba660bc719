import type { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { page } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';

export const mainOrderPages = [
  page({
    path: '/orders/add',
    title: 'New order',
    permission: 'order_add',
    search: textSearch('draft', 'again', 'customerId'),
    screen: () => import('./order-add.tsx').then(({ OrderAdd }) => OrderAdd),
  }),
  page({
    path: '/orders/checkouts',
    title: 'Checkouts',
    permission: 'order_list',
    search: listSearch<typeof mainOrderRoutes.list>(),
    screen: () => import('./checkout-list.tsx').then(({ CheckoutList }) => CheckoutList),
  }),
  page({
    path: '/orders/checkouts/$id',
    title: 'Checkout',
    permission: 'order_view',
    screen: () => import('./checkout-view.tsx').then(({ CheckoutView }) => CheckoutView),
  }),
] as const;
