import { signedOutPage } from '../../core/pages/pages.ts';

/** The page of a driver, which opens by its link alone. */
export const driverAppPages = [
  signedOutPage({
    path: '/d/$token',
    title: 'Your trip',
    screen: () => import('./trip-screen.tsx').then(({ TripScreen }) => TripScreen),
  }),
] as const;
