import { dayIn } from '@aisle/contract/core/dates';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { bookRoutes } from '@aisle/contract/finance/books';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { expect, test } from 'vitest';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop, type Person, refusal, refusedField } from '../../../test/shop.ts';
import { addPlan, addSubscriber, age, subscribeTo } from '../../../test/subscription-builders.ts';
import { sumAllAccounts } from '../../ledgers/money/account-sums.ts';

const shop = await openShop();
const manager = await shop.signIn({
  permissions: [
    'subscriptionPlan_add',
    'subscriptionPlan_edit',
    'subscriptionPlan_delete',
    'customer_edit',
    'customer_add',
  ],
});

const view = (id: string) => manager.do(subscriptionPlanRoutes.view, { params: { id } });
const remove = (id: string) => manager.call(subscriptionPlanRoutes.remove, { params: { id } });

test('shows no subscription metrics on the dashboard before there is a plan', async () => {
  await addOrderLocation(shop);
  expect((await (await shop.signIn()).do(dashboardRoutes.data)).customers?.subscriptions).toBeNull();
});

test('adds a plan with only the given benefits', async () => {
  const plan = await manager.do(subscriptionPlanRoutes.create, {
    body: { name: 'Green', price: 999, period: 'monthly', benefits: { freeDeliveryAbove: 3500 } },
  });

  expect(plan).toMatchObject({
    name: 'Green',
    benefits: { freeDeliveryAbove: 3500, discountPercent: 0, coinMultiplier: 1 },
    status: true,
    subscribers: 0,
    version: 1,
  });
  expect(await manager.do(subscriptionPlanRoutes.dropdown, { query: { search: 'gree' } })).toMatchObject([
    { _id: plan._id, name: 'Green', price: 999, period: 'monthly' },
  ]);
});

test.each([
  [{ benefits: { discountPercent: 50.001 } }, 'benefits.discountPercent'],
  [{ benefits: { discountPercent: 1.2345 } }, 'benefits.discountPercent'],
  [{ benefits: { coinMultiplier: 1.25 } }, 'benefits.coinMultiplier'],
  [{ benefits: { coinMultiplier: 10.1 } }, 'benefits.coinMultiplier'],
  [{ benefits: { coinMultiplier: 0.9 } }, 'benefits.coinMultiplier'],
  [{ benefits: { freeDeliveryAbove: -1 } }, 'benefits.freeDeliveryAbove'],
  [{ price: 0 }, 'price'],
  [{ period: 'weekly' }, 'period'],
  [{ name: ' ' }, 'name'],
])('rejects %j at %s', async (rest, path) => {
  const refused = await manager.send(subscriptionPlanRoutes.create, {
    body: { name: 'Odd', price: 999, period: 'monthly', ...rest },
  });

  expect(refusedField(refused)).toEqual([400, path]);
});

test('creates an edition when price or benefits change, and keeps subscribers on theirs', async () => {
  const plan = await addPlan(manager);
  const customerId = await addSubscriber(manager);
  await subscribeTo(manager, customerId, plan._id);
  const edit = (body: object) =>
    manager.do(subscriptionPlanRoutes.edit, { params: { id: plan._id }, body: { version: 1, ...body } });

  const described = await edit({ description: 'For all' });
  const changed = await edit({ version: described.version, benefits: { discountPercent: 7.5 } });

  expect(changed).toMatchObject({ subscribers: 1, benefits: { discountPercent: 7.5, coinMultiplier: 1 } });
  const { editions } = await view(plan._id);
  expect(
    editions.map(({ number, benefits, subscribers }) => [number, benefits.discountPercent, subscribers]),
  ).toEqual([
    [2, 7.5, 0],
    [1, 5, 1],
  ]);
  const { records } = await manager.do(subscriptionRoutes.list, { body: { filters: { customerId } } });
  expect(records[0]!.edition).toMatchObject({ number: 1, benefits: { discountPercent: 5 } });
});

test('rejects changing an edition', async () => {
  await addPlan(manager);

  await expect(shop.db.owner.query('UPDATE plan_editions SET price = 1')).rejects.toThrow('append-only');
});

test('rejects an edit of a field changed since the edited version', async () => {
  const plan = await addPlan(manager);
  const edit = (price: number) =>
    manager.call(subscriptionPlanRoutes.edit, { params: { id: plan._id }, body: { version: 1, price } });
  await edit(3100);

  const late = await edit(3200);

  expect([late.status, late.data.price]).toEqual([409, 3100]);
});

test('rejects a duplicate name', async () => {
  const { name } = await addPlan(manager);

  const again = await manager.call(subscriptionPlanRoutes.create, {
    body: { name: name.toUpperCase(), price: 1, period: 'yearly' },
  });

  expect(refusedField(again)).toEqual([409, 'name']);
});

test('keeps a plan with subscribers and returns their number, and deletes an unsold plan', async () => {
  const plan = await addPlan(manager);
  for (let count = 0; count < 2; count += 1) {
    await subscribeTo(manager, await addSubscriber(manager), plan._id);
  }
  const unsold = await addPlan(manager);

  const refused = await remove(plan._id);

  expect(refusal(refused)).toEqual([409, 'in-use']);
  expect(refused.body.message).toContain('2 subscribers');
  expect((await remove(unsold._id)).status).toBe(200);
  expect((await remove(unsold._id)).status).toBe(404);
  const off = await manager.do(subscriptionPlanRoutes.updateStatus, {
    params: { id: plan._id },
    body: { status: false },
  });
  expect(off).toMatchObject({ status: false, subscribers: 2 });
});

test("counts a plan's subscribers, monthly income and churn", async () => {
  const plan = await addPlan(manager, { price: 12_000, period: 'yearly' });
  const [stays, leaves] = [await addSubscriber(manager), await addSubscriber(manager)];
  for (const id of [stays, leaves]) {
    await subscribeTo(manager, id, plan._id);
    await age(shop, id, '40 days');
  }
  const { records } = await manager.do(subscriptionRoutes.list, {
    body: { filters: { customerId: leaves } },
  });
  await manager.do(subscriptionRoutes.cancel, {
    params: { id: records[0]!._id },
    body: { when: 'now', reason: 'Too far' },
  });

  expect(await view(plan._id)).toMatchObject({
    subscribers: 1,
    monthlyIncome: 1000,
    churned: 1,
    churnShare: 50,
  });
  const admin = await shop.signIn();
  const { customers } = await admin.do(dashboardRoutes.data);
  expect(customers?.subscriptions).toMatchObject({ active: expect.any(Number), churned: 1 });
  expect(customers!.subscriptions!.monthlyIncome).toBeGreaterThanOrEqual(1000);
});

test("keeps the marketplace's own books in balance, visible only to users of all locations", async () => {
  const admin = await shop.signIn();
  const here = await addOrderLocation(shop, { name: 'Here' });
  const owner = await shop.signIn({ permissions: ['statement_all_view'], locations: [here] });
  const to = dayIn('America/Chicago');
  const body = { from: '2020-01-01', to, groupBy: 'location' as const };
  const exact = { ...body, groupBy: 'account' as const, locationId: '00000000-0000-0000-0000-000000000000' };
  const setsOf = async (person: Person) =>
    (await person.do(bookRoutes.journals, { body: {} })).records.map(({ kind, location }) => [
      kind,
      location.name,
    ]);
  const before = await admin.do(bookRoutes.trialBalance, { body: exact });
  await sumAllAccounts(shop.db);
  const after = await admin.do(bookRoutes.trialBalance, { body: exact });

  expect((await setsOf(admin))[0]).toEqual(['subscription', 'Aisle']);
  expect(await setsOf(owner)).toEqual([]);
  expect(after.records).toEqual(before.records);
  expect(after.totals.closing).toBe(0);
  expect(after.records.map(({ account }) => account)).toEqual(['customerPayments', 'subscriptionIncome']);
  expect((await owner.call(bookRoutes.trialBalance, { body: exact })).status).toBe(404);
});

test("rejects journals of unknown locations, and amounts owed to locations in the marketplace's books", async () => {
  const post = (location: string, account: string) =>
    shop.db.owner.query(
      `WITH j AS (INSERT INTO journals (location_id, id, kind, cause_id) VALUES ($1, gen_random_uuid(), 'correction', gen_random_uuid())
         RETURNING id)
       INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount)
       SELECT $1, id, n, $2, 'adjustment', sign FROM j, (VALUES (1, 5), (2, -5)) AS e (n, sign)`,
      [location, account],
    );

  await expect(post('0190a000-0000-7000-8000-000000000001', 'discounts')).rejects.toThrow('does not exist');
  await expect(post('00000000-0000-0000-0000-000000000000', 'locationPayable')).rejects.toThrow(
    'ledger_entries_of_the_marketplace',
  );
});
