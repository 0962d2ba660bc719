import { customerRoutes } from '@aisle/contract/customers/customers';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
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
import { openShop } from './shop.ts';

useBrowser();

test('creates a plan, upgrades a customer to it, and applies it to the next order', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'PLAN', [{ name: 'Sorrel Soup', price: 1000, stock: 20 }]);
  const small = await admin.do(subscriptionPlanRoutes.create, {
    body: { name: 'Small plan', price: 900, period: 'monthly', benefits: { discountPercent: 2 } },
  });
  const customer = await admin.do(customerRoutes.create, {
    body: { firstName: 'Odile', lastName: 'Fern', phone: '+1 312 555 0189' },
  });
  await admin.do(subscriptionRoutes.subscribe, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { customerId: customer._id, planId: small._id, paymentType: 'cash' },
  });
  const { page, pageErrors } = await openSignedInContext();

  await page.goto('/subscription');
  await page.getByRole('button', { name: 'New plan' }).click();
  await field(page, 'Name').fill('Big plan');
  await field(page, 'Price').fill('30');
  await field(page, 'Item discount').fill('10');
  await page.getByRole('button', { name: 'Create plan' }).click();
  await page.getByRole('row', { name: /Big plan/ }).waitFor();

  await page.goto(`/customers/view/${customer._id}?tab=plan`);
  await page.getByRole('button', { name: 'Change plan' }).click();
  await choose(page, 'Plan', 'Big plan, $30.00 monthly');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Credit for \d+ unused days of Small plan/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Change to Big plan for \$/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('10% off goods').first().waitFor();
  await page.getByText('Changed to Big plan').waitFor();
  await expectNoOverflow(page);

  const placed = await admin.do(mainOrderRoutes.create, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      customerId: customer._id,
      fulfilment: 'pickup',
      paymentType: 'cashOnDelivery',
      lines: [
        { subProductId: shop.goods.get('Sorrel Soup')!._id, quantity: 2, locationId: shop.location._id },
      ],
    },
  });
  expect(placed.total).toBe(1800);
  await page.reload();
  await page.getByText('Saved so far').waitFor();
  await page.getByText('$2.00').first().waitFor();

  await page.goto('/subscription-history?tab=current');
  await page.getByRole('row', { name: /Odile Fern/ }).waitFor();
  expect(pageErrors).toEqual([]);
});
