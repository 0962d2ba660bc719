import type { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const customerGroupPages = [
  page({
    path: '/customer-groups',
    title: 'Customer groups',
    permission: 'customer_list',
    everywhere: true,
    search: listSearch<typeof customerGroupRoutes.list>(),
    screen: () => import('./group-list.tsx').then(({ GroupList }) => GroupList),
  }),
  page({
    path: '/customer-groups/view/$id',
    title: 'Customer group',
    permission: 'customer_list',
    everywhere: true,
    search: listSearch<typeof customerGroupRoutes.members>(),
    screen: () => import('./group-view.tsx').then(({ GroupView }) => GroupView),
  }),
] as const;
