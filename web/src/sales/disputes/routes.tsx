import type { disputeRoutes } from '@aisle/contract/sales/disputes';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const disputePages = [
  page({
    path: '/disputes',
    title: 'Disputes',
    permission: 'dispute_list',
    search: listSearch<typeof disputeRoutes.list>(),
    screen: () => import('./dispute-list.tsx').then(({ DisputeList }) => DisputeList),
  }),
  page({
    path: '/disputes/view/$id',
    title: 'Dispute',
    permission: 'dispute_list',
    screen: () => import('./dispute-view.tsx').then(({ DisputeScreen }) => DisputeScreen),
  }),
] as const;
