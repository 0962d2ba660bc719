import type { importRoutes } from '@aisle/contract/system/imports';
import { page } from '../../core/pages.ts';
import { listSearch } from '../../core/search.ts';
import type { ImportParts } from './import-parts.ts';

export const importPages = (parts: () => Promise<ImportParts>) =>
  [
    page({
      path: '/imports',
      title: 'Imports',
      permission: 'product_add',
      search: listSearch<typeof importRoutes.list, { id?: string }>(),
      screen: () => import('./imports.tsx').then(({ Imports }) => Imports),
      parts,
    }),
  ] as const;
