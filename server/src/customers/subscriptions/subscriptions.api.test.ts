import { customerRoutes } from '@aisle/contract/customers/customers';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { type SubscribeInput, subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addOrderLocation, runSql } from '../../../test/order-builders.ts';
import { readPdfText } from '../../../test/pdf-text.ts';
import { openShop, refusal, refusedField } from '../../../test/shop.ts';
import {
  addPlan,
  addSubscriber,
  age,
  gatewayRecords,
  historyOf,
  marketplaceBooks,
  subscribeTo,
  workSubscriptions,
} from '../../../test/subscription-builders.ts';

const shop = await openShop({ cardGateway: 'simulated' });
const clerk = await shop.signIn();
const basic = (await addPlan(clerk, { name: 'Basic' }))._id;
const benefits = { discountPercent: 10, freeDeliveryAbove: 3500 };
const plus = (await addPlan(clerk, { name: 'Plus', price: 6000, benefits }))._id;

const tryTo = (customerId: string, planId: string, rest: Partial<SubscribeInput> = {}) =>
  clerk.call(subscriptionRoutes.subscribe, { body: { customerId, planId, paymentType: 'cash', ...rest } });
const cancel = (id: string, rest: object = {}) => {
  const body = { when: 'now' as const, refund: 'unusedDays', reason: 'Moved away', ...rest };
  return clerk.call(subscriptionRoutes.cancel, {
    params: { id },
    body: body as typeof body & { refund: 'none' },
  });
};
const recordsOf = async (customerId: string) => (await historyOf(clerk, customerId)).records;
const card = (cardToken?: string) => ({ paymentType: 'card' as const, ...(cardToken && { cardToken }) });
/** A new customer with a plan, after a charge of their card was requested. */
async function subscribedByCard(cardToken?: string) {
  const customerId = await addSubscriber(clerk);
  const { _id } = await subscribeTo(clerk, customerId, basic, card(cardToken));
  await workSubscriptions(shop);
  return { customerId, id: _id! };
}

describe('subscribing', () => {
  test("settles cash at once and posts it to the marketplace's own books", async () => {
    const customerId = await addSubscriber(clerk);
    const before = await marketplaceBooks(shop);

    const done = await subscribeTo(clerk, customerId, basic);

    expect(done).toMatchObject({
      customerId,
      customerName: 'Ada Byron',
      planId: basic,
      edition: { name: 'Basic', price: 3000, benefits: { discountPercent: 5 } },
      status: 'current',
      isExpired: false,
      autoRenew: false,
      pricePaid: 3000,
      payments: [{ kind: 'charge', provider: 'cash', status: 'captured', amount: 3000 }],
      benefitsGained: ['5% off goods'],
      benefitsLost: [],
    });
    expect(done.invoiceNumber).toMatch(/^I-\d+$/);
    const after = await marketplaceBooks(shop);
    expect(after.subscriptionIncome! - (before.subscriptionIncome ?? 0)).toBe(-3000);
    expect(after.customerPayments! - (before.customerPayments ?? 0)).toBe(3000);
  });

  test('returns the same result from a dry run, without writing', async () => {
    const customerId = await addSubscriber(clerk);
    await subscribeTo(clerk, customerId, basic);
    const body = { change: 'now' as const };

    const preview = await subscribeTo(clerk, customerId, plus, { ...body, dryRun: true });
    const unchanged = await historyOf(clerk, customerId);
    const done = await subscribeTo(clerk, customerId, plus, body);

    expect(preview).toMatchObject({
      _id: null,
      invoiceNumber: null,
      benefitsGained: ['10% off goods', 'Free delivery from $35.00'],
      benefitsLost: ['5% off goods'],
    });
    expect(unchanged.records).toHaveLength(1);
    const { price, credit, total, refund, edition, invoiceLines, unusedDays, status, pricePaid } = preview;
    const sums = { price, credit, total, refund, pricePaid };
    expect(done).toMatchObject({ ...sums, edition, invoiceLines, unusedDays, status });
    expect(invoiceLines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    const payments = [
      { kind: 'credit', amount: credit },
      { kind: 'charge', amount: total },
    ];
    expect(done.payments).toMatchObject(payments);
  });

  test('credits whole days after today by the length of the period for an immediate change', async () => {
    const customerId = await addSubscriber(clerk);
    const first = await subscribeTo(clerk, customerId, basic);
    await age(shop, customerId, '10 days');

    const change = await subscribeTo(clerk, customerId, plus, { change: 'now' });

    const days = Math.round((Date.parse(first.endsAt) - Date.parse(first.startsAt)) / 86_400_000);
    expect(change.periodDays).toBeGreaterThanOrEqual(28);
    expect(Math.abs(change.unusedDays - (days - 11))).toBeLessThanOrEqual(1);
    expect(change.credit).toBe(Math.round((3000 * change.unusedDays) / change.periodDays));
    expect(change).toMatchObject({ total: 6000 - change.credit, pricePaid: 6000, previousId: first._id });
    const { records, counts } = await historyOf(clerk, customerId);
    expect(records.map(({ status }) => status)).toEqual(['cancelled', 'current']);
    expect(counts).toEqual({ upcoming: 0, current: 1, cancelled: 1, expired: 0 });
  });

  test('refunds the rest of the credit for an immediate change to a cheaper plan', async () => {
    const yearly = await addPlan(clerk, { price: 36_000, period: 'yearly' });
    const customerId = await addSubscriber(clerk);
    const first = await subscribeTo(clerk, customerId, yearly._id);

    const change = await subscribeTo(clerk, customerId, basic, { change: 'now' });

    expect(change).toMatchObject({ total: 0, refund: change.credit - 3000, pricePaid: 3000 });
    const records = await recordsOf(customerId);
    expect(records.find(({ _id }) => _id === first._id)).toMatchObject({ refunded: change.refund });
  });

  test('starts a second subscription when the current one ends, and rejects a third', async () => {
    const customerId = await addSubscriber(clerk);
    const first = await subscribeTo(clerk, customerId, basic);
    const next = await subscribeTo(clerk, customerId, plus, { change: 'atEnd' });

    expect(next).toMatchObject({ status: 'upcoming', startsAt: first.endsAt });
    for (const rest of [{}, { change: 'now' as const }]) {
      expect(refusal(await tryTo(customerId, basic, rest))).toEqual([409, 'subscriptions.overlap']);
    }
  });

  test("reads a start date in the marketplace's time zone", async () => {
    const customerId = await addSubscriber(clerk);
    const year = new Date().getUTCFullYear() + 1;

    const later = await subscribeTo(clerk, customerId, basic, { startsAt: `${year}-01-31` });

    expect(later).toMatchObject({ status: 'upcoming', startsAt: `${year}-01-31T06:00:00Z` });
    // The last day of February, at the same time of day.
    const leap = new Date(Date.UTC(year, 2, 0)).getUTCDate();
    expect(later.endsAt).toBe(`${year}-02-${leap}T06:00:00Z`);
    const refused = await tryTo(await addSubscriber(clerk), basic, { startsAt: '2020-01-01' });
    expect(refusedField(refused)).toEqual([400, 'startsAt']);
  });

  test('keeps the time of day when clocks change', async () => {
    const { rows } = await shop.look((tx) =>
      sql<{ ends: string }>`SELECT months_after('2026-02-15T15:00:00Z', 1, 'America/Chicago') AS ends
        UNION ALL SELECT months_after('2026-10-15T14:00:00Z', 1, 'America/Chicago')
        UNION ALL SELECT months_after('2026-01-31T15:00:00Z', 3, 'America/Chicago')`.execute(tx),
    );

    expect(rows.map(({ ends }) => new Date(ends).toISOString())).toEqual([
      '2026-03-15T14:00:00.000Z',
      '2026-11-15T15:00:00.000Z',
      '2026-04-30T14:00:00.000Z',
    ]);
  });

  test.each([
    ['renewal without a card', { autoRenew: true }, 400, 'autoRenew'],
    ['an unknown payment method', { paymentType: 'coins' }, 400, 'paymentType'],
    ['a card number', { paymentType: 'card', cardToken: '4111 1111 1111 1111' }, 400, 'cardToken'],
    ['a start date for an immediate change', { change: 'now', startsAt: '2099-01-01' }, 400, 'startsAt'],
    ['an unknown customer', { customerId: '0190a000-0000-7000-8000-000000000001' }, 404, 'customerId'],
    ['an unknown plan', { planId: '0190a000-0000-7000-8000-000000000001' }, 404, 'planId'],
  ])('rejects %s at its field', async (_, rest, status, path) => {
    const customerId = await addSubscriber(clerk);

    const body = { customerId, planId: basic, paymentType: 'cash', ...rest };
    const refused = await clerk.send(subscriptionRoutes.subscribe, { body });

    expect(refusedField(refused)).toEqual([status, path]);
  });

  test('rejects inactive plans and blocked customers', async () => {
    const off = await addPlan(clerk, { status: false });
    const blocked = await addSubscriber(clerk);
    await clerk.do(customerRoutes.changeStatus, { params: { id: blocked }, body: { status: 'blocked' } });

    const ofInactive = await tryTo(await addSubscriber(clerk), off._id);
    expect(refusal(ofInactive)).toEqual([409, 'subscriptions.plan-inactive']);
    expect((await tryTo(blocked, basic)).body.error?.code).toBe('orders.customer-blocked');
  });

  test('subscribes once for the same Idempotency-Key', async () => {
    const customerId = await addSubscriber(clerk);
    const body = { customerId, planId: basic, paymentType: 'cash' as const };
    const headers = { 'idempotency-key': `once-${customerId}` };
    const send = () => clerk.call(subscriptionRoutes.subscribe, { body, headers });

    const [one, other] = [await send(), await send()];

    expect(other.data).toEqual(one.data);
    expect((await historyOf(clerk, customerId)).totalRecords).toBe(1);
  });
});

test('leaves one current subscription without overlaps after 50 concurrent calls', async () => {
  const customerId = await addSubscriber(clerk);
  const changes = [undefined, 'now', 'atEnd'] as const;
  const calls = Array.from({ length: 50 }, (_, nth) => {
    const change = changes[nth % 3];
    return tryTo(customerId, nth % 2 ? basic : plus, change ? { change } : {});
  });

  const statuses = (await Promise.all(calls)).map(({ status }) => status);

  expect(new Set(statuses)).toEqual(new Set([200, 409]));
  const { records, counts } = await historyOf(clerk, customerId);
  expect(counts.current).toBe(1);
  const running = records.filter(({ status }) => status !== 'cancelled');
  for (const [index, one] of running.slice(1).entries()) {
    expect(Date.parse(one.startsAt)).toBeGreaterThanOrEqual(Date.parse(running[index]!.endsAt));
  }
});

test('rejects two simultaneous subscriptions in the database', async () => {
  const customerId = await addSubscriber(clerk);
  const { _id } = await subscribeTo(clerk, customerId, basic);
  const again = shop.db.owner.query(
    `INSERT INTO subscriptions (id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months, payment_type, price)
     SELECT gen_random_uuid(), customer_id, plan_id, edition, starts_at + interval '1 day', ends_at, first_starts_at, months,
       payment_type, price FROM subscriptions WHERE id = $1`,
    [_id],
  );

  await expect(again).rejects.toThrow('subscriptions_overlap');
});

describe('a card', () => {
  test('charges the card through the gateway and stores it for the renewal', async () => {
    const customerId = await addSubscriber(clerk);
    const requested = await subscribeTo(clerk, customerId, basic, { paymentType: 'card' });
    expect(requested).toMatchObject({ autoRenew: true, pricePaid: 0, payments: [{ status: 'due' }] });

    await workSubscriptions(shop);

    const charged = { status: 'current', pricePaid: 3000, payments: [{ status: 'captured' }] };
    expect(await recordsOf(customerId)).toMatchObject([charged]);
    expect(await gatewayRecords(shop, customerId)).toEqual({ authorise: 3000, capture: 3000 });
  });

  test('charges the same card for another plan, unless a new card is given', async () => {
    const { customerId } = await subscribedByCard('tok_slow');
    const plus = (await addPlan(clerk, { price: 5000 }))._id;

    await subscribeTo(clerk, customerId, plus, { paymentType: 'card', change: 'now' });
    await workSubscriptions(shop);
    await subscribeTo(clerk, customerId, basic, { change: 'now', ...card('tok_twice') });

    const tokens = `SELECT card_token FROM subscriptions WHERE customer_id = '${customerId}' ORDER BY id`;
    const expected = ['tok_slow', 'tok_slow', 'tok_twice'].map((token) => ({ card_token: token }));
    expect(await runSql(shop, tokens)).toEqual(expected);
  });

  test.each(['tok_slow', 'tok_twice', 'tok_timeout'])(
    'charges and refunds %s exactly once',
    async (cardToken) => {
      const { customerId, id } = await subscribedByCard(cardToken);
      const { refund } = (await cancel(id)).data;
      await workSubscriptions(shop);

      expect(refund).toBeGreaterThan(0);
      expect(await gatewayRecords(shop, customerId)).toEqual({ authorise: 3000, capture: 3000, refund });
      expect(await recordsOf(customerId)).toMatchObject([{ pricePaid: 3000, refunded: refund }]);
    },
  );

  test('ends the subscription if the card is declined, and lets the customer try another', async () => {
    const { customerId } = await subscribedByCard('tok_declined');

    const reason = 'Card not charged: Declined: insufficient funds';
    const declined = { status: 'cancelled', pricePaid: 0, reason, autoRenew: false };
    expect(await recordsOf(customerId)).toMatchObject([declined]);
    expect((await tryTo(customerId, basic, { paymentType: 'card' })).status).toBe(200);
  });

  test('keeps the previous plan if the card is declined for a change', async () => {
    const { customerId, id } = await subscribedByCard();
    await subscribeTo(clerk, customerId, plus, { change: 'now', ...card('tok_declined') });
    await workSubscriptions(shop);

    const records = await recordsOf(customerId);
    expect(records).toMatchObject([
      { _id: id, status: 'current', autoRenew: true, pricePaid: 3000 },
      { status: 'cancelled', autoRenew: false, pricePaid: 0 },
    ]);
  });

  test('retries a declined refund until it succeeds', async () => {
    const { customerId, id } = await subscribedByCard('tok_no_refund');
    const { refund } = (await cancel(id)).data;
    await workSubscriptions(shop);
    const records = await recordsOf(customerId);
    expect(records[0]!.payments[1]).toMatchObject({ kind: 'refund', status: 'refundFailed' });

    for (let times = 0; times < 2; times += 1) {
      await age(shop, customerId, '1 day');
      await workSubscriptions(shop);
    }

    expect(await recordsOf(customerId)).toMatchObject([{ refunded: refund }]);
    expect(await gatewayRecords(shop, customerId)).toMatchObject({ refund });
  });

  test('rejects cards if no gateway is configured', async () => {
    const person = await (await openShop()).signIn();
    const { _id: planId } = await addPlan(person);
    const body = { customerId: await addSubscriber(person), planId, ...card() };
    const refused = await person.call(subscriptionRoutes.subscribe, { body });

    expect(refusal(refused)).toEqual([409, 'payments.no-gateway']);
  });
});

describe('cancelling', () => {
  test('reports a cancellation only after it is done', async () => {
    const customerId = await addSubscriber(clerk);
    const { _id } = await subscribeTo(clerk, customerId, basic);

    const preview = await cancel(_id!, { dryRun: true });
    const done = await cancel(_id!);

    expect(preview.body.message).toBe('Preview only. Nothing was changed');
    expect(done.body.message).toBe('Subscription cancelled');
  });

  test('refunds unused days to the payment method and reverses the posting', async () => {
    const customerId = await addSubscriber(clerk);
    const { _id } = await subscribeTo(clerk, customerId, basic);
    const before = await marketplaceBooks(shop);
    const preview = (await cancel(_id!, { dryRun: true })).data;
    const done = (await cancel(_id!)).data;

    expect(preview).toMatchObject({ status: 'cancelled', refund: done.refund, unusedDays: done.unusedDays });
    expect(done.unusedDays).toBe(done.periodDays - 1);
    expect(done.refund).toBe(Math.round((3000 * done.unusedDays) / done.periodDays));
    expect(done).toMatchObject({ status: 'cancelled', reason: 'Moved away', refunded: done.refund });
    const after = await marketplaceBooks(shop);
    expect(after.subscriptionIncome! - before.subscriptionIncome!).toBe(done.refund);
    expect((await cancel(_id!)).body.error?.code).toBe('subscriptions.over');
  });

  test('keeps the payment if cancelled without a refund', async () => {
    const { _id } = await subscribeTo(clerk, await addSubscriber(clerk), basic);

    const done = (await cancel(_id!, { refund: 'none' })).data;

    expect(done).toMatchObject({ status: 'cancelled', refund: 0, refunded: 0, pricePaid: 3000 });
  });

  test('stops only the renewal if cancelled at the end', async () => {
    const { id } = await subscribedByCard();

    const done = (await cancel(id, { when: 'atEnd', refund: 'none' })).data;

    const kept = { status: 'current', autoRenew: false, cancelledAt: null };
    expect(done).toMatchObject({ ...kept, reason: 'Moved away' });
    const refused = await cancel(id, { when: 'atEnd', refund: 'unusedDays' });
    expect(refusedField(refused)).toEqual([400, 'refund']);
  });

  test("refunds the full price of a subscription that hasn't started", async () => {
    const customerId = await addSubscriber(clerk);
    await subscribeTo(clerk, customerId, basic);
    const next = await subscribeTo(clerk, customerId, plus);

    expect((await cancel(next._id!)).data).toMatchObject({ refund: 6000, refunded: 6000 });
  });

  test('refunds both payments after a change', async () => {
    const customerId = await addSubscriber(clerk);
    await subscribeTo(clerk, customerId, basic);
    const change = await subscribeTo(clerk, customerId, plus, { change: 'now' });

    const { refund } = (await cancel(change._id!)).data;

    expect(refund).toBe(Math.round((6000 * change.unusedDays) / change.periodDays));
    const records = await recordsOf(customerId);
    expect(records.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(refund);
    expect(refund).toBeGreaterThan(change.total);
  });
});

describe('the history', () => {
  test('lists an ended subscription as current and expired, and counts each once', async () => {
    const customerId = await addSubscriber(clerk);
    await subscribeTo(clerk, customerId, basic);
    await age(shop, customerId, '2 months');

    const { records, counts } = await historyOf(clerk, customerId);
    expect(records).toMatchObject([{ status: 'current', isExpired: true }]);
    expect(counts).toEqual({ upcoming: 0, current: 0, cancelled: 0, expired: 1 });
    const listed = async (status: 'current' | 'expired') =>
      (await clerk.do(subscriptionRoutes.list, { body: { filters: { customerId, status } } })).totalRecords;
    expect([await listed('current'), await listed('expired')]).toEqual([0, 1]);
  });

  test('filters by plan and time, and searches by name and invoice', async () => {
    const plan = await addPlan(clerk);
    const customerId = await addSubscriber(clerk);
    const { invoiceNumber, _id } = await subscribeTo(clerk, customerId, plan._id);
    const find = async (body: object) =>
      (await clerk.do(subscriptionRoutes.list, { body })).records.map((row) => row._id);

    expect(await find({ filters: { planId: plan._id } })).toEqual([_id]);
    expect(await find({ filters: { planId: plan._id, from: '2099-01-01' } })).toEqual([]);
    expect(await find({ search: invoiceNumber })).toEqual([_id]);
    expect(await find({ search: 'ada byr', filters: { customerId } })).toEqual([_id]);
    expect(await find({ search: 'nobody at all' })).toEqual([]);
  });

  test('returns the invoice as a PDF', async () => {
    const customerId = await addSubscriber(clerk, 'ada.pdf@test.example');
    const { _id, invoiceNumber } = await subscribeTo(clerk, customerId, plus);
    const { url } = await clerk.do(subscriptionRoutes.pdf, { params: { id: _id! } });

    const file = await shop.server.inject(url!);

    const text = readPdfText(file.rawPayload)
      .flatMap(({ lines }) => lines)
      .join('\n');
    for (const part of [`Invoice ${invoiceNumber}`, 'Ada Byron', 'Plus, monthly', '$60.00', 'Paid in cash']) {
      expect(text).toContain(part);
    }
  });
});

describe('users of a location', () => {
  test("hides the marketplace's subscriptions and books, and rejects selling", async () => {
    const here = await addOrderLocation(shop);
    const permissions = ['customer_edit' as const, 'customer_add' as const, 'subscriptionPlan_list' as const];
    const own = await shop.signIn({ permissions, locations: [here] });
    const customerId = await addSubscriber(own);
    const { _id } = await subscribeTo(clerk, customerId, basic);

    expect((await historyOf(own, customerId)).totalRecords).toBe(0);
    const params = { id: _id! };
    const seenByStore = await own.do(subscriptionRoutes.ofCustomer, { params: { id: customerId } });
    expect(seenByStore.current).toBeNull();
    const body = { customerId, planId: plus, paymentType: 'cash' as const };
    const refused = [
      await own.call(subscriptionRoutes.subscribe, { body }),
      await own.call(subscriptionRoutes.cancel, { params, body: { when: 'now', reason: 'x' } }),
      await own.call(subscriptionRoutes.pdf, { params }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404]);
    const client = await shop.db.locationScope.connect();
    await client.query('BEGIN');
    await client.query("SELECT set_config('app.locations', $1, true)", [`{${here}}`]);
    const seen = await client.query('SELECT FROM journals WHERE location_id = marketplace_books()');
    const sets = await client.query('SELECT id FROM sets_of_books');
    await client.query('ROLLBACK');
    client.release();
    expect([seen.rowCount, sets.rows.map(({ id }) => id)]).toEqual([0, [here]]);
  });

  test('lets users read plans but not change them', async () => {
    const locations = [await addOrderLocation(shop)];
    const own = await shop.signIn({ permissions: ['subscriptionPlan_add'], locations });

    const body = { name: 'Ours', price: 100, period: 'monthly' as const };
    expect((await own.call(subscriptionPlanRoutes.create, { body })).status).toBe(403);
    expect((await own.call(subscriptionPlanRoutes.list)).status).toBe(200);
  });
});

describe('a planned change', () => {
  const renewing = async () => {
    const { customerId, id } = await subscribedByCard();
    const plan = async () => (await recordsOf(customerId)).find(({ _id }) => _id === id);
    return { customerId, plan };
  };

  test('pauses the renewal of the current plan', async () => {
    const { customerId, plan } = await renewing();

    await subscribeTo(clerk, customerId, plus, { change: 'atEnd' });

    expect(await plan()).toMatchObject({ autoRenew: false, reason: 'Plus follows' });
    const { currentSubscription } = await clerk.do(customerRoutes.show, { params: { id: customerId } });
    expect(currentSubscription).toMatchObject({ name: 'Basic', autoRenew: false });
  });

  test.each([[{ when: 'now', refund: 'unusedDays' }], [{ when: 'now', refund: 'none' }]])(
    "resumes the plan's renewal when cancelled with %o",
    async (how) => {
      const { customerId, plan } = await renewing();
      const next = await subscribeTo(clerk, customerId, plus, { paymentType: 'card', change: 'atEnd' });
      await workSubscriptions(shop);

      await cancel(next._id!, how);

      expect(await plan()).toMatchObject({ autoRenew: true, reason: null, status: 'current' });
      await age(shop, customerId, '31 days 1 hour');
      await workSubscriptions(shop);
      const records = await recordsOf(customerId);
      expect(records.at(-1)).toMatchObject({ status: 'current', planId: basic, pricePaid: 3000 });
    },
  );

  test.each([['tok_declined'], ['tok_lost'], ['tok_no_capture'], ['tok_down']])(
    "resumes the plan's renewal when its card is %s, even after the plan has ended",
    async (cardToken) => {
      const { customerId, plan } = await renewing();
      await subscribeTo(clerk, customerId, plus, { paymentType: 'card', cardToken, change: 'atEnd' });
      await age(shop, customerId, '31 days 1 hour');
      for (let times = 0; times < 3; times += 1) await workSubscriptions(shop);

      expect(await plan()).toMatchObject({ isExpired: true, reason: null });
      const plans = await clerk.do(subscriptionRoutes.ofCustomer, { params: { id: customerId } });
      expect(plans).toMatchObject({ current: { planId: basic, pricePaid: 3000 }, upcoming: null });
    },
  );

  test('leaves renewal off if the customer had cancelled it', async () => {
    const { customerId, plan } = await renewing();
    await cancel((await plan())!._id, { when: 'atEnd', refund: 'none' });
    const next = await subscribeTo(clerk, customerId, plus, { change: 'atEnd' });

    await cancel(next._id!);

    expect(await plan()).toMatchObject({ autoRenew: false, reason: 'Moved away' });
  });

  test('renews the plan until a much later start', async () => {
    const { customerId, plan } = await renewing();
    const startsAt = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

    await subscribeTo(clerk, customerId, plus, { startsAt });

    expect(await plan()).toMatchObject({ autoRenew: true });
  });
});

test('charges a renewal again after the change that replaced it is declined', async () => {
  const { customerId, id } = await subscribedByCard();
  const useCard = (token: string) =>
    runSql(shop, `UPDATE subscriptions SET card_token = '${token}' WHERE customer_id = '${customerId}'`);
  await useCard('tok_declined');
  await age(shop, customerId, '31 days 1 hour');
  await workSubscriptions(shop);
  await useCard('tok_ok');

  await subscribeTo(clerk, customerId, plus, { change: 'now', ...card('tok_declined') });
  await workSubscriptions(shop);

  // The job that renews subscriptions charges it.
  await workSubscriptions(shop);
  const records = await recordsOf(customerId);
  const renewed = { status: 'current', autoRenew: true, pricePaid: 3000 };
  expect(records.find(({ previousId }) => previousId === id)).toMatchObject(renewed);
});
