import { formatDay } from '@aisle/contract/core/dates';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { userRoutes } from '@aisle/contract/system/users/users';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Api, signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, field, openSignedInContext, useBrowser } from './browser.ts';
import { deliver, inviteUser, openShop, placeOrder, type Shop, welcome } from './shop.ts';

useBrowser();

const password = 'Radishes!2026';
const goods = [{ name: 'Figs', price: 1000, stock: 50 }];
async function deliverFigs(admin: Api, shop: Shop, quantity: number): Promise<Order> {
  const { _id } = await placeOrder(admin, shop, { Figs: quantity });
  return deliver(admin, _id);
}
async function withAccount(admin: Api, shop: Shop): Promise<Shop> {
  await admin.do(payoutAccountRoutes.save, {
    params: { id: shop.location._id },
    body: {
      bankName: 'Lake Bank',
      accountHolder: shop.location.name,
      routingNumber: '021000021',
      accountNumber: '1234567890',
    },
  });
  return shop;
}
async function refund(admin: Api, order: Order, amount: number): Promise<void> {
  const opened = await admin.do(refundRoutes.create, {
    params: { id: order._id },
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { lines: [{ lineId: order.lines[0]!._id, amount }], reason: 'Bruised' },
  });
  let { version } = opened;
  for (const status of ['refundProcessing', 'refunded'] as const) {
    const body = { status, version };
    ({ version } = await admin.do(refundRoutes.updateStatus, { params: { id: opened._id }, body }));
  }
}

/** Finance users, who see all locations, and the owner of one location. */
async function hire(admin: Api, shop: Shop) {
  const reads = ['location_report', 'order_list', 'order_view'];
  const keys = [...reads, 'statement_all_view', 'statement_generate', 'statement_payment', 'store_list'];
  const finance = await welcome(admin, await inviteUser(admin, 'Farid', keys), password);
  const email = 'olga@journeys.example';
  const owner = await admin.do(userRoutes.create, {
    body: {
      firstName: 'Olga',
      lastName: 'Example',
      email,
      userType: 'store',
      locationIds: [shop.location._id],
    },
  });
  await admin.do(userRoutes.assignRole, { body: { userId: owner._id, userRole: reads } });
  await welcome(admin, { ...owner, email, firstName: 'Olga', lastName: 'Example' }, password);
  return { finance: { email: finance.email, password }, owner: { email, password } };
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const numberAt = async (page: Page): Promise<string> => {
  await heading(page, /^S-\d+$/).waitFor();
  return (await heading(page, /^S-\d+$/).textContent()) ?? '';
};

test('closes a period for two stores, and shows an owner the payout and its reasons', async () => {
  const admin = await signInToApi();
  const settings = await admin.do(settingsRoutes.get);
  await admin.do(settingsRoutes.update, {
    body: {
      ach: {
        companyName: 'Aisle Markets',
        companyId: '1234567890',
        originName: 'Lake Bank',
        originRouting: '021000021',
      },
      version: settings.version,
    },
  });
  const north = await withAccount(admin, await openShop(admin, 'STATEN', goods));
  const south = await withAccount(admin, await openShop(admin, 'STATES', goods));
  const order = await deliverFigs(admin, north, 3);
  await deliverFigs(admin, south, 1);
  const { finance, owner } = await hire(admin, north);
  const { asOf: today } = await admin.do(statementRoutes.explainBalance, {
    params: { id: north.location._id },
  });

  const desk = await openSignedInContext('desk', finance);
  const { page } = desk;

  // The first statement is previewed, created, and checked down to the line of its order.
  await page.goto('/statements?tab=due&search=STATEN');
  await page.getByRole('link', { name: north.location.name }).click();
  await heading(page, 'New statement').waitFor();
  await field(page, 'Through').fill(formatDay(today));
  await page.getByText('Amount due').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create statement' }).click();
  const first = await numberAt(page);
  await page.getByRole('table', { name: 'Statement' }).getByText('$27.00').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Breakdown', exact: true }).click();
  await page.getByRole('treeitem', { name: /1 order \$27\.00/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: new RegExp(`^${order.number} Ines Marlow`) }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: /^Figs 3 × \$10\.00 · goods \$30\.00/ }).waitFor();
  await page.getByRole('treeitem', { name: /^Commission .* -\$3\.00$/ }).waitFor();
  await expectAccessible(page);

  // The second store gets an adjustment before its statement is created.
  await page.goto('/statements?tab=due&search=STATES');
  await page.getByRole('button', { name: `More for ${south.location.name}` }).click();
  await page.getByRole('menuitem', { name: 'Adjust balance…' }).click();
  const adjusting = page.getByRole('dialog', { name: `Adjust the balance of ${south.location.name}` });
  await field(adjusting, 'Amount').fill('2.50');
  await field(adjusting, 'Reason').fill('Promotion support');
  await expectAccessible(page);
  await adjusting.getByRole('button', { name: 'Add $2.50' }).click();
  await adjusting.waitFor({ state: 'hidden' });
  await page.getByRole('checkbox', { name: `Select ${south.location.name}` }).check();
  await page.getByRole('button', { name: 'Create statements…' }).click();
  const making = page.getByRole('dialog', { name: 'Create statements for 1 location' });
  await field(making, 'Through').fill(formatDay(today));
  await making.getByRole('button', { name: 'Create 1 statement' }).click();
  const second = (await making.getByRole('link', { name: /^S-\d+$/ }).textContent()) ?? '';

  // A run pays both; its file for the bank contains them.
  await page.goto('/statements?tab=open&search=STATE');
  await page.getByRole('checkbox', { name: `Select ${first}` }).check();
  await page.getByRole('checkbox', { name: `Select ${second}` }).check();
  await page.getByRole('button', { name: 'Pay…' }).click();
  const paying = page.getByRole('dialog', { name: 'Pay 2 statements' });
  await expectAccessible(page);
  await paying.getByRole('row', { name: 'Total $38.50' }).waitFor();
  await paying.getByRole('button', { name: 'Record payouts and create files' }).click();
  await heading(page, /^Payout run P-\d+$/).waitFor();
  const bankFile = page.getByRole('link', { name: 'Download ACH file' });
  await bankFile.waitFor();
  await expectAccessible(page);
  const lines = (await (await page.request.get((await bankFile.getAttribute('href')) ?? '')).text())
    .split(/\r?\n/)
    .filter(Boolean);
  expect(lines.every((line) => line.length === 94)).toBe(true);
  const amounts = lines.filter((line) => line.startsWith('6')).map((line) => Number(line.slice(29, 39)));
  expect(amounts.sort((a, b) => a - b)).toEqual([1150, 2700]);

  // The bank returns one payout.
  await page.getByRole('link', { name: second }).click();
  await heading(page, second).waitFor();
  await page.getByRole('button', { name: `More for ${second}` }).click();
  await page.getByRole('menuitem', { name: 'Void payout…' }).click();
  const voiding = page.getByRole('dialog', { name: `Void the payout of ${second}?` });
  await field(voiding, 'Reason').fill('Account closed');
  await voiding.getByRole('button', { name: 'Void $11.50' }).click();
  await page.getByText('“Account closed”').waitFor();
  await page.getByRole('button', { name: 'Pay $11.50…' }).waitFor();

  // A refund of an order on the paid statement is a correction on the next one.
  await deliverFigs(admin, north, 1);
  await refund(admin, order, 500);
  await page.goto(`/statements/add?locationId=${north.location._id}&to=${today}`);
  await page.getByText('Corrections').waitFor();
  await page.getByRole('button', { name: 'Create statement' }).click();
  const next = await numberAt(page);
  const correction = page.getByRole('table', { name: 'Corrections' }).getByRole('row', { name: /Bruised/ });
  await correction.getByRole('link', { name: order.number }).waitFor();
  await correction.getByRole('link', { name: first }).waitFor();
  await expectAccessible(page);
  // A preview of days without entries is rejected, which the browser logs.
  expect(desk.pageErrors.filter((text) => !text.includes('409'))).toEqual([]);
  await desk.context.close();

  // The owner sees on the dashboard what comes next, and what was paid to which account.
  const phone = await openSignedInContext('phone', owner);
  await phone.page.goto('/dashboard');
  await heading(phone.page, 'Dashboard').waitFor();
  await phone.page.getByRole('link', { name: /^Next payout, not paid yet \$/ }).waitFor();
  const paid = phone.page.getByRole('link', { name: /^Last payout .* to ••7890 \$27\.00$/ });
  await paid.waitFor();
  await expectNoOverflow(phone.page);
  await paid.click();
  await heading(phone.page, first).waitFor();
  await phone.page.goto('/statements');
  await phone.page.getByRole('link', { name: /^Balance \$/ }).waitFor();
  await expectNoOverflow(phone.page);
  await expectAccessible(phone.page);
  expect(await phone.page.getByRole('button', { name: 'Due' }).count()).toBe(0);
  await phone.page.getByRole('link', { name: next }).click();
  await heading(phone.page, next).waitFor();
  await phone.page.getByRole('table', { name: 'Corrections' }).waitFor();
  await expectNoOverflow(phone.page);
  expect(await phone.page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  await phone.page.goto(`/statements/balance/${north.location._id}`);
  await phone.page.getByRole('button', { name: 'Goods' }).click();
  await phone.page.getByRole('table', { name: 'Goods' }).getByRole('link', { name: order.number }).waitFor();
  await expectNoOverflow(phone.page);
  await expectAccessible(phone.page);
});

test('previews the statements of all stores, creates them, and pays those of a search', async () => {
  const admin = await signInToApi();
  const east = await withAccount(admin, await openShop(admin, 'ALLFIE', goods));
  const west = await withAccount(admin, await openShop(admin, 'ALLFIW', goods));
  await deliverFigs(admin, east, 2);
  await deliverFigs(admin, west, 1);
  const { asOf: today } = await admin.do(statementRoutes.explainBalance, {
    params: { id: east.location._id },
  });
  const desk = await openSignedInContext('desk');
  const { page } = desk;

  await page.goto('/statements?tab=due');
  await page.getByRole('button', { name: 'Create all statements…' }).click();
  const making = page.getByRole('dialog', { name: 'Create statements for all locations' });
  await field(making, 'Through').fill(formatDay(today));
  const preview = making.getByRole('table', { name: 'Statements to create' });
  await preview.getByRole('row', { name: `${east.location.name} $18.00` }).waitFor();
  await preview.getByRole('row', { name: `${west.location.name} $9.00` }).waitFor();
  await preview.getByRole('row', { name: /^Total \$/ }).waitFor();
  await expectAccessible(page);
  await making.getByRole('button', { name: /^Create \d+ statements$/ }).click();
  await making.getByRole('listitem').filter({ hasText: west.location.name }).waitFor();
  await making.getByRole('button', { name: 'Close' }).last().click();

  await page.goto('/statements?tab=open&search=ALLFI');
  await page.getByRole('button', { name: 'Pay all 2…' }).click();
  const paying = page.getByRole('dialog', { name: 'Pay 2 statements' });
  await paying.getByRole('row', { name: 'Total $27.00' }).waitFor();
  await expectAccessible(page);
  await paying.getByRole('button', { name: 'Record payouts and create files' }).click();
  await heading(page, /^Payout run P-\d+$/).waitFor();
  await page
    .getByRole('row', { name: /^Total/ })
    .getByText('$27.00')
    .waitFor();
  await page.goto('/statements?tab=paid&search=ALLFI');
  await page
    .getByRole('row', { name: /^Total/ })
    .getByText('$27.00')
    .waitFor();
  await desk.context.close();
});
