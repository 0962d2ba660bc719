import { supportRoutes } from '@aisle/contract/service/support';
import { profileRoutes } from '@aisle/contract/system/profile';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, field, openContext, signIn, useBrowser } from './browser.ts';
import { inviteUser, welcome } from './shop.ts';

useBrowser();

/** Drafts are read after the screen is shown. */
const slow = { timeout: 15_000 };
const password = 'Replies#417x';
const permissions = ['support_list', 'support_view', 'support_add', 'support_edit', 'support_reply'];

async function agent(admin: Api, name: string): Promise<{ email: string; password: string }> {
  const { email } = await welcome(admin, await inviteUser(admin, name, permissions), password);
  return { email, password };
}

async function openTicket(admin: Api, subject: string): Promise<string> {
  const message = 'Two of the eggs are broken.';
  const { _id } = await admin.do(supportRoutes.create, {
    body: { subject, category: 'other', priority: 'normal', message },
  });
  return `/supports/${_id}`;
}

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const signedOut = (page: Page) => page.getByText('You were signed out. Sign in to continue.');

async function signInAgain(page: Page, who: { email: string; password: string }): Promise<void> {
  await field(page, 'Email').fill(who.email);
  await field(page, 'Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('returns a user to the page and the draft of a session that ended elsewhere', async () => {
  const admin = await signInToApi();
  const who = await agent(admin, 'Imre');
  const ticket = await openTicket(admin, 'Eggs for Imre');
  const { page, context, pageErrors } = await openContext('desk');
  await signIn(page, who);
  const otherTab = await context.newPage();
  await otherTab.goto('/supports');
  await otherTab.getByRole('heading', { name: 'Support', level: 1 }).waitFor();
  await page.goto(`${ticket}?tab=mine`);
  await page.getByRole('heading', { name: 'Eggs for Imre', level: 1 }).waitFor();
  await reply(page).fill('Sorry about the eggs.');

  const elsewhere = await signInToApi(who);
  await elsewhere.do(profileRoutes.endOtherSessions);
  // The event stream ends by itself; sending doesn't wait for it.
  await reply(page)
    .press('Control+Enter')
    .catch(() => undefined);
  await signedOut(page).waitFor();
  expect(await page.getByText('eggs').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage)), slow).toEqual([]);
  expect(page.url()).not.toContain(ticket);
  await expectAccessible(page);
  await signedOut(otherTab).waitFor();

  await signInAgain(page, who);
  await page.waitForURL(`**${ticket}?tab=mine`);
  await otherTab.waitForURL('**/supports');
  await expect.poll(() => reply(page).inputValue(), slow).toBe('Sorry about the eggs.');
  await reply(page).press('Control+Enter');
  await page.getByRole('region', { name: 'Conversation' }).getByText('Sorry about the eggs.').waitFor();
  await expect.poll(() => reply(page).inputValue(), slow).toBe('');
  expect(pageErrors.filter((text) => !text.includes('status of 401'))).toEqual([]);
});

test('shows nothing of an ended session to another user, and deletes its drafts', async () => {
  const admin = await signInToApi();
  const [who, other] = [await agent(admin, 'Judit'), await agent(admin, 'Klara')];
  const ticket = await openTicket(admin, 'Eggs for Judit');
  const { page } = await openContext('phone', 'dark');
  await signIn(page, who);
  await page.goto(ticket);
  await page.getByRole('button', { name: 'Reply' }).click();
  await reply(page).fill('I refund them today.');

  const elsewhere = await signInToApi(who);
  await elsewhere.do(profileRoutes.endOtherSessions);
  // The page leaves by itself when its event stream ends.
  await signedOut(page).waitFor();
  await expectAccessible(page);
  // A reload of the sign-in page forgets nothing and shows nothing.
  await page.reload();

  await signInAgain(page, other);
  await page.waitForURL('**/dashboard');
  await page.goto(ticket);
  await page.getByRole('button', { name: 'Reply' }).click();
  expect(await reply(page).inputValue()).toBe('');
  await page.getByRole('button', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/login');
  expect(await signedOut(page).count()).toBe(0);

  // The drafts are gone for their author as well.
  await signIn(page, who);
  await page.goto(ticket);
  await page.getByRole('button', { name: 'Reply' }).click();
  expect(await reply(page).inputValue()).toBe('');
});
