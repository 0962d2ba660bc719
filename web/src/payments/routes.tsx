import { pages } from '../core/pages.ts';

export const paymentPages = pages({
  path: '/payments',
  title: 'Payments',
  permission: 'order_view',
  list: true,
  screen: () => import('./money-lists.tsx').then(({ MoneyLists }) => MoneyLists),
});
