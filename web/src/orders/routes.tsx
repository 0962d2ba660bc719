import { pages } from '../core/pages.ts';

export const orderPages = pages(
  {
    path: '/orders',
    title: 'Orders',
    permission: 'order_list',
    list: () => import('@aisle/contract/orders').then(({ orderRoutes }) => orderRoutes.list),
    screen: () => import('./order-list.tsx').then(({ OrderList }) => OrderList),
  },
  {
    path: '/orders/queue',
    title: 'Queue',
    permission: 'order_list',
    screen: () => import('./order-queue.tsx').then(({ OrderQueue }) => OrderQueue),
  },
  {
    path: '/orders/view/$id',
    title: 'Order',
    permission: 'order_view',
    screen: () => import('./order-view.tsx').then(({ OrderView }) => OrderView),
  },
);
