import { settingsRoutes } from '@aisle/contract/system/settings';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, field, openContext, useBrowser } from './browser.ts';
import { mailTo } from './mails.ts';
import { inviteUser, openShop, welcome } from './shop.ts';

useBrowser();

/** The code of an authenticator app, now or that many codes later. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });

test('sets up an authenticator app, then signs in with a code and a recovery code', async () => {
  const admin = await signInToApi();
  const password = 'Rye!Bread41';
  const { email } = await welcome(admin, await inviteUser(admin, 'Wanda', ['brand_list']), password);
  const { page, pageErrors } = await openContext('phone', 'dark');
  await enterPassword(page, email, password);
  await page.waitForURL('**/dashboard');

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const { secret, codes } = await setUp(page);
  await page.getByText('10 codes left').waitFor();
  await expectAccessible(page);
  await mailTo(email, /second factor was added/);

  await signOut(page);
  await enterPassword(page, email, password);
  await page.getByRole('heading', { name: "Confirm it's you" }).waitFor();
  await expectAccessible(page);
  expect(await field(page, 'Code').getAttribute('autocomplete')).toBe('one-time-code');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Code is required').waitFor();
  await field(page, 'Code').fill(codeOf(secret, 20));
  await page.keyboard.press('Enter');
  await page.getByText('Incorrect code').waitFor();
  // The current code may be used up, because it may have set up the app.
  await field(page, 'Code').fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  await signOut(page);
  await enterPassword(page, email, password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await field(page, 'Recovery code').fill(codes[0]!.toUpperCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/profile');
  await page.getByText('9 codes left').waitFor();
  await mailTo(email, /recovery code was used/);
  // The browser logs refused codes too; these are not errors of the page.
  expect(pageErrors.filter((text) => !text.includes('status of 400'))).toEqual([]);
});

test('opens only the setup of a required second factor after the first sign-in', async () => {
  const admin = await signInToApi();
  const password = 'Rye!Bread42';
  const { location } = await openShop(admin, 'FACTOR', []);
  const invited = await inviteUser(admin, 'Viktor', ['brand_list'], [location._id]);
  const { email } = await welcome(admin, invited, password);
  const { context, page, pageErrors } = await openContext('desk');
  await fillIn(page, email, password);
  // Other tests sign in meanwhile, so it is required only during this sign-in, and only for store users, who rarely sign in.
  await requireOfStores(true);
  const answered = page.waitForResponse('**/auth/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await answered;
  await requireOfStores(false);
  await page.waitForURL('**/second-factor');
  await page.goto('/brand');
  await page.waitForURL('**/second-factor');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await setUp(page);
  await page.waitForURL('**/dashboard');
  await page.goto('/brand');
  await page.getByRole('heading', { name: 'Brands' }).waitFor();

  expect(pageErrors.filter((text) => !text.includes('status of 400'))).toEqual([]);
  await context.close();

  async function requireOfStores(store: boolean): Promise<void> {
    const { version } = await admin.do(settingsRoutes.get, {});
    await admin.do(settingsRoutes.update, {
      body: { version, secondFactorRequired: { admin: false, store, others: false } },
    });
  }
});

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
}
async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await fillIn(page, email, password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** In the dialog, types the secret like a user without a camera. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await expectAccessible(page);
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  await field(dialog, 'Code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await shown.waitFor();
  await expectAccessible(page);
  const codes = await shown
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  const file = page.waitForEvent('download');
  await shown.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toBe('recovery-codes.txt');
  await shown.getByRole('button', { name: "I've stored them" }).click();
  return { secret, codes };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/login');
}
