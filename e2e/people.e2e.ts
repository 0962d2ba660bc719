import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, field, openContext, openSignedInContext, signIn, useBrowser } from './browser.ts';
import { linkMailedTo } from './mails.ts';

useBrowser();

const email = 'wilhelmina@journeys.example';
const password = 'Shelving#2026';

test("invites a user, explains the role's dependencies, and shows the user only permitted screens", async () => {
  const { page, pageErrors } = await openSignedInContext('desk');
  await page.goto('/users');
  await page.getByRole('button', { name: 'New user' }).click();
  const form = page.getByRole('dialog', { name: 'New user' });
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await form.getByText('First name is required').waitFor();
  await field(form, 'First name').fill('Wilhelmina');
  await field(form, 'Last name').fill('Osei');
  await field(form, 'Email').fill(email);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText("User added. We've emailed the invitation").waitFor();
  // A role is next, because without one they have no permissions.
  await grantOrderEditing(page);
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('wilhelmina');
  await page.getByRole('row').filter({ hasText: email }).getByText('Invited').waitFor();

  const invited = await openContext('desk', 'dark');
  await invited.page.goto(await linkMailedTo(email, /Welcome/));
  await field(invited.page, 'New Password').fill(password);
  await field(invited.page, 'Confirm New Password').fill(password);
  await invited.page.getByRole('button', { name: 'Save password' }).click();
  await invited.page.waitForURL('**/login');
  await signIn(invited.page, { email, password });
  const menu = invited.page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Orders', exact: true }).click();
  await invited.page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  for (const name of ['Products', 'Customers', 'Inventory', 'Users', 'Settings', 'Outbox']) {
    expect(await menu.getByRole('link', { name, exact: true }).count(), name).toBe(0);
  }
  expect(await invited.page.getByRole('link', { name: 'New order' }).count()).toBe(0);
  await invited.page.goto('/users');
  await invited.page.getByText('View the list of users').waitFor();

  expect([...pageErrors, ...invited.pageErrors]).toEqual([]);
});

async function grantOrderEditing(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Assign Role', level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe('Assign Role | Aisle');
  await page.getByRole('heading', { name: 'Wilhelmina Osei' }).waitFor();
  const tree = page.getByRole('tree', { name: 'Roles' });
  await page.getByRole('button', { name: 'Expand all' }).click();
  const node = (name: string | RegExp) => tree.getByRole('treeitem', { name });
  await node('Edit orders').click();
  await node('View an order required by “Edit orders”').waitFor();
  await node(/^View the list of orders required by “.+”, and 1 more$/).waitFor();
  expect(await node(/^View the list of orders/).getAttribute('aria-checked')).toBe('true');
  expect(await node('Add orders').getAttribute('aria-checked')).toBe('false');
  await page.getByText('3 granted · 3 changed').waitFor();
  await expectAccessible(page);

  // A permission that another one needs can't be removed alone.
  await node(/^View an order/).click();
  expect(await node('Edit orders').getAttribute('aria-checked')).toBe('false');
  await node('Edit orders').click();
  await page.getByRole('button', { name: 'Assign Role' }).click();
  await page.waitForURL('**/users*');
  await page.getByText('Roles assigned').waitFor();
}
