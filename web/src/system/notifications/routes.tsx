import type { notificationRoutes } from '@aisle/contract/system/notifications';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const notificationPages = [
  page({
    path: '/notifications',
    title: 'Notifications',
    search: listSearch<typeof notificationRoutes.list>(),
    screen: () => import('./notification-list.tsx').then(({ NotificationList }) => NotificationList),
  }),
] as const;
