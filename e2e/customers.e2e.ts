import { expect, test } from 'vitest';
import { expectAccessible, field, openSignedInContext, useBrowser } from './browser.ts';

useBrowser();

const tail = String(Date.now()).slice(-6);
const phones = [`+1512${tail}1`, `+1737${tail}2`].map((phone) => phone.padEnd(12, '0'));

test('merges two customers, finds them by both phones, separates them again, and erases one', async () => {
  const { page, pageErrors } = await openSignedInContext('desk');
  for (const [index, phone] of phones.entries()) {
    await page.goto('/customers');
    await page.getByRole('button', { name: 'New customer' }).first().click();
    const form = page.getByRole('dialog', { name: 'New customer' });
    await field(form, 'First name').fill('Zebulon');
    await field(form, 'Last name').fill(`Journey${index}${tail}`);
    await field(form, 'Phone').fill(phone);
    await form.getByRole('button', { name: 'Create customer' }).click();
    await page.getByRole('heading', { name: `Zebulon Journey${index}${tail}`, level: 1 }).waitFor();
  }

  await page.getByRole('button', { name: /^More for Zebulon/ }).click();
  await page.getByRole('menuitem', { name: 'Merge customers…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge customers' });
  await dialog.getByRole('combobox', { name: 'Same person as' }).fill(`Zebulon Journey0${tail}`);
  await page.getByRole('option', { name: new RegExp(`Journey0${tail}`) }).click();
  await dialog.getByText(/Both phones and emails find/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge customers' }).click();
  await page.getByRole('heading', { name: 'Also known as' }).waitFor();

  await page.goto('/customers');
  await page.getByRole('searchbox', { name: 'Name, phone or email' }).fill(phones[0]!);
  await page
    .getByRole('row')
    .filter({ hasText: `Journey1${tail}` })
    .click();
  await page.getByRole('button', { name: 'Timeline' }).click();
  await page.getByText('Another customer merged into this one').waitFor();
  await page.getByRole('button', { name: /^More for Zebulon/ }).click();
  await page.getByRole('menuitem', { name: /^Undo merge of/ }).click();
  await page.getByRole('button', { name: 'Undo merge' }).click();
  await expect.poll(() => page.getByRole('heading', { name: 'Also known as' }).count()).toBe(0);

  await page.getByRole('button', { name: /^More for Zebulon/ }).click();
  await page.getByRole('menuitem', { name: 'Erase customer…' }).click();
  const erase = page.getByRole('dialog', { name: /^Erase Zebulon/ });
  await erase.getByText('What stays, and why').waitFor();
  await expectAccessible(page);
  await erase.getByRole('textbox').fill(`Zebulon Journey1${tail}`);
  await erase.getByRole('button', { name: 'Erase customer' }).click();
  await page.getByRole('heading', { name: 'Erased customer', level: 1 }).waitFor();
  await page.goto('/customers');
  await page.getByRole('searchbox', { name: 'Name, phone or email' }).fill(`Journey1${tail}`);
  await page.getByText('No customers match').waitFor();

  expect(pageErrors).toEqual([]);
});
