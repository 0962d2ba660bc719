import { page } from '../../core/pages/pages.ts';

export const customerCarePages = [
  page({
    path: '/customers/duplicates',
    title: 'Duplicate customers',
    permission: 'customer_edit',
    everywhere: true,
    screen: () => import('./duplicates.tsx').then(({ DuplicatesScreen }) => DuplicatesScreen),
  }),
] as const;
