import type { jobRoutes } from '@aisle/contract/system/jobs';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const jobPages = [
  page({
    path: '/jobs',
    title: 'Jobs',
    search: listSearch<typeof jobRoutes.list>(),
    screen: () => import('./job-list.tsx').then(({ JobList }) => JobList),
  }),
] as const;
