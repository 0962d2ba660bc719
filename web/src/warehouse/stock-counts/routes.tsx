import type { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const stockCountPages = [
  page({
    path: '/inventory/counts',
    title: 'Stock counts',
    permission: 'inventory_list',
    search: listSearch<typeof stockCountRoutes.list>(),
    screen: () => import('./count-list.tsx').then(({ CountList }) => CountList),
  }),
  page({
    path: '/inventory/counts/$id',
    title: 'Stock count',
    permission: 'inventory_list',
    search: listSearch<typeof stockCountRoutes.items>(),
    screen: () => import('./count-view.tsx').then(({ CountView }) => CountView),
  }),
  page({
    path: '/inventory/counts/sheet/$id',
    title: 'Count',
    permission: 'inventory_add',
    screen: () => import('./counting/count-sheet.tsx').then(({ CountSheet }) => CountSheet),
  }),
] as const;
