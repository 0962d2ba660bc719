import { pages } from '../core/pages.ts';

export const orderBulkPages = pages(
  {
    path: '/orders/steps',
    title: 'Bulk steps',
    permission: 'order_view',
    list: true,
    screen: () => import('./bulk-step-list.tsx').then(({ BulkStepList }) => BulkStepList),
  },
  {
    path: '/orders/steps/$id',
    title: 'Bulk step',
    permission: 'order_view',
    list: true,
    screen: () => import('./bulk-step-view.tsx').then(({ BulkStepView }) => BulkStepView),
  },
);
