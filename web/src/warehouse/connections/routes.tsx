import type { connectionRoutes } from '@aisle/contract/warehouse/connections';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const connectionPages = [
  page({
    path: '/connections',
    title: 'Connections',
    permission: 'access_setting',
    everywhere: true,
    search: listSearch<typeof connectionRoutes.list>(),
    screen: () => import('./connection-list.tsx').then(({ ConnectionList }) => ConnectionList),
  }),
  page({
    path: '/connections/$id',
    title: 'Connection',
    permission: 'access_setting',
    everywhere: true,
    screen: () => import('./connection-view.tsx').then(({ ConnectionScreen }) => ConnectionScreen),
  }),
] as const;
