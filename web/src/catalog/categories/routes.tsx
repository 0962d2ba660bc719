import { page } from '../../core/pages/pages.ts';
import { textSearch } from '../../core/pages/search.ts';

export const categoryPages = [
  page({
    path: '/category',
    title: 'Categories',
    permission: 'category_list',
    search: textSearch('id'),
    screen: () => import('./tree/category-tree.tsx').then(({ CategoryTree }) => CategoryTree),
  }),
] as const;
