import { brandRoutes } from '@aisle/contract/catalog/brands';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { openSignedInContext, useBrowser } from './browser.ts';

useBrowser();

test('deletes a brand and restores it with its ID, until its name is taken', async () => {
  const name = `Restored ${Date.now()}`;
  const admin = await signInToApi();
  const brand = await admin.do(brandRoutes.create, { body: { name } });
  const idsOf = async () => {
    const { records } = await admin.do(brandRoutes.list, { body: { search: name } });
    return records.map(({ _id }) => _id);
  };
  const { page, pageErrors } = await openSignedInContext('desk');
  await page.goto(`/brand?search=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  const remove = async () => {
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  };

  await remove();
  expect(await idsOf()).toEqual([]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await row.waitFor();
  expect(await idsOf()).toEqual([brand._id]);

  await remove();
  await admin.do(brandRoutes.create, { body: { name } });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(/its name was taken meanwhile/).waitFor();
  expect(await idsOf()).not.toContain(brand._id);
  // The browser logs the 409 response, which is no error of the page.
  expect(pageErrors).toEqual([expect.stringContaining('409')]);
});
