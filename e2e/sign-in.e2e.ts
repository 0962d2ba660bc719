import { passwordMessage } from '@aisle/contract/core/fields';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, field, openContext, signIn, useBrowser } from './browser.ts';
import { linkMailedTo } from './mails.ts';
import { inviteUser, welcome } from './shop.ts';

useBrowser();

test('resets a forgotten password: errors, captcha, email, new password, and changes it', async () => {
  const admin = await signInToApi();
  const person = await welcome(admin, await inviteUser(admin, 'Ottilie', ['brand_list']), 'Old!Oak11');
  const { page, pageErrors } = await openContext('phone', 'dark');

  await page.goto('/orders?search=milk');
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Email is required').waitFor();
  await page.getByText('Password is required').waitFor();
  await expectAccessible(page);

  for (let failure = 1; failure <= 3; failure += 1) {
    await tryToSignIn(page, person.email, `Wrong!${failure}word`);
    await page.locator('input[name=password][aria-invalid=true]').waitFor();
    await page.getByRole('alert').getByText('Incorrect email or password').waitFor();
    expect(await focused(page)).toBe('password');
    if (failure === 3) await expectAccessible(page);
  }
  await tryToSignIn(page, person.email, 'Wrong!4word');
  const captcha = page.getByRole('dialog', { name: 'Are you human?' });
  const picture = captcha.getByRole('img', { name: 'Captcha with letters and digits to copy' });
  await picture.waitFor();
  const first = await picture.getAttribute('src');
  expect(first).toMatch(/^data:image\//);
  await expectAccessible(page);
  await captcha.getByRole('button', { name: 'Continue' }).click();
  await captcha.getByText('Captcha is required').waitFor();
  await captcha.getByRole('button', { name: 'New picture' }).click();
  await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
  await field(captcha, 'Captcha').fill('nothing');
  await captcha.getByRole('button', { name: 'Continue' }).click();
  await captcha.getByRole('alert').getByText("That doesn't match. Try the new captcha").waitFor();
  await captcha.getByRole('button', { name: 'Close' }).click();
  await captcha.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const forgotten = page.getByRole('dialog', { name: 'Forgot your password?' });
  await field(forgotten, 'Email').fill(person.email);
  await forgotten.getByRole('button', { name: 'Send link' }).click();
  await forgotten.getByText('If an account with this email exists').waitFor();
  await page.goto(await linkMailedTo(person.email, /Set a new password/));
  await field(page, 'New Password').fill('weak');
  await field(page, 'Confirm New Password').fill('other');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText(passwordMessage).waitFor();
  await field(page, 'New Password').fill('New*Oak22');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText('Your Confirm password does not match').waitFor();
  await expectAccessible(page);
  await field(page, 'Confirm New Password').fill('New*Oak22');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL('**/login');
  await tryToSignIn(page, person.email, 'New*Oak22');
  await page.waitForURL('**/dashboard');

  await changePassword(page);
  // The browser logs refused sign-ins too; these are not errors of the page.
  expect(pageErrors.filter((text) => !text.includes('status of 400'))).toEqual([]);
});

test('shows users only permitted screens, and signs them out on request or when the session ends', async () => {
  const admin = await signInToApi();
  const password = 'Clerk!2026';
  const person = await welcome(admin, await inviteUser(admin, 'Bernat', ['brand_list']), password);
  const { page, pageErrors } = await openContext('desk');
  await page.goto('/brand?search=oak');
  await page.waitForURL('**/login');
  await tryToSignIn(page, person.email, password);
  await page.waitForURL('**/brand?search=oak');
  await page.goto('/no/such/place');
  await page.waitForURL('**/dashboard');
  await page.goto('/login');
  await page.waitForURL('**/dashboard');

  await page.goto('/orders');
  await page.getByRole('heading', { name: "You don't have access to this page" }).waitFor();
  await page.getByText('View the list of orders').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
  await page.waitForURL('**/dashboard');

  await openAccountMenu(page, 'Logout');
  const question = page.getByRole('dialog', { name: 'Logout' });
  await question.getByText('Are you sure you want to logout?').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await openAccountMenu(page, 'Logout');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  await signIn(page, { email: person.email, password });
  const elsewhere = await signInToApi({ email: person.email, password });
  await elsewhere.do(authRoutes.changePassword, {
    body: { previousPassword: password, password: 'Shelving!2027', confirmPassword: 'Shelving!2027' },
  });
  // The page leaves by itself when its event stream ends, possibly before the click.
  await page
    .getByRole('link', { name: 'Brands' })
    .click({ timeout: 3000 })
    .catch(() => undefined);
  await page.waitForURL('**/login');
  expect(pageErrors.filter((text) => !text.includes('status of 401'))).toEqual([]);
});

async function tryToSignIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('name'));

async function openAccountMenu(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: choice }).click();
}

async function changePassword(page: Page): Promise<void> {
  await openAccountMenu(page, 'Change Password');
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const save = dialog.getByRole('button', { name: 'Change Password' });
  await save.click();
  await dialog.getByText('Current Password is required').waitFor();
  await dialog.getByText('New Password is required', { exact: true }).waitFor();
  await dialog.getByText('Confirm New Password is required').waitFor();
  await expectAccessible(page);
  await field(dialog, 'Current Password').fill('New*Oak23');
  await field(dialog, 'New Password').fill('weak');
  await field(dialog, 'Confirm New Password').fill('Third#Oak3');
  await save.click();
  await dialog.getByText(passwordMessage).waitFor();
  await field(dialog, 'New Password').fill('Third#Oak4');
  await save.click();
  await dialog.getByText('Your Confirm password does not match').waitFor();
  await field(dialog, 'New Password').fill('Third#Oak3');
  await save.click();
  // Shown both at its field and as a toast.
  await dialog.getByText('Incorrect password').waitFor();
  await page.getByRole('alert').getByText('Incorrect password').waitFor();
  await field(dialog, 'Current Password').fill('New*Oak22');
  await save.click();
  await dialog.waitFor({ state: 'hidden' });
}
