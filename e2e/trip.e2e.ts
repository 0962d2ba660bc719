import { dispatchRoutes } from '@aisle/contract/sales/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import type { OrderStep } from '@aisle/contract/sales/order-steps';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { type Return, returnRoutes } from '@aisle/contract/sales/returns';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, signIn, sitDown, useBrowser } from './browser.ts';
import { openShop, placeOrder, type Shop } from './shop.ts';

useBrowser();

test('two orders and a return go on one trip: offered on the board, taken, brought and fetched on a phone', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'TRIP', [{ name: 'Rye Bread', price: 2600, stock: 20 }]);
  await admin.do(driverRoutes.create, {
    body: { name: 'Tove Rider', phone: '+1 312 555 0111', locationIds: [shop.location._id] },
  });
  const first = await readyToLeave(admin, shop);
  const second = await readyToLeave(admin, shop);
  const request = await toComeBack(admin, shop);

  const desk = await sitDown();
  await signIn(desk.page);
  await desk.page.goto('/orders/dispatch');
  for (const { number } of [first, second, request]) {
    await desk.page.getByRole('checkbox', { name: `Choose ${number}` }).check();
  }
  await desk.page.getByRole('button', { name: 'Offer as one trip…' }).click();
  await desk.page.getByRole('button', { name: 'Ask Tove', exact: true }).click();
  const link = await desk.page.getByRole('textbox', { name: 'Link' }).inputValue();
  await desk.page.keyboard.press('Escape');

  const { context, page } = await sitDown('phone');
  await page.goto(`${inject('aisle').base}${new URL(link).pathname}`);
  await page.getByText('2 orders, 1 return').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByLabel(`Code of ${first.number}`).fill(first.handOverCode === '1111' ? '2222' : '1111');
  await page.keyboard.press('Enter');
  await page.getByText('Incorrect code').waitFor();
  for (const { number, handOverCode } of [first, second]) {
    await page.getByLabel(`Code of ${number}`).fill(handOverCode ?? '');
    await page.keyboard.press('Enter');
    await page.getByLabel(`Code of ${number}`).waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Start the trip' }).click();
  await page.getByRole('heading', { name: 'On the way' }).waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);

  const [attempt] = await admin.do(dispatchRoutes.ofOrder, { params: { id: first._id } });
  await stop(page, first.number).getByLabel('Code of the customer').fill(attempt!.dropCode);
  await stop(page, first.number).getByRole('button', { name: 'Delivered' }).click();
  await stop(page, first.number).waitFor({ state: 'detached' });
  const photo = { name: 'door.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await stop(page, second.number).locator('input[type=file]').setInputFiles(photo);
  await stop(page, second.number).getByRole('button', { name: 'Delivered' }).click();
  await stop(page, second.number).waitFor({ state: 'detached' });
  await stop(page, request.number).getByRole('button', { name: 'I have the goods' }).click();
  await page.getByText('Bring it to Shop TRIP').waitFor();

  await card(desk.page, request.number).getByText('Tove Rider has the order').waitFor();
  await expectAccessible(desk.page);
  await card(desk.page, request.number).getByRole('link', { name: 'Take it in…' }).click();
  await desk.page.getByRole('button', { name: 'Back at the store' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Back at the store' }).click();
  await desk.page.getByRole('button', { name: 'Mark received…' }).waitFor();
  await page.reload();
  await page.getByText('2 delivered, 1 fetched').waitFor();

  const statuses = [];
  for (const { _id } of [first, second]) {
    statuses.push((await admin.do(orderRoutes.view, { params: { id: _id } })).status);
  }
  expect(statuses).toEqual(['delivered', 'delivered']);
  expect(desk.complaints).toEqual([]);
  await context.close();
  await desk.context.close();
});

const stop = (page: Page, number: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: number }) });
const card = (page: Page, number: string) => page.getByRole('listitem').filter({ hasText: number });

async function stepThrough(admin: Api, id: string, statuses: readonly OrderStep['status'][]) {
  for (const status of statuses) {
    await admin.do(orderRoutes.updateStatus, { params: { id }, body: { status } });
  }
  return admin.do(orderRoutes.view, { params: { id } });
}

async function readyToLeave(admin: Api, shop: Shop) {
  const { _id } = await placeOrder(admin, shop, { 'Rye Bread': 1 });
  return stepThrough(admin, _id, ['processing', 'prepared', 'awaitingForDelivery']);
}

/** A delivered order of which the customer wants to give something back. */
async function toComeBack(admin: Api, shop: Shop): Promise<Return> {
  const { _id } = await readyToLeave(admin, shop);
  const { lines } = await stepThrough(admin, _id, ['offQueue', 'outOfDelivery', 'delivered']);
  const made = await admin.do(returnRoutes.create, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { orderId: _id, kind: 'return', lines: [{ lineId: lines[0]!._id, quantity: 1 }] },
  });
  return admin.do(returnRoutes.updateStatus, { params: { id: made._id }, body: { status: 'approved' } });
}
