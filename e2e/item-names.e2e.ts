import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { documentRoutes } from '@aisle/contract/sales/documents';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { readPdfText } from '../server/test/pdf-text.ts';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, field, openSignedInContext, useBrowser } from './browser.ts';
import { openShop } from './shop.ts';

useBrowser();

test('names a variant with its product from its creation to the invoice', async () => {
  const admin = await signInToApi();
  const { location } = await openShop(admin, 'NAMES', []);
  const { page, pageErrors } = await openSignedInContext('desk');

  await createMatrix(page);
  await stock(admin, location._id);
  const orderId = await orderByProductName(page);

  const name = 'Walnut Spread, 16 oz';
  await page.getByRole('button', { name: 'Start picking', exact: true }).click();
  await page.getByRole('button', { name: `All of ${name} picked`, exact: true }).waitFor();
  await expectAccessible(page);
  await page.goto(`/orders/view/${orderId}`);
  await page.getByText(name).first().waitFor();
  expect(await invoiceOf(admin, orderId)).toContain(name);
  expect(pageErrors).toEqual([]);
});

async function createMatrix(page: Page): Promise<void> {
  await page.goto('/products/add');
  await field(page, 'Name').fill('Walnut Spread');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Goods of NAMES' }).click();
  await page.getByRole('button', { name: 'Add option' }).click();
  await field(page, 'Option').fill('Size');
  await page.getByRole('combobox', { name: 'Values' }).pressSequentially('8 oz,16 oz,');
  await page.getByRole('button', { name: 'Add 2 missing combinations' }).click();
  for (const [row, price] of ['4.99', '6.49'].entries()) {
    await page.locator(`[data-path="subProducts.${row}.price"]`).click();
    await page.keyboard.type(price);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('button', { name: 'Create product' }).click();
  await page.getByRole('heading', { name: 'Walnut Spread', level: 1 }).waitFor();
}

/** Makes the location sell the larger size. */
async function stock(admin: Api, locationId: string): Promise<void> {
  const [large] = await admin.do(subProductRoutes.dropdown, { query: { search: 'walnut 16' } });
  expect(large).toMatchObject({ productName: 'Walnut Spread', variantName: '16 oz' });
  const subProductId = large!._id;
  await admin.do(locationRoutes.assign, {
    body: { locationId, subProducts: [{ subProductId, assigned: true }] },
  });
  await admin.do(inventoryRoutes.bulkCreate, {
    body: { locationId, rows: [{ subProductId, quantity: 24, costPrice: 300 }] },
  });
}

/** Returns the ID of the order. */
async function orderByProductName(page: Page): Promise<string> {
  await page.goto('/orders/add');
  await page.getByRole('combobox', { name: 'Customer' }).fill('+1 312 555 0188');
  await page.getByRole('button', { name: 'New customer' }).click();
  await field(page, 'First name').fill('Nell');
  await field(page, 'Last name').fill('Arden');
  await page.getByRole('combobox', { name: 'Address' }).fill('8 River Walk');
  await field(page, 'City').fill('Chicago');
  await field(page, 'State').fill('IL');
  await field(page, 'Postal code').fill('60601');
  await page.getByRole('combobox', { name: 'Scan, or type a name, SKU or barcode' }).fill('spread walnut');
  await page.getByRole('option', { name: /Walnut Spread, 16 oz/ }).click();
  await page.getByRole('listitem').filter({ hasText: 'Walnut Spread, 16 oz' }).waitFor();
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL(/\/orders\/view\//);
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

async function invoiceOf(admin: Api, orderId: string): Promise<string> {
  const { url } = await admin.do(documentRoutes.create, {
    body: { kind: 'invoice', target: { ids: [orderId], filters: {} } },
  });
  const file = await fetch(new URL(url!, inject('aisle').base));
  const pages = readPdfText(Buffer.from(await file.arrayBuffer()));
  return pages.flatMap((one) => one.lines).join('\n');
}
