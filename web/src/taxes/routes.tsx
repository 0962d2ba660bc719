import { pages } from '../core/pages.ts';

export const taxPages = pages({
  path: '/tax',
  title: 'Taxes',
  permission: 'tax_list',
  list: true,
  screen: () => import('./tax-list.tsx').then(({ TaxList }) => TaxList),
});
