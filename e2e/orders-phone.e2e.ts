import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import {
  choose,
  expectAccessible,
  expectNoOverflow,
  field,
  openContext,
  signIn,
  startSignedIn,
  useBrowser,
} from './browser.ts';
import { inviteUser, openShop, placeOrder, welcome } from './shop.ts';

useBrowser();

const password = 'Radishes#2026';
const clerkMay = ['order_list', 'order_view', 'order_edit', 'cancel_order'];

test('processes orders on a phone: weighing, substituting, cancelling, and a conflict', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'PHONE', [
    { name: 'Tomatoes, Loose', unit: 'lb', soldByWeight: true, price: 399, stock: 50 },
    { name: 'Oat Biscuits', price: 289, stock: 20 },
    { name: 'Spelt Biscuits', price: 315, stock: 20 },
    { name: 'Apple Juice', price: 449, stock: 20 },
  ]);
  const clerk = await welcome(admin, await inviteUser(admin, 'Ferran', clerkMay), password);
  const other = await welcome(admin, await inviteUser(admin, 'Gesa', clerkMay), password);
  const first = await placeOrder(admin, shop, { 'Tomatoes, Loose': 2, 'Oat Biscuits': 2, 'Apple Juice': 1 });
  const second = await placeOrder(admin, shop, { 'Apple Juice': 4 });
  const third = await placeOrder(admin, shop, { 'Oat Biscuits': 1, 'Apple Juice': 1 });

  const { context, page, pageErrors } = await openContext('phone');
  await signIn(page, { email: clerk.email, password });
  await page.getByRole('navigation', { name: 'Most used' }).getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('searchbox', { name: 'Number, customer, phone or item' }).fill(first.number);
  await page.getByRole('link', { name: first.number, exact: true }).click();
  await pickOrder(page);
  const picked = await admin.do(orderRoutes.view, { params: { id: first._id } });
  expect(picked).toMatchObject({ status: 'prepared', bags: 2, picker: { name: 'Ferran Example' } });
  const line = (name: string) => picked.lines.find((one) => one.name === name);
  expect(line('Tomatoes, Loose')).toMatchObject({ quantity: 2, pickedQuantity: 2.14, total: 854 });
  expect(line('Spelt Biscuits')).toMatchObject({
    pickedQuantity: 2,
    substituteFor: line('Oat Biscuits')?._id,
    answer: 'approved',
    total: 630,
  });
  expect(picked.total).toBe(854 + 630 + 449);
  expect(await onHand()).toEqual({
    'Tomatoes, Loose': 47.86,
    'Oat Biscuits': 20,
    'Spelt Biscuits': 18,
    'Apple Juice': 19,
  });

  await page.goto(`/orders/view/${second._id}`);
  await cancelOnPhone(page, second.number);
  const cancelled = await admin.do(orderRoutes.view, { params: { id: second._id } });
  expect(cancelled).toMatchObject({ status: 'cancelled', cancelReason: 'Customer changed their mind' });

  await admin.do(orderRoutes.updateStatus, { params: { id: third._id }, body: { status: 'processing' } });
  await bothPrepare(page, third, { email: other.email, password });
  // The browser logs the 409 response to a stale step, which is no error of the page.
  expect(pageErrors.filter((text) => !text.includes('status of 409'))).toEqual([]);
  await context.close();

  async function onHand(): Promise<Record<string, number>> {
    const body = { filters: { locationId: shop.location._id } };
    const { records } = await admin.do(inventoryRoutes.levels, { body });
    return Object.fromEntries(records.map((level) => [level.subProductData.name, level.onHand]));
  }
});

async function pickOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start picking', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click();
  await expectNoOverflow(page);
  // Types key by key, as users do: no element may move away in the meantime.
  await field(page, 'Picked of Tomatoes, Loose').pressSequentially('2.14');
  await page.getByRole('button', { name: 'Substitute Oat Biscuits' }).click();
  const search = page.getByRole('dialog', { name: 'Substitute for Oat Biscuits' });
  await search.getByRole('combobox', { name: 'Name, SKU or barcode' }).fill('spelt');
  await expectAccessible(page);
  await search.getByRole('option', { name: /Spelt Biscuits/ }).click();
  await search.getByText('$0.26 more each').waitFor();
  await expectAccessible(page);
  await search.getByText('Approved', { exact: true }).click();
  await search.getByRole('button', { name: 'Substitute', exact: true }).click();
  await search.waitFor({ state: 'hidden' });
  await page.getByText('Substitute for Oat Biscuits', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'All of Apple Juice picked' }).click();
  await page.getByText('All 3 done').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Count bags' }).click();
  await page.getByRole('button', { name: 'One bag more' }).click();
  // All items are checked off, so there is no question.
  await page.getByRole('button', { name: 'Mark as prepared', exact: true }).click();
  await page.getByRole('button', { name: 'Mark ready for delivery' }).waitFor();
}

async function cancelOnPhone(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Cancel order…' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${number}?` });
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await dialog.getByText('Reason is required').waitFor();
  await choose(page, 'Reason', 'Customer changed their mind');
  await field(dialog, 'Note').fill('Rang at noon');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Reason: Customer changed their mind').waitFor();
  await page.getByText('Rang at noon').waitFor();
}

/** Two clerks view the same picked order, and both take its next step. */
async function bothPrepare(
  page: Page,
  order: { _id: string; number: string },
  colleague: { email: string; password: string },
): Promise<void> {
  const other = await openContext('phone', 'dark');
  await startSignedIn(other.page, colleague);
  for (const one of [page, other.page]) {
    await one.goto(`/orders/view/${order._id}`);
    await one.getByRole('button', { name: 'Mark as prepared', exact: true }).click();
    await one.getByRole('dialog').waitFor();
  }
  await answer(other.page, 'Mark as prepared');
  await other.page.getByRole('button', { name: 'Mark ready for delivery' }).waitFor();
  await answer(page, 'Mark as prepared');
  await page.getByText("Gesa Example already updated this order. It's now “Prepared”.").waitFor();
  await page.getByRole('button', { name: 'Mark ready for delivery' }).waitFor();
  expect(other.pageErrors).toEqual([]);
}

async function answer(page: Page, label: string): Promise<void> {
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: label, exact: true }).click();
  await question.waitFor({ state: 'hidden' });
}
