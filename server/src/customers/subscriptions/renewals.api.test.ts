import { customerRoutes } from '@aisle/contract/customers/customers';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { beforeEach, expect, test } from 'vitest';
import { BreakingConnections } from '../../../test/breaking-connection.ts';
import { mailsTo } from '../../../test/people-builders.ts';
import { openShop } from '../../../test/shop.ts';
import {
  addPlan,
  addSubscriber,
  age,
  gatewayRecords,
  historyOf,
  subscribeTo,
  workSubscriptions,
} from '../../../test/subscription-builders.ts';
import { buildApp } from '../../app.ts';
import { renewSubscriptions } from './renewals.ts';

let plan: string;
let customerId: string;
let email: string;
let people = 0;

const shop = await openShop({ cardGateway: 'simulated' });
const clerk = await shop.signIn();
beforeEach(async () => {
  people += 1;
  email = `ada${people}@test.example`;
  plan = (await addPlan(clerk))._id;
  customerId = await addSubscriber(clerk, email);
});

/** A subscription paid by card almost a month ago. */
async function subscribedWith(cardToken = 'tok_ok') {
  const { _id } = await subscribeTo(clerk, customerId, plan, { paymentType: 'card' });
  await workSubscriptions(shop);
  await shop.db.owner.query('UPDATE subscriptions SET card_token = $2 WHERE id = $1', [_id, cardToken]);
  return _id!;
}
const records = async () => (await historyOf(clerk, customerId)).records;
const subjects = async () => (await mailsTo(shop, email)).map(({ subject }) => subject);
const captured = async () => (await gatewayRecords(shop, customerId)).capture;
/** A time after the end of the subscription, in any month. */
const pastItsEnd = () => age(shop, customerId, '31 days 1 hour');

test('charges a renewal once, keeps the day, and emails the customer before and after', async () => {
  await subscribedWith();
  await age(shop, customerId, '28 days');
  await workSubscriptions(shop);
  await workSubscriptions(shop);
  expect(await subjects()).toEqual([expect.stringMatching(/renews on/)]);
  await age(shop, customerId, '3 days 1 hour');
  await workSubscriptions(shop);
  await workSubscriptions(shop);

  const [first, second] = await records();
  expect(await records()).toHaveLength(2);
  expect(first).toMatchObject({ isExpired: true, autoRenew: false });
  expect(second).toMatchObject({
    startsAt: first!.endsAt,
    previousId: first!._id,
    status: 'current',
    autoRenew: true,
    pricePaid: 3000,
  });
  expect(await captured()).toBe(6000);
  expect((await subjects())[1]).toMatch(/was renewed/);
});

test('renews and charges once with two servers', async () => {
  await subscribedWith();
  await pastItsEnd();

  await Promise.all([
    renewSubscriptions(shop.db, shop.services),
    renewSubscriptions(shop.db, shop.services),
    renewSubscriptions(shop.db, shop.services),
  ]);
  await Promise.all([workSubscriptions(shop), workSubscriptions(shop)]);

  expect(await records()).toHaveLength(2);
  expect(await captured()).toBe(6000);
});

test('continues a renewal on another server if one stops before charging', async () => {
  await subscribedWith();
  await pastItsEnd();
  await renewSubscriptions(shop.db, shop.services);
  // A server leased the operation and then crashed; the gateway may have received it.
  await shop.db.owner.query(
    "UPDATE gateway_operations SET attempts = 1, next_at = now() - interval '1 minute' WHERE status = 'waiting'",
  );

  await workSubscriptions(shop);
  await workSubscriptions(shop);

  expect(await records()).toMatchObject([{}, { pricePaid: 3000 }]);
  expect(await captured()).toBe(6000);
});

test('continues an interrupted renewal in the next run, and charges once', async () => {
  await subscribedWith();
  await pastItsEnd();
  const breaking = new BreakingConnections(shop.db);

  let breaks = 0;
  for (let message = 1; ; message += 1) {
    const { broke } = await breaking.during({ message }, () => workSubscriptions(shop).catch(() => {}));
    if (!broke) break;
    breaks += 1;
  }
  await workSubscriptions(shop);

  expect(breaks).toBeGreaterThan(10);
  expect(await records()).toMatchObject([{ isExpired: true }, { status: 'current', pricePaid: 3000 }]);
  expect(await captured()).toBe(6000);
}, 60_000);

test("catches up after a missed night, but doesn't charge for a past period", async () => {
  await subscribedWith();
  await age(shop, customerId, '34 days');
  await workSubscriptions(shop);
  const [first, second] = await records();
  expect(second).toMatchObject({ startsAt: first!.endsAt, pricePaid: 3000 });

  await age(shop, customerId, '100 days');
  await workSubscriptions(shop);
  expect(await records()).toHaveLength(2);
  expect((await records())[1]).toMatchObject({
    isExpired: true,
    autoRenew: false,
    reason: 'It was due too long ago',
  });
  expect(await captured()).toBe(6000);
});

test('keeps the day of the first start after a short month and when clocks change', async () => {
  const first = await subscribedWith();
  await shop.db.owner.query(
    `UPDATE subscriptions SET first_starts_at = '2026-01-31T15:00:00Z', months = 1,
       starts_at = now() - interval '1 month', ends_at = now() - interval '1 minute' WHERE id = $1`,
    [first],
  );
  const ends = await shop.db.owner.query<{ ends: Date }>(
    `SELECT months_after('2026-01-31T15:00:00Z', n, 'America/Chicago') AS ends FROM generate_series(1, 4) n`,
  );

  expect(ends.rows.map(({ ends: at }) => new Date(at).toISOString())).toEqual([
    '2026-02-28T15:00:00.000Z',
    '2026-03-31T14:00:00.000Z',
    '2026-04-30T14:00:00.000Z',
    '2026-05-31T14:00:00.000Z',
  ]);
  await clerk.do(subscriptionRoutes.cancel, {
    params: { id: (await subscribeTo(clerk, await addSubscriber(clerk), plan))._id! },
    body: { when: 'now', reason: 'x' },
  });
});

test('retries a declined renewal three times over five days, then ends the subscription', async () => {
  await subscribedWith('tok_declined');
  await pastItsEnd();
  await workSubscriptions(shop);
  const tries: [number, string, number][] = [];
  const note = async () => {
    const [, renewal] = await records();
    const payment = renewal!.payments[0]!;
    const days = payment.nextTryAt
      ? Math.round((Date.parse(payment.nextTryAt) - Date.parse(payment.createdAt)) / 86_400_000)
      : -1;
    tries.push([payment.attempts, renewal!.status, days]);
  };
  await note();
  for (const days of [1, 2, 2]) {
    await age(shop, customerId, `${days} days`);
    await workSubscriptions(shop);
    await workSubscriptions(shop);
    await note();
  }

  expect(tries).toEqual([
    [1, 'current', 1],
    [2, 'current', 3],
    [3, 'current', 5],
    [4, 'cancelled', -1],
  ]);
  expect(await captured()).toBe(3000);
  expect((await records())[1]).toMatchObject({
    pricePaid: 0,
    autoRenew: false,
    payments: [{ status: 'failed' }],
  });
  const mailed = await subjects();
  expect(mailed.filter((subject) => /couldn't renew/.test(subject))).toHaveLength(3);
  expect(mailed.at(-1)).toMatch(/has ended/);
});

test('charges once if the card is accepted in a later attempt', async () => {
  await subscribedWith('tok_declined');
  await pastItsEnd();
  await workSubscriptions(shop);
  await shop.db.owner.query("UPDATE subscriptions SET card_token = 'tok_twice' WHERE customer_id = $1", [
    customerId,
  ]);
  await age(shop, customerId, '1 day');
  await Promise.all([workSubscriptions(shop), workSubscriptions(shop)]);
  await workSubscriptions(shop);

  expect(await records()).toMatchObject([{}, { status: 'current', pricePaid: 3000 }]);
  expect(await captured()).toBe(6000);
});

test.each(['tok_slow', 'tok_timeout', 'tok_twice'])('charges a renewal once with %s', async (token) => {
  await subscribedWith(token);
  await pastItsEnd();
  await workSubscriptions(shop);
  await workSubscriptions(shop);

  expect(await captured()).toBe(6000);
  expect((await gatewayRecords(shop, customerId)).authorise).toBe(6000);
});

test('counts a missing gateway response as a failed attempt', async () => {
  await subscribedWith('tok_down');
  await pastItsEnd();
  for (let times = 0; times < 3; times += 1) await workSubscriptions(shop);

  const [, renewal] = await records();
  expect(renewal).toMatchObject({ status: 'current', pricePaid: 0 });
  expect(renewal!.payments[0]).toMatchObject({
    status: 'due',
    attempts: 1,
    problem: "The payment provider isn't responding",
  });
});

test("renews with the plan's current edition, and keeps the old one until then", async () => {
  await subscribedWith();
  const { version } = await clerk.do(subscriptionPlanRoutes.view, { params: { id: plan } });
  await clerk.do(subscriptionPlanRoutes.edit, {
    params: { id: plan },
    body: { version, price: 3500, benefits: { coinMultiplier: 2 } },
  });
  expect(await records()).toMatchObject([{ edition: { number: 1, price: 3000 } }]);

  await pastItsEnd();
  await workSubscriptions(shop);

  expect((await records())[1]).toMatchObject({
    edition: { number: 2, price: 3500, benefits: { coinMultiplier: 2, discountPercent: 5 } },
    pricePaid: 3500,
  });
});

test('skips inactive plans, blocked customers and subscriptions followed by another', async () => {
  const ids = [customerId, await addSubscriber(clerk), await addSubscriber(clerk)];
  const other = (await addPlan(clerk))._id;
  const off = (await addPlan(clerk))._id;
  for (const id of ids) await subscribeTo(clerk, id, id === ids[0] ? off : plan, { paymentType: 'card' });
  await workSubscriptions(shop);
  await clerk.do(subscriptionPlanRoutes.updateStatus, { params: { id: off }, body: { status: false } });
  await clerk.do(customerRoutes.changeStatus, { params: { id: ids[1]! }, body: { status: 'blocked' } });
  await subscribeTo(clerk, ids[2]!, other, { change: 'atEnd' });
  for (const id of ids) await age(shop, id, '31 days 1 hour');
  await workSubscriptions(shop);

  const seen = await Promise.all(
    ids.map(async (id) =>
      (await historyOf(clerk, id)).records.map(({ reason, isExpired }) => [reason, isExpired]),
    ),
  );
  expect(seen[0]).toEqual([[expect.stringMatching(/no longer offered/), true]]);
  expect(seen[1]).toEqual([['The account is blocked', true]]);
  expect(seen[2]).toEqual([
    [expect.stringMatching(/follows/), true],
    [null, false],
  ]);
});

test("counts days in the marketplace's current time zone", async () => {
  const { version, timeZone } = await clerk.do(settingsRoutes.get);
  await clerk.do(settingsRoutes.update, { body: { version, timeZone: 'Pacific/Kiritimati' } });
  const done = await subscribeTo(clerk, customerId, plan, { startsAt: '2031-05-31' });
  const after = await clerk.do(settingsRoutes.get);
  await clerk.do(settingsRoutes.update, { body: { version: after.version, timeZone } });

  expect([done.startsAt, done.endsAt]).toEqual(['2031-05-30T10:00:00Z', '2031-06-29T10:00:00Z']);
});

test('runs all steps every minute in the job runner', async () => {
  await subscribedWith();
  await pastItsEnd();
  const { server, jobs } = await buildApp(shop.db, { ...shop.services.settings });
  await jobs.start();
  await shop.look((tx) => tx.selectNoFrom((eb) => eb.val(1).as('one')).execute());
  await shop.db.owner.query("SELECT graphile_worker.add_job('renew_subscriptions', '{}'::json)");
  await expect
    .poll(async () => (await records()).map(({ pricePaid }) => pricePaid), { timeout: 15_000 })
    .toEqual([3000, 3000]);
  await jobs.stop();
  await server.close();

  expect(await captured()).toBe(6000);
});
