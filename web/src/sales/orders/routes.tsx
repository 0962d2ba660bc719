import type { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';
import type { OrderParts } from './order-parts.ts';

export const orderPages = (parts: () => Promise<OrderParts>) =>
  [
    page({
      path: '/orders',
      title: 'Orders',
      permission: 'order_list',
      search: listSearch<typeof orderRoutes.list>(),
      list: () => import('@aisle/contract/sales/orders/orders').then(({ orderRoutes }) => orderRoutes.list),
      screen: () => import('./list/order-list.tsx').then(({ OrderList }) => OrderList),
    }),
    page({
      path: '/orders/queue',
      title: 'Queue',
      permission: 'order_list',
      screen: () => import('./queue/order-queue.tsx').then(({ OrderQueue }) => OrderQueue),
    }),
    page({
      path: '/orders/view/$id',
      title: 'Order',
      permission: 'order_view',
      screen: () => import('./record/order-view.tsx').then(({ OrderView }) => OrderView),
      parts,
    }),
  ] as const;
