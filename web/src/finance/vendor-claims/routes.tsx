import type { vendorClaimRoutes } from '@aisle/contract/finance/vendor-claims';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const vendorClaimPages = [
  page({
    path: '/vendor-claims',
    title: 'Vendor claims',
    permission: 'vendor_claim_list',
    everywhere: true,
    search: listSearch<typeof vendorClaimRoutes.list, { tab?: string }>(),
    screen: () => import('./vendor-claim-lists.tsx').then(({ VendorClaimLists }) => VendorClaimLists),
  }),
  page({
    path: '/vendor-claims/$id',
    title: 'Vendor claim',
    permission: 'vendor_claim_list',
    everywhere: true,
    screen: () => import('./vendor-claim-view.tsx').then(({ VendorClaimScreen }) => VendorClaimScreen),
  }),
] as const;
