import type { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const orderBulkPages = [
  page({
    path: '/orders/steps',
    title: 'Bulk steps',
    permission: 'order_view',
    search: listSearch<typeof orderBulkRoutes.list>(),
    screen: () => import('./bulk-step-list.tsx').then(({ BulkStepList }) => BulkStepList),
  }),
  page({
    path: '/orders/steps/$id',
    title: 'Bulk step',
    permission: 'order_view',
    search: listSearch<typeof orderBulkRoutes.rows>(),
    screen: () => import('./bulk-step-view.tsx').then(({ BulkStepView }) => BulkStepView),
  }),
] as const;
