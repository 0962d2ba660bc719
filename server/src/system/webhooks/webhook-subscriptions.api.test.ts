import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import {
  addPlan,
  addSubscriber,
  age,
  historyOf,
  subscribeTo,
  workSubscriptions,
} from '../../../test/subscription-builders.ts';
import { recordWebhooks } from '../../../test/webhook-builders.ts';

let plan: string;
let customerId: string;

const shop = await openShop({ cardGateway: 'simulated', webhookAllowPrivate: true });
const clerk = await shop.signIn();
beforeEach(async () => {
  plan = (await addPlan(clerk))._id;
  customerId = await addSubscriber(clerk);
});

const record = () => recordWebhooks(shop, clerk, ['subscription.status']);
type Deliveries = Awaited<ReturnType<typeof record>>;
const stepsOf = async (deliveries: Deliveries) =>
  (await deliveries()).map(({ data: { subscriptionId, change, from, to, autoRenew } }) => [
    subscriptionId,
    change,
    from,
    to,
    autoRenew,
  ]);
const idsOf = async () => (await historyOf(clerk, customerId)).records.map(({ _id }) => _id);
const byCard = (cardToken = 'tok_ok') =>
  subscribeTo(clerk, customerId, plan, { paymentType: 'card', cardToken });
const cancel = (id: string, when: 'now' | 'atEnd') =>
  clerk.do(subscriptionRoutes.cancel, { params: { id }, body: { when, reason: 'Moves away' } });

test('sends the sale and the cancellation of a subscription', async () => {
  const deliveries = await record();
  const { _id, startsAt, endsAt } = await byCard();
  const id = _id!;
  await workSubscriptions(shop);
  await cancel(id, 'atEnd');
  await cancel(id, 'now');

  expect(await stepsOf(deliveries)).toEqual([
    [id, 'subscribed', null, 'current', true],
    [id, 'cancelled', 'current', 'current', false],
    [id, 'cancelled', 'current', 'cancelled', false],
  ]);
  const [sold] = await deliveries();
  const { data } = sold!;
  expect(data).toMatchObject({ subscriptionId: id, customerId, planId: plan });
  const times = [data.startsAt, data.endsAt].map((text) => Date.parse(text as string));
  expect(times).toEqual([Date.parse(startsAt), Date.parse(endsAt)]);
});

test('sends nothing for a dry run', async () => {
  const deliveries = await record();
  await subscribeTo(clerk, customerId, plan, { dryRun: true });

  expect(await deliveries()).toEqual([]);
});

test('sends the renewal of a subscription', async () => {
  await byCard();
  await workSubscriptions(shop);
  const deliveries = await record();
  await age(shop, customerId, '31 days 1 hour');
  await workSubscriptions(shop);

  const [, renewal] = await idsOf();
  expect(await stepsOf(deliveries)).toEqual([[renewal, 'renewed', null, 'current', true]]);
});

test("sends the end of a subscription that isn't renewed", async () => {
  const { _id } = await byCard();
  await workSubscriptions(shop);
  const deliveries = await record();
  await age(shop, customerId, '90 days');
  await workSubscriptions(shop);

  expect(await stepsOf(deliveries)).toEqual([[_id, 'ended', 'expired', 'expired', false]]);
});

test('sends the end of a subscription whose first charge is declined', async () => {
  const deliveries = await record();
  const { _id } = await byCard('tok_declined');
  await workSubscriptions(shop);

  expect(await stepsOf(deliveries)).toEqual([
    [_id, 'subscribed', null, 'current', true],
    [_id, 'ended', 'current', 'cancelled', false],
  ]);
});

test("sends the replacement of a subscription, and its restoration if the change isn't paid", async () => {
  const { _id: first } = await byCard();
  await workSubscriptions(shop);
  const other = (await addPlan(clerk, { price: 9000 }))._id;
  const deliveries = await record();
  const change = { change: 'now', paymentType: 'card', cardToken: 'tok_declined' } as const;
  const { _id: second } = await subscribeTo(clerk, customerId, other, change);
  await workSubscriptions(shop);

  expect(await stepsOf(deliveries)).toEqual([
    [first, 'replaced', 'current', 'cancelled', false],
    [second, 'subscribed', null, 'current', true],
    [second, 'ended', 'current', 'cancelled', false],
    [first, 'restored', 'cancelled', 'current', true],
  ]);
});
