import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { choose, openContext, openSignedInContext, useBrowser } from './browser.ts';
import { inviteUser, welcome } from './shop.ts';

useBrowser();

test('keeps preferences after signing out, and shows them on another device', async () => {
  const admin = await signInToApi();
  const password = 'Clerk!2026';
  const invited = await inviteUser(admin, 'Pilar', ['brand_list', 'vendor_list']);
  const { email } = await welcome(admin, invited, password);
  const { page, pageErrors } = await openSignedInContext('desk', { email, password });

  await page.goto('/profile');
  await choose(page, 'Start page', 'Vendors');
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
  await page.getByRole('switch', { name: 'Show the top bar' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'account menu' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/login');
  await typePassword(page, email, password);
  await page.waitForURL('**/vendors');
  expect(await themeOf(page)).toBe('dark');

  const other = await openContext('desk');
  await other.page.goto('/login');
  await typePassword(other.page, email, password);
  await other.page.waitForURL('**/vendors');
  await other.page.getByRole('button', { name: 'account menu' }).waitFor();
  expect(await themeOf(other.page)).toBe('dark');
  expect([...pageErrors, ...other.pageErrors]).toEqual([]);
});

async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const themeOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
