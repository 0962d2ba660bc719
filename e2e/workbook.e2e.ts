import { productRoutes } from '@aisle/contract/catalog/products';
import { expect, test } from 'vitest';
import { rowXml, workbook } from '../server/test/workbook-builders.ts';
import { signInToApi } from './api.ts';
import { choose, expectAccessible, openSignedInContext, useBrowser } from './browser.ts';

useBrowser();

test('selects another sheet of a workbook, checks and imports it', async () => {
  const heading = rowXml(['SKU', 'Name', 'Category', 'Price']);
  const buffer = workbook({
    sheets: {
      Spring: heading + rowXml(['WB-1', 'Sorrel', 'Herbs of workbooks', '<c><v>1.95</v></c>']),
      Autumn: heading + rowXml(['WB-2', 'Rosehip', 'Herbs of workbooks', '<c><v>2.45</v></c>']),
    },
  });
  const { page, pageErrors } = await openSignedInContext('phone');
  await page.goto('/imports');

  await page.getByLabel('File of products').setInputFiles({ name: 'herbs.xlsx', mimeType: '', buffer });
  // Among the first rows, and beside its column.
  await page.getByText('Sorrel').first().waitFor();
  await choose(page, 'Sheet', 'Autumn');
  await page.getByText('Rosehip').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('link', { name: 'View products' }).click();

  await page.waitForURL(/\/products/);
  // Searched by name, because records of other tests may fill the first page.
  await page.goto('/products?search=Rosehip');
  await page.getByText('Rosehip').first().waitFor();
  const admin = await signInToApi();
  const { records } = await admin.do(productRoutes.list, { body: { search: 'Sorrel' } });
  expect(records.filter(({ name }) => name === 'Sorrel')).toEqual([]);
  expect(pageErrors).toEqual([]);
});
