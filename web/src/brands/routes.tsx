import { pages } from '../core/pages.ts';

export const brandPages = pages({
  path: '/brand',
  title: 'Brands',
  permission: 'brand_list',
  list: true,
  screen: () => import('./brand-list.tsx').then(({ BrandList }) => BrandList),
});
