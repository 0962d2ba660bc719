import type { handInRoutes } from '@aisle/contract/sales/hand-ins';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const handInPages = [
  page({
    path: '/driver/hand-ins',
    title: 'Cash hand-ins',
    permission: 'driver_view',
    search: listSearch<typeof handInRoutes.list>(),
    screen: () => import('./hand-in-list.tsx').then(({ HandInList }) => HandInList),
  }),
] as const;
