import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { settingsRoutes } from '@aisle/contract/system/settings';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import {
  expectAccessible,
  expectNoOverflow,
  field,
  openContext,
  openSignedInContext,
  useBrowser,
} from './browser.ts';
import { mailTo, unfolded } from './mails.ts';
import { openShop, type Shop } from './shop.ts';

useBrowser();

const recipient = 'gilda@people.example';

test('sells a gift card by email, pays a part of an order with it, and gets its balance back with a refund', async () => {
  const admin = await signInToApi();
  const { version } = await admin.do(settingsRoutes.get);
  await admin.do(settingsRoutes.update, {
    body: { tenders: { storeCredit: false, giftCards: true }, version },
  });
  const shop = await openShop(admin, 'GIFTS', [{ name: 'Walnut Bread', price: 1000, stock: 10 }]);
  const { page, pageErrors } = await openSignedInContext();

  await sellCard(page);
  const code = await openLink();
  await page.goto('/gift-cards');
  await page.getByRole('row', { name: /Gilda/ }).click();
  await page.getByText(/^Opened/).waitFor();
  const card = page.url();
  expect(await page.getByRole('button', { name: 'Resend email' }).count()).toBe(0);

  const id = await takePhoneOrder(shop, code);
  await expectBalance(page, card, '$0.00');
  await page.getByText('Held by open orders').waitFor();
  await pickUp(admin, id);
  await refund(page, admin, id);

  await expectBalance(page, card, '$6.00');
  await page.getByText('Active', { exact: true }).waitFor();
  const history = page.getByRole('table', { name: 'Changes of the balance' });
  expect(await history.getByRole('row').count()).toBe(4);
  await expectAccessible(page);
  await expectNoOverflow(page);
  expect(pageErrors).toEqual([]);
});

/** Staff sell a card of $6.00 at the counter. The recipient gets it by email. */
async function sellCard(page: Page): Promise<void> {
  await page.goto('/gift-cards');
  await page.getByRole('button', { name: 'New gift card' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New gift card' });
  await field(dialog, 'Amount').fill('6');
  await field(dialog, 'Recipient').fill('Gilda');
  await field(dialog, "Recipient's email").fill(recipient);
  await field(dialog, 'Message').fill('Happy birthday!');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Issue gift card' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The recipient opens the link on a phone, which shows the code once. */
async function openLink(): Promise<string> {
  const link = /\/gift\/[\w-]+/.exec(unfolded(await mailTo(recipient, /gift card of \$6\.00/)))?.[0] ?? '';
  const { page, context } = await openContext('phone');
  await page.goto(link);
  await page.getByText('Happy birthday!').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show code' }).click();
  const code = await page.locator('.code').innerText();
  await page.getByRole('img', { name: 'Barcode of the code' }).waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.goto(link);
  await page.getByText("This link doesn't work").waitFor();
  await context.close();
  return code;
}

/** A clerk takes a pickup order of $10.00 by phone, of which the card pays $6.00. Returns its ID. */
async function takePhoneOrder({ location }: Shop, code: string): Promise<string> {
  const { page, pageErrors } = await openSignedInContext('phone');
  await page.goto('/orders/add');
  await page.getByText('Pickup', { exact: true }).click();
  await page.getByRole('button', { name: 'New customer' }).click();
  await field(page, 'Phone').fill('+1 312 555 0191');
  await field(page, 'First name').fill('Gilda');
  await page.getByRole('combobox', { name: 'Scan, or type a name, SKU or barcode' }).fill('walnut');
  await page.getByRole('option', { name: /Walnut Bread/ }).click();
  await field(page, 'Gift card code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Add card' }).click();
  await page.getByText('Pays $6.00, $0.00 left').waitFor();
  await page.getByText('$4.00').first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL('**/orders/view/*');
  await page.getByText(location.name).first().waitFor();
  await page
    .getByText(/Gift card …/)
    .first()
    .waitFor();
  expect(pageErrors).toEqual([]);
  return page.url().split('/').at(-1)!;
}

async function expectBalance(page: Page, card: string, balance: string): Promise<void> {
  await page.goto(card);
  await page.getByRole('region', { name: 'Balance' }).getByText(balance, { exact: true }).first().waitFor();
}

async function pickUp(admin: Api, id: string): Promise<void> {
  for (const status of ['processing', 'prepared', 'pickup', 'delivered'] as const) {
    await admin.do(orderRoutes.updateStatus, { params: { id }, body: { status } });
  }
}

/** The bread was stale: the card and the cash that paid for it are refunded in proportion. */
async function refund(page: Page, admin: Api, id: string): Promise<void> {
  await page.goto(`/orders/view/${id}`);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Refund O-/ });
  await dialog.getByRole('checkbox', { name: 'Walnut Bread' }).check();
  await dialog.getByRole('combobox', { name: 'Reason for Walnut Bread' }).click();
  await page.getByRole('option', { name: 'Damaged' }).click();
  await dialog
    .getByText(/gift card/i)
    .first()
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { refunds } = await admin.do(orderRoutes.view, { params: { id } });
  expect(refunds).toMatchObject([{ amount: 1000, inGiftCards: 600 }]);
  let { version } = refunds[0]!;
  for (const status of ['refundProcessing', 'refunded'] as const) {
    const params = { id: refunds[0]!._id };
    ({ version } = await admin.do(refundRoutes.updateStatus, { params, body: { status, version } }));
  }
}
