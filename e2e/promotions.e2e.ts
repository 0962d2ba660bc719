import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import {
  choose,
  expectAccessible,
  expectNoOverflow,
  field,
  openSignedInContext,
  useBrowser,
} from './browser.ts';
import { openShop, placeOrder } from './shop.ts';

useBrowser();

/** Types into a searchable select and takes the option. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(option);
  // Options of an earlier text can't be chosen.
  const found = page.locator('[role=option]:not([data-combobox-disabled])');
  await found.filter({ hasText: option, visible: true }).click();
  await page.keyboard.press('Escape');
}

test('builds an offer, replays it on past orders, and publishes it for two stores', async () => {
  const admin = await signInToApi();
  const first = await openShop(admin, 'PROMA', [{ name: 'Cloud Yogurt', price: 399, stock: 60 }]);
  const second = await openShop(admin, 'PROMB', []);
  const vendor = await admin.do(vendorRoutes.create, { body: { name: 'Cloud Dairy' } });
  const shopper = { firstName: 'Runa', lastName: 'Vale', phone: '+1 312 555 0177' };
  await placeOrder(admin, first, { 'Cloud Yogurt': 7 }, shopper);
  const { page, pageErrors } = await openSignedInContext();

  await page.goto('/promotions');
  await page.getByRole('link', { name: 'New promotion' }).first().click();
  await field(page, 'Name').fill('Yogurt weeks');
  await field(page, 'Label').fill('Buy 2 get 1 free');
  await choose(page, 'Kind', 'Buy some, get some');
  await page.getByLabel('Number to buy').fill('2');
  await page.getByLabel('Number to get').fill('1');
  await page.getByLabel('Discount in percent').fill('100');
  await page.getByText('Chosen items').click();
  await pick(page, 'Sub-products', 'Cloud Yogurt');
  await pick(page, 'Locations', first.location.name);
  await field(page, 'Marketplace').fill('50');
  await field(page, 'Vendor').fill('50');
  await pick(page, 'Vendor that pays', 'Cloud Dairy');
  await expectAccessible(page);
  await page.getByRole('form').getByText('Cloud Yogurt', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Replay orders' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('$7.98').first().waitFor();
  await result.getByText('$3.99').first().waitFor();
  await result.getByText('1 of 1').waitFor();

  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { name: 'Yogurt weeks' }).waitFor();
  await page.getByText('Marketplace 50%, Vendor 50%').waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await pick(page, 'Locations', second.location.name);
  await page.getByRole('button', { name: 'Save promotion' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  await expectNoOverflow(page);
  expect(pageErrors).toEqual([]);

  const yogurt = first.goods.get('Cloud Yogurt')!;
  const quote = await admin.do(mainOrderRoutes.quote, {
    body: {
      fulfilment: 'pickup',
      lines: [{ subProductId: yogurt._id, locationId: first.location._id, quantity: 3 }],
    },
  });
  expect(quote).toMatchObject({ itemsTotal: 1197, discountTotal: 399 });
  const { records } = await admin.do(promotionRoutes.list, { body: { search: 'Yogurt weeks' } });
  expect(records).toMatchObject([
    { locationIds: [first.location._id, second.location._id], funding: { vendor: 50, vendorId: vendor._id } },
  ]);
  await admin.do(promotionRoutes.updateStatus, {
    params: { id: records[0]!._id },
    body: { status: 'ended', version: records[0]!.version },
  });
});
