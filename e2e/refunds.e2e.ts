import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, openSignedInContext, useBrowser } from './browser.ts';
import { deliver, openShop, placeOrder, type Shop } from './shop.ts';

useBrowser();

const view = (admin: Api, id: string): Promise<Order> => admin.do(orderRoutes.view, { params: { id } });
async function delivered(admin: Api, shop: Shop): Promise<Order> {
  const { _id } = await placeOrder(admin, shop, { Peaches: 3, 'Rye Bread': 1 });
  return deliver(admin, _id);
}

test('refunds one item on a desktop, and replaces another on a phone without a return', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'REFUNDS', [
    { name: 'Peaches', price: 200, stock: 20 },
    { name: 'Rye Bread', price: 450, stock: 20 },
  ]);
  const order = await delivered(admin, shop);

  const desk = await openSignedInContext();
  await desk.page.goto(`/orders/view/${order._id}`);
  await desk.page.getByRole('button', { name: 'Refund…' }).click();
  const refund = desk.page.getByRole('dialog', { name: `Refund ${order.number}` });
  await refund.getByRole('checkbox', { name: 'Peaches' }).check();
  await refund.getByRole('textbox', { name: 'Quantity of Peaches' }).fill('1');
  await refund.getByRole('combobox', { name: 'Reason for Peaches' }).click();
  await desk.page.getByRole('option', { name: 'Damaged' }).click();
  await refund.getByText('Store payout').waitFor();
  await expectAccessible(desk.page);
  await refund.getByRole('button', { name: 'Refund $2.00' }).click();
  await refund.waitFor({ state: 'hidden' });
  expect((await view(admin, order._id)).refunds).toMatchObject([{ amount: 200, reason: 'Damaged' }]);
  await desk.context.close();

  const phone = await openSignedInContext('phone');
  await phone.page.goto(`/orders/view/${order._id}`);
  await phone.page.getByRole('button', { name: 'Return or replace…' }).click();
  const dialog = phone.page.getByRole('dialog', { name: `Return or replace: ${order.number}` });
  await dialog.getByText('$2.00 refunded').waitFor();
  await dialog.getByText('Replacement', { exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'Rye Bread', exact: true }).check();
  await dialog.getByRole('combobox', { name: 'Reason for Rye Bread' }).click();
  await phone.page.getByRole('option', { name: 'Missing' }).click();
  await dialog.getByRole('checkbox', { name: 'No return needed for Rye Bread' }).check();
  await expectAccessible(phone.page);
  await expectNoOverflow(phone.page);
  await dialog.getByRole('button', { name: 'Send replacement' }).click();
  await phone.page.getByText('No return needed: the customer keeps these items.').waitFor();
  const [request] = (await view(admin, order._id)).returns;
  expect(request).toMatchObject({ kind: 'replace', status: 'replaced', noReturn: true });
  const replacement = await view(admin, request!.replacementOrder!._id);
  expect(replacement).toMatchObject({ status: 'orderPlaced', fulfilment: order.fulfilment, total: 0 });
});
