import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, field, openSignedInContext, useBrowser } from './browser.ts';
import { inviteUser, openShop, placeOrder, welcome } from './shop.ts';

useBrowser();

const view = (admin: Api, id: string): Promise<Order> => admin.do(orderRoutes.view, { params: { id } });

test('lets two editors of one order choose between their values, and keeps their other changes', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'EDITORS', [{ name: 'Sorrel Soup', price: 500, stock: 20 }]);
  const { _id } = await placeOrder(admin, shop, { 'Sorrel Soup': 2 });
  const password = 'Editors1!';
  const permissions = ['order_list', 'order_view', 'order_add', 'order_edit'];
  const editor = await welcome(admin, await inviteUser(admin, 'Rosalind', permissions), password);

  const mine = await openSignedInContext('desk');
  const theirs = await openSignedInContext('phone', { email: editor.email, password });
  const dialog = await edit(mine.page, _id);
  await field(dialog, 'Address line 2').fill('Unit ADMIN');

  // The colleague opens the order later and saves first.
  const second = await edit(theirs.page, _id);
  await field(second, 'Address line 2').fill('Unit SUPPORT');
  await field(second, 'Note from the customer').fill('Ring twice');
  await second.getByRole('button', { name: 'Save changes' }).click();
  await second.waitFor({ state: 'hidden' });

  // By now the page behind the dialog shows the other version.
  await mine.page.getByText('Ring twice').first().waitFor();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText('Rosalind Example changed this while you were editing').waitFor();
  expect((await view(admin, _id)).address?.line2).toBe('Unit SUPPORT');
  await expectAccessible(mine.page);
  const line2 = dialog.getByRole('group', { name: 'Address line 2' });
  await line2.getByRole('radio', { name: /Keep theirs.*Unit SUPPORT/ }).waitFor();
  await line2.getByRole('radio', { name: /Use mine.*Unit ADMIN/ }).check();
  await dialog.getByRole('button', { name: 'Save choices' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const order = await view(admin, _id);
  expect(order).toMatchObject({ address: { line2: 'Unit ADMIN' }, note: 'Ring twice' });
  await theirs.page.getByText('Unit ADMIN').first().waitFor();
  await expectNoOverflow(theirs.page);
  // The browser reports the rejected request.
  expect(mine.pageErrors.filter((text) => !text.includes('409'))).toEqual([]);
  expect(theirs.pageErrors).toEqual([]);
});

async function edit(page: Page, id: string): Promise<Locator> {
  await page.goto(`/orders/view/${id}`);
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit details…' }).click();
  return page.getByRole('dialog', { name: /^Edit details of/ });
}
