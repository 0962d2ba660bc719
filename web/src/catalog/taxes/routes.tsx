import type { taxRoutes } from '@aisle/contract/catalog/taxes';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const taxPages = [
  page({
    path: '/tax',
    title: 'Taxes',
    permission: 'tax_list',
    search: listSearch<typeof taxRoutes.list>(),
    screen: () => import('./tax-list.tsx').then(({ TaxList }) => TaxList),
  }),
] as const;
