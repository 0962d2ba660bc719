import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, openContext, signIn, useBrowser } from './browser.ts';
import { inviteUser, openShop, placeOrder, welcome } from './shop.ts';

useBrowser();

const password = 'Radishes#2026';

async function openPicking(name: string, code: string) {
  const admin = await signInToApi();
  const shop = await openShop(admin, code, [
    { name: 'Rye Bread', price: 260, stock: 20 },
    { name: 'Oat Biscuits', price: 289, stock: 20 },
    { name: 'Spelt Biscuits', price: 315, stock: 20 },
  ]);
  const invited = await inviteUser(admin, name, ['order_edit', 'order_view'], [shop.location._id]);
  const picker = await welcome(admin, invited, password);
  const order = await placeOrder(admin, shop, { 'Rye Bread': 1, 'Oat Biscuits': 2 });
  const next = await placeOrder(admin, shop, { 'Rye Bread': 1 });
  const { context, page, pageErrors } = await openContext('phone');
  await signIn(page, { email: picker.email, password }, '/orders/queue');
  const now = (): Promise<Order> => admin.do(orderRoutes.view, { params: { id: order._id } });
  return { order, next, context, page, pageErrors, now };
}

const check = (page: Page, name: string) => page.getByRole('button', { name: `All of ${name} picked` });
const isChecked = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name} isn't picked yet` }).waitFor();

test('keeps picks over a reload and shows them in a second tab, from the queue to the next order', async () => {
  const { order, next, context, page, pageErrors, now } = await openPicking('Ines', 'PICKS');
  const picked = async () => (await now()).lines.map((line) => line.pickedQuantity);
  await page.getByRole('listitem').filter({ hasText: order.number }).getByRole('button').click();
  await check(page, 'Rye Bread').click();
  await page.getByText('1 of 2 done').waitFor();
  await page.reload();
  await page.getByText('1 of 2 done').waitFor();
  await isChecked(page, 'Rye Bread');
  await expectNoOverflow(page);
  await expectAccessible(page);

  const second = await context.newPage();
  await second.goto(`/orders/view/${order._id}`);
  await second.getByText('1 of 2 done').waitFor();
  await page.getByRole('button', { name: 'One less of Oat Biscuits' }).click();
  await second.getByText('All 2 done').waitFor();
  await second.close();
  await expect.poll(picked, { timeout: 15_000 }).toEqual([1, 1]);
  expect((await now()).events.filter(({ kind }) => kind === 'lines')).toEqual([]);

  // Leaving asks nothing, also without a connection.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'One more of Oat Biscuits' }).click();
  await page.getByText('1 change not sent').waitFor();
  await page.getByRole('link', { name: 'Back to Queue' }).click();
  await page.getByRole('heading', { name: 'Queue', exact: true }).waitFor();
  await context.setOffline(false);
  await expect.poll(picked, { timeout: 15_000 }).toEqual([1, 2]);

  await page.goBack();
  await page.getByRole('button', { name: 'Mark as prepared', exact: true }).click();
  await page.getByRole('link', { name: 'Back to queue' }).waitFor();
  const current = page.getByRole('navigation', { name: 'Most used' }).locator('[aria-current="page"]');
  expect(await current.textContent()).toBe('Queue');
  await page.getByRole('link', { name: `Next: ${next.number}` }).click();
  await page.getByRole('heading', { name: next.number }).waitFor();
  const entries = (await now()).events.filter(({ kind }) => kind === 'lines');
  expect(entries.map(({ note }) => note)).toEqual(['2 items picked']);
  expect(pageErrors.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('keeps a substitute picked after a reload and until the order is prepared', async () => {
  const { order, page, pageErrors, now } = await openPicking('Jule', 'SUBST');
  await page.getByRole('listitem').filter({ hasText: order.number }).getByRole('button').click();
  await page.getByRole('button', { name: 'Substitute Oat Biscuits' }).click();
  const dialog = page.getByRole('dialog', { name: 'Substitute for Oat Biscuits' });
  await dialog.getByRole('combobox', { name: 'Name, SKU or barcode' }).fill('spelt');
  await dialog.getByRole('option', { name: /Spelt Biscuits/ }).click();
  await dialog.getByText('Not reached', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Substitute', exact: true }).click();
  await page.getByText('1 of 2 done').waitFor();

  await page.reload();
  await page.getByText('Substitute for Oat Biscuits', { exact: true }).waitFor();
  await page.getByText('1 of 2 done').waitFor();
  await page.getByText("Couldn't reach customer", { exact: true }).waitFor();
  await check(page, 'Rye Bread').click();
  await page.getByText('All 2 done').waitFor();
  await page.getByRole('button', { name: 'Mark as prepared', exact: true }).click();
  await page.getByRole('button', { name: 'Mark ready for delivery' }).waitFor();

  const substitute = (await now()).lines.find(({ name }) => name === 'Spelt Biscuits');
  expect(substitute).toMatchObject({ quantity: 2, pickedQuantity: 2, answer: 'notReached', total: 630 });
  expect(pageErrors).toEqual([]);
});
