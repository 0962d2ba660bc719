import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { productRoutes } from '@aisle/contract/catalog/products';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { itemName } from '@aisle/contract/core/item-name';
import type { DataOf } from '@aisle/contract/core/route';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Api, program, signInToApi } from './api.ts';
import { choose, expectAccessible, field, openSignedInContext, useBrowser } from './browser.ts';
import { type Groceries, groceries } from './groceries.ts';
import { openShop } from './shop.ts';

useBrowser();

const perGood = 40;
const deliveryFee = 399;

test('takes a basket from import, location, stock and storefront to picking, delivery and ledger', {
  timeout: 600_000,
}, async () => {
  const list = await groceries();
  const admin = await signInToApi();
  const { context, page, pageErrors } = await openSignedInContext('desk');
  const watch = stopwatch();

  await importProducts(page, list);
  watch('imported');
  await seeProducts(page, list);
  // With only one location, there is no choice.
  await openShop(admin, 'INLAND', []);
  const locationId = await addLocation(page);
  await assignImportedProducts(page);
  watch('assigned');
  await receiveStock(page, context, list);
  watch('received');
  await taxSomething(admin, list);
  const storefront = program({ authorization: `Bearer ${await makeApiKey(page)}` });

  const orders = await context.newPage();
  await orders.goto('/orders');
  await orders.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  const placed = await placeTwice(storefront, locationId, list);
  // That page wasn't reloaded: a live event offers the order.
  await orders.getByRole('button', { name: /new orders? · Show$/ }).click();
  await orders.getByRole('link', { name: placed.number, exact: true }).click();
  await orders.getByRole('heading', { name: placed.number, level: 1 }).waitFor();
  watch('ordered');

  const before = await admin.do(orderRoutes.view, { params: { id: placed._id } });
  const shortLine = before.lines[0]!;
  await pickAndDeliver(orders, before);
  watch('delivered');

  const order = await admin.do(orderRoutes.view, { params: { id: placed._id } });
  expect(order.status).toBe('delivered');
  expect(order.lines.map(({ pickedQuantity }) => pickedQuantity)).toEqual(
    order.lines.map(({ _id, quantity }) => (_id === shortLine._id ? quantity - 1 : quantity)),
  );
  expect(order.deliveryFee).toBe(deliveryFee);
  expect(order.total).toBe(order.itemsTotal + order.taxTotal + deliveryFee);
  await expectStock(admin, locationId, list, order);
  await expectMoney(admin, order);
  watch('checked');
  expect(pageErrors).toEqual([]);
});

async function importProducts(page: Page, list: Groceries): Promise<void> {
  await page.goto('/imports');
  const file = { name: 'groceries.csv', mimeType: 'text/csv', buffer: Buffer.from(list.csv) };
  await page.getByLabel('File of products').setInputFiles(file);
  await page.getByRole('heading', { name: 'Match columns' }).waitFor();
  // Columns with known names are already matched.
  await expectMeaning(page, 'product_name', 'Name *');
  await expectMeaning(page, 'department', 'Category *');
  await expectMeaning(page, 'ean_code', 'Barcode');
  await page.getByText('Cents', { exact: true }).click();
  await page.getByLabel('SKU prefix').fill('P');
  await page.getByRole('button', { name: 'Check all rows' }).click();

  await page.getByRole('heading', { name: 'Import preview' }).waitFor({ timeout: 60_000 });
  expect(await figure(page, 'Rows')).toBe(list.rows.toLocaleString('en-US'));
  expect(await figure(page, 'New')).toBe(list.goods.length.toLocaleString('en-US'));
  expect(await figure(page, 'With errors')).toBe(String(list.badRows.length));
  for (const { row, column, message } of list.badRows) {
    const reported = page.getByRole('row', { name: `${row} ${column} ${message}` });
    await reported.waitFor();
  }
  await expectAccessible(page);
  await page
    .getByRole('button', { name: `Import ${list.goods.length.toLocaleString('en-US')} rows` })
    .click();
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor({ timeout: 300_000 });
  expect(await figure(page, 'Added')).toBe(list.goods.length.toLocaleString('en-US'));
  expect(await figure(page, 'Skipped')).toBe(String(list.badRows.length));
}

async function seeProducts(page: Page, { hardName }: Groceries): Promise<void> {
  await page.getByRole('link', { name: 'View products' }).click();
  await page
    .getByRole('checkbox', { name: /^Select / })
    .last()
    .check();
  const tools = page.getByRole('toolbar', { name: 'Actions for selected rows' });
  const isInSight = () => tools.evaluate((bar) => bar.getBoundingClientRect().top >= 0);
  await expect.poll(isInSight, { message: 'the tools for rows selected far below are in sight' }).toBe(true);
  await tools.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('searchbox', { name: 'Name, SKU or barcode' }).fill(hardName);
  await page.getByRole('link', { name: hardName, exact: true }).first().waitFor();
}

async function addLocation(page: Page): Promise<string> {
  await page.goto('/locations/add');
  await field(page, 'Name').fill('Harbour Street');
  await field(page, 'Code').fill('HARBOUR');
  await field(page, 'Address').fill('4 Harbour Street');
  await field(page, 'City').fill('Chicago');
  await field(page, 'State').fill('IL');
  await field(page, 'Postal code').fill('60611');
  await field(page, 'Latitude').fill('41.8919');
  await field(page, 'Longitude').fill('-87.6051');
  await field(page, 'Commission').fill('12.5');
  await page.getByRole('button', { name: /^Delivery/ }).click();
  await field(page, 'Delivers within').fill('10');
  await page.getByRole('switch', { name: 'Custom delivery fees' }).check();
  await field(page, 'Base fee').fill((deliveryFee / 100).toFixed(2));
  await page.getByRole('button', { name: 'Create location' }).click();
  await page.waitForURL('**/locations/view/*');
  await page.getByText('No sub-products are assigned to it').waitFor();
  return page.url().split('/').at(-1)!;
}

/** Assigns the imported products to a location with the button that a finished import offers. */
async function assignImportedProducts(page: Page): Promise<void> {
  await page.goto('/imports');
  await page.getByRole('button', { name: 'groceries.csv' }).click();
  await page.getByRole('button', { name: 'Assign to locations…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign to locations' });
  await choose(page, 'Where', 'Harbour Street');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await dialog.getByText('assignments added').waitFor({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
}

/** Pasted from a spreadsheet: code, quantity, cost, expiration. */
async function receiveStock(
  page: Page,
  context: ReturnType<Page['context']>,
  list: Groceries,
): Promise<void> {
  await page.getByRole('link', { name: 'Receive stock' }).click();
  await choose(page, 'Location', 'Harbour Street');
  const rows = list.goods.map(({ sku, price }) => [
    sku,
    String(perGood),
    (Math.floor(price * 0.6) / 100).toFixed(2),
    '12/31/2099',
  ]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    rows.map((row) => row.join('\t')).join('\n'),
  );
  await page.getByLabel('Barcode or SKU, row 1', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+V');
  const units = (list.goods.length * perGood).toLocaleString('en-US');
  await page
    .getByRole('status')
    .filter({ hasText: `${units} units` })
    .waitFor();
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  const question = page.getByRole('dialog', {
    name: `Receive ${list.goods.length.toLocaleString('en-US')} lots?`,
  });
  await question.getByRole('button', { name: 'Receive' }).click({ timeout: 60_000 });
  await page.getByRole('status').filter({ hasText: '0 units' }).waitFor({ timeout: 120_000 });
}

/** A tax with a fractional result, on the aisle of an item in the basket. */
async function taxSomething(admin: Api, { basket }: Groceries): Promise<void> {
  const tax = await admin.do(taxRoutes.create, { body: { name: 'Harbour tax', rate: 8.875 } });
  const { records } = await admin.do(productRoutes.list, { body: { search: basket[1]!.sku, limit: 1 } });
  const id = records[0]!.categoryData._id;
  await admin.do(categoryRoutes.editTax, { params: { id }, body: { taxIds: [tax._id] } });
}

/** The key is shown only once. */
async function makeApiKey(page: Page): Promise<string> {
  await page.goto('/settings?tab=api-keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  const making = page.getByRole('dialog', { name: 'New API key' });
  await making.getByRole('button', { name: 'Create API key' }).click();
  await making.getByText('Choose at least one scope').waitFor();
  await field(making, 'Name').fill('Harbour shop');
  await making.getByRole('checkbox', { name: 'Quote and place orders' }).check();
  await making.getByRole('button', { name: 'Create API key' }).click();
  const made = page.getByRole('dialog', { name: 'Copy the key for Harbour shop now' });
  const key = await field(made, 'Key').inputValue();
  await expectAccessible(page);
  await made.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Harbour shop').waitFor();
  expect(await page.content()).not.toContain(key);
  return key;
}

/** The storefront didn't get the response and sends the request again with the same key. */
async function placeTwice(
  storefront: Api,
  locationId: string,
  { basket }: Groceries,
): Promise<DataOf<typeof mainOrderRoutes.create>['orders'][number]> {
  const sent = {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      customer: { firstName: 'Noor', lastName: 'Achterberg', phone: '+1 312 555 0177' },
      fulfilment: 'delivery' as const,
      address: {
        line1: '19 Pier Road',
        city: 'Chicago',
        state: 'IL',
        postalCode: '60611',
        latitude: 41.8931,
        longitude: -87.6101,
      },
      paymentType: 'cashOnDelivery' as const,
      lines: basket.map((line) => ({ ...line, locationId })),
    },
  };
  const first = await storefront.do(mainOrderRoutes.create, sent);
  const second = await storefront.do(mainOrderRoutes.create, sent);
  expect(second).toEqual(first);
  expect(first.orders).toHaveLength(1);
  return first.orders[0]!;
}

async function pickAndDeliver(page: Page, { lines }: Order): Promise<void> {
  await takeAtOnce(page, 'Start picking');
  const [shortLine, ...others] = lines;
  await page.getByRole('button', { name: `One less of ${itemName(shortLine!)}`, exact: true }).click();
  for (const line of others) {
    await page.getByRole('button', { name: `All of ${itemName(line)} picked`, exact: true }).click();
  }
  await page.getByText(`All ${lines.length} done`).waitFor();
  await page.getByRole('button', { name: 'Mark as prepared', exact: true }).click();
  await takeAtOnce(page, 'Mark ready for delivery');
  await takeStep(page, 'Send out now');
  await takeStep(page, 'Mark as delivered', 'Cash received');
  await page.getByRole('button', { name: 'Return or replace…' }).waitFor();
}

/** Presses the button of a step that takes effect at once and can be undone from its message. */
async function takeAtOnce(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  await page.getByRole('button', { name: label, exact: true }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Undo' }).first().waitFor();
}

/** Presses the button of a step and confirms its effects. */
async function takeStep(page: Page, label: string, yes = label): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: yes, exact: true }).click();
  await question.waitFor({ state: 'hidden' });
}

/** Every shelf has the received quantity less the picked one, and nothing is reserved. */
async function expectStock(admin: Api, locationId: string, list: Groceries, order: Order): Promise<void> {
  const picked = new Map(order.lines.map(({ sku, pickedQuantity }) => [sku, pickedQuantity ?? 0]));
  const wrong: string[] = [];
  let cursor: string | undefined;
  let seen = 0;
  for (let page = 1; ; page += 1) {
    const answer = await admin.do(inventoryRoutes.levels, {
      body: { page, limit: 100, filters: { locationId }, ...(cursor && { cursor }) },
    });
    for (const { subProductData, onHand, reserved, available } of answer.records) {
      const left = perGood - (picked.get(subProductData.sku) ?? 0);
      if (onHand !== left || available !== left || reserved !== 0) wrong.push(subProductData.sku);
    }
    seen += answer.records.length;
    cursor = answer.nextCursor ?? undefined;
    if (!cursor || answer.records.length === 0) break;
  }
  expect(wrong).toEqual([]);
  expect(seen).toBe(list.goods.length);
}

/** The ledger entries of the order sum to zero, and to its total on the customer's account. */
async function expectMoney(admin: Api, { _id, total, deliveryFee: fee }: Order): Promise<void> {
  const { entries, paid } = await admin.do(orderRoutes.paymentDetails, { params: { id: _id } });
  const sumOf = (account: string) =>
    entries.filter((entry) => entry.account === account).reduce((sum, { amount }) => sum + amount, 0);
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(sumOf('customerPayments')).toBe(total);
  expect(sumOf('deliveryIncome')).toBe(-fee);
  expect(sumOf('locationPayable') + sumOf('commissionIncome')).toBe(fee - total);
  expect(paid).toBe(total);
}

async function expectMeaning(page: Page, column: string, meaning: string): Promise<void> {
  const field = page.getByRole('combobox', { name: `Meaning of ${column}` });
  expect(await field.inputValue(), column).toBe(meaning);
}

/** The value below a label, as shown on the page. */
const figure = (page: Page, name: string): Promise<string> =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')
    .innerText();

/** Prints the time of each part when a test runs with a public list. */
function stopwatch(): (part: string) => void {
  let since = performance.now();
  return (part) => {
    const seconds = (performance.now() - since) / 1000;
    since = performance.now();
    if (process.env.GROCERIES_DIR) console.log(`${part}: ${seconds.toFixed(1)} s`);
  };
}
