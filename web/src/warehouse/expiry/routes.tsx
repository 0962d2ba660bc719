import type { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const expiryPages = [
  page({
    path: '/expiry',
    title: 'Expiry',
    permission: 'inventory_list',
    search: listSearch<typeof expiryRoutes.lots>(),
    screen: () => import('./expiry-calendar.tsx').then(({ ExpiryCalendar }) => ExpiryCalendar),
  }),
  page({
    path: '/expiry/mark-downs',
    title: 'Mark-downs',
    permission: 'inventory_list',
    search: listSearch<typeof expiryRoutes.markDowns>(),
    screen: () => import('./mark-down-list.tsx').then(({ MarkDownList }) => MarkDownList),
  }),
] as const;
