import { pages } from '../core/pages.ts';

export const vendorPages = pages({
  path: '/vendors',
  title: 'Vendors',
  permission: 'vendor_list',
  list: true,
  screen: () => import('./vendor-list.tsx').then(({ VendorList }) => VendorList),
});
