import { supportRoutes } from '@aisle/contract/service/support';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { expect, inject, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, openSignedInContext, useBrowser } from './browser.ts';
import { headerOf, mailTo } from './mails.ts';
import { deliver, openShop, placeOrder } from './shop.ts';

useBrowser();

const shopper = {
  firstName: 'Vera',
  lastName: 'Kline',
  phone: '+1 312 555 0188',
  email: 'vera@shoppers.example',
};
const address = 'help@journeys.example';

async function deliveredOrder(admin: Api) {
  const shop = await openShop(admin, 'SUPPORT', [
    { name: 'Brown Eggs', price: 599, stock: 20 },
    { name: 'Whole Milk', price: 349, stock: 20 },
    { name: 'Sourdough', price: 650, stock: 20 },
  ]);
  const order = await placeOrder(admin, shop, { 'Brown Eggs': 1, 'Whole Milk': 1, Sourdough: 1 }, shopper);
  await deliver(admin, order._id);
  return order;
}

async function setUpSupport(admin: Api): Promise<void> {
  const { version, support } = await admin.do(settingsRoutes.get);
  const refunded = {
    _id: crypto.randomUUID(),
    name: 'Refunded',
    text: 'Hi {{customer.firstName}},\n\nwe are sorry. We refunded the items of {{order.number}}.',
    status: 'resolved' as const,
    assignToMe: true,
    addTags: ['refund'],
  };
  await admin.do(settingsRoutes.update, {
    body: { version, support: { ...support, address, cannedReplies: [refunded] } },
  });
}

/** Delivers emails like a mail provider. */
async function mailProvider(admin: Api) {
  const { key } = await admin.do(apiKeyRoutes.create, {
    body: { name: 'Mail provider', scopes: ['inbound-mail'] },
  });
  return async (headers: Record<string, string>, text: string): Promise<void> => {
    const all = {
      From: `Vera Kline <${shopper.email}>`,
      'Message-ID': `<${crypto.randomUUID()}@shoppers.example>`,
      Date: new Date().toUTCString(),
      'Content-Type': 'text/plain; charset=utf-8',
      ...headers,
    };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    const answer = await fetch(`${inject('aisle').base}/api/v2/support/inbound-mail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' },
      body: `${head.join('\r\n')}\r\n\r\n${text}\r\n`,
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
}

test('resolves an email of a customer without leaving the ticket', async () => {
  const admin = await signInToApi();
  const order = await deliveredOrder(admin);
  await setUpSupport(admin);
  const deliver = await mailProvider(admin);
  const { page, context } = await openSignedInContext();
  await page.goto('/supports');
  await page.getByRole('heading', { name: 'Support', level: 1 }).waitFor();

  // It arrives while the list is open.
  await deliver(
    { To: address, Subject: 'Broken eggs AGAIN' },
    `My order ${order.number} came with broken eggs and sour milk. I want my money back!`,
  );
  await page.getByRole('link', { name: /Vera Kline.*Broken eggs AGAIN/s }).click();
  await page.getByRole('heading', { name: 'Broken eggs AGAIN', level: 1 }).waitFor();
  const details = page.getByRole('complementary', { name: 'Details' });
  // The email contains the order number.
  await details.getByText('3 items').waitFor();
  await expectAccessible(page);

  // Two lines are refunded from the ticket.
  await details.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: `Refund ${order.number}` });
  for (const item of ['Brown Eggs', 'Whole Milk']) {
    await refund.getByRole('checkbox', { name: item }).check();
    await refund.getByRole('combobox', { name: `Reason for ${item}` }).click();
    await page.getByRole('option', { name: 'Damaged' }).click();
  }
  await refund.getByRole('button', { name: 'Refund $9.48' }).click();
  await refund.waitFor({ state: 'hidden' });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await conversation.getByText(`${order.number}: Refund of $9.48 created`).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/supports\//);

  // Coins are added from the ticket as well.
  await details.getByRole('button', { name: 'Adjust coins' }).click();
  const coins = page.getByRole('dialog', { name: 'Adjust the coins of Vera Kline' });
  await coins.getByRole('textbox', { name: 'Coins' }).fill('200');
  await coins.getByRole('textbox', { name: 'Reason' }).fill('Goodwill');
  await coins.getByRole('textbox', { name: 'Note' }).fill('Broken eggs, twice');
  await coins.getByRole('button', { name: 'Add 200 coins' }).click();
  await conversation.getByText('Added 200 coins: Goodwill').waitFor();

  // Continues by keyboard: inserts a canned reply that resolves the ticket, and sends it.
  await page.locator('#page-title').focus();
  await page.keyboard.press('c');
  await page.getByRole('searchbox', { name: 'Search canned replies' }).waitFor();
  await page.keyboard.type('refunded');
  await page.keyboard.press('Enter');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect.poll(() => reply.inputValue()).toContain(`Hi Vera,\n\nwe are sorry.`);
  const ticketPage = page.url();
  await reply.press('Control+Enter');
  await page.getByText(/resolved$/).waitFor();
  // The next ticket opens, if there is one.
  await page.goto(ticketPage);
  await conversation.getByText(`We refunded the items of ${order.number}.`).waitFor();
  await page.getByRole('button', { name: 'Reopen' }).waitFor();

  // The customer answers the email.
  const mail = await mailTo(shopper.email, /Broken eggs AGAIN/);
  await deliver(
    {
      To: headerOf(mail, 'Reply-To') || address,
      Subject: 'Re: Broken eggs AGAIN',
      'In-Reply-To': headerOf(mail, 'Message-ID'),
      References: headerOf(mail, 'Message-ID'),
    },
    'Thank you, that was quick!\r\n\r\nOn Sun, Nov 22, 2026 Aisle wrote:\r\n> Hi Vera,',
  );
  await conversation.getByText('Thank you, that was quick!').waitFor();
  await page.locator('#page-title').focus();
  await page.keyboard.press('e');
  await page.getByText(/resolved$/).waitFor();
  await page.goto(ticketPage);
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await page.getByRole('button', { name: /^More for H-/ }).click();
  await page.getByRole('menuitem', { name: 'Close' }).click();
  await page.getByText('This ticket is closed.').waitFor();
  await expectAccessible(page);

  const { records } = await admin.do(supportRoutes.list, { body: { search: 'Broken eggs AGAIN' } });
  expect(records).toMatchObject([{ status: 'closed', tags: ['refund'], order: { number: order.number } }]);
  await context.close();

  // A later email becomes a new ticket, which is answered on a phone.
  await deliver(
    {
      To: headerOf(mail, 'Reply-To') || address,
      Subject: 'Re: Broken eggs AGAIN',
      'In-Reply-To': headerOf(mail, 'Message-ID'),
    },
    'One more question: when do I get it?',
  );
  const phone = await openSignedInContext('phone');
  await phone.page.goto('/supports');
  await phone.page.getByRole('link', { name: /Vera Kline.*Broken eggs AGAIN/s }).click();
  await phone.page.getByText('One more question: when do I get it?').waitFor();
  await phone.page.getByText(/^Continues/).waitFor();
  await expectNoOverflow(phone.page);
  await expectAccessible(phone.page);
  await phone.page.getByRole('button', { name: 'Reply' }).click();
  await phone.page.getByRole('textbox', { name: 'Reply' }).fill('The driver brings it today.');
  await phone.page.getByRole('button', { name: 'Send', exact: true }).click();
  await phone.page.getByText('The driver brings it today.').waitFor();
  await phone.page.getByRole('link', { name: 'Back to Support' }).click();
  await phone.page.getByRole('heading', { name: 'Support', level: 1 }).waitFor();
});
