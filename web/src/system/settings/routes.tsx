import { page } from '../../core/pages/pages.ts';
import { textSearch } from '../../core/pages/search.ts';

export const settingsPages = [
  page({
    path: '/settings',
    title: 'Settings',
    permission: 'access_setting',
    everywhere: true,
    search: textSearch('tab'),
    screen: () => import('./settings.tsx').then(({ Settings }) => Settings),
  }),
  page({
    path: '/settings/api-keys/$id',
    title: 'API key',
    permission: 'access_setting',
    everywhere: true,
    screen: () => import('./keys/key-view.tsx').then(({ ApiKeyScreen }) => ApiKeyScreen),
  }),
] as const;
