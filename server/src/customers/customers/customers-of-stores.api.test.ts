import { coinRoutes } from '@aisle/contract/customers/coins';
import { type CustomerView, customerRoutes } from '@aisle/contract/customers/customers';
import { searchRoutes } from '@aisle/contract/overview/search';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeEach, expect, test } from 'vitest';
import { addOrderLocation, giveCoins, openStore, placeOne, viewOrder } from '../../../test/order-builders.ts';
import type { Got, Person } from '../../../test/shop.ts';
import { addPlan, subscribeTo } from '../../../test/subscription-builders.ts';

// A store sees only the customer data that was entered there. A customer whom the marketplace already has looks like a new one.

const clerkAt = (...locations: string[]) =>
  shop.signIn({
    permissions: [
      'customer_add',
      'customer_edit',
      'customer_view',
      'customer_delete',
      'customer_change_status',
      'order_add',
      'order_view',
      'support_list',
    ],
    locations,
  });

const store = await openStore({
  settings: {
    coins: { earnPerDollar: 0, redeemCents: 2, expiryDays: null },
  },
  goods: { price: 500 },
});
const { shop, manager: admin, location: here, goods: bread } = store;
const clerk = await clerkAt(here);

let dialled = 7_550_000;
/** A customer with a full record at the marketplace and none at this store. */
let known: { _id: string; phone: string };
beforeEach(async () => {
  dialled += 1;
  known = await admin.do(customerRoutes.create, {
    body: {
      firstName: 'Quilla',
      lastName: `Featherstone${dialled}`,
      phone: `+1512${dialled}`,
      email: `quilla${dialled}@home.example`,
      notes: 'Rings twice',
      addresses: [{ line1: '7 Secret Way', city: 'Austin', state: 'TX', postalCode: '78701' }],
    },
  });
  await giveCoins(admin, known._id, 302);
  const plan = await addPlan(admin, { benefits: { discountPercent: 10 } });
  await subscribeTo(admin, known._id, plan._id);
});

const typed = () => ({ firstName: 'Zed', lastName: 'Probe', phone: known.phone });
const create = (by = clerk, parts = {}) => by.call(customerRoutes.create, { body: { ...typed(), ...parts } });
const showTo = (by: Person, id = known._id) => by.do(customerRoutes.show, { params: { id } });
/** A pickup of one bread. */
const pickup = <Rest extends object>(rest: Rest) => ({
  fulfilment: 'pickup' as const,
  paymentType: 'cashOnDelivery' as const,
  lines: [{ subProductId: bread, locationId: here, quantity: 1 }],
  ...rest,
});
const addressAt = (line1: string) => ({ line1, city: 'Austin', state: 'TX', postalCode: '78703' });
const dataOf = ({ body }: Got<unknown>) => body.data as CustomerView;
const secrets = /quilla|featherstone|secret way|rings twice|\b302\b/i;

test('adds a customer of other stores like a new one', async () => {
  const address = { line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78702' };
  const added = await create(clerk, { email: 'zed@probe.example', addresses: [address] });
  const other = { phone: `+1737${dialled}`, email: 'fresh@probe.example' };
  const fresh = await create(clerk, { ...other, addresses: [address] });

  expect([added.status, fresh.status]).toEqual([200, 200]);
  expect(added.body.data).toMatchObject({
    ...typed(),
    email: 'zed@probe.example',
    status: 'active',
    addresses: [{ line1: '1 Elm St', isDefault: true }],
    notes: null,
    coinBalance: null,
    currentSubscription: null,
    lifetime: null,
    worth: null,
    orderCount: 0,
    version: dataOf(fresh).version,
  });
  expect(JSON.stringify(added.body)).not.toMatch(secrets);
  // An ID with a timestamp would reveal that the customer already existed.
  expect([dataOf(added)._id[14], dataOf(fresh)._id[14]]).toEqual(['4', '4']);
  expect(dataOf(added)._id).toBe(known._id);
  expect((await showTo(admin)).firstName).toBe('Quilla');
  expect((await create()).status).toBe(409);
});

test("reveals only the entered data in an order with another store's phone number", async () => {
  const quoted = await clerk.do(mainOrderRoutes.quote, { body: pickup({}) });
  const order = await placeOne(clerk, here, bread, { customer: typed(), fulfilment: 'pickup' });

  const answers = [
    order,
    await viewOrder(clerk, order._id),
    await clerk.do(mainOrderRoutes.view, { params: { id: order.mainOrder._id } }),
    await clerk.do(mainOrderRoutes.list),
    await showTo(clerk),
    await clerk.do(customerRoutes.list),
    await clerk.do(customerRoutes.dropdown),
    await clerk.do(coinRoutes.history, { body: { customerId: known._id } }),
    await clerk.do(mainOrderRoutes.quote, { body: pickup({ customerId: known._id }) }),
  ];

  expect(JSON.stringify(answers)).not.toMatch(secrets);
  expect(answers.at(-1)).toMatchObject({ total: quoted.total, coinBalance: null });
  expect(answers[4]).toMatchObject({ ...typed(), email: null, addresses: [], orderCount: 1 });
});

test('rejects missing coins without a balance, even for customers with coins', async () => {
  await create();
  for (const wanted of [1, 1000]) {
    const body = pickup({ customerId: known._id, coins: wanted });
    const refused = await clerk.call(mainOrderRoutes.create, { body });
    expect(refused.body.error?.code).toBe('orders.coins-short');
    expect(refused.body.message).toBe("Zed Probe doesn't have that many coins");
  }
});

test('quotes no balance, for new customers and for those of other stores', async () => {
  for (const customer of [typed(), { ...typed(), phone: `+1979${dialled}` }]) {
    const quoted = await clerk.do(mainOrderRoutes.quote, { body: pickup({ customer, coins: 5 }) });

    expect(quoted.coinBalance).toBeNull();
    expect(quoted.problems.map(({ message }) => message)).toEqual(["Zed Probe doesn't have that many coins"]);
  }
});

test('finds no customer by data of other stores', async () => {
  await create();

  for (const search of ['Quilla', 'quilla feather', `quilla${dialled}@`]) {
    expect((await clerk.do(customerRoutes.list, { body: { search } })).records).toEqual([]);
    expect(await clerk.do(customerRoutes.dropdown, { query: { search } })).toEqual([]);
    expect((await clerk.do(orderRoutes.list, { body: { search } })).records).toEqual([]);
    expect(JSON.stringify(await clerk.do(searchRoutes.find, { query: { q: search } }))).not.toMatch(/Probe/);
  }
  const mine = await clerk.do(customerRoutes.list, { body: { search: known.phone } });
  expect(mine.records.map(({ _id }) => _id)).toEqual([known._id]);
});

test("rejects a phone or email of the store's other customers, but accepts those of other stores", async () => {
  const mine = dataOf(await create(clerk, { phone: `+1210${dialled}`, email: `m${dialled}@m.example` }));
  const other = dataOf(await create(clerk, { phone: `+1830${dialled}` }));
  const edit = (body: object) =>
    clerk.call(customerRoutes.edit, { params: { id: other._id }, body: { version: other.version, ...body } });

  expect((await edit({ phone: mine.phone })).status).toBe(409);
  expect((await edit({ email: mine.email })).status).toBe(409);
  const taken = await edit({ phone: known.phone, email: `quilla${dialled}@home.example` });

  expect(taken.status).toBe(200);
  expect(taken.body.data).toMatchObject({ phone: known.phone, email: `quilla${dialled}@home.example` });
  expect((await admin.do(customerRoutes.show, { params: { id: other._id } })).phone).toBe(other.phone);
});

test('shares one record with the marketplace until other stores have the customer too', async () => {
  const mine = dataOf(await create(clerk, { phone: `+1956${dialled}` }));
  const params = { id: mine._id };

  await clerk.do(customerRoutes.edit, { params, body: { lastName: 'Renamed', version: mine.version } });
  const whole = await showTo(admin, params.id);
  await admin.do(customerRoutes.edit, { params, body: { lastName: 'Corrected', version: whole.version } });
  const corrected = await showTo(clerk, params.id);
  const elsewhere = await clerkAt(await addOrderLocation(shop));
  await create(elsewhere, { phone: mine.phone });
  const { version } = await showTo(clerk, params.id);
  await clerk.do(customerRoutes.edit, { params, body: { lastName: 'Mine', version } });

  expect([whole.lastName, corrected.lastName]).toEqual(['Renamed', 'Corrected']);
  const names = await Promise.all([clerk, elsewhere, admin].map((by) => showTo(by, params.id)));
  expect(names.map(({ lastName }) => lastName)).toEqual(['Mine', 'Probe', 'Corrected']);
});

test('applies consent to the marketplace and the store that recorded it, and withdrawal everywhere', async () => {
  const mine = dataOf(await create(clerk, { phone: `+1956${dialled}` }));
  const params = { id: mine._id };
  const elsewhere = await clerkAt(await addOrderLocation(shop));
  await create(elsewhere, { phone: mine.phone });
  const consents = () =>
    Promise.all([clerk, elsewhere, admin].map(async (by) => (await showTo(by, params.id)).marketingConsent));
  const save = async (by: Person, marketingConsent: boolean) => {
    const { version } = await showTo(by, params.id);
    const how = marketingConsent && { marketingConsentHow: 'inPerson' as const };
    await by.do(customerRoutes.edit, { params, body: { marketingConsent, ...how, version } });
  };

  await save(elsewhere, true);
  expect(await consents()).toEqual([false, true, true]);

  await save(clerk, true);
  await save(elsewhere, false);
  expect(await consents()).toEqual([false, false, false]);
});

test('shows a store only the delivery addresses that were entered there', async () => {
  await create();
  const params = { id: known._id };

  await clerk.do(customerRoutes.addAddress, { params, body: addressAt('9 Given Rd') });

  const lines = async (by: Person) => (await showTo(by, params.id)).addresses.map(({ line1 }) => line1);
  expect(await lines(clerk)).toEqual(['9 Given Rd']);
  expect(await lines(admin)).toEqual(['7 Secret Way', '9 Given Rd']);
});

test("applies a store's edits and deletions of its addresses at the marketplace too", async () => {
  await create();
  const params = { id: known._id };
  const lines = async (by: Person) => (await showTo(by, params.id)).addresses.map(({ line1 }) => line1);
  const add = (line1: string) => clerk.do(customerRoutes.addAddress, { params, body: addressAt(line1) });
  const first = await add('9 Given Rd');
  const second = await add('10 Given Rd');

  const body = { line1: '11 Given Rd', isDefault: true, version: second.version };
  await clerk.do(customerRoutes.editAddress, { params: { addressId: second._id }, body });
  await clerk.do(customerRoutes.removeAddress, { params: { addressId: first._id } });
  expect(await lines(clerk)).toEqual(['11 Given Rd']);
  expect(await lines(admin)).toEqual(['7 Secret Way', '11 Given Rd']);

  await clerk.do(customerRoutes.remove, { params });
  expect(await lines(admin)).toEqual(['7 Secret Way']);
});

test('restricts the database role of a store to the same data', async () => {
  await create();
  const client = await shop.db.locationScope.connect();
  const refused = (text: string) => expect(client.query(text), text).rejects.toMatchObject({ code: '42501' });
  try {
    await client.query(`SET app.locations = '{${here}}'`);
    const { rows } = await client.query('SELECT * FROM customers WHERE id = $1', [known._id]);
    expect(rows).toMatchObject([{ first_name: 'Zed', last_name: 'Probe', notes: null, coin_balance: null }]);
    for (const text of ['subscriptions', 'coin_lots', 'customer_addresses', 'current_subscriptions']) {
      const { rows } = await client.query(`SELECT FROM ${text} WHERE customer_id = '${known._id}'`);
      expect(rows, text).toEqual([]);
    }
    expect((await client.query(`SELECT plan_here('${known._id}') AS plan`)).rows).toEqual([{ plan: null }]);
    expect((await client.query(`SELECT has_coins('${known._id}', 1) AS has`)).rows).toEqual([{ has: false }]);
    await refused('SELECT id FROM public.customers');
    await refused('SELECT id FROM public.customer_addresses');
    await refused('SELECT balance_after FROM coin_entries');
    await refused(
      `INSERT INTO customer_locations (customer_id, location_id) VALUES ('${known._id}', '${here}')`,
    );
    await refused(`SELECT * FROM customer_uses('${known._id}')`);
    await refused(`SELECT * FROM merged_customers('${known._id}')`);
    await refused(`SELECT * FROM customer_at_location('${known._id}', '${here}', true)`);
  } finally {
    await client.query('RESET app.locations');
    client.release();
  }
});
