import { pages } from '../core/pages.ts';
import { isPeriod } from './period.ts';

export const dashboardPages = pages({
  path: '/dashboard',
  title: 'Dashboard',
  search: ({ days }) => (isPeriod(days) ? { days } : {}),
  screen: () => import('./dashboard.tsx').then(({ DashboardScreen }) => DashboardScreen),
});
