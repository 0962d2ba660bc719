import { pages } from '../core/pages.ts';

/** The page of a driver, which opens by its link alone. */
export const driverAppPages = pages({
  path: '/d/$token',
  title: 'Your trip',
  signedOut: true,
  screen: () => import('./trip-screen.tsx').then(({ TripScreen }) => TripScreen),
});
