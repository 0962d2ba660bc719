import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, openContext, signIn, useBrowser } from './browser.ts';
import { inviteUser, openShop, placeOrder, welcome } from './shop.ts';

useBrowser();

const password = 'Radishes#2026';

test('queues steps without a connection, keeps them after a reload, sends them, and shows a conflict', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'OFFLINE', [{ name: 'Rye Bread', price: 2600, stock: 20 }]);
  const picker = await welcome(
    admin,
    // Orders of other locations would be first in the queue, and would be stored in the browser instead.
    await inviteUser(admin, 'Hedda', ['order_edit', 'order_view'], [shop.location._id]),
    password,
  );
  const [first, second, third] = [await placed(), await placed(), await placed()];

  const { context, page } = await openContext('phone');
  await signIn(page, { email: picker.email, password }, '/orders/queue');
  await page.getByRole('link', { name: third.number }).waitFor();
  await kept(page);

  await context.setOffline(true);
  await start(page, first.number);
  await backToQueue(page);
  await start(page, second.number);
  await backToQueue(page);
  await start(page, third.number);
  await prepare(page);
  await backToQueue(page);
  await page.getByText('4 changes not sent').waitFor();
  await page.reload();
  await page.getByText('4 changes not sent').waitFor();
  await segment(page, 'Ready');
  await card(page, third.number).getByText('Not sent yet').waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  expect(await statusOf(first)).toBe('orderPlaced');
  const cancel = { reason: 'Second thoughts' };
  await admin.do(orderRoutes.cancel, { params: { id: second._id }, body: cancel });

  await context.setOffline(false);
  await page.getByText('1 not applied').waitFor();
  expect([await statusOf(first), await statusOf(third)]).toEqual(['processing', 'prepared']);
  await page.getByText("already updated this order. It's now “Cancelled”").waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('1 not applied').waitFor({ state: 'hidden' });

  function placed() {
    return placeOrder(admin, shop, { 'Rye Bread': 1 });
  }
  async function statusOf({ _id }: { _id: string }): Promise<string> {
    return (await admin.do(orderRoutes.view, { params: { id: _id } })).status;
  }
});

/** The screens are stored in the browser, together with the queue and its three orders. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(async () => (await page.evaluate(storedResponseIds)).length, { timeout: 10_000 })
    .toBeGreaterThan(3);
  await expect
    .poll(() => page.evaluate(storedResponseIds), { timeout: 10_000 })
    .toContainEqual(expect.stringContaining('/order/board'));
}
/**
 * The names of the stored data. Reads them without creating the database, and closes it, because an open connection blocks its
 * creation.
 */
async function storedResponseIds(): Promise<string[]> {
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === 'aisle-held')) return [];
  return new Promise<string[]>((resolve) => {
    const opening = indexedDB.open('aisle-held');
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('answers').objectStore('answers').getAllKeys();
      reading.onsuccess = () => {
        database.close();
        resolve(reading.result.map(String));
      };
    };
  });
}

const card = (page: Page, number: string) => page.getByRole('listitem').filter({ hasText: number });

const segment = (page: Page, name: string) =>
  page
    .locator('label', { has: page.getByText(name, { exact: false }) })
    .first()
    .click();

/** Starting to pick opens the pick list, even without a connection. */
async function start(page: Page, number: string): Promise<void> {
  await segment(page, 'New');
  await card(page, number).getByRole('button').click();
  await page.getByRole('heading', { name: 'Pick', exact: true }).waitFor();
  await page.getByRole('heading', { name: number }).waitFor();
}

async function prepare(page: Page): Promise<void> {
  // An order of one item is prepared without a question.
  await page.getByRole('button', { name: 'Mark as prepared', exact: true }).click();
  await page.getByRole('heading', { name: 'Items', exact: true }).waitFor();
}

async function backToQueue(page: Page): Promise<void> {
  await page.goBack();
  await page.getByRole('heading', { name: 'Queue', exact: true }).waitFor();
}
