import { orderRoutes } from '@aisle/contract/sales/orders';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, signIn, sitDown, useBrowser } from './browser.ts';
import { inviteUser, openShop, placeOrder, welcome } from './shop.ts';

useBrowser();

const password = 'Basement#2026';

test('a picker goes on without a connection: steps wait, survive a reload, are sent, and one has to be decided', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'OFFLINE', [{ name: 'Rye Bread', price: 2600, stock: 20 }]);
  const picker = await welcome(
    admin,
    await inviteUser(admin, 'Hedda', ['order_edit', 'order_view']),
    password,
  );
  const [first, second, third] = [await placed(), await placed(), await placed()];

  const { context, page } = await sitDown('phone');
  await signIn(page, { email: picker.email, password });
  await page.goto('/orders/queue');
  await page.getByRole('link', { name: third.number }).waitFor();
  await kept(page);

  await context.setOffline(true);
  await step(page, first.number);
  await step(page, second.number);
  await step(page, third.number);
  await step(page, third.number);
  await page.getByText('4 steps wait to be sent').waitFor();
  await page.reload();
  await page.getByText('4 steps wait to be sent').waitFor();
  await card(page, third.number).getByText('Not sent yet').waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  expect(await statusOf(first)).toBe('orderPlaced');
  const cancel = { reason: 'Second thoughts' };
  await admin.do(orderRoutes.cancel, { params: { id: second._id }, body: cancel });

  await context.setOffline(false);
  await page.getByText('1 step was not taken').waitFor();
  expect([await statusOf(first), await statusOf(third)]).toEqual(['processing', 'prepared']);
  await page.getByText('was faster, and this order is now “Cancelled”').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Forget it' }).click();
  await page.getByText('1 step was not taken').waitFor({ state: 'hidden' });
  await context.close();

  function placed() {
    return placeOrder(admin, shop, { 'Rye Bread': 1 });
  }
  async function statusOf({ _id }: { _id: string }): Promise<string> {
    return (await admin.do(orderRoutes.view, { params: { id: _id } })).status;
  }
});

/** The screens are in the browser, and so is what the queue showed. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(countAnswers), { timeout: 10_000 }).toBeGreaterThan(0);
}
/** Looks without creating the database, and closes it, because an open connection blocks its creation. */
async function countAnswers(): Promise<number> {
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === 'aisle-held')) return 0;
  return new Promise<number>((resolve) => {
    const opening = indexedDB.open('aisle-held');
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database.transaction('answers').objectStore('answers').count();
      counting.onsuccess = () => {
        database.close();
        resolve(counting.result);
      };
    };
  });
}

const card = (page: Page, number: string) => page.getByRole('listitem').filter({ hasText: number });

async function step(page: Page, number: string): Promise<void> {
  const button = card(page, number).getByRole('button');
  const label = (await button.textContent()) ?? '';
  await button.click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: label, exact: true }).click();
  await question.waitFor({ state: 'hidden' });
  // Once it is kept the board is laid out anew: what is pressed meanwhile may move away from under the finger.
  await page.getByText(`${number}: ${label} is kept`).waitFor({ state: 'attached' });
}
