import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { expect, test } from 'vitest';
import { control } from '../../../../tools/stripe/test-client.ts';
import { checkInvariants } from '../../../test/invariants.ts';
import { runSql } from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import {
  addPlan,
  addSubscriber,
  historyOf,
  marketplaceBooks,
  subscribeTo,
} from '../../../test/subscription-builders.ts';

const { shop, stripe, standIn, runGateway, deliverEvents } = await openStripeStore();
const clerk = await shop.signIn();
const plan = (await addPlan(clerk, { name: 'Fresh' }))._id;

/** A customer who paid $30.00 for a subscription by card. */
async function subscribed() {
  const customerId = await addSubscriber(clerk);
  const { id: cardToken } = await stripe.paymentMethods.retrieve('pm_card_visa');
  const { _id } = await subscribeTo(clerk, customerId, plan, {
    paymentType: 'card',
    cardToken,
    autoRenew: true,
  });
  await runGateway();
  const [charge] = await runSql<{ intent: string }>(
    shop,
    `SELECT payment_ref AS intent FROM subscription_payments WHERE subscription_id = '${_id}'`,
  );
  const view = async () => (await historyOf(clerk, customerId)).records[0]!;
  return { id: _id!, customerId, intent: charge!.intent, view };
}
const refundAtStripe = async (intent: string, amount?: number) => {
  await control(standIn, 'refunds', { paymentIntent: intent, ...(amount && { amount }) });
  await deliverEvents();
};
const cancel = (id: string) =>
  clerk.call(subscriptionRoutes.cancel, {
    params: { id },
    body: { when: 'now', refund: 'unusedDays', reason: 'Wanted' },
  });
const notices = () => runSql<{ text: string }>(shop, `SELECT text FROM notices WHERE kind = 'cardPayments'`);
const incomeOf = async () => (await marketplaceBooks(shop)).subscriptionIncome ?? 0;
const check = () => shop.look(checkInvariants);

test('becomes a refund of the subscription, which goes on', async () => {
  const { intent, view, id } = await subscribed();
  const before = await incomeOf();

  await refundAtStripe(intent, 1000);

  expect(await view()).toMatchObject({
    status: 'current',
    pricePaid: 3000,
    refunded: 1000,
    payments: [
      { kind: 'charge', status: 'captured', amount: 3000 },
      { kind: 'refund', status: 'refunded', amount: 1000, reference: 'Stripe dashboard' },
    ],
  });
  expect((await incomeOf()) - before).toBe(1000);
  const audit = `SELECT actor_name AS name FROM audit_entries WHERE record_id = '${id}' AND action = 'refund'`;
  expect(await runSql(shop, audit)).toEqual([{ name: 'Stripe dashboard' }]);
  expect(await notices()).toEqual([]);
  await check();
});

test('is taken over once, however often its events arrive', async () => {
  const { intent, view } = await subscribed();
  await refundAtStripe(intent, 500);
  const refund = standIn.world.refunds.newestFirst()[0]!;
  standIn.world.emit('refund.updated', refund);
  await deliverEvents();
  expect((await view()).refunded).toBe(500);
});

test('limits the refund of unused days to what it left', async () => {
  const { intent, view, id } = await subscribed();
  await refundAtStripe(intent, 2900);
  const { data, status } = await cancel(id);
  expect([status, data.refund]).toEqual([200, 100]);
  await runGateway();
  expect((await view()).refunded).toBe(3000);
  await check();
});

test('limits the credit for a change of the plan', async () => {
  const { intent, customerId } = await subscribed();
  await refundAtStripe(intent);
  const other = (await addPlan(clerk, { name: 'Small', price: 1000 }))._id;
  const changed = await subscribeTo(clerk, customerId, other, { change: 'now' });
  expect(changed).toMatchObject({ credit: 0, total: 1000, refund: 0 });
  await check();
});

test('notifies an operator if it is more than can be refunded', async () => {
  const { intent, view, id } = await subscribed();
  await cancel(id);
  await refundAtStripe(intent);
  expect((await notices()).map(({ text }) => text)).toContain(
    '$30.00 of a subscription was refunded at the card provider, not in Aisle',
  );
  expect((await view()).refunded).toBe(0);
});
