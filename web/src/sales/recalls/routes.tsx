import type { recallRoutes } from '@aisle/contract/sales/recalls';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const recallPages = [
  page({
    path: '/recalls',
    title: 'Recalls',
    permission: 'inventory_view',
    search: listSearch<typeof recallRoutes.list>(),
    screen: () => import('./recall-list.tsx').then(({ RecallList }) => RecallList),
  }),
  page({
    path: '/recalls/add',
    title: 'New recall',
    permission: 'inventory_edit',
    screen: () => import('./new-recall.tsx').then(({ NewRecall }) => NewRecall),
  }),
  page({
    path: '/recalls/view/$id',
    title: 'Recall',
    permission: 'inventory_view',
    search: listSearch<typeof recallRoutes.rows>(),
    screen: () => import('./recall-view.tsx').then(({ RecallView }) => RecallView),
  }),
] as const;
