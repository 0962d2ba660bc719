import type { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const bulkActionPages = [
  page({
    path: '/bulk-actions/$id',
    title: 'Bulk action',
    search: listSearch<typeof bulkActionRoutes.rows>(),
    screen: () => import('./bulk-action-view.tsx').then(({ BulkActionView }) => BulkActionView),
  }),
] as const;
