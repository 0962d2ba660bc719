import { readFile } from 'node:fs/promises';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { expect, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import {
  choose,
  expectAccessible,
  expectNoOverflow,
  field,
  openSignedInContext,
  useBrowser,
} from './browser.ts';
import { deliver, openShop, placeOrder, type Shop } from './shop.ts';

useBrowser();

async function deliverPeaches(admin: Api, shop: Shop): Promise<Order> {
  const { _id } = await placeOrder(admin, shop, { Peaches: 3 });
  return deliver(admin, _id);
}

test('opens an amount of the books down to its order, changes a code and exports the entries', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'BOOKS', [{ name: 'Peaches', price: 200, stock: 20 }]);
  const order = await deliverPeaches(admin, shop);

  const { page } = await openSignedInContext();
  await page.goto('/books');
  await page.getByText('In balance: debits and credits are equal').waitFor();
  await page.getByRole('button', { name: 'Locations of Commission' }).click();
  const ofShop = page.getByRole('row', { name: 'Shop BOOKS' });
  await ofShop.waitFor();
  await expectAccessible(page);
  await ofShop.getByRole('link').nth(0).click();
  await page.waitForURL('**/books/journals?*account=commissionIncome*');
  await page.getByRole('row', { name: order.number }).click();
  const journal = page.getByRole('dialog', { name: 'Sale' });
  await journal.getByRole('table', { name: 'Entries' }).waitFor();
  await expectAccessible(page);
  await journal.getByRole('link', { name: order.number }).click();
  await page.waitForURL(`**/orders/view/${order._id}`);

  await page.goto('/books/accounts');
  await field(page, 'Code of Commission').fill('8400');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Settings saved').waitFor();
  await page.goto(`/books/journals?locationId=${shop.location._id}`);
  await page.getByRole('row', { name: order.number }).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '').trimEnd().split('\n');
  expect(lines[0]).toBe(
    'Date,Journal,Type,Account,Account code,Part,Debit,Credit,Location,Order,Statement,Claim',
  );
  expect(lines.find((line) => line.includes(',Commission,8400,'))).toContain(order.number);
});

test('tries rates on a phone, and opens them as changes in the rates editor', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'RATES', [{ name: 'Peaches', price: 200, stock: 20 }]);
  const order = await deliverPeaches(admin, shop);
  const goods = (order.itemsTotal - order.discountTotal) / 100;

  const { page } = await openSignedInContext('phone');
  await page.goto('/commission-simulator');
  await page.getByRole('button', { name: 'Simulate commission' }).click();
  await page.getByText('Choose a category', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Locations' }).fill('Shop RATES');
  await page.getByRole('option', { name: 'Shop RATES' }).click();
  await page.keyboard.press('Escape');
  const today = new Date().toLocaleDateString('en-US', {
    timeZone: 'America/Chicago',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  await field(page, 'From').fill(today);
  await field(page, 'Through').fill(today);
  await choose(page, 'Category', 'Goods of RATES');
  await field(page, 'New rate').fill('50');
  await page.getByRole('button', { name: 'Simulate commission' }).click();
  await page
    .getByText(`$${(goods / 2).toFixed(2)}`)
    .first()
    .waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Open in rates editor' }).first().click();
  await page.getByText('1 change from').waitFor();
  expect(await field(page, 'Commission of Goods of RATES, in percent').inputValue()).toBe('50');
});
