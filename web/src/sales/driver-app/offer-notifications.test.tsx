import { tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { pushRoutes } from '@aisle/contract/system/push';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pushBrowser } from '../../../test/push-browser.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { savePreference } from '../../core/preferences/preferences.ts';
import { OfferNotifications } from './offer-notifications.tsx';
import { tripPage } from './trip.fixtures.ts';
import { TripScreen } from './trip-screen.tsx';

serve(pushRoutes.key, { publicKey: 'BPublic' });
const device = { endpoint: 'https://push.example/1', p256dh: 'point', auth: 'secret' };
const showSwitch = () => show(<OfferNotifications token="t" />);

test('registers the phone of a driver by the link of the trip', async () => {
  const { register } = pushBrowser('granted', { isSubscribed: false });
  const devices = serve(tripRoutes.notify, { isOn: true });
  const { user } = await showSwitch();

  await user.press('Notify me about offers');

  expect(await onlyBody(devices)).toEqual(device);
  expect(register).toHaveBeenCalledWith('/driver.js', { scope: '/d/' });
  await screen.findByRole('button', { name: 'Stop notifying me about offers' });
});

test('registers a phone again with each trip, until the driver stops it', async () => {
  const { subscription } = pushBrowser('granted');
  const devices = serve(tripRoutes.notify, { isOn: true });
  const stopped = serve(tripRoutes.stopNotifying, { isOn: false });
  const { user } = await showSwitch();

  expect(await onlyBody(devices)).toEqual(device);
  await user.press('Stop notifying me about offers');

  expect(await onlyBody(stopped)).toEqual({ endpoint: device.endpoint });
  await screen.findByRole('button', { name: 'Notify me about offers' });
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
});

test('says that the browser blocks notifications', async () => {
  pushBrowser('denied', { isSubscribed: false });
  const devices = serve(tripRoutes.notify, { isOn: true });
  const { user } = await showSwitch();

  await user.press('Notify me about offers');

  expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy();
  expect(devices).toEqual([]);
});

const showTrip = (token: string) =>
  show(<TripScreen />, { at: `/d/${token}`, page: '/d/$token', isPublic: true });

test('makes the trip installable, and remembers it as the latest', async () => {
  const link = document.createElement('link');
  link.rel = 'manifest';
  document.head.append(link);
  serve(tripRoutes.show, tripPage());
  serve(tripRoutes.stamp, { stamp: tripPage().stamp });
  await showTrip('new');

  await waitFor(() => expect(link.getAttribute('href')).toBe('/d/new/app.webmanifest'));
  await waitFor(() => expect(localStorage.getItem('aisle.latestTrip')).toBe('"new"'));
  link.remove();
});

test('leads from a link that no longer works to the latest trip on this phone', async () => {
  savePreference('latestTrip', 'newer');
  serve(tripRoutes.show, ({ params }) =>
    params[0] === 'newer' ? tripPage() : refusal(404, 'not-found', 'This link was not found'),
  );
  serve(tripRoutes.stamp, { stamp: tripPage().stamp });
  const { address } = await showTrip('older');

  await waitFor(() => expect(address()).toBe('/d/newer'));
});
