import { page } from '../../../core/pages/pages.ts';
import { textSearch } from '../../../core/pages/search.ts';

export const locationRatePages = [
  page({
    path: '/locationTax',
    title: 'Tax and commission',
    permission: 'store_tax_comm_view',
    userType: 'store',
    screen: () => import('./rates-screen.tsx').then(({ MyRates }) => MyRates),
  }),
  page({
    path: '/locations/locationTax/$id',
    title: 'Tax and commission',
    permission: 'store_tax_comm_view',
    search: textSearch('from', 'commission'),
    screen: () => import('./rates-screen.tsx').then(({ RatesOfLocation }) => RatesOfLocation),
  }),
] as const;
