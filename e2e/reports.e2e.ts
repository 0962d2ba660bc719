import { readFile } from 'node:fs/promises';
import { formatMoney } from '@aisle/contract/core/money';
import { reportRoutes } from '@aisle/contract/overview/reports';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, field, openSignedInContext, useBrowser } from './browser.ts';
import { openShop, placeOrder } from './shop.ts';

useBrowser();

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
/** The days around today, in any time zone of browser and shop. */
const period = { from: day(-1), to: day(1) };

async function choose(page: Page, button: RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('groups sales by month, compares, drills down, and exports the same numbers', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'REPORT', [{ name: 'Quince Jam', price: 640, stock: 50 }]);
  for (const quantity of [1, 2, 3]) await placeOrder(admin, shop, { 'Quince Jam': quantity });
  const locationIds = [shop.location._id];
  const { totals } = await admin.do(reportRoutes.store, { body: { ...period, locationIds } });
  const gross = formatMoney(totals.gross ?? 0);
  const { page, pageErrors } = await openSignedInContext('desk');
  const places = encodeURIComponent(JSON.stringify(locationIds));
  await page.goto(`/location_report?from=${period.from}&to=${period.to}&locationIds=${places}`);
  const table = page.getByRole('table', { name: 'Location report' });

  await table
    .getByRole('row', { name: /^Shop REPORT/ })
    .getByText(gross)
    .first()
    .waitFor();
  await expectAccessible(page);
  await choose(page, /^Group by/, 'Month');
  await page.waitForURL(/groupBy=month/);
  await table.getByRole('columnheader', { name: 'Month' }).waitFor();
  await choose(page, /^Compare with/, 'Last year');
  await table.getByRole('columnheader', { name: 'vs. last year' }).first().waitFor();
  await page.getByText(/compared with/).waitFor();
  expect(await table.getByRole('row', { name: /^Total/ }).textContent()).toContain(`3–${gross}`);

  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, /^Export/, 'CSV')]);
  const saved = await file.path();
  const [head, ...lines] = (await readFile(saved, 'utf8')).trim().split('\n');
  const [orders, sales] = ['Orders', 'Order totals'].map((name) => head!.split(',').indexOf(name));
  const sum = (at: number) => lines.reduce((all, line) => all + Number(line.split(',')[at]), 0);
  expect([sum(orders!), Math.round(sum(sales!) * 100)]).toEqual([3, totals.gross]);
  expect(head).toContain('Order totals before');

  await choose(page, /^Group by/, 'Location');
  await table.getByRole('link', { name: 'Shop REPORT' }).click();
  await page.waitForURL(/\/orders\?/);
  await page.getByText('1–3 of 3').waitFor();
  expect(pageErrors).toEqual([]);
});

test('sends a report by email every week until it is paused', async () => {
  const { page, pageErrors } = await openSignedInContext('phone');
  await page.goto('/report/product?groupBy=category');

  await page.getByRole('button', { name: 'Schedules' }).click();
  await field(page, 'Name').fill('Categories on Mondays');
  await page.getByRole('button', { name: 'Schedule report' }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Categories on Mondays' });
  await item.getByText('Every Monday').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pause Categories on Mondays' }).click();
  await item.getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Delete Categories on Mondays' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();

  await item.waitFor({ state: 'detached' });
  expect(pageErrors).toEqual([]);
});
