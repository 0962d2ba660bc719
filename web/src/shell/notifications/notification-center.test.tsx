import { notificationRoutes } from '@aisle/contract/system/notifications';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { NotificationBell } from './notification-center.tsx';

const nothing = {
  late: [],
  lateCount: 0,
  outOfStock: [],
  count: 0,
  low: [],
  lowCount: 0,
  expiring: [],
  expiringCount: 0,
  groups: [],
  tickets: [],
  system: [],
  unread: 0,
};

test('opens and closes by keyboard, and has the focus while it is open', async () => {
  serve(notificationRoutes.unread, { unread: 3 });
  serve(notificationRoutes.get, nothing);
  const { user } = await show(<NotificationBell />);
  const bell = await screen.findByRole('button', { name: 'Notifications: 3 unread' });

  bell.focus();
  await user.keyboard('{Enter}');
  const center = await screen.findByRole('dialog', { name: 'Notification Center' });
  await waitFor(() => expect(center.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('updates the number of unread notifications after a refetch', async () => {
  let unread = 1;
  serve(notificationRoutes.unread, () => ({ unread }));
  const { readAgain } = await show(<NotificationBell />);
  await screen.findByRole('button', { name: 'Notifications: 1 unread' });

  unread = 0;
  await readAgain('notifications');

  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy();
});
