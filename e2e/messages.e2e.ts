import { customerRoutes } from '@aisle/contract/customers/customers';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { messageRoutes } from '@aisle/contract/service/messages';
import { settingsRoutes } from '@aisle/contract/system/settings';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, openSignedInContext, useBrowser } from './browser.ts';
import { headerOf, mailTo, unfolded } from './mails.ts';
import { openShop, type Shop } from './shop.ts';

useBrowser();

test('sends a message to a saved segment, stops halfway, resumes and shows its results', async () => {
  const admin = await signInToApi();
  const eggs = { name: 'Speckled Eggs', price: 450, stock: 100 };
  const shops = [await openShop(admin, 'EGGA', [eggs]), await openShop(admin, 'EGGB', [eggs])] as const;
  const elsewhere = await openShop(admin, 'EGGC', [eggs]);
  const buyers: string[] = [];
  for (let nth = 0; nth < 12; nth += 1)
    buyers.push(await addBuyer(admin, nth % 2 ? shops[0] : shops[1], nth));
  await addBuyer(admin, elsewhere, 12);
  const { version } = await admin.do(settingsRoutes.get);
  await admin.do(settingsRoutes.update, {
    body: { version, bulkMessages: { confirmAbove: 500, perMinute: 120 } },
  });
  const { page, pageErrors } = await openSignedInContext('desk');
  await page.goto('/messages');
  await page.getByRole('link', { name: 'New message' }).click();

  await addCondition(page, 'Ordered at');
  for (const { location } of shops) {
    await page.getByRole('combobox', { name: 'Ordered at' }).fill(location.name);
    // Results of an earlier text can't be chosen.
    await page.locator('[role=option]:not([data-combobox-disabled])', { hasText: location.name }).click();
  }
  await page.keyboard.press('Escape');
  await addCondition(page, 'Last order within');
  await page.getByRole('textbox', { name: 'Last order within' }).fill('7');
  await page.getByRole('button', { name: 'Save as group' }).click();
  const groupForm = page.getByRole('form', { name: 'New group' });
  await groupForm.getByRole('textbox', { name: 'Name' }).fill('Egg buyers');
  await groupForm.getByText('12', { exact: true }).waitFor();
  await expectAccessible(page);
  await groupForm.getByRole('button', { name: 'Create group' }).click();
  await groupForm.waitFor({ state: 'hidden' });

  await page.getByLabel('Name', { exact: false }).first().fill('Eggs again');
  await page.getByLabel('Subject', { exact: true }).fill('Fresh eggs, ');
  await page.getByRole('button', { name: 'Insert field into subject' }).click();
  await page.getByRole('menuitem', { name: 'First name' }).click();
  // The new field gets the focus after the menu closes.
  await page.locator(':focus[value^="Fresh eggs, {{"]').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { name: 'Draft', exact: true }).waitFor();
  // Continues the draft, as on another device.
  await page.goto('/messages/drafts');
  await page.getByRole('link', { name: 'Eggs again' }).click();
  await page
    .getByLabel('Text', { exact: true })
    .fill('Dear {{customer.firstName}}, come back to {{brand.name}}.');
  await page.getByRole('button', { name: 'Add button' }).click();
  await page.getByLabel('Button label').fill('Buy eggs');
  await page.getByLabel('Button address').fill('https://market.example/eggs');
  await page.getByText('Fresh eggs, Ines').first().waitFor();
  await expect
    .poll(() => page.locator('[aria-live=polite]').first().textContent(), { timeout: 15_000 })
    .toBe('12');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send message' }).click();

  await page.getByRole('button', { name: 'Stop sending' }).click();
  await page.getByRole('button', { name: 'Resume sending' }).waitFor();
  await expectAccessible(page);
  const half = await latest(admin);
  await page.getByRole('button', { name: 'Resume sending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume sending' }).click();
  await page.getByRole('heading', { name: 'Eggs again' }).waitFor();
  await expect.poll(async () => (await latest(admin)).state, { timeout: 30_000 }).toBe('sent');

  expect(half.state).toBe('stopped');
  expect(half.counts.sent).toBeLessThan(12);
  expect((await latest(admin)).counts).toMatchObject({ sent: 12, waiting: 0, failed: 0, unknown: 0 });

  await page.goto(await unsubscribeLinkMailedTo('eggs1@shoppers.example'));
  const leave = page.getByRole('button', { name: 'Unsubscribe' });
  await leave.waitFor();
  await expectAccessible(page);
  await leave.click();
  await page.getByRole('heading', { name: "You're unsubscribed" }).waitFor();
  await expectAccessible(page);
  expect((await latest(admin)).unsubscribed).toBe(1);

  await openButton(page, await mailTo('eggs2@shoppers.example', /^Fresh eggs/));
  await order(admin, shops[0], buyers[3]!);
  await page.goto(`/messages/view/${half._id}`);
  const results = page.getByRole('region', { name: 'Results' });
  await results.getByText('1 (8.3%)').first().waitFor();
  await expectAccessible(page);
  await results.getByRole('link', { name: /Clicked/ }).click();
  await page.getByRole('row', { name: /Egger 2/ }).waitFor();
  await results.getByRole('link', { name: /Orders within 7 days/ }).click();
  await page.getByRole('row', { name: /Egger 3/ }).waitFor();
  await expectAccessible(page);
  expect(pageErrors).toEqual([]);
});

async function addCondition(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Follows the button of an email as far as this server leads. */
async function openButton(page: Page, mail: string): Promise<void> {
  const { pathname } = new URL(/Buy eggs: (\S+)/.exec(unfolded(mail))![1]!);
  const opened = await page.request.get(pathname, { maxRedirects: 0 });
  expect([opened.status(), opened.headers().location]).toEqual([302, 'https://market.example/eggs']);
}

const latest = async (admin: Api) =>
  (await admin.do(messageRoutes.list, { body: { search: 'Eggs again' } })).records[0]!;

const unsubscribeLinkMailedTo = async (email: string) =>
  new URL(headerOf(await mailTo(email, /^Fresh eggs/), 'List-Unsubscribe').slice(1, -1)).pathname;

/** A customer who agreed to marketing and bought eggs here. */
async function addBuyer(admin: Api, shop: Shop, nth: number): Promise<string> {
  const { _id: customerId } = await admin.do(customerRoutes.create, {
    body: {
      firstName: 'Ines',
      lastName: `Egger ${nth}`,
      phone: `+1 312 555 ${7000 + nth}`,
      email: `eggs${nth}@shoppers.example`,
      marketingConsent: true,
      marketingConsentHow: 'inPerson',
    },
  });
  await order(admin, shop, customerId);
  return customerId;
}

async function order(admin: Api, shop: Shop, customerId: string): Promise<void> {
  await admin.do(mainOrderRoutes.create, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      customerId,
      fulfilment: 'pickup',
      paymentType: 'cashOnDelivery',
      lines: [
        {
          subProductId: shop.goods.get('Speckled Eggs')!._id,
          quantity: 1,
          locationId: shop.location._id,
        },
      ],
    },
  });
}
