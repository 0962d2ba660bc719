import { pages } from '../core/pages.ts';

export const mainOrderPages = pages(
  {
    path: '/orders/add',
    title: 'New order',
    permission: 'order_add',
    search: ({ draft }) => (typeof draft === 'string' ? { draft } : {}),
    screen: () => import('./order-add.tsx').then(({ OrderAdd }) => OrderAdd),
  },
  {
    path: '/orders/checkouts',
    title: 'Checkouts',
    permission: 'order_list',
    list: true,
    screen: () => import('./checkout-list.tsx').then(({ CheckoutList }) => CheckoutList),
  },
  {
    path: '/orders/checkouts/$id',
    title: 'Checkout',
    permission: 'order_view',
    screen: () => import('./checkout-view.tsx').then(({ CheckoutView }) => CheckoutView),
  },
);
