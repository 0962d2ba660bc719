import { pages } from '../core/pages.ts';

export const expiryPages = pages(
  {
    path: '/expiry',
    title: 'Expiry',
    permission: 'inventory_list',
    list: true,
    screen: () => import('./expiry-calendar.tsx').then(({ ExpiryCalendar }) => ExpiryCalendar),
  },
  {
    path: '/expiry/mark-downs',
    title: 'Mark-downs',
    permission: 'inventory_list',
    list: true,
    screen: () => import('./mark-down-list.tsx').then(({ MarkDownList }) => MarkDownList),
  },
);
