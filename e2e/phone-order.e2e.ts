import { formatPhone } from '@aisle/contract/core/phones';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, field, openSignedInContext, useBrowser } from './browser.ts';
import { openShop } from './shop.ts';

useBrowser();

test('interrupts a phone order, keeps it after a reload, and splits it over two locations', async () => {
  const admin = await signInToApi();
  await openShop(admin, 'CALL1', [{ name: 'Quince Jelly', price: 650, stock: 10 }]);
  await openShop(admin, 'CALL2', [{ name: 'Medlar Cheese', price: 900, stock: 10 }]);
  const { page, pageErrors } = await openSignedInContext('phone');

  await page.goto('/orders/add');
  await writeDown(page, '+1 312 555 0166');
  await add(page, 'quince', /Quince Jelly/);
  await page.getByText('Has it').first().waitFor();
  await page.waitForURL(/\?draft=/);
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'Quince Jelly' }).waitFor();
  expect(await field(page, 'Phone').inputValue()).toBe('(312) 555-0166');

  // Another customer calls meanwhile.
  await page.getByRole('button', { name: 'Start another order' }).click();
  const drafts = page.getByRole('navigation', { name: 'Drafts' });
  await drafts.getByRole('link', { name: 'Vera Quill · 1 item' }).click();

  await add(page, 'medlar', /Medlar Cheese/);
  const shared = page.getByRole('radio', { name: /Split the order/ });
  await shared.check();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Place 2 orders' }).click();
  await page.waitForURL(/\/orders\/checkouts\//);
  await page.getByRole('heading', { name: /^M-/ }).waitFor();

  const { records } = await admin.do(mainOrderRoutes.list, { body: { search: '3125550166' } });
  expect(records).toMatchObject([{ customerName: 'Vera Quill', orderCount: 2, total: 1550 }]);
  await page.goto('/orders/add');
  await page.getByRole('heading', { name: 'New order' }).waitFor();
  expect(await drafts.count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

async function writeDown(page: Page, phone: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Customer' }).fill(phone);
  await page.getByRole('button', { name: 'New customer' }).click();
  expect(await field(page, 'Phone').inputValue()).toBe(formatPhone(phone));
  await field(page, 'First name').fill('Vera');
  await field(page, 'Last name').fill('Quill');
  await page.getByRole('combobox', { name: 'Address' }).fill('8 River Walk');
  await field(page, 'City').fill('Chicago');
  await field(page, 'State').fill('IL');
  await field(page, 'Postal code').fill('60601');
}

async function add(page: Page, words: string, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Scan, or type a name, SKU or barcode' }).fill(words);
  await page.getByRole('option', { name }).click();
}
