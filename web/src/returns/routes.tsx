import { pages } from '../core/pages.ts';

export const returnPages = pages(
  {
    path: '/orders/returns',
    title: 'Returns',
    permission: 'order_list',
    list: true,
    screen: () => import('./return-list.tsx').then(({ ReturnList }) => ReturnList),
  },
  {
    path: '/orders/returns/$id',
    title: 'Return',
    permission: 'order_view',
    screen: () => import('./return-view.tsx').then(({ ReturnView }) => ReturnView),
  },
);
