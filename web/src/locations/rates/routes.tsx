import { pages } from '../../core/pages.ts';

export const locationRatePages = pages(
  {
    path: '/locationTax',
    title: 'Tax and commission',
    permission: 'store_tax_comm_view',
    userType: 'store',
    screen: () => import('./rates-screen.tsx').then(({ MyRates }) => MyRates),
  },
  {
    path: '/locations/locationTax/$id',
    title: 'Tax and commission',
    permission: 'store_tax_comm_view',
    screen: () => import('./rates-screen.tsx').then(({ RatesOfLocation }) => RatesOfLocation),
  },
);
