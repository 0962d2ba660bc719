import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, openContext, signIn, useBrowser } from './browser.ts';
import { inviteUser, openShop, welcome } from './shop.ts';

useBrowser();

const password = 'Radishes#2026';

test('shows a notification of a new order in the browser of a clerk', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'PUSH', [{ name: 'Rye Bread', price: 2600, stock: 20 }]);
  const clerk = await welcome(
    admin,
    await inviteUser(admin, 'Hanna', ['order_edit', 'order_view'], [shop.location._id]),
    password,
  );
  const { page } = await openContext('phone');
  await signIn(page, { email: clerk.email, password }, '/orders/queue');
  const id = await registeredWorker(page);
  const shown = await recordNotifications(page);

  // The test browser has no push service, so the notification comes from its developer tools.
  const content = { title: 'New order O-1', body: 'Downtown', tag: 'order-1', url: '/orders/view/1' };
  await deliver(page, id, JSON.stringify(content));

  await expect.poll(shown).toEqual([{ title: 'New order O-1', body: 'Downtown' }]);
  await page.goto(new URL('/profile', page.url()).href);
  await page.getByRole('checkbox', { name: 'New orders' }).waitFor();
  await expectAccessible(page);
});

test('is installable: its manifest, icons and service workers are served', async () => {
  const { page } = await openContext('phone');
  await page.goto('/login');
  const client = await page.context().newCDPSession(page);
  const { errors, data } = await client.send('Page.getAppManifest');
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');

  expect(errors).toEqual([]);
  expect(JSON.parse(data!)).toMatchObject({ name: 'Aisle', display: 'standalone', start_url: '/' });
  // The test browser's windows are like incognito windows, which can't install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
  for (const script of ['/offline.js', '/driver.js']) {
    const response = await page.request.get(script);
    expect([response.status(), response.headers()['content-type']]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ]);
  }
});

/** The ID of the service worker that the queue registers. */
async function registeredWorker(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  const ids: string[] = [];
  client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(
      ...registrations.filter(({ isDeleted }) => !isDeleted).map(({ registrationId }) => registrationId),
    ),
  );
  await client.send('ServiceWorker.enable');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  return ids.at(-1)!;
}

async function deliver(page: Page, registrationId: string, data: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('ServiceWorker.enable');
  await client.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data,
  });
}

/** Records the notifications that the service worker shows: a browser without a window can't show any. */
async function recordNotifications(page: Page): Promise<() => Promise<unknown>> {
  const worker = page
    .context()
    .serviceWorkers()
    .find((one) => one.url().startsWith(new URL(page.url()).origin))!;
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { shown: object[]; registration: ServiceWorkerRegistration };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, body: options?.body });
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown);
}
