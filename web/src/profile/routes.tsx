import { pages } from '../core/pages.ts';

export const profilePages = pages({
  path: '/profile',
  title: 'Profile',
  screen: () => import('./profile.tsx').then(({ Profile }) => Profile),
});
