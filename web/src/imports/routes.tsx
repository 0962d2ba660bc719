import { pages } from '../core/pages.ts';

export const importPages = pages({
  path: '/imports',
  title: 'Imports',
  permission: 'product_add',
  list: true,
  screen: () => import('./imports.tsx').then(({ Imports }) => Imports),
});
