import { rmSync } from 'node:fs';
import path from 'node:path';
import { dayIn } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { runningConnection } from '@aisle/embedded-postgres/postgres';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { type StandIn, standInPublishableKey, startStandIn } from '../tools/stripe/server.ts';
import { control } from '../tools/stripe/test-client.ts';
import { makeMemoryFolder } from '../tools/test/memory-folder.ts';
import { type Api, signInToApi } from './api.ts';
import {
  choose,
  expectAccessible,
  expectNoOverflow,
  field,
  openContext,
  openSignedInContext,
  useBrowser,
} from './browser.ts';
import { mailTo, unfolded } from './mails.ts';
import { administrator, freePort, receiveMails, startServer } from './server.setup.ts';
import { openShop, type Shop } from './shop.ts';

useBrowser();

const hour = 3600;
const shopper = { email: 'lena@journeys.example', phone: '+1 312 555 0191', name: 'Lena' };

interface Market {
  base: string;
  dataDir: string;
  standIn: StandIn;
  /** Kills the server without warning and starts another one on the same data. */
  killAndStart(): Promise<void>;
}

/** A marketplace whose cards are charged through a stand-in for Stripe. */
async function openMarket(): Promise<Market> {
  const dataDir = makeMemoryFolder('aisle-cards');
  const smtp = await receiveMails(path.join(dataDir, 'outbox'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const [secret, connectSecret] = ['whsec_standin', 'whsec_standin_connect'];
  const standIn = await startStandIn({
    webhooks: [
      { url: `${base}/webhooks/stripe`, secret },
      { url: `${base}/webhooks/stripe`, secret: connectSecret, connect: true },
    ],
  });
  const start = () =>
    startServer(
      dataDir,
      {
        PUBLIC_URL: base,
        SMTP_URL: smtp.url,
        CARD_GATEWAY: 'stripe',
        STRIPE_API_URL: standIn.url,
        STRIPE_SECRET_KEY: standIn.secretKey,
        STRIPE_PUBLISHABLE_KEY: standInPublishableKey,
        STRIPE_WEBHOOK_SECRET: secret,
        STRIPE_CONNECT_WEBHOOK_SECRET: connectSecret,
      },
      port,
    );
  let server = await start();
  onTestFinished(async () => {
    await server.stop();
    await standIn.close();
    await smtp.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    base,
    dataDir,
    standIn,
    killAndStart: async () => {
      await server.stop('SIGKILL');
      server = await start();
    },
  };
}

/** A new server waits a minute before it repeats a request that another one may still be sending. */
async function letLeasesEnd(dataDir: string): Promise<void> {
  const client = new pg.Client((await runningConnection(dataDir))!);
  await client.connect();
  await client.query(
    `UPDATE gateway_operations SET next_at = now(), leased_until = NULL WHERE status = 'waiting'`,
  );
  await client.query(`SELECT enqueue_job('ask_gateway', '{}')`);
  await client.end();
}

test('takes a card payment from a phone order to the bank accounts, through a killed server', {
  timeout: 180_000,
}, async () => {
  const market = await openMarket();
  const { base, standIn } = market;
  const admin = await signInToApi(administrator, base);
  const { version } = await admin.do(settingsRoutes.get);
  await admin.do(settingsRoutes.update, {
    body: { paymentTypes: { cashOnDelivery: true, card: true, coins: false }, version },
  });
  const shop = await openShop(admin, 'CARDS', [{ name: 'Copper Kettle', price: 20_000, stock: 9 }]);
  const { page, pageErrors } = await openSignedInContext('desk', administrator, base);

  await setUpPayouts(page, shop);
  const orderId = await takePhoneOrder(page);
  await sendLink(page);
  await payOnPhone(market);
  await page.getByText('Authorized').first().waitFor();
  await moneyOf(page, /Authorized.*\$600\.00/s);

  await pickShort(admin, orderId);
  await page.goto('about:blank');
  await chargeThroughCrash(market, admin, orderId);
  await page.goto(`/orders/view/${orderId}`);
  // A third of the $600.00 that were held is released.
  await moneyOf(page, /\$600\.00 held, \$200\.00 released · \$11\.90 fee.*\$400\.00/s);
  expect(standIn.world.charges.newestFirst()).toMatchObject([{ amount_captured: 40_000 }]);

  await refundPart(page);
  await defendDispute(page, market);

  // Charges are available after two days, and stay at Stripe until the location is paid.
  await control(standIn, 'account', { automaticPayouts: false });
  await control(standIn, 'clock', { advanceSeconds: 72 * hour });
  await payLocation(page, admin, market, shop);
  await control(standIn, 'account', { automaticPayouts: true });
  await reconcile(page, market);
  await checkBooks(page);
  expect(pageErrors).toEqual([]);
});

/** The owner of the location opens its account at Stripe. */
async function setUpPayouts(page: Page, { location }: Shop): Promise<void> {
  await page.goto(`/locations/view/${location._id}`);
  const panel = panelOf(page, 'Stripe account');
  await panel.getByText('Not set up').waitFor();
  await panel.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Legal name').fill('Cards Kitchenware LLC');
  await page.getByLabel('Routing number').fill('110000000');
  await page.getByLabel('Account number').fill('000123456789');
  await page.getByRole('button', { name: 'Agree and submit' }).click();
  await panel.getByText('Active', { exact: true }).waitFor();
}

async function takePhoneOrder(page: Page): Promise<string> {
  await page.goto('/orders/add');
  await page.getByText('Pickup', { exact: true }).click();
  await page.getByRole('button', { name: 'New customer' }).click();
  await field(page, 'Phone').fill(shopper.phone);
  await field(page, 'First name').fill(shopper.name);
  await page.getByRole('combobox', { name: 'Scan, or type a name, SKU or barcode' }).fill('kettle');
  await page.getByRole('option', { name: /Copper Kettle/ }).click();
  for (let more = 0; more < 2; more += 1) {
    await page.getByRole('button', { name: 'More of Copper Kettle' }).click();
  }
  await choose(page, 'Payment', 'Card');
  await page.getByText('$600.00').first().waitFor();
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL('**/orders/view/*');
  return page.url().split('/').at(-1)!;
}

async function sendLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take payment…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Take payment/ });
  await field(dialog, 'Email').fill(shopper.email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send payment link' }).click();
  await page.getByText(`Sent · ${shopper.email}`).waitFor();
}

/** The shopper opens the link, enters a card and confirms the payment with the bank. */
async function payOnPhone({ base, dataDir }: Market): Promise<void> {
  const mail = unfolded(await mailTo(shopper.email, /pay/i, dataDir));
  const { page } = await openContext('phone', 'light', base);
  await page.goto(/\/pay\/[\w-]+/.exec(mail)![0]);
  await page.getByText('$600.00').waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await page.getByLabel('Card number').fill('4000 0027 6000 3184');
  await page.getByLabel('Expiration date').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay $600.00' }).click();
  await page.getByRole('heading', { name: '3-D Secure' }).waitFor();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByText('Thank you').first().waitFor();
}

/** One of three kettles isn't found. */
async function pickShort(admin: Api, id: string): Promise<void> {
  await admin.do(orderRoutes.updateStatus, { params: { id }, body: { status: 'processing' } });
  const { lines, version } = await admin.do(orderRoutes.view, { params: { id } });
  await admin.do(orderRoutes.editLines, {
    params: { id },
    body: { lines: [{ lineId: lines[0]!._id, pickedQuantity: 2 }], version },
  });
  for (const status of ['prepared', 'pickup'] as const) {
    await admin.do(orderRoutes.updateStatus, { params: { id }, body: { status } });
  }
}

/** Stripe charges the card, but its response is lost and the server is killed. The next one must not charge it again. */
async function chargeThroughCrash(
  { standIn, dataDir, killAndStart }: Market,
  admin: Api,
  id: string,
): Promise<void> {
  await control(standIn, 'faults', { kind: 'noAnswerAfterEffect', ending: '/capture', times: 1 });
  await admin.do(orderRoutes.updateStatus, { params: { id }, body: { status: 'delivered' } });
  const captures = () => standIn.world.requests.filter(({ path }) => path.endsWith('/capture'));
  await expect.poll(() => captures().length, { timeout: 20_000 }).toBe(1);
  await killAndStart();
  await letLeasesEnd(dataDir);
  await expect.poll(() => captures().length, { timeout: 20_000 }).toBe(2);
  const payments = async () => (await admin.do(orderRoutes.view, { params: { id } })).payments;
  await expect.poll(payments, { timeout: 20_000 }).toMatchObject([{ status: 'captured', amount: 40_000 }]);
}

const panelOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const moneyOf = (page: Page, text: RegExp): Promise<void> =>
  page.getByRole('table', { name: 'Payments and refunds' }).filter({ hasText: text }).waitFor();

async function refundPart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Refund/ });
  await dialog.getByRole('checkbox', { name: 'Copper Kettle' }).check();
  await dialog.getByRole('textbox', { name: /Amount/ }).fill('40');
  await dialog.getByRole('combobox', { name: 'Reason for Copper Kettle' }).click();
  await page.getByRole('option', { name: 'Damaged' }).click();
  await dialog.getByRole('button', { name: 'Refund $40.00' }).click();
  await moneyOf(page, /-\$40\.00.*After refunds\$360\.00/s);
  await page.getByRole('row', { name: /^Refunded To card/ }).waitFor();
}

/** The customer disputes the charge at the bank. Staff submit the evidence, and the bank decides for them. */
async function defendDispute(page: Page, { standIn }: Market): Promise<void> {
  const [intent] = standIn.world.paymentIntents.newestFirst();
  await control(standIn, 'disputes', { paymentIntent: intent!.id, reason: 'fraudulent' });
  await page.goto('/disputes');
  await page.getByRole('link', { name: /^D-/ }).click();
  await page.getByRole('heading', { name: /^D-/ }).waitFor();
  await page.getByText('$15.00').waitFor();
  await page
    .getByText(/Copper Kettle/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit evidence' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit evidence' }).click();
  await page.getByText('Under review').first().waitFor();
  const [dispute] = standIn.world.disputes.newestFirst();
  await control(standIn, 'disputes/close', { dispute: dispute!.id, status: 'won' });
  await page.getByText('Won').first().waitFor();
}

/** The location gets $360.00 less the commission of 10%. */
async function payLocation(page: Page, admin: Api, { standIn }: Market, { location }: Shop): Promise<void> {
  const statement = await admin.do(statementRoutes.create, {
    body: { locationId: location._id, to: dayIn('America/Chicago') },
  });
  if (!('_id' in statement)) throw new Error('One location needs no job');
  expect(statement).toMatchObject({ total: 32_400 });
  await page.goto(`/statements/${statement._id}`);
  await page.getByText('At Stripe').waitFor();
  await page.getByRole('button', { name: 'Pay $324.00…' }).click();
  await choose(page, 'Method', 'Stripe transfer');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Transfer $324.00' }).click();
  await page.getByText('Transferred', { exact: true }).waitFor();
  const [transfer] = standIn.world.transfers.newestFirst();
  expect(transfer).toMatchObject({ amount: 32_400 });
  await page.getByText(`Stripe transfer ${transfer!.id}`).first().waitFor();
  await control(standIn, 'payouts', { account: String(transfer!.destination) });
  await control(standIn, 'clock', { advanceSeconds: 31 * hour });
  await page.getByText("In the location's bank").waitFor();
}

const payout = { charges: 40_000, refunds: -4_000, disputes: 0, fees: -2_690, transfers: -32_400 };

async function reconcile(page: Page, { standIn }: Market): Promise<void> {
  const { id } = (await control(standIn, 'payouts')) as { id: string };
  await control(standIn, 'clock', { advanceSeconds: 31 * hour });
  await page.goto('/reconciliation');
  const row = page.getByRole('row', { name: id });
  await row.getByText('Closed').waitFor();
  await row.getByRole('link').first().click();
  const amount = panelOf(page, 'Amount');
  for (const [label, cents] of [
    ['Paid to the bank', Object.values(payout).reduce((sum, part) => sum + part, 0)],
    ['Charges', payout.charges],
    ['Refunds', payout.refunds],
    ['Disputes', payout.disputes],
    ['Fees', payout.fees],
    ['Transfers to locations', payout.transfers],
  ] as const) {
    await amount.getByText(`${label}${formatMoney(cents)}`).waitFor();
  }
  await expectAccessible(page);
}

/** Nothing is left at Stripe: $9.10 are in the bank, and the card money is settled. */
async function checkBooks(page: Page): Promise<void> {
  await page.goto('/books');
  const balance = page.getByRole('table', { name: /Trial balance/ });
  await balance.getByRole('row', { name: /Bank account.*\$9\.10/ }).waitFor();
  await balance.getByRole('row', { name: /Card fees.*\$26\.90/ }).waitFor();
}
