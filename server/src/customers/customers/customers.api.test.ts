import { customerRoutes } from '@aisle/contract/customers/customers';
import { expect, test } from 'vitest';
import { giveCoins, runSql } from '../../../test/order-builders.ts';
import { openShop, type Person, refusal } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { transaction } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { findOrAddCustomer } from './customers.service.ts';

const { list, create, edit, remove, show, dropdown, changeStatus, addAddress, editAddress, removeAddress } =
  customerRoutes;
const everything = [
  'customer_add',
  'customer_edit',
  'customer_view',
  'customer_delete',
  'customer_change_status',
] as const;

// Orders are inserted directly into the tables, without their journals.
const shop = await openShop({}, { isBroken: true });
const clerk = await shop.signIn({ permissions: [...everything] });

let dialled = 5550000;
const phone = () => {
  dialled += 1;
  return `512-${String(dialled).replace(/(\d{3})(\d{4})/, '$1-$2')}`;
};
const address = { line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701' };
const showTo = (by: Person, id: string) => by.do(show, { params: { id } });
const addCustomer = (parts: object = {}, by: Person = clerk) =>
  by.do(create, { body: { firstName: 'Maya', lastName: 'Ortiz', phone: phone(), ...parts } });
const ownerOf = async (...locations: string[]) => shop.signIn({ permissions: [...everything], locations });
/** Runs a checkout of a customer at locations, or at the marketplace. */
const shopAt = (locations: string[] | null, customer: Parameters<typeof findOrAddCustomer>[2]) => {
  const actor = { userId: newId(), name: 'Till', locations } as unknown as Actor;
  return transaction(shop.db, { userId: null, locations }, (tx) => findOrAddCustomer(tx, actor, customer));
};

const addOrder = (customerId: string, locationId: string, total = 1200, status = 'delivered') =>
  runSql(
    shop,
    `WITH main AS (
      INSERT INTO main_orders (id, customer_id, fulfilment, payment_type, source)
      VALUES (gen_random_uuid(), '${customerId}', 'pickup', 'cashOnDelivery', 'staff') RETURNING id
    )
    INSERT INTO orders (id, location_id, main_order_id, customer_id, customer_name, customer_phone, status,
      headline_status, fulfilment, payment_type, items_total, total, line_count)
    SELECT gen_random_uuid(), '${locationId}', id, '${customerId}', 'Maya Ortiz', '5125550000', '${status}', '${status}',
      'pickup', 'cashOnDelivery', ${total}, ${total}, 1 FROM main`,
  );

test('finds a customer by name, email and phone in any format', async () => {
  const customer = await addCustomer({
    firstName: 'Zelda',
    lastName: 'Quist',
    email: 'Zelda@Quist.example',
    phone: '+1 (512) 777-0142',
  });

  expect(customer).toMatchObject({
    email: 'zelda@quist.example',
    status: 'active',
    coinBalance: 0,
    version: 1,
  });
  for (const search of ['zelda q', 'QUIST', 'quist.ex', '512.777.0142', '(512) 777', '+15127770142']) {
    const page = await clerk.do(list, { body: { search } });
    expect(page.records.map((found) => found._id)).toEqual([customer._id]);
    expect(await clerk.do(dropdown, { query: { search } })).toEqual([
      expect.objectContaining({ _id: customer._id, name: 'Zelda Quist', phone: '+15127770142' }),
    ]);
  }
});

test('rejects the phone number of an existing customer in any format', async () => {
  await addCustomer({ phone: '512-888-0001' });

  const body = { firstName: 'Other', lastName: 'Name', phone: '+1 512 888 0001' };
  const again = await clerk.call(create, { body });

  const fields = [{ path: 'phone', message: 'This phone number is already taken' }];
  expect(again).toMatchObject({ status: 409, body: { error: { fields } } });
});

test('keeps omitted fields, and rejects an edit of an outdated version', async () => {
  const customer = await addCustomer({ notes: 'Rings twice' });
  const params = { id: customer._id };

  const edited = await clerk.do(edit, { params, body: { lastName: 'Diaz', notes: '', version: 1 } });
  const late = await clerk.call(edit, { params, body: { lastName: 'Late', version: 1 } });

  expect(edited).toMatchObject({ firstName: 'Maya', lastName: 'Diaz', notes: null, version: 2 });
  expect(late.status).toBe(409);
  expect(late.body.data).toMatchObject({ lastName: 'Diaz', version: 2 });
});

test('keeps exactly one default address', async () => {
  const customer = await addCustomer({ addresses: [address, { ...address, label: 'Work' }] });
  const params = { id: customer._id };
  const defaults = async () => {
    const { addresses } = await clerk.do(show, { params });
    return addresses.filter((one) => one.isDefault).map((one) => one.label);
  };
  expect(await defaults()).toEqual(['Home']);

  const cabin = { ...address, label: 'Cabin', isDefault: true };
  const third = await clerk.do(addAddress, { params, body: cabin });
  const move = (city: string) => {
    const body = { city, version: third.version };
    return clerk.call(editAddress, { params: { addressId: third._id }, body });
  };
  expect(await defaults()).toEqual(['Cabin']);
  expect((await move('Marfa')).data).toMatchObject({ city: 'Marfa', line1: '1 Elm St', isDefault: true });
  expect((await move('Late')).status).toBe(409);
  await clerk.do(removeAddress, { params: { addressId: third._id } });
  expect(await defaults()).toEqual(['Home']);
});

test("merges two users' edits of one address without changing others", async () => {
  const { addresses } = await addCustomer({ addresses: [address, { ...address, label: 'Work' }] });
  const [home, work] = addresses;
  const change = (addressId: string, body: object) =>
    clerk.call(editAddress, { params: { addressId }, body: { version: 1, ...body } as { version: number } });

  await change(home!._id, { city: 'Marfa' });
  await change(work!._id, { city: 'Waco' });
  const merged = await change(home!._id, { line2: 'Back door' });
  const late = await change(home!._id, { city: 'Late' });

  expect(merged.body.message).toMatch(/^Saved, merged with changes by /);
  expect(merged.data).toMatchObject({ city: 'Marfa', line2: 'Back door', version: 3 });
  expect(refusal(late)).toEqual([409, 'version-stale']);
});

test("shows a customer's orders and their total, and then rejects deleting the customer", async () => {
  const place = await addLocation(shop, { name: 'Downtown' });
  const customer = await addCustomer();
  const fresh = await addCustomer();
  for (let index = 0; index < 11; index += 1) await addOrder(customer._id, place, 1000);
  await addOrder(customer._id, place, 500, 'cancelled');

  const shown = await showTo(clerk, customer._id);
  const refused = await clerk.call(remove, { params: { id: customer._id } });
  await clerk.do(remove, { params: { id: fresh._id } });

  expect(shown.orderCount).toBe(12);
  expect(shown.lifetime).toEqual({ orders: 11, total: 11_000 });
  expect(shown.lastOrders).toHaveLength(10);
  expect(shown.lastOrders[0]).toMatchObject({ locationName: 'Downtown', headlineStatus: 'cancelled' });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe('Maya Ortiz is in use: 12 orders');
  expect((await clerk.call(show, { params: { id: fresh._id } })).status).toBe(404);
});

test('lists everything that prevents deleting a customer', async () => {
  const place = await addLocation(shop);
  const customer = await addCustomer();
  await addOrder(customer._id, place, 1000);
  await giveCoins(clerk, customer._id, 5);

  const { body } = await clerk.call(remove, { params: { id: customer._id } });

  expect(body.message).toBe('Maya Ortiz is in use: 1 order and 1 coin entry');
  expect(body.error?.details).toMatchObject({ count: 2 });
});

test('blocks and unblocks a customer, for users with permission', async () => {
  const customer = await addCustomer();
  const reader = await shop.signIn({ permissions: ['customer_edit'] });
  const call = { params: { id: customer._id }, body: { status: 'blocked' as const } };

  expect((await reader.call(changeStatus, call)).status).toBe(403);
  expect((await clerk.do(changeStatus, call)).status).toBe('blocked');
  const page = await clerk.do(list, { body: { filters: { status: 'blocked' } } });
  expect(page.records.map((found) => found._id)).toContain(customer._id);
});

test('lets users of a location see, search and change only its customers', async () => {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const keeper = await ownerOf(here);
  const mine = await addCustomer({ lastName: 'Isolated', addresses: [address] }, keeper);
  const foreign = await addCustomer({ lastName: 'Isolated', addresses: [address] }, await ownerOf(there));
  await addCustomer({ lastName: 'Isolated' });
  const params = { id: foreign._id };
  const addressId = foreign.addresses[0]!._id;

  for (const body of [{}, { search: 'isolated' }, { filters: { locationId: there } }]) {
    const page = await keeper.do(list, { body });
    const expected = 'filters' in body ? [] : [mine._id];
    expect(page.records.map((found) => found._id)).toEqual(expected);
  }
  expect(await keeper.do(dropdown, { query: { search: 'isolated' } })).toHaveLength(1);
  const calls = [
    await keeper.call(show, { params }),
    await keeper.call(edit, { params, body: { firstName: 'X', version: 1 } }),
    await keeper.call(remove, { params }),
    await keeper.call(changeStatus, { params, body: { status: 'blocked' } }),
    await keeper.call(addAddress, { params, body: address }),
    await keeper.call(editAddress, { params: { addressId }, body: { city: 'X', version: 1 } }),
    await keeper.call(removeAddress, { params: { addressId } }),
  ];
  expect(calls.map((call) => call.status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  expect((await showTo(keeper, mine._id)).addresses).toHaveLength(1);
});

test("counts only orders at the user's locations", async () => {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const customer = await addCustomer();
  await addOrder(customer._id, here, 700);
  await addOrder(customer._id, there, 900);

  const shown = await (await ownerOf(here)).do(show, { params: { id: customer._id } });

  expect(shown.orderCount).toBe(1);
  expect(shown.lastOrders).toHaveLength(1);
});

test("deletes only the store's record of a customer whom other locations have", async () => {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const keeper = await ownerOf(here);
  const customer = await addCustomer({}, keeper);
  await shopAt([there], { firstName: 'Maya', lastName: 'Ortiz', phone: customer.phone });

  await keeper.do(remove, { params: { id: customer._id } });

  expect((await keeper.call(show, { params: { id: customer._id } })).status).toBe(404);
  expect((await (await ownerOf(there)).do(show, { params: { id: customer._id } })).lastName).toBe('Ortiz');
  expect((await showTo(clerk, customer._id)).lastName).toBe('Ortiz');
});

test('creates one customer for 30 concurrent checkouts with a phone, visible where they ordered', async () => {
  const places = await Promise.all(Array.from({ length: 3 }, () => addLocation(shop)));
  const number = phone();
  const spellings = [number, number.replaceAll('-', ''), `+1 ${number}`];

  const found = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      const locations = index % 4 === 3 ? null : [places[index % 3]!];
      const bas = { firstName: 'Bas', lastName: 'Ket', email: 'bas@ket.example' };
      return shopAt(locations, { ...bas, phone: spellings[index % 3]! });
    }),
  );

  expect(new Set(found.map((customer) => customer._id)).size).toBe(1);
  expect(found.filter((customer) => customer.created)).toHaveLength(1);
  for (const place of places) {
    const page = await (await ownerOf(place)).do(list);
    expect(page.records.map((customer) => customer._id)).toEqual([found[0]!._id]);
  }
});

test('adds a customer with a new phone, but without an email that another customer has', async () => {
  await addCustomer({ email: 'shared@home.example' });

  const sam = { firstName: 'Sam', lastName: 'Home', phone: phone() };
  const found = await shopAt(null, { ...sam, email: 'Shared@Home.example' });

  expect(found.created).toBe(true);
  expect((await showTo(clerk, found._id)).email).toBeNull();
});

test("returns the addresses of the accessible locations as the marketplace's own", async () => {
  const here = await addLocation(shop, { name: 'Only mine' });

  const mine = await (await ownerOf(here)).do(customerRoutes.adminAddresses);
  const all = await clerk.do(customerRoutes.adminAddresses);

  expect(mine.map((place) => place.name)).toEqual(['Only mine']);
  expect(all.length).toBeGreaterThan(1);
});
