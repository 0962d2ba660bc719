import { type CellChange, priceRoutes } from '@aisle/contract/warehouse/prices';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, openSignedInContext, useBrowser } from './browser.ts';
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

test('resolves conflicting prices one by one without losing changes', async () => {
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
  const { page, pageErrors } = await openSignedInContext('desk');
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
  await settle('Elder Syrup', 'Use mine');
  await settle('Sloe Syrup', 'Keep theirs');
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
  // Browsers log a rejected save as a network error.
  expect(pageErrors.filter((text) => !text.includes('409'))).toEqual([]);
});

/** Overwrites a price as a user does: select the cell, type, Enter. */
async function type(page: Page, name: string, price: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: name }).getByText('5.00', { exact: true }).click();
  await page.keyboard.type(price);
  await page.keyboard.press('Enter');
}

test('pastes a block of list and custom prices from a spreadsheet, undoes, redoes and saves it', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'JAMS', [
    { name: 'Plum Preserve', price: 400 },
    { name: 'Quince Preserve', price: 400 },
    { name: 'Rose Preserve', price: 400 },
  ]);
  const { page, pageErrors } = await openSignedInContext('desk');
  await page.goto(`/prices?search=Preserve&fields=listPrice,price&locationIds=${shop.location._id}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Plum Preserve').getByRole('gridcell').nth(2).click();

  await paste(page, '4.10\t4.20\n5.10\t5.20\n1,600.00\t6.20\n');
  await page.getByText('6 changes').waitFor();
  await row('Rose Preserve').getByText('1,600.00').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('6 changes').waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+y');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('6 cells saved').waitFor();

  const { records } = await admin.do(priceRoutes.grid, {
    body: { search: 'Preserve', filters: { locationIds: [shop.location._id] } },
  });
  expect(records.map(({ price, cells }) => [price, cells[0]!.price])).toEqual([
    [410, 420],
    [510, 520],
    [160_000, 620],
  ]);
  await expectAccessible(page);
  expect(pageErrors).toEqual([]);
});

/** Pastes as a spreadsheet does, without the clipboard of the machine. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
