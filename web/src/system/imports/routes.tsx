import { type ImportKind, importPermissions } from '@aisle/contract/system/imports/import-kinds';
import type { importRoutes } from '@aisle/contract/system/imports/imports';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';
import type { ImportParts } from './upload/import-parts.ts';

export const importPages = (parts: () => Promise<ImportParts>) =>
  [
    page({
      path: '/imports',
      title: 'Imports',
      permission: 'product_add',
      orPermission: importPermissions,
      search: listSearch<typeof importRoutes.list, { id?: string; kind?: ImportKind }>(),
      screen: () => import('./imports.tsx').then(({ Imports }) => Imports),
      parts,
    }),
  ] as const;
