import { pages } from '../core/pages.ts';

export const mainOrderPages = pages({
  path: '/orders/add',
  title: 'New order',
  permission: 'order_add',
  screen: () => import('./order-add.tsx').then(({ OrderAdd }) => OrderAdd),
});
