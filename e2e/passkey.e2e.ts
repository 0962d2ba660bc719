import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, field, openContext, useBrowser } from './browser.ts';
import { mailTo } from './mails.ts';
import { inviteUser, welcome } from './shop.ts';

useBrowser();

/** Browsers bind passkeys to a domain name; they don't support IP addresses. */
const home = inject('aisle').base.replace('127.0.0.1', 'localhost');
const password = 'Rye!Bread43';

test('sets up a passkey, then signs in with it, with and without the password', async () => {
  const admin = await signInToApi();
  const { email } = await welcome(admin, await inviteUser(admin, 'Petra', ['brand_list']), password);
  const { page, pageErrors } = await openContext('desk');
  await addAuthenticator(page);
  await enterPassword(page, email);
  await page.waitForURL('**/dashboard');

  await page.goto(`${home}/profile`);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await field(dialog, 'Name').fill('Desk key');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
  await page.getByRole('button', { name: "I've stored them" }).click();
  await page.getByText('Desk key', { exact: true }).waitFor();
  await mailTo(email, /second factor was added/);

  await signOut(page);
  await enterPassword(page, email);
  await page.getByRole('heading', { name: "Confirm it's you" }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/dashboard');

  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`${home}/profile`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Desk key' })
    .getByText(/last used/)
    .waitFor();

  // The browser logs the response that requires a second factor; it is no error of the page.
  expect(pageErrors.filter((text) => !text.includes('status of 400'))).toEqual([]);
});

/** A passkey in the browser that is confirmed at once, like one on a laptop. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${home}/login`);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/login');
}
