import type { customerRoutes } from '@aisle/contract/customers/customers';
import { page } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';
import type { CustomerParts } from './customer-tabs.ts';

/** `parts` are components of the customer page that belong to other features. */
export const customerPages = (parts: () => Promise<CustomerParts>) =>
  [
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
      search: textSearch('tab'),
      parts,
      screen: () => import('./customer-view.tsx').then(({ CustomerScreen }) => CustomerScreen),
    }),
  ] as const;
