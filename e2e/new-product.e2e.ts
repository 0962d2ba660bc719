import { productRoutes } from '@aisle/contract/catalog/products';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { choose, expectAccessible, openSignedInContext, useBrowser } from './browser.ts';
import { createProduct, openShop, placeOrder } from './shop.ts';

useBrowser();

test('sells a new product at two stores and receives it, so that it can be ordered', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'NEW1', []);
  const other = await openShop(admin, 'NEW2', []);
  const { page, pageErrors } = await openSignedInContext();
  await page.goto('/products/add');
  await createProduct(page, 'Spreads of NEW1');

  await page.getByRole('button', { name: 'Sell at stores…', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sell Fig Spread' });
  await dialog.getByRole('checkbox', { name: shop.location.name, exact: true }).check();
  await dialog.getByRole('checkbox', { name: other.location.name, exact: true }).check();
  await dialog.getByLabel(`Price at ${other.location.name}`).fill('4.99');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sell at 2 stores' }).click();

  await page.getByRole('button', { name: /^Sold at 2 of/ }).waitFor();
  const productId = new URL(page.url()).pathname.split('/').at(-1)!;
  await page.getByRole('link', { name: 'Receive stock' }).click();
  await page.getByLabel('Quantity, row 1').fill('12');
  await page.getByLabel('Unit cost, row 1').fill('2.10');
  await choose(page, 'Location', shop.location.name);
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
  await page.getByText('1 lot received').waitFor();

  const { subProducts } = await admin.do(productRoutes.show, { params: { id: productId } });
  const goods = new Map([['Fig Spread', subProducts[0]!]]);
  const order = await placeOrder(admin, { ...shop, goods }, { 'Fig Spread': 2 });
  const placed = await admin.do(orderRoutes.view, { params: { id: order._id } });
  expect(placed.lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([['FIG-1', 2]]);
  expect(pageErrors).toEqual([]);
});
