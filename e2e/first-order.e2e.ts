import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { makeMemoryFolder } from '../tools/test/memory-folder.ts';
import { choose, expectAccessible, expectNoOverflow, field, openContext, useBrowser } from './browser.ts';
import { administrator, startServer } from './server.setup.ts';
import { createProduct } from './shop.ts';

useBrowser();

test('leads from the first sign-in of an empty marketplace to a delivered order by the setup steps', {
  timeout: 240_000,
}, async () => {
  const dataDir = makeMemoryFolder('aisle-first-order');
  const server = await startServer(dataDir, { ADMIN_EMAIL: 'you@journeys.example' });
  onTestFinished(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { page, pageErrors } = await openContext();
  const dashboard = new URL('/dashboard', server.base).href;

  await page.goto(new URL('/login', server.base).href);
  await page.getByLabel('Email').fill('you@journeys.example');
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/^Good (morning|afternoon|evening)\./).waitFor();
  await isDone(page, 0);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await follow(page, 'Enter name');
  await field(page, 'Brand name').fill('Corner Market');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Settings saved').waitFor();

  await back(page, dashboard, 1);
  await follow(page, 'Add location');
  await addLocation(page);

  await back(page, dashboard, 2);
  await follow(page, 'Add one');
  await createProduct(page, 'Spreads');

  await back(page, dashboard, 3);
  await follow(page, 'Choose products');
  await assignAll(page);

  await back(page, dashboard, 4);
  await follow(page, 'Receive stock');
  await receive(page);

  // The location is active, open and has stock, so its checks are done as well.
  await back(page, dashboard, 6);
  for (const [keep, done] of [
    ['Only cash', 7],
    ['Free delivery', 8],
    ['Just me', 9],
  ] as const) {
    await page.getByRole('button', { name: keep }).click();
    await isDone(page, done);
  }
  await follow(page, 'New order');
  await placeOrder(page);

  await back(page, dashboard, 10);
  await page.getByRole('heading', { name: 'Open orders' }).waitFor();
  await follow(page, 'Open order');
  await deliver(page);

  await back(page, dashboard, 11);
  await page.getByRole('heading', { name: 'Your marketplace is set up' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('heading', { name: 'Your marketplace is set up' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  expect(await page.getByRole('progressbar', { name: 'Setup progress' }).count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

const steps = (page: Page) => page.locator('section').filter({ has: page.getByLabel('Setup progress') });
const isDone = (page: Page, count: number) => steps(page).getByText(`${count}/11`).waitFor();
const follow = (page: Page, label: string) =>
  steps(page).getByRole('link', { name: label, exact: true }).click();

/** Returns to the dashboard, where this many steps are checked off. */
async function back(page: Page, dashboard: string, count: number): Promise<void> {
  await page.goto(dashboard);
  await isDone(page, count);
}

async function addLocation(page: Page): Promise<void> {
  await field(page, 'Name').fill('Lake Street');
  await field(page, 'Code').fill('LAKE');
  await field(page, 'Address').fill('12 Lake Street');
  await field(page, 'City').fill('Chicago');
  await field(page, 'State').fill('IL');
  await field(page, 'Postal code').fill('60601');
  await field(page, 'Latitude').fill('41.8857');
  await field(page, 'Longitude').fill('-87.6228');
  await field(page, 'Commission').fill('10');
  await page.getByRole('button', { name: /^Delivery/ }).click();
  await field(page, 'Delivers within').fill('20');
  await page.getByRole('button', { name: 'Create location' }).click();
  await page.waitForURL('**/locations/view/*');
}

async function assignAll(page: Page): Promise<void> {
  await page.getByRole('treeitem', { name: /^Spreads/ }).press('Space');
  await page.getByRole('dialog').getByRole('button', { name: 'Put on sale' }).click();
  await page.getByText('1 of 1 on sale').waitFor();
}

async function receive(page: Page): Promise<void> {
  await choose(page, 'Location', 'Lake Street');
  await page.getByLabel('Barcode or SKU, row 1', { exact: true }).fill('FIG-1');
  await page.keyboard.press('Tab');
  await page.getByLabel('Quantity, row 1').fill('12');
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
  await page.getByText('1 lot received').waitFor();
}

async function placeOrder(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Customer' }).fill('+1 312 555 0166');
  await page.getByRole('button', { name: 'New customer' }).click();
  await field(page, 'First name').fill('Vera');
  await field(page, 'Last name').fill('Quill');
  await page.getByRole('combobox', { name: 'Address' }).fill('8 River Walk');
  await field(page, 'City').fill('Chicago');
  await field(page, 'State').fill('IL');
  await field(page, 'Postal code').fill('60601');
  await page.getByRole('combobox', { name: 'Scan, or type a name, SKU or barcode' }).fill('fig');
  await page.getByRole('option', { name: /Fig Spread/ }).click();
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL(/\/orders\/(view|checkouts)\//);
}

async function deliver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start picking', exact: true }).click();
  await page.getByRole('button', { name: 'All of Fig Spread picked' }).click();
  await page.getByRole('button', { name: 'Mark as prepared', exact: true }).click();
  await page.getByRole('button', { name: 'Mark ready for delivery', exact: true }).click();
  await page.getByRole('button', { name: 'Send out now', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send out now', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as delivered', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cash received', exact: true }).click();
  await page.getByRole('button', { name: 'Return or replace…' }).waitFor();
}
