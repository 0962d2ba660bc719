import { pages } from '../core/pages.ts';

export const pricePages = pages({
  path: '/prices',
  title: 'Prices and stock',
  permission: 'assign_subProduct',
  list: true,
  screen: () => import('./price-grid.tsx').then(({ PriceGrid }) => PriceGrid),
});
