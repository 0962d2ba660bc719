import type { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { page } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';
import type { VendorParts } from './vendor-parts.ts';

/** `parts` are components of the vendor page that belong to other features. */
export const vendorPages = (parts: () => Promise<VendorParts>) =>
  [
    page({
      path: '/vendors',
      title: 'Vendors',
      permission: 'vendor_list',
      search: listSearch<typeof vendorRoutes.list>(),
      screen: () => import('./vendor-list.tsx').then(({ VendorList }) => VendorList),
    }),
    page({
      path: '/vendors/view/$id',
      title: 'Vendor',
      permission: 'vendor_view',
      search: textSearch('tab'),
      parts,
      screen: () => import('./vendor-view.tsx').then(({ VendorScreen }) => VendorScreen),
    }),
  ] as const;
