import type { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const returnPages = [
  page({
    path: '/orders/returns',
    title: 'Returns',
    permission: 'order_list',
    search: listSearch<typeof returnRoutes.list>(),
    screen: () => import('./return-list.tsx').then(({ ReturnList }) => ReturnList),
  }),
  page({
    path: '/orders/returns/$id',
    title: 'Return',
    permission: 'order_view',
    screen: () => import('./return-view.tsx').then(({ ReturnView }) => ReturnView),
  }),
] as const;
