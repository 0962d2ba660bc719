import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, field, openSignedInContext, useBrowser } from './browser.ts';
import { openShop } from './shop.ts';

useBrowser();

test('types the variants of a new product row by row with Enter', async () => {
  await openShop(await signInToApi(), 'SHEET', []);
  const { page, pageErrors } = await openSignedInContext();
  await page.goto('/products/add');
  await field(page, 'Name').fill('Oat Milk');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Add sub-product' }).click();

  const cell = (row: number, field: string) => page.locator(`[data-path="subProducts.${row}.${field}"]`);
  await cell(0, 'sku').click();
  await page.keyboard.type('OAT-1');
  await page.keyboard.press('Enter');
  await page.keyboard.type('OAT-2');
  await page.keyboard.press('Tab');
  await cell(0, 'price').click();
  await page.keyboard.type('3.49');
  await page.keyboard.press('Enter');
  await page.keyboard.type('6.49');
  await page.keyboard.press('Tab');
  await cell(1, 'name').click();
  await page.keyboard.type('Oat Milk, large');
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create product' }).click();

  await page.getByRole('heading', { name: 'Oat Milk', level: 1 }).waitFor();
  for (const [sku, price] of [
    ['OAT-1', '$3.49'],
    ['OAT-2', '$6.49'],
  ] as const) {
    await page.getByRole('row').filter({ hasText: sku }).filter({ hasText: price }).waitFor();
  }
  expect(pageErrors).toEqual([]);
});
