import type { SearchSchemaInput } from '@tanstack/react-router';
import { page } from '../../core/pages.ts';
import { type DashboardSearch, isPeriod } from './period.ts';

export const dashboardPages = [
  page({
    path: '/dashboard',
    title: 'Dashboard',
    search: ({ days, locationId }: DashboardSearch & SearchSchemaInput): DashboardSearch => ({
      days: isPeriod(days) ? days : undefined,
      locationId: typeof locationId === 'string' ? locationId : undefined,
    }),
    screen: () => import('./dashboard.tsx').then(({ DashboardScreen }) => DashboardScreen),
  }),
] as const;
