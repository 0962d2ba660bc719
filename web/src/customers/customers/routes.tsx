import type { customerRoutes } from '@aisle/contract/customers/customers';
import { page } from '../../core/pages.ts';
import { listSearch } from '../../core/search.ts';

export const customerPages = [
  page({
    path: '/customers',
    title: 'Customers',
    permission: 'customer_list',
    search: listSearch<typeof customerRoutes.list>(),
    screen: () => import('./customer-list.tsx').then(({ CustomerList }) => CustomerList),
  }),
  page({
    path: '/customers/view/$id',
    title: 'Customer',
    permission: 'customer_view',
    screen: () => import('./customer-view.tsx').then(({ CustomerScreen }) => CustomerScreen),
  }),
] as const;
