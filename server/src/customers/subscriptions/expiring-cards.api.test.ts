import { settingsRoutes } from '@aisle/contract/system/settings';
import { afterEach, expect, test } from 'vitest';
import { control } from '../../../../tools/stripe/test-client.ts';
import { runSql } from '../../../test/order-builders.ts';
import { mailsTo } from '../../../test/people-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { addPlan, addSubscriber, age, historyOf, subscribeTo } from '../../../test/subscription-builders.ts';
import { mailExpiringCards, renewSubscriptions } from './renewals.ts';

const { shop, standIn, stripe, runGateway, deliverEvents } = await openStripeStore();
const clerk = await shop.signIn();
const plan = (await addPlan(clerk, { name: 'Fresh' }))._id;
let people = 0;

const hearWithin = async (expiringCardDays: number) => {
  const { version, cards } = await clerk.do(settingsRoutes.get);
  await clerk.do(settingsRoutes.update, { body: { version, cards: { ...cards, expiringCardDays } } });
};
afterEach(() => hearWithin(14));

/** A customer whose card at Stripe paid for a plan and pays for its renewals. */
async function addSubscribed() {
  people += 1;
  const email = `ada${people}@test.example`;
  const customerId = await addSubscriber(clerk, email);
  const { id: cardToken } = await stripe.paymentMethods.retrieve('pm_card_visa');
  await subscribeTo(clerk, customerId, plan, { paymentType: 'card', cardToken, autoRenew: true });
  for (let times = 0; times < 2; times += 1) await runGateway();
  /** The bank changes the expiry to the month of a day. */
  const expire = async (daysFromNow: number) => {
    const day = new Date(Date.now() + daysFromNow * 24 * 3600 * 1000);
    const [month, year] = [day.getUTCMonth() + 1, day.getUTCFullYear()];
    await control(standIn, 'renew-card', { paymentMethod: cardToken, month, year });
    await deliverEvents();
    return `${String(month).padStart(2, '0')}/${year}`;
  };
  const mails = async () => {
    await mailExpiringCards(shop.db);
    const subjects = (await mailsTo(shop, email)).map(({ subject }) => subject);
    return subjects.filter((subject) => subject.startsWith('Your card'));
  };
  return { customerId, cardToken, expire, mails };
}

test('emails a customer once before the card of a subscription expires', async () => {
  const { customerId, expire, mails } = await addSubscribed();
  expect(await mails()).toEqual([]);
  const month = await expire(20);
  expect(await mails()).toEqual([]);
  await hearWithin(90);
  const once = [`Your card ending in 4242 expires ${month}`];
  expect([await mails(), await mails()]).toEqual([once, once]);

  await age(shop, customerId, '31 days 1 hour');
  await renewSubscriptions(shop.db, shop.services);
  for (let times = 0; times < 2; times += 1) await runGateway();
  expect((await historyOf(clerk, customerId)).records).toMatchObject([
    { autoRenew: false },
    { autoRenew: true, pricePaid: 3000 },
  ]);
  expect(await mails()).toEqual(once);
});

test('takes over the expiry that a bank updates', async () => {
  const { cardToken, expire, mails } = await addSubscribed();
  const expiry = () =>
    runSql(shop, `SELECT card ->> 'expires' AS expires FROM subscriptions WHERE card_token = '${cardToken}'`);
  const [month, year] = (await expire(20)).split('/');
  expect(await expiry()).toEqual([{ expires: `${year}-${month}` }]);
  await expire(900);
  await hearWithin(90);
  expect(await mails()).toEqual([]);
});

test('emails nobody about a card that pays for no renewal', async () => {
  const { customerId, expire, mails } = await addSubscribed();
  await runSql(shop, `UPDATE subscriptions SET auto_renew = false WHERE customer_id = '${customerId}'`);
  await expire(20);
  await hearWithin(90);
  expect(await mails()).toEqual([]);
});
