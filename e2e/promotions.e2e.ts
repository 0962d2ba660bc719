import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { dayIn, formatDay } from '@aisle/contract/core/dates';
import { bookRoutes } from '@aisle/contract/finance/books';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { type Promotion, promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import type { Page } from 'playwright-core';
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
import { openShop, placeOrder, type Shop } from './shop.ts';

useBrowser();

/** Types into a searchable select and takes the option. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(option);
  // Options of an earlier text can't be chosen.
  const found = page.locator('[role=option]:not([data-combobox-disabled])');
  await found.filter({ hasText: option, visible: true }).click();
  await page.keyboard.press('Escape');
}

test('builds an offer that a vendor pays half of, replays and sells it, and its books agree to the cent', async () => {
  const admin = await signInToApi();
  const first = await openShop(admin, 'PROMA', [{ name: 'Cloud Yogurt', price: 399, stock: 60 }]);
  const second = await openShop(admin, 'PROMB', []);
  const vendor = await admin.do(vendorRoutes.create, { body: { name: 'Cloud Dairy' } });
  const shopper = { firstName: 'Runa', lastName: 'Vale', phone: '+1 312 555 0177' };
  await placeOrder(admin, first, { 'Cloud Yogurt': 7 }, shopper);
  const { page, pageErrors } = await openSignedInContext();
  const stores = [first.location.name, second.location.name] as const;

  await buildOffer(page, stores);
  await expectNoOverflow(page);
  const { records } = await admin.do(promotionRoutes.list, { body: { search: 'Yogurt weeks' } });
  expect(records).toMatchObject([
    { locationIds: [first.location._id, second.location._id], funding: { vendor: 50, vendorId: vendor._id } },
  ]);
  const code = await publishCode(admin, first);
  const order = await takePhoneOrder(first);
  await sellAndTakeBack(admin, order);

  // The set takes $3.99 off three yogurts, of which the vendor pays $1.99. The shopper returned one of them, so $0.66 less.
  await expectStatement(page, admin, first);
  expect(await accountsOf(admin, first)).toMatchObject({ locationPayable: -751, vendorClaims: 133 });
  await settleClaim(page, 'Cloud Dairy');
  const accounts = await accountsOf(admin, first);
  expect(accounts).toMatchObject({ locationPayable: -751, vendorClaims: 0, payouts: 133 });
  expect(Object.values(accounts).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  await page.goto('/books/journals?kind=vendorPayment');
  await page.getByRole('row', { name: first.location.name }).click();
  await page.getByRole('dialog', { name: 'Vendor payment' }).getByRole('link', { name: /^K-/ }).waitFor();
  expect(pageErrors).toEqual([]);
  for (const { _id: id, version } of [...records, code]) {
    await admin.do(promotionRoutes.updateStatus, { params: { id }, body: { status: 'ended', version } });
  }
});

/** The marketer builds the offer for one store, replays past orders, adds a store and publishes it. */
async function buildOffer(page: Page, [first, second]: readonly [string, string]): Promise<void> {
  await page.goto('/promotions');
  await page.getByRole('link', { name: 'New promotion' }).first().click();
  await field(page, 'Name').fill('Yogurt weeks');
  await field(page, 'Label').fill('Buy 2 get 1 free');
  await choose(page, 'Kind', 'Buy some, get some');
  await page.getByLabel('Number to buy').fill('2');
  await page.getByLabel('Number to get').fill('1');
  await page.getByLabel('Discount in percent').fill('100');
  await page.getByText('Chosen items').click();
  await pick(page, 'Sub-products', 'Cloud Yogurt');
  await pick(page, 'Locations', first);
  await field(page, 'Marketplace').fill('50');
  await field(page, 'Vendor').fill('50');
  await pick(page, 'Vendor that pays', 'Cloud Dairy');
  await expectAccessible(page);
  await page.getByRole('form').getByText('Cloud Yogurt', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Replay orders' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('$7.98').first().waitFor();
  await result.getByText('$3.99').first().waitFor();
  await result.getByText('1 of 1').waitFor();

  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { name: 'Yogurt weeks' }).waitFor();
  await page.getByText('Marketplace 50%, Vendor 50%').waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await pick(page, 'Locations', second);
  await page.getByRole('button', { name: 'Save promotion' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
}

/** A code of the marketplace, which combines with the offer. */
async function publishCode(admin: Api, { location, goods }: Shop): Promise<Promotion> {
  const { _id: id, version } = await admin.do(promotionRoutes.create, {
    body: {
      name: 'Neighbors',
      label: '$1 off yogurt',
      reward: { kind: 'amount', amount: 100, per: 'order' },
      goods: { subProductIds: [goods.get('Cloud Yogurt')!._id] },
      funding: { marketplace: 100, location: 0, vendor: 0 },
      codes: { kind: 'shared', code: 'NEIGHBOR' },
      locationIds: [location._id],
    },
  });
  return admin.do(promotionRoutes.updateStatus, { params: { id }, body: { status: 'active', version } });
}

/** A clerk takes a pickup order with the offer and the code by phone. Returns its ID. */
async function takePhoneOrder({ location }: Shop): Promise<string> {
  const { page, pageErrors } = await openSignedInContext('phone');
  await page.goto('/orders/add');
  await page.getByText('Pickup', { exact: true }).click();
  await page.getByRole('button', { name: 'New customer' }).click();
  await field(page, 'Phone').fill('+1 312 555 0178');
  await field(page, 'First name').fill('Vera');
  await page.getByRole('combobox', { name: 'Scan, or type a name, SKU or barcode' }).fill('cloud');
  await page.getByRole('option', { name: /Cloud Yogurt/ }).click();
  for (let more = 0; more < 2; more += 1) {
    await page.getByRole('button', { name: 'More of Cloud Yogurt' }).click();
  }
  await page.getByRole('textbox', { name: 'Promotion code' }).fill('neighbor');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText('$1 off yogurt', { exact: true }).waitFor();
  await page.getByText('$6.98').first().waitFor();
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL('**/orders/view/*');
  await page.getByText(location.name).first().waitFor();
  expect(pageErrors).toEqual([]);
  return page.url().split('/').at(-1)!;
}

/** The shopper picks the order up, and returns one yogurt for its price. */
async function sellAndTakeBack(admin: Api, id: string): Promise<void> {
  for (const status of ['processing', 'prepared', 'pickup', 'delivered'] as const) {
    await admin.do(orderRoutes.updateStatus, { params: { id }, body: { status } });
  }
  const { lines } = await admin.do(orderRoutes.view, { params: { id } });
  const { _id } = await admin.do(returnRoutes.create, {
    body: { orderId: id, kind: 'return', lines: [{ lineId: lines[0]!._id, quantity: 1 }] },
  });
  for (const status of ['approved', 'received', 'returned'] as const) {
    await admin.do(returnRoutes.updateStatus, { params: { id: _id }, body: { status } });
  }
  const { refunds } = await admin.do(orderRoutes.view, { params: { id } });
  expect(refunds).toMatchObject([{ amount: 233 }]);
  let { version } = refunds[0]!;
  for (const status of ['refundProcessing', 'refunded'] as const) {
    const params = { id: refunds[0]!._id };
    ({ version } = await admin.do(refundRoutes.updateStatus, { params, body: { status, version } }));
  }
}

const today = () => dayIn('America/Chicago');

/** The location is paid for all its goods: others fund the discounts. */
async function expectStatement(page: Page, admin: Api, { location }: Shop): Promise<void> {
  const statement = await admin.do(statementRoutes.create, {
    body: { locationId: location._id, to: today() },
  });
  expect(statement).toMatchObject({
    goods: 1197,
    discounts: 0,
    promotions: 0,
    commission: -70,
    refunds: -376,
    total: 751,
  });
  if (!('_id' in statement)) throw new Error('One location needs no job');
  await page.goto(`/statements/${statement._id}`);
  const sums = page.getByRole('table', { name: 'Statement', exact: true });
  await sums.getByRole('row', { name: /Goods.*\$11\.97/ }).waitFor();
  await sums.getByRole('row', { name: /\$7\.51/ }).waitFor();
}

/** Finance claims what the vendor owes, and records its payment. */
async function settleClaim(page: Page, vendor: string): Promise<void> {
  await page.goto('/vendor-claims?tab=due');
  const due = page.getByRole('row', { name: vendor });
  await due.getByText('$1.33').waitFor();
  await due.getByRole('link', { name: vendor }).click();
  await page.getByRole('button', { name: 'Create claim…' }).click();
  await page.getByRole('button', { name: 'Create claim of $1.33' }).click();
  const promotions = page.getByRole('table', { name: 'Promotions' });
  await promotions.getByRole('row', { name: /Buy 2 get 1 free.*2.*\$1\.33/ }).waitFor();
  await page
    .getByRole('table', { name: 'Items of the claim' })
    .getByText('Refund', { exact: true })
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record payment…' }).click();
  await field(page, 'Reference').fill('CD-4711');
  await field(page, 'Paid on').fill(formatDay(today()));
  await page.getByRole('button', { name: 'Record payment of $1.33' }).click();
  await page.getByText('Settled', { exact: true }).waitFor();
  await page.getByText('CD-4711').waitFor();
  await expectNoOverflow(page);
}

/** The closing balance of each account at a location. */
async function accountsOf(admin: Api, { location }: Shop): Promise<Record<string, number>> {
  const { records } = await admin.do(bookRoutes.trialBalance, {
    body: { from: today(), to: today(), groupBy: 'account', locationId: location._id },
  });
  return Object.fromEntries(records.map(({ account, closing }) => [account, closing]));
}
