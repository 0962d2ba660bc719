import { type CellChange, priceRoutes } from '@aisle/contract/warehouse/prices';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, signIn, sitDown, useBrowser } from './browser.ts';
import { openShop, type Shop } from './shop.ts';

useBrowser();

const pricesTo = ({ location, goods }: Shop, was: number | null, to: number): CellChange[] =>
  [...goods.values()].map(({ _id }) => ({
    field: 'price',
    locationId: location._id,
    subProductId: _id,
    was,
    to,
  }));

test('prices that somebody else changed meanwhile are settled one by one, and nothing is lost', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'PRICE', [
    { name: 'Elder Syrup', price: 450 },
    { name: 'Sloe Syrup', price: 450 },
  ]);
  const save = (changes: CellChange[]) =>
    admin.do(priceRoutes.save, {
      body: { changes },
      headers: { 'idempotency-key': `prices-${changes[0]!.to}` },
    });
  await save(pricesTo(shop, null, 500));
  const { context, page, complaints } = await sitDown('desk');
  await signIn(page);
  await page.goto(`/prices?search=Syrup&fields=price&locationIds=${shop.location._id}`);
  await type(page, 'Elder Syrup', '6.10');
  await type(page, 'Sloe Syrup', '7.20');

  await save(pricesTo(shop, 500, 900));
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  const alert = page.getByRole('alert').filter({ hasText: 'Nothing is saved yet' });
  const settle = (name: string, how: string) =>
    alert.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: how }).click();
  await alert.getByText(/changed it to \$9\.00; you typed \$6\.10/).waitFor();
  await expectAccessible(page);
  await settle('Elder Syrup', 'Keep mine');
  await settle('Sloe Syrup', 'Use theirs');
  await alert.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('1 cell saved').waitFor();

  const { records } = await admin.do(priceRoutes.grid, {
    body: { search: 'Syrup', filters: { locationIds: [shop.location._id] } },
  });
  expect(records.map(({ name, cells }) => [name, cells[0]!.price])).toEqual([
    ['Elder Syrup', 610],
    ['Sloe Syrup', 900],
  ]);
  // A refused save is an error of the network, which browsers log themselves.
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([]);
  await context.close();
});

/** Overwrites a price as a user does: select the cell, type, Enter. */
async function type(page: Page, name: string, price: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: name }).getByText('5.00', { exact: true }).click();
  await page.keyboard.type(price);
  await page.keyboard.press('Enter');
}
