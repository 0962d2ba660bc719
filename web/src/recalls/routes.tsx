import { pages } from '../core/pages.ts';

export const recallPages = pages(
  {
    path: '/recalls',
    title: 'Recalls',
    permission: 'inventory_view',
    list: true,
    screen: () => import('./recall-list.tsx').then(({ RecallList }) => RecallList),
  },
  {
    path: '/recalls/add',
    title: 'New recall',
    permission: 'inventory_edit',
    screen: () => import('./new-recall.tsx').then(({ NewRecall }) => NewRecall),
  },
  {
    path: '/recalls/view/$id',
    title: 'Recall',
    permission: 'inventory_view',
    list: true,
    screen: () => import('./recall-view.tsx').then(({ RecallView }) => RecallView),
  },
);
