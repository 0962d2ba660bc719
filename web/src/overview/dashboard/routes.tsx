import type { SearchSchemaInput } from '@tanstack/react-router';
import { page } from '../../core/pages/pages.ts';
import { type DashboardSearch, readSearch } from './dashboard-search.ts';

export const dashboardPages = [
  page({
    path: '/dashboard',
    title: 'Dashboard',
    search: (search: DashboardSearch & SearchSchemaInput): DashboardSearch => readSearch(search),
    screen: () => import('./dashboard.tsx').then(({ DashboardScreen }) => DashboardScreen),
  }),
] as const;
