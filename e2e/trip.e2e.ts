import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import type { OrderStep } from '@aisle/contract/sales/orders/order-steps';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { type Return, returnRoutes } from '@aisle/contract/sales/returns/returns';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import {
  expectAccessible,
  expectNoOverflow,
  openContext,
  openSignedInContext,
  useBrowser,
} from './browser.ts';
import { inviteUser, openShop, placeOrder, type Shop, welcome } from './shop.ts';

useBrowser();
const password = 'Journeys2!';

test('delivers two orders and collects a return on one trip: offered on the board, completed on a phone', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'TRIP', [{ name: 'Rye Bread', price: 2600, stock: 20 }]);
  await admin.do(driverRoutes.create, {
    body: { name: 'Tove Rider', phone: '+1 312 555 0111', locationIds: [shop.location._id] },
  });
  const first = await readyToLeave(admin, shop);
  const second = await readyToLeave(admin, shop);
  const request = await createApprovedReturn(admin, shop);

  const desk = await openSignedInContext();
  await desk.page.goto('/orders/dispatch');
  for (const { number } of [first, second, request]) {
    await desk.page.getByRole('checkbox', { name: `Select ${number}` }).check();
  }
  await desk.page.getByRole('button', { name: 'Assign a driver…' }).click();
  await desk.page.getByRole('button', { name: 'Request Tove', exact: true }).click();
  const link = await desk.page.getByRole('textbox', { name: 'Link' }).inputValue();
  await desk.page.keyboard.press('Escape');

  const { page } = await openContext('phone');
  await page.goto(`${inject('aisle').base}${new URL(link).pathname}`);
  await page.getByText('2 orders, 1 return').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByLabel(`Code for ${first.number}`).fill(first.handOverCode === '1111' ? '2222' : '1111');
  await page.keyboard.press('Enter');
  await page.getByText('Incorrect code').waitFor();
  for (const { number, handOverCode } of [first, second]) {
    await page.getByLabel(`Code for ${number}`).fill(handOverCode ?? '');
    await page.keyboard.press('Enter');
    await page.getByLabel(`Code for ${number}`).waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Start trip' }).click();
  await page.getByRole('heading', { name: 'On the way' }).waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);

  const [attempt] = await admin.do(dispatchRoutes.ofOrder, { params: { id: first._id } });
  await stop(page, first.number).getByLabel("Customer's code").fill(attempt!.dropCode);
  await stop(page, first.number)
    .getByRole('button', { name: /^Confirm delivery/ })
    .click();
  await stop(page, first.number).waitFor({ state: 'detached' });
  const photo = { name: 'door.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await stop(page, second.number).locator('input[type=file]').setInputFiles(photo);
  await stop(page, second.number)
    .getByRole('button', { name: /^Confirm delivery/ })
    .click();
  await stop(page, second.number).waitFor({ state: 'detached' });
  await stop(page, request.number).getByRole('button', { name: 'Confirm pickup' }).click();
  await page.getByText('Return to Shop TRIP').waitFor();

  await card(desk.page, request.number).getByText('Tove Rider has the order').waitFor();
  await expectAccessible(desk.page);
  await card(desk.page, request.number).getByRole('link', { name: 'Receive return…' }).click();
  await desk.page.getByRole('button', { name: 'Mark arrived at store' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Mark arrived at store' }).click();
  await desk.page.getByRole('button', { name: 'Mark received…' }).waitFor();
  await page.reload();
  await page.getByText('2 delivered, 1 picked up').waitFor();

  const statuses = [];
  for (const { _id } of [first, second]) {
    statuses.push((await admin.do(orderRoutes.view, { params: { id: _id } })).status);
  }
  expect(statuses).toEqual(['delivered', 'delivered']);
  expect(desk.pageErrors).toEqual([]);
});

test('returns a failed delivery, sends it out again with the same driver, and hands in the cash', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'BACK', [{ name: 'Oat Bread', price: 2600, stock: 20 }]);
  await admin.do(driverRoutes.create, {
    body: { name: 'Finn Rider', phone: '+1 312 555 0112', locationIds: [shop.location._id] },
  });
  const order = await readyToLeave(admin, shop, 'Oat Bread');
  const desk = await openSignedInContext();
  await desk.page.goto('/orders/dispatch');
  const shown = card(desk.page, order.number);
  const { page } = await openContext('phone');

  await page.goto(await offerToOnlyDriver(admin, order._id));
  await takeOut(page, await admin.do(orderRoutes.view, { params: { id: order._id } }));
  await page.getByRole('button', { name: "Couldn't deliver" }).click();
  await page.getByRole('combobox', { name: 'What happened?' }).click();
  await page.getByRole('option', { name: 'No one home' }).click();
  await page.getByRole('button', { name: 'Return to store' }).click();
  await page.getByText(`Bring back to Shop BACK: ${order.number}`).waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await shown.getByText(/1 failed attempt · No one home/).waitFor();
  await expectAccessible(desk.page);
  await shown.getByRole('button', { name: /^Mark as returned/ }).click();
  const [again] = await Promise.all([
    desk.page.waitForResponse((answer) => answer.url().endsWith('/dispatch/offer')),
    shown.getByRole('button', { name: /^Try again with Finn/ }).click(),
  ]);
  expect(again.status()).toBe(200);
  // The driver has no email address, so the board shows the link.
  await desk.page.getByRole('textbox', { name: 'Link' }).waitFor();
  await desk.page.keyboard.press('Escape');
  await page.goto(await tripLink(admin, order._id));
  await takeOut(page, await admin.do(orderRoutes.view, { params: { id: order._id } }));
  const [attempt] = await admin.do(dispatchRoutes.ofOrder, { params: { id: order._id } });
  await page.getByLabel("Customer's code").fill(attempt!.dropCode);
  await page.getByRole('button', { name: /^Confirm delivery and \$/ }).click();
  await page.getByText(/Hand in \$\d+\.\d\d at Shop BACK/).waitFor();

  await desk.page.getByRole('button', { name: 'Receive cash from Finn Rider' }).click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByLabel(/Cash counted/).fill('1');
  await dialog.getByLabel(/Note/).fill('The rest is in the safe');
  await expectAccessible(desk.page);
  await dialog.getByRole('button', { name: 'Receive $1.00' }).click();
  await dialog.waitFor({ state: 'detached' });
  await desk.page.goto('/driver/hand-ins');
  await desk.page.getByText('The rest is in the safe').waitFor();
  expect((await admin.do(orderRoutes.view, { params: { id: order._id } })).status).toBe('delivered');
});

test('lets one of two dispatchers ask a driver, and tells the other who was faster', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'TWO', [{ name: 'Corn Bread', price: 2600, stock: 20 }]);
  await admin.do(driverRoutes.create, {
    body: { name: 'Rafael Rider', phone: '+1 312 555 0113', locationIds: [shop.location._id] },
  });
  const order = await readyToLeave(admin, shop, 'Corn Bread');
  const nora = await inviteUser(admin, 'Nora', ['order_list', 'order_view', 'order_edit', 'driver_list']);
  await welcome(admin, nora, password);
  const mine = await openSignedInContext('desk', { email: nora.email, password });
  const theirs = await openSignedInContext();
  for (const { page } of [mine, theirs]) {
    await page.goto('/orders/dispatch');
    await page.getByRole('button', { name: `More for ${order.number}` }).click();
    await page.getByRole('menuitem', { name: 'Request another driver…' }).click();
    await page.getByRole('button', { name: 'Request Rafael', exact: true }).waitFor();
  }

  await mine.page.getByRole('button', { name: 'Request Rafael', exact: true }).click();
  await mine.page.getByRole('textbox', { name: 'Link' }).waitFor();
  await theirs.page.getByRole('button', { name: 'Request Rafael', exact: true }).click();

  await theirs.page.getByText(`Nora already asked Rafael for ${order.number}`).waitFor();
  await theirs.page.getByRole('dialog').waitFor({ state: 'detached' });
  await card(theirs.page, order.number)
    .getByText(/^Rafael Rider has/)
    .waitFor();
  expect(await theirs.page.getByText('driverConfirmationPending').count()).toBe(0);
});

const stop = (page: Page, number: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: number }) });
const card = (page: Page, number: string) => page.getByRole('listitem').filter({ hasText: number });

/** Requests the only driver of a shop, and returns the URL of the driver's page. */
async function offerToOnlyDriver(admin: Api, orderId: string): Promise<string> {
  const { locationId } = await admin.do(orderRoutes.view, { params: { id: orderId } });
  const { drivers } = await admin.do(dispatchRoutes.board, { query: { locationId } });
  await admin.do(dispatchRoutes.offer, { body: { driverId: drivers[0]!._id, orderIds: [orderId] } });
  return tripLink(admin, orderId);
}

async function tripLink(admin: Api, orderId: string): Promise<string> {
  const [attempt] = await admin.do(dispatchRoutes.ofOrder, { params: { id: orderId } });
  const { link } = await admin.do(dispatchRoutes.link, { params: { id: attempt!.tripId } });
  return `${inject('aisle').base}${new URL(link).pathname}`;
}

/** The steps from the offer until leaving, on the driver's phone. */
async function takeOut(page: Page, { number, handOverCode }: Order): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByLabel(`Code for ${number}`).fill(handOverCode ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Start trip' }).click();
  await page.getByRole('heading', { name: 'On the way' }).waitFor();
}

async function stepThrough(admin: Api, id: string, statuses: readonly OrderStep['status'][]) {
  for (const status of statuses) {
    await admin.do(orderRoutes.updateStatus, { params: { id }, body: { status } });
  }
  return admin.do(orderRoutes.view, { params: { id } });
}

async function readyToLeave(admin: Api, shop: Shop, goods = 'Rye Bread') {
  const { _id } = await placeOrder(admin, shop, { [goods]: 1 });
  return stepThrough(admin, _id, ['processing', 'prepared', 'awaitingForDelivery']);
}

/** A delivered order with an item that the customer wants to return. */
async function createApprovedReturn(admin: Api, shop: Shop): Promise<Return> {
  const { _id } = await readyToLeave(admin, shop);
  const { lines } = await stepThrough(admin, _id, ['offQueue', 'outOfDelivery', 'delivered']);
  const made = await admin.do(returnRoutes.create, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { orderId: _id, kind: 'return', lines: [{ lineId: lines[0]!._id, quantity: 1 }] },
  });
  return admin.do(returnRoutes.updateStatus, { params: { id: made._id }, body: { status: 'approved' } });
}
