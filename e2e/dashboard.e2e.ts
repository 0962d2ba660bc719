import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, openContext, useBrowser } from './browser.ts';
import { inviteUser, openShop, placeOrder, welcome } from './shop.ts';

useBrowser();

const password = 'Radishes!2026';
const titles = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents();
const block = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

/** Users who work on orders land on the queue. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

test('arranges a dashboard, which survives a failure and follows live events', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'BOARD', [{ name: 'Quince', price: 300, stock: 50 }]);
  await placeOrder(admin, shop, { Quince: 1 });
  const permissions = [
    'order_list',
    'product_list',
    'store_list',
    'inventory_list',
    'customer_list',
    'location_report',
  ];
  const { email } = await welcome(admin, await inviteUser(admin, 'Bela', permissions), password);
  const { page, pageErrors } = await openContext('desk');
  await signIn(page, email);
  const requested: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/dashboard-data')) requested.push(url.searchParams.get('blocks'));
  });

  await page.goto(`/dashboard?locationId=${shop.location._id}`);
  await block(page, 'Today').getByText('1', { exact: true }).waitFor();
  const all = ['Needs attention', 'Today', 'Sales', 'Open orders', 'Top products', 'Stock alerts'];
  expect(await titles(page)).toEqual([...all, 'Customer service', 'Customers']);
  await expectAccessible(page);

  // Blocks are hidden and moved, by pointer and by keyboard.
  await page.getByRole('button', { name: 'Customize' }).click();
  await page.getByRole('checkbox', { name: 'Stock alerts' }).uncheck();
  await page.getByRole('button', { name: /^Move Customers,/ }).focus();
  await page.keyboard.press('Home');
  await page.getByText('Customers moved to position 1 of 8').waitFor({ state: 'attached' });
  const row = (title: string) =>
    page.getByRole('list', { name: 'Blocks' }).getByRole('listitem').filter({ hasText: title });
  const saved = page.waitForResponse((response) => response.url().endsWith('/preferences') && response.ok());
  await row('Top products').dragTo(row('Today'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const arranged = [
    'Customers',
    'Needs attention',
    'Top products',
    'Today',
    'Sales',
    'Open orders',
    'Customer service',
  ];
  expect(await titles(page)).toEqual(arranged);
  await saved;
  await page.reload();
  await block(page, 'Today').getByText('1', { exact: true }).waitFor();
  expect(await titles(page)).toEqual(arranged);
  expect(requested.at(-1)).not.toContain('stock');
  const other = await openContext('phone');
  await signIn(other.page, email);
  await other.page.goto(`/dashboard?locationId=${shop.location._id}`);
  await block(other.page, 'Today').getByText('1', { exact: true }).waitFor();
  expect(await titles(other.page)).toEqual(arranged);
  await expectAccessible(other.page);
  await other.context.close();

  // A block that fails to load doesn't affect the others.
  await page.route('**/dashboard-data?*blocks=stock*', (route) =>
    route.fulfill({
      status: 500,
      json: { status: false, message: 'Something broke', error: { code: 'internal' } },
    }),
  );
  await page.getByRole('button', { name: 'Customize' }).click();
  await page.getByRole('checkbox', { name: 'Stock alerts' }).check();
  await page.keyboard.press('Escape');
  const stock = block(page, 'Stock alerts');
  await stock.getByText("Couldn't load these figures.").waitFor();
  await block(page, 'Today').getByText('1', { exact: true }).waitFor();
  await page.unroute('**/dashboard-data?*blocks=stock*');
  const before = requested.length;
  await stock.getByRole('button', { name: 'Try again' }).click();
  await stock.getByText('Nothing is out of stock, low or about to expire.').waitFor();
  expect(requested.slice(before)).toEqual(['stock']);

  // Another user's changes appear without a reload, and without requesting all data.
  await placeOrder(admin, shop, { Quince: 2 });
  await block(page, 'Today').getByText('2', { exact: true }).waitFor();
  expect(requested.slice(before + 1).every((names) => names && !names.includes('topLocations'))).toBe(true);

  // A metric opens the list of its records.
  await block(page, 'Sales')
    .getByRole('link', { name: /^Orders/ })
    .click();
  await page.waitForURL('**/orders?*');
  await page.getByText('Counted as: sales').waitFor();
  await page.locator('tbody tr').nth(1).waitFor();
  expect(await page.locator('tbody tr').count()).toBe(2);
  // Browsers log the failed request as an error.
  expect(pageErrors.filter((text) => !text.includes('500'))).toEqual([]);
});
