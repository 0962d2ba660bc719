import { pages } from '../core/pages.ts';

export const vendorPages = pages(
  {
    path: '/vendors',
    title: 'Vendors',
    permission: 'vendor_list',
    list: true,
    screen: () => import('./vendor-list.tsx').then(({ VendorList }) => VendorList),
  },
  {
    path: '/vendors/view/$id',
    title: 'Vendor',
    permission: 'vendor_view',
    screen: () => import('./vendor-view.tsx').then(({ VendorScreen }) => VendorScreen),
  },
);
