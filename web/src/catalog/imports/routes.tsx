import type { importRoutes } from '@aisle/contract/catalog/imports';
import { page } from '../../core/pages.ts';
import { listSearch } from '../../core/search.ts';

// In the catalog, as the screens map columns to the fields of products and offer to assign the imported products.
export const importPages = [
  page({
    path: '/imports',
    title: 'Imports',
    permission: 'product_add',
    search: listSearch<typeof importRoutes.list, { id?: string }>(),
    screen: () => import('./imports.tsx').then(({ Imports }) => Imports),
  }),
] as const;
