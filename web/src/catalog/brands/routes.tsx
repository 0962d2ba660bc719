import type { brandRoutes } from '@aisle/contract/catalog/brands';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const brandPages = [
  page({
    path: '/brand',
    title: 'Brands',
    permission: 'brand_list',
    search: listSearch<typeof brandRoutes.list>(),
    screen: () => import('./brand-list.tsx').then(({ BrandList }) => BrandList),
  }),
] as const;
