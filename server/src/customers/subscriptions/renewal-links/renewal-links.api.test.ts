import { beforeEach, describe, expect, test } from 'vitest';
import { runSql } from '../../../../test/order-builders.ts';
import { mailsTo } from '../../../../test/people-builders.ts';
import { runGatewayOperations } from '../../../../test/return-builders.ts';
import { openStripeStore } from '../../../../test/stripe-builders.ts';
import {
  addPlan,
  addSubscriber,
  age,
  historyOf,
  subscribeTo,
} from '../../../../test/subscription-builders.ts';
import { closePages } from '../../../sales/payments/close-pages.ts';
import { renewSubscriptions } from '../renewals.ts';
import { sendRenewalLinks } from './renewal-links.ts';

// Only the demo keeps the text of sent messages.
const { shop, stripe, standIn, gateway, runGateway, deliverEvents } = await openStripeStore({
  server: { demo: true },
});
const clerk = await shop.signIn();
const plan = (await addPlan(clerk, { name: 'Fresh' }))._id;
beforeEach(() => standIn.clearFaults());

let people = 0;
/** A customer with a subscription whose renewal the bank of the card wants confirmed. */
async function addUnconfirmed() {
  people += 1;
  const email = `ada${people}@test.example`;
  const customerId = await addSubscriber(clerk, email);
  const { id: cardToken } = await stripe.paymentMethods.retrieve('pm_card_visa');
  await subscribeTo(clerk, customerId, plan, { paymentType: 'card', cardToken, autoRenew: true });
  for (let times = 0; times < 2; times += 1) await runGateway();
  const { id: unconfirmed } = await stripe.paymentMethods.retrieve('pm_card_authenticationRequired');
  await runSql(
    shop,
    `UPDATE subscriptions SET card_token = '${unconfirmed}' WHERE customer_id = '${customerId}'`,
  );
  await age(shop, customerId, '31 days 1 hour');
  await renewSubscriptions(shop.db, shop.services);
  await runGateway();
  await sendRenewalLinks(shop.db, shop.services);
  const mails = (await mailsTo(shop, email)).filter(({ subject }) => subject.startsWith("We couldn't"));
  const links = mails.map(({ body }) => /\/pay\/[\w-]+/.exec(body)?.[0]);
  const renewal = async () => (await historyOf(clerk, customerId)).records[1]!;
  return { customerId, email, mails, link: links[0]!, renewal };
}
const request = (method: 'GET' | 'POST', url: string, payload = '') =>
  shop.server.inject({
    method,
    url,
    ...(method === 'POST' && { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload }),
  });
const follow = async (link: string, payload?: string) =>
  String((await request('POST', link, payload)).headers.location);
const payOn = (url: string) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ cardNumber: '5555 5555 5555 4444', expiry: '12 / 40', cvc: '123' }),
    redirect: 'manual',
  });
const cardOf = async (customerId: string) => {
  const rows = await runSql<{ card: { brand: string }; token: string }>(
    shop,
    `SELECT card, card_token AS token FROM subscriptions WHERE customer_id = '${customerId}' AND kind = 'renewal'`,
  );
  return rows[0]!;
};
const comeToRetry = (customerId: string) =>
  runSql(
    shop,
    `UPDATE subscription_payments SET next_try_at = now() WHERE next_try_at IS NOT NULL AND subscription_id IN
      (SELECT id FROM subscriptions WHERE customer_id = '${customerId}')`,
  );

test('emails a link with which the customer pays the renewal', async () => {
  const { mails, link, renewal, email } = await addUnconfirmed();
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body).toContain('Confirm the payment of $30.00 with your bank');
  const page = await request('GET', link);
  expect(page.body).toContain('$30.00');
  expect(page.body).toContain('Fresh');
  expect(page.body).toContain('when the subscription renews');

  await payOn(await follow(link));
  await deliverEvents();
  await runGateway();
  expect(await renewal()).toMatchObject({ status: 'current', pricePaid: 3000, autoRenew: true });
  expect((await request('GET', link)).body).toContain('Your payment was received');
  const subjects = (await mailsTo(shop, email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Fresh was renewed')).toHaveLength(1);
  await deliverEvents();
  const charges = await runSql(
    shop,
    `SELECT FROM subscription_payments p JOIN subscriptions s ON s.id = p.subscription_id
      JOIN customers c ON c.id = s.customer_id WHERE c.email = '${email}' AND p.status = 'captured'`,
  );
  expect(charges).toHaveLength(2);
});

test('saves the new card for the next renewals only if the customer agrees', async () => {
  const saved = await addUnconfirmed();
  await payOn(await follow(saved.link, 'saveCard=on'));
  const kept = await addUnconfirmed();
  const before = await cardOf(kept.customerId);
  await payOn(await follow(kept.link));
  await deliverEvents();
  await runGateway();
  expect(await cardOf(saved.customerId)).toMatchObject({
    card: { brand: 'mastercard' },
    token: expect.stringMatching(/^pm_/),
  });
  expect(await cardOf(kept.customerId)).toEqual(before);
});

test('goes on retrying the saved card, but not while the page is open', async () => {
  const { customerId, link, renewal } = await addUnconfirmed();
  await follow(link);
  await comeToRetry(customerId);
  await renewSubscriptions(shop.db, shop.services);
  const attempts = async () =>
    runSql<{ attempts: number }>(
      shop,
      `SELECT p.attempts FROM subscription_payments p JOIN subscriptions s ON s.id = p.subscription_id
        WHERE s.customer_id = '${customerId}' AND p.status = 'due'`,
    );
  expect(await attempts()).toEqual([{ attempts: 1 }]);
  await runSql(shop, 'UPDATE renewal_links SET page_ends_at = now()');
  await renewSubscriptions(shop.db, shop.services);
  await runGateway();
  expect(await attempts()).toEqual([{ attempts: 2 }]);
  expect(await renewal()).toMatchObject({ pricePaid: 0 });
  await sendRenewalLinks(shop.db, shop.services);
  expect((await request('GET', link)).statusCode).toBe(404);
});

test('closes the page once the renewal is over, and the link no longer works', async () => {
  const { customerId, link, renewal } = await addUnconfirmed();
  const url = await follow(link);
  for (let times = 0; times < 3; times += 1) {
    await runSql(
      shop,
      `UPDATE renewal_links SET page_ends_at = now() WHERE page_ref IS NOT NULL AND page_ends_at > now()`,
    );
    await comeToRetry(customerId);
    await renewSubscriptions(shop.db, shop.services);
    await runGateway();
  }
  expect(await renewal()).toMatchObject({ status: 'cancelled' });
  expect((await request('GET', link)).statusCode).toBe(404);
  await runSql(
    shop,
    `UPDATE renewal_links SET page_ends_at = now() + interval '1 hour' WHERE page_url = '${url}'`,
  );
  await closePages(shop.db, [gateway]);
  const { data } = await stripe.checkout.sessions.list({ limit: 1 });
  expect(data).toMatchObject([{ status: 'expired' }]);
});

test('tells the operator if a page was paid after the renewal had been paid', async () => {
  const { customerId, link } = await addUnconfirmed();
  const url = await follow(link);
  await runSql(
    shop,
    `UPDATE subscription_payments p SET status = 'voided' FROM subscriptions s
      WHERE s.id = p.subscription_id AND s.customer_id = '${customerId}' AND p.status = 'due'`,
  );
  await payOn(url);
  await deliverEvents();
  const notices = await runSql<{ text: string }>(
    shop,
    `SELECT text FROM notices WHERE kind = 'cardPayments'`,
  );
  expect(notices.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('$30.00 of a subscription was paid'),
  );
});

describe('a card that another gateway saved', () => {
  /** A customer who subscribed with the simulated gateway, before Stripe replaced it. */
  async function addSimulated() {
    people += 1;
    const email = `ada${people}@test.example`;
    const customerId = await addSubscriber(clerk, email);
    const { settings } = shop.services;
    settings.cardGateway = 'simulated';
    await subscribeTo(clerk, customerId, plan, { paymentType: 'card', cardToken: 'tok_ok', autoRenew: true });
    await runGatewayOperations(shop);
    settings.cardGateway = 'stripe';
    const renewal = async () => (await historyOf(clerk, customerId)).records[1]!;
    const lastMail = async () => (await mailsTo(shop, email)).at(-1)!;
    return { customerId, renewal, lastMail };
  }
  const renew = async (customerId: string) => {
    await age(shop, customerId, '31 days 1 hour');
    await renewSubscriptions(shop.db, shop.services);
    await sendRenewalLinks(shop.db, shop.services);
  };
  const linkIn = ({ body }: { body: string }) => /\/pay\/[\w-]+/.exec(body)![0];
  const simulatedRequests = async (customerId: string) =>
    runSql<{ kind: string }>(
      shop,
      `SELECT g.kind FROM gateway_operations g JOIN subscription_payments p ON p.id = g.subscription_payment_id
        JOIN subscriptions s ON s.id = p.subscription_id
        WHERE s.customer_id = '${customerId}' AND g.provider = 'simulated' ORDER BY g.created_at`,
    );

  test('is not charged: the customer pays by a link, and saves another card for the next renewals', async () => {
    const { customerId, renewal, lastMail } = await addSimulated();
    await renew(customerId);
    expect(await renewal()).toMatchObject({
      status: 'current',
      pricePaid: 0,
      payments: [{ provider: 'stripe', status: 'due', problem: 'No saved card can be charged', attempts: 1 }],
    });
    const mail = await lastMail();
    expect(mail.subject).toBe('Pay to renew Fresh');
    expect(mail.body).toContain('Pay $30.00 by card');

    await payOn(await follow(linkIn(mail), 'saveCard=on'));
    await deliverEvents();
    await runGateway();
    expect(await renewal()).toMatchObject({ status: 'current', pricePaid: 3000 });
    expect((await lastMail()).subject).toBe('Fresh was renewed');
    expect(await simulatedRequests(customerId)).toEqual([{ kind: 'authorise' }, { kind: 'capture' }]);

    await renew(customerId);
    await runGateway();
    const { records } = await historyOf(clerk, customerId);
    expect(records[2]).toMatchObject({ status: 'current', pricePaid: 3000 });
  });

  test('is not charged by retries either, which send the link again until the subscription ends', async () => {
    const { customerId, renewal, lastMail } = await addSimulated();
    await renew(customerId);
    const first = linkIn(await lastMail());
    await comeToRetry(customerId);
    await renewSubscriptions(shop.db, shop.services);
    await sendRenewalLinks(shop.db, shop.services);
    expect(linkIn(await lastMail())).not.toBe(first);
    expect((await request('GET', first)).statusCode).toBe(404);
    for (let times = 0; times < 2; times += 1) {
      await comeToRetry(customerId);
      await renewSubscriptions(shop.db, shop.services);
    }
    expect(await renewal()).toMatchObject({ status: 'cancelled', autoRenew: false });
    expect((await lastMail()).subject).toBe('Fresh has ended');
    expect(await simulatedRequests(customerId)).toHaveLength(2);
  });

  test('stays unused if it was declined before the gateway changed', async () => {
    const { customerId, renewal, lastMail } = await addSimulated();
    await runSql(
      shop,
      `UPDATE subscriptions SET card_token = 'tok_declined' WHERE customer_id = '${customerId}'`,
    );
    shop.services.settings.cardGateway = 'simulated';
    await renew(customerId);
    await runGatewayOperations(shop);
    shop.services.settings.cardGateway = 'stripe';
    await comeToRetry(customerId);
    await renewSubscriptions(shop.db, shop.services);
    await sendRenewalLinks(shop.db, shop.services);
    await payOn(await follow(linkIn(await lastMail())));
    await deliverEvents();
    await runGateway();
    expect(await renewal()).toMatchObject({ status: 'current', pricePaid: 3000 });
  });

  test('is not announced as what pays for the renewal', async () => {
    const { customerId, lastMail } = await addSimulated();
    await age(shop, customerId, '28 days');
    await renewSubscriptions(shop.db, shop.services);
    expect((await lastMail()).body).toContain("We'll email you a link to pay $30.00.");
  });
});
