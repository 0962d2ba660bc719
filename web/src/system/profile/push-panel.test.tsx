import { type NoticeSettings, notificationRoutes, pushKinds } from '@aisle/contract/system/notifications';
import { pushRoutes } from '@aisle/contract/system/push';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pushBrowser } from '../../../test/push-browser.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, serve } from '../../../test/server.ts';
import { PushPanel } from './push-panel.tsx';

serve(pushRoutes.key, { publicKey: 'BPublic' });
const settings: NoticeSettings = { mail: 'off', kinds: [], pushKinds: [...pushKinds] };
const showPanel = () => show(<PushPanel />, { permissions: ['order_list'] });
const deviceSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: /on this device/ });

test('registers this browser with a new subscription, and removes it again', async () => {
  const { subscription, pushManager } = pushBrowser('granted');
  serve(notificationRoutes.settings, settings);
  serve(pushRoutes.show, { isOn: false });
  const turnedOn = serve(pushRoutes.turnOn, { isOn: true });
  const turnedOff = serve(pushRoutes.turnOff, { isOn: false });
  const { user } = await showPanel();
  await waitFor(async () => expect((await deviceSwitch()).disabled).toBe(false));

  serve(pushRoutes.show, { isOn: true });
  await user.click(await deviceSwitch());
  expect(await onlyBody(turnedOn)).toEqual({
    endpoint: 'https://push.example/1',
    p256dh: 'point',
    auth: 'secret',
  });
  expect(pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: 'BPublic',
  });
  await waitFor(async () => expect((await deviceSwitch()).checked).toBe(true));

  await user.click(await deviceSwitch());
  await waitFor(() => expect(turnedOff).toHaveLength(1));
  await waitFor(() => expect(subscription.unsubscribe).toHaveBeenCalledTimes(2));
});

test('explains that the browser blocks notifications, and sends nothing', async () => {
  pushBrowser('denied');
  serve(notificationRoutes.settings, settings);
  serve(pushRoutes.show, { isOn: false });
  const turnedOn = serve(pushRoutes.turnOn, { isOn: true });
  const { user } = await showPanel();
  await waitFor(async () => expect((await deviceSwitch()).disabled).toBe(false));

  await user.click(await deviceSwitch());

  expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy();
  expect(turnedOn).toEqual([]);
  expect((await deviceSwitch()).checked).toBe(false);
});

test('saves the chosen kinds at once, and offers only those that the user can see', async () => {
  serve(notificationRoutes.settings, { ...settings, pushKinds: ['newOrder', 'ticketDue'] });
  serve(pushRoutes.show, { isOn: false });
  const changes = serve(notificationRoutes.changeSettings, { ...settings, pushKinds: ['ticketDue'] });
  const { user } = await showPanel();

  const [newOrders, ...others] = await screen.findAllByRole('checkbox');
  await user.click(newOrders!);

  expect(others).toEqual([]);
  expect(await onlyBody(changes)).toEqual({ pushKinds: ['ticketDue'] });
});

test('tells iPhone users to add Aisle to the home screen first', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
  serve(notificationRoutes.settings, settings);
  serve(pushRoutes.show, { isOn: false });
  await showPanel();

  expect(await screen.findByText(/Add to Home Screen/)).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});
