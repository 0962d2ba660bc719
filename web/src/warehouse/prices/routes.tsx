import type { priceRoutes } from '@aisle/contract/warehouse/prices';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const pricePages = [
  page({
    path: '/prices',
    title: 'Prices and stock',
    permission: 'assign_subProduct',
    orPermission: ['sub_product_edit'],
    search: listSearch<typeof priceRoutes.grid>(),
    screen: () => import('./price-grid.tsx').then(({ PriceGrid }) => PriceGrid),
  }),
] as const;
