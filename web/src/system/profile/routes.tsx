import { page } from '../../core/pages/pages.ts';

export const profilePages = [
  page({
    path: '/profile',
    title: 'Profile',
    screen: () => import('./profile.tsx').then(({ Profile }) => Profile),
  }),
] as const;
