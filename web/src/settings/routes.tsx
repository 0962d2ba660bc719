import { pages } from '../core/pages.ts';

export const settingsPages = pages({
  path: '/settings',
  title: 'Settings',
  permission: 'access_setting',
  search: ({ tab }) => (typeof tab === 'string' ? { tab } : {}),
  screen: () => import('./settings.tsx').then(({ Settings }) => Settings),
});
