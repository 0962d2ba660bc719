import { pages } from '../core/pages.ts';

export const categoryPages = pages({
  path: '/category',
  title: 'Categories',
  permission: 'category_list',
  search: ({ id }) => (typeof id === 'string' ? { id } : {}),
  screen: () => import('./category-tree.tsx').then(({ CategoryTree }) => CategoryTree),
});
