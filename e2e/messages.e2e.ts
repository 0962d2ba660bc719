import { customerRoutes } from '@aisle/contract/customers/customers';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { messageRoutes } from '@aisle/contract/service/messages';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { expect, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, openSignedInContext, useBrowser } from './browser.ts';
import { headerOf, mailTo } from './mails.ts';
import { openShop, type Shop } from './shop.ts';

useBrowser();

test('sends a message to customers who bought eggs in two stores, stops halfway and resumes', async () => {
  const admin = await signInToApi();
  const eggs = { name: 'Speckled Eggs', price: 450, stock: 100 };
  const shops = [await openShop(admin, 'EGGA', [eggs]), await openShop(admin, 'EGGB', [eggs])] as const;
  const elsewhere = await openShop(admin, 'EGGC', [eggs]);
  for (let nth = 0; nth < 12; nth += 1) await addBuyer(admin, nth % 2 ? shops[0] : shops[1], nth);
  await addBuyer(admin, elsewhere, 12);
  const { version } = await admin.do(settingsRoutes.get);
  await admin.do(settingsRoutes.update, {
    body: { version, bulkMessages: { confirmAbove: 500, perMinute: 120 } },
  });
  const { page, pageErrors } = await openSignedInContext('desk');
  await page.goto('/messages');

  for (const { location } of shops) {
    await page.getByRole('combobox', { name: 'Ordered at' }).fill(location.name);
    // Results of an earlier text can't be chosen.
    await page.locator('[role=option]:not([data-combobox-disabled])', { hasText: location.name }).click();
  }
  await page.keyboard.press('Escape');
  // The customers ordered today; with a future date, the filter still includes them.
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).split('-');
  await page.getByLabel('No order since').fill(`${tomorrow[1]}/${tomorrow[2]}/${tomorrow[0]}`);
  await page.getByLabel('Name', { exact: false }).first().fill('Eggs again');
  await page.getByLabel('Subject', { exact: true }).fill('Fresh eggs, ');
  await page.getByRole('button', { name: 'Insert field into subject' }).click();
  await page.getByRole('menuitem', { name: 'First name' }).click();
  // The new field gets the focus after the menu closes.
  await page.locator(':focus[value^="Fresh eggs, {{"]').waitFor();
  await page
    .getByLabel('Text', { exact: true })
    .fill('Dear {{customer.firstName}}, come back to {{brand.name}}.');
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
  expect(pageErrors).toEqual([]);
});

const latest = async (admin: Api) =>
  (await admin.do(messageRoutes.list, { body: { search: 'Eggs again' } })).records[0]!;

const unsubscribeLinkMailedTo = async (email: string) =>
  new URL(headerOf(await mailTo(email, /^Fresh eggs/), 'List-Unsubscribe').slice(1, -1)).pathname;

/** A customer who agreed to marketing and bought eggs here. */
async function addBuyer(admin: Api, shop: Shop, nth: number): Promise<void> {
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
