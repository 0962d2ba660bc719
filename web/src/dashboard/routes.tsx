import { pages } from '../core/pages.ts';
import { isPeriod } from './period.ts';

export const dashboardPages = pages({
  path: '/dashboard',
  title: 'Dashboard',
  search: ({ days, locationId }) => ({
    ...(isPeriod(days) && { days }),
    ...(typeof locationId === 'string' && { locationId }),
  }),
  screen: () => import('./dashboard.tsx').then(({ DashboardScreen }) => DashboardScreen),
});
