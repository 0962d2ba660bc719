import { z } from 'zod';
import { pages } from '../core/pages.ts';

export const dashboardPages = pages({
  path: '/dashboard',
  title: 'Dashboard',
  search: z.object({ days: z.literal([7, 30, 90]).optional().catch(undefined) }),
  screen: () => import('./dashboard.tsx').then(({ DashboardScreen }) => DashboardScreen),
});
