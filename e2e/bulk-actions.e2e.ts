import { customerRoutes } from '@aisle/contract/customers/customers';
import { supportRoutes } from '@aisle/contract/service/support';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, openSignedInContext, useBrowser } from './browser.ts';

useBrowser();

/** Changing dozens of records takes a while on a busy machine. */
const runMs = 60_000;
const tail = String(Date.now()).slice(-6);

test('assigns 20 tickets at once and undoes it', async () => {
  const admin = await signInToApi();
  const subject = `Bulk${tail}`;
  for (let index = 0; index < 20; index += 1) {
    await admin.do(supportRoutes.create, { body: { subject, category: 'order', message: 'Where is it?' } });
  }
  const assignees = async () => {
    const { records } = await admin.do(supportRoutes.list, { body: { search: subject, limit: 100 } });
    return records.map(({ assignee }) => assignee?.name ?? null);
  };
  const [agent] = await admin.do(supportRoutes.agents);
  const { page, pageErrors } = await openSignedInContext('desk');

  await page.goto(`/supports?search=${subject}&status=open`);
  await page.getByText('Where is it?').first().waitFor();
  await page
    .getByRole('checkbox', { name: /^Select H-/ })
    .first()
    .check();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByText('20 selected').waitFor();
  await page.getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 20 tickets' });
  await dialog.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name: agent!.name }).click();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('20 tickets assigned').waitFor({ timeout: runMs });
  expect(new Set(await assignees())).toEqual(new Set([agent!.name]));

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone for 20 tickets').waitFor({ timeout: runMs });
  expect(await assignees()).toEqual(Array(20).fill(null));
  expect(pageErrors).toEqual([]);
});

test('blocks all customers of a filter and shows the result of each', async () => {
  const admin = await signInToApi();
  const lastName = `Bulkson${tail}`;
  const count = 30;
  for (let index = 0; index < count; index += 1) {
    const phone = `+1512${tail.slice(-5)}${String(index).padStart(2, '0')}`;
    await admin.do(customerRoutes.create, { body: { firstName: 'Zora', lastName, phone } });
  }
  const { page, pageErrors } = await openSignedInContext('desk');

  await page.goto(`/customers?search=${lastName}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: `Select all ${count}` }).click();
  await page.getByText(`All ${count} selected`).waitFor();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Block all ${count} customers?` });
  await dialog.getByRole('button', { name: 'Block' }).click();

  await page.getByRole('heading', { name: `Block ${count} customers`, level: 1 }).waitFor({ timeout: runMs });
  await page.getByRole('button', { name: `Changed ${count}` }).waitFor({ timeout: runMs });
  await expectAccessible(page);
  const { records } = await admin.do(customerRoutes.list, { body: { search: lastName, limit: 100 } });
  expect(records.map(({ status }) => status)).toEqual(Array(count).fill('blocked'));
  expect(pageErrors).toEqual([]);
});
