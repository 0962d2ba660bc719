import { type Notice, notificationRoutes } from '@aisle/contract/system/notifications';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, otherScreens, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, serve } from '../../../test/server.ts';
import { NotificationList } from './notification-list.tsx';

const late: Notice = {
  _id: idOf(1),
  kind: 'late',
  text: 'O-1001',
  locationId: idOf(7),
  locationName: 'Honolulu',
  timeZone: 'Pacific/Honolulu',
  subProductId: null,
  lotId: null,
  orderId: idOf(3),
  ticketId: null,
  at: '2026-03-02T20:00:00.000Z',
  overAt: null,
  isRead: false,
};
const rowOf = (name: RegExp) => screen.findByRole('row', { name });

test("shows times in the location's time zone, and the end of resolved notices", async () => {
  const over = { ...late, _id: idOf(2), text: 'O-1002', overAt: '2026-03-02T20:30:00.000Z' };
  serve(notificationRoutes.list, pageOf(late, over));

  await show(<NotificationList />, { at: '/notifications' });

  const open = (await rowOf(/O-1001 is late/)).textContent;
  expect(open).toContain('03/02/2026, 10:00 AM HST');
  expect(open).toContain('Active');
  expect((await rowOf(/O-1002 is late/)).textContent).toContain('Resolved 03/02/2026, 10:30 AM HST');
});

test('saves email alerts, and leads to the notifications of this device', async () => {
  serve(notificationRoutes.list, pageOf(late));
  serve(notificationRoutes.settings, { mail: 'off', kinds: ['late'], pushKinds: ['newOrder'] });
  const saved = serve(notificationRoutes.changeSettings, {
    mail: 'soon',
    kinds: ['late'],
    pushKinds: ['newOrder'],
  });
  const { user } = await show(<NotificationList />, {
    at: '/notifications',
    screens: { ...otherScreens, '/profile': { title: 'Profile' } },
  });

  await user.press('Email alerts');
  const link = await screen.findByRole('link', { name: 'profile' });
  await user.click(screen.getByRole('radio', { name: 'Soon' }));
  await user.press('Save');

  expect(link.getAttribute('href')).toBe('/profile');
  expect(await onlyBody(saved)).toEqual({ mail: 'soon', kinds: ['late'] });
});
