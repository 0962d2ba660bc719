import { pages } from '../core/pages.ts';

export const customerPages = pages(
  {
    path: '/customers',
    title: 'Customers',
    permission: 'customer_list',
    list: true,
    screen: () => import('./customer-list.tsx').then(({ CustomerList }) => CustomerList),
  },
  {
    path: '/customers/view/$id',
    title: 'Customer',
    permission: 'customer_view',
    screen: () => import('./customer-view.tsx').then(({ CustomerScreen }) => CustomerScreen),
  },
);
