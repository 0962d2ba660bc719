import { signedOutPage } from '../../core/pages/pages.ts';

/** The driver's page, which opens by its link without signing in. */
export const driverAppPages = [
  signedOutPage({
    path: '/d/$token',
    title: 'Your trip',
    screen: () => import('./trip-screen.tsx').then(({ TripScreen }) => TripScreen),
  }),
] as const;
