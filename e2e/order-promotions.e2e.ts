import { type PromotionInput, promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, field, openSignedInContext, useBrowser } from './browser.ts';
import { openShop } from './shop.ts';

useBrowser();

test('takes a phone order with a promotion and a code, and the order says why', async () => {
  const admin = await signInToApi();
  const { goods } = await openShop(admin, 'PROMO', [{ name: 'Sheep Yogurt', price: 399, stock: 20 }]);
  const subProductIds = [goods.get('Sheep Yogurt')!._id];
  await publish(admin, {
    name: 'Yogurt',
    label: 'Buy 2 get 1 free',
    reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 },
    goods: { subProductIds },
  });
  await publish(admin, {
    name: 'Dollar',
    label: '$1 off yogurt',
    reward: { kind: 'amount', amount: 100, per: 'order' },
    goods: { subProductIds },
    codes: { kind: 'shared', code: 'DOLLAR-OFF' },
  });
  const { page, pageErrors } = await openSignedInContext('phone');

  await page.goto('/orders/add');
  await page.getByText('Pickup', { exact: true }).click();
  await page.getByRole('button', { name: 'New customer' }).click();
  await field(page, 'Phone').fill('+1 312 555 0177');
  await field(page, 'First name').fill('Vera');
  await page.getByRole('combobox', { name: 'Scan, or type a name, SKU or barcode' }).fill('sheep');
  await page.getByRole('option', { name: /Sheep Yogurt/ }).click();
  await page.getByRole('button', { name: 'More of Sheep Yogurt' }).click();
  await page.getByText('Add 1 item to use “Buy 2 get 1 free”').waitFor();
  await page.getByRole('button', { name: 'More of Sheep Yogurt' }).click();
  await page.getByRole('textbox', { name: 'Promotion code' }).fill('dollar off');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText('$1 off yogurt', { exact: true }).waitFor();
  await page.getByText('$6.98').first().waitFor();
  await expectNoOverflow(page);
  // Elsewhere, a bar at the edge can cover a part of a field, which is too small a target then.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Place order' }).click();

  await page.getByRole('button', { name: 'Why $4.99 off on Sheep Yogurt?' }).click();
  await page.getByText('Buy 2 get 1 free: 1 set of 3, the cheapest unit at 100% off').waitFor();
  await expectAccessible(page);
  expect(pageErrors).toEqual([]);
});

type Parts = Omit<z.input<typeof PromotionInput>, 'funding'>;
async function publish(admin: Api, parts: Parts): Promise<void> {
  const funding = { marketplace: 100, location: 0, vendor: 0 };
  const { _id: id, version } = await admin.do(promotionRoutes.create, { body: { funding, ...parts } });
  await admin.do(promotionRoutes.updateStatus, { params: { id }, body: { status: 'active', version } });
}
