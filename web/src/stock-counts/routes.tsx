import { pages } from '../core/pages.ts';

export const stockCountPages = pages(
  {
    path: '/inventory/counts',
    title: 'Stock counts',
    permission: 'inventory_list',
    list: true,
    screen: () => import('./count-list.tsx').then(({ CountList }) => CountList),
  },
  {
    path: '/inventory/counts/$id',
    title: 'Stock count',
    permission: 'inventory_list',
    list: true,
    screen: () => import('./count-view.tsx').then(({ CountView }) => CountView),
  },
  {
    path: '/inventory/counts/sheet/$id',
    title: 'Count',
    permission: 'inventory_add',
    screen: () => import('./count-sheet.tsx').then(({ CountSheet }) => CountSheet),
  },
);
