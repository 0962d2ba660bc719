import { pages } from '../core/pages.ts';

export const notificationPages = pages({
  path: '/notifications',
  title: 'Notifications',
  list: true,
  screen: () => import('./notification-list.tsx').then(({ NotificationList }) => NotificationList),
});
