import type { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const vendorPages = [
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
    screen: () => import('./vendor-view.tsx').then(({ VendorScreen }) => VendorScreen),
  }),
] as const;
