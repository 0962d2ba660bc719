import { coinRoutes } from '@aisle/contract/customers/coins';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { expect, test } from 'vitest';
import { openShop, type Person } from '../../../test/shop.ts';
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

const shop = await openShop();
const clerk = await shop.signIn({ permissions: [...everything] });

let dialled = 5550000;
const phone = () => {
  dialled += 1;
  return `512-${String(dialled).replace(/(\d{3})(\d{4})/, '$1-$2')}`;
};
const address = { line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701' };
const addCustomer = (parts: object = {}, by: Person = clerk) =>
  by.do(create, { body: { firstName: 'Maya', lastName: 'Ortiz', phone: phone(), ...parts } });
const keeperOf = async (...locations: string[]) => shop.signIn({ permissions: [...everything], locations });
const actorAt = (locations: string[] | null) =>
  ({ userId: newId(), name: 'Till', locations }) as unknown as Actor;

async function addOrder(customerId: string, locationId: string, total = 1200, status = 'delivered') {
  await shop.look(async (tx) => {
    const main = newId();
    await tx
      .insertInto('main_orders')
      .values({
        id: main,
        customer_id: customerId,
        fulfilment: 'pickup',
        payment_type: 'cashOnDelivery',
        source: 'staff',
      })
      .execute();
    await tx
      .insertInto('orders')
      .values({
        location_id: locationId,
        id: newId(),
        main_order_id: main,
        customer_id: customerId,
        customer_name: 'Maya Ortiz',
        customer_phone: '5125550000',
        status,
        headline_status: status,
        fulfilment: 'pickup',
        payment_type: 'cashOnDelivery',
        items_total: total,
        total,
        line_count: 1,
      })
      .execute();
  });
}

test('a customer is found by name, by email and by telephone however it is written', async () => {
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

test('one telephone number is one customer, however it is written', async () => {
  await addCustomer({ phone: '512-888-0001' });

  const again = await clerk.call(create, {
    body: { firstName: 'Other', lastName: 'Name', phone: '+1 512 888 0001' },
  });

  expect(again.status).toBe(409);
  expect(again.body.error?.fields).toEqual([
    { path: 'phone', message: 'This phone number is already taken' },
  ]);
});

test('an edit keeps what it leaves out, and at an old version changes nothing', async () => {
  const customer = await addCustomer({ notes: 'Rings twice' });
  const params = { id: customer._id };

  const edited = await clerk.do(edit, { params, body: { lastName: 'Diaz', notes: '', version: 1 } });
  const late = await clerk.call(edit, { params, body: { lastName: 'Late', version: 1 } });

  expect(edited).toMatchObject({ firstName: 'Maya', lastName: 'Diaz', notes: null, version: 2 });
  expect(late.status).toBe(409);
  expect(late.body.data).toMatchObject({ lastName: 'Diaz', version: 2 });
});

test('of the addresses one is always the default', async () => {
  const customer = await addCustomer({ addresses: [address, { ...address, label: 'Work' }] });
  const params = { id: customer._id };
  const defaults = async () => {
    const { addresses } = await clerk.do(show, { params });
    return addresses.filter((one) => one.isDefault).map((one) => one.label);
  };
  expect(await defaults()).toEqual(['Home']);

  const third = await clerk.do(addAddress, {
    params,
    body: { ...address, label: 'Cabin', isDefault: true },
  });
  expect(await defaults()).toEqual(['Cabin']);
  const moved = await clerk.do(editAddress, {
    params: { addressId: third._id },
    body: { city: 'Marfa', version: third.version },
  });
  expect(moved).toMatchObject({ city: 'Marfa', line1: '1 Elm St', isDefault: true });
  const late = await clerk.call(editAddress, {
    params: { addressId: third._id },
    body: { city: 'Late', version: third.version },
  });
  expect(late.status).toBe(409);
  await clerk.do(removeAddress, { params: { addressId: third._id } });
  expect(await defaults()).toEqual(['Home']);
});

test('an address that two people edit keeps what both changed, and nothing of another address', async () => {
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
  expect([late.status, late.body.error?.code]).toEqual([409, 'version-stale']);
});

test('a customer shows their orders and what they came to, and is not deleted any more', async () => {
  const place = await addLocation(shop, { name: 'Downtown' });
  const customer = await addCustomer();
  const fresh = await addCustomer();
  for (let index = 0; index < 11; index += 1) await addOrder(customer._id, place, 1000);
  await addOrder(customer._id, place, 500, 'cancelled');

  const shown = await clerk.do(show, { params: { id: customer._id } });
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

test('the refusal to delete a customer names everything that keeps them', async () => {
  const place = await addLocation(shop);
  const customer = await addCustomer();
  await addOrder(customer._id, place, 1000);
  await clerk.do(coinRoutes.adjust, { body: { customerId: customer._id, coins: 5, reason: 'Sorry' } });

  const { body } = await clerk.call(remove, { params: { id: customer._id } });

  expect(body.message).toBe('Maya Ortiz is in use: 1 order and 1 coin entry');
  expect(body.error?.details).toMatchObject({ count: 2 });
});

test('a customer is blocked and unblocked by users with the permission', async () => {
  const customer = await addCustomer();
  const reader = await shop.signIn({ permissions: ['customer_edit'] });
  const call = { params: { id: customer._id }, body: { status: 'blocked' as const } };

  expect((await reader.call(changeStatus, call)).status).toBe(403);
  expect((await clerk.do(changeStatus, call)).status).toBe('blocked');
  const page = await clerk.do(list, { body: { filters: { status: 'blocked' } } });
  expect(page.records.map((found) => found._id)).toContain(customer._id);
});

test('people of a location see, search and change the customers of that location and no others', async () => {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const keeper = await keeperOf(here);
  const mine = await addCustomer({ lastName: 'Isolated', addresses: [address] }, keeper);
  const foreign = await addCustomer({ lastName: 'Isolated', addresses: [address] }, await keeperOf(there));
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
  expect((await keeper.do(show, { params: { id: mine._id } })).addresses).toHaveLength(1);
});

test('figures of a customer count only the orders at the locations that one may see', async () => {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const customer = await addCustomer();
  await addOrder(customer._id, here, 700);
  await addOrder(customer._id, there, 900);

  const shown = await (await keeperOf(here)).do(show, { params: { id: customer._id } });

  expect(shown.orderCount).toBe(1);
  expect(shown.lastOrders).toHaveLength(1);
});

test('a customer whom other locations know is only forgotten by one that deletes them', async () => {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const keeper = await keeperOf(here);
  const customer = await addCustomer({}, keeper);
  await transaction(shop.db, { userId: null, locations: [there] }, (tx) =>
    findOrAddCustomer(tx, actorAt([there]), {
      firstName: 'Maya',
      lastName: 'Ortiz',
      phone: customer.phone,
    }),
  );

  await keeper.do(remove, { params: { id: customer._id } });

  expect((await keeper.call(show, { params: { id: customer._id } })).status).toBe(404);
  expect((await (await keeperOf(there)).do(show, { params: { id: customer._id } })).lastName).toBe('Ortiz');
  expect((await clerk.do(show, { params: { id: customer._id } })).lastName).toBe('Ortiz');
});

test('thirty baskets at once with the same telephone number are one customer, known wherever they ordered', async () => {
  const places = await Promise.all(Array.from({ length: 3 }, () => addLocation(shop)));
  const number = phone();
  const spellings = [number, number.replaceAll('-', ''), `+1 ${number}`];

  const found = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      const locations = index % 4 === 3 ? null : [places[index % 3]!];
      return transaction(shop.db, { userId: null, locations }, (tx) =>
        findOrAddCustomer(tx, actorAt(locations), {
          firstName: 'Bas',
          lastName: 'Ket',
          phone: spellings[index % 3]!,
          email: 'bas@ket.example',
        }),
      );
    }),
  );

  expect(new Set(found.map((customer) => customer._id)).size).toBe(1);
  expect(found.filter((customer) => customer.created)).toHaveLength(1);
  for (const place of places) {
    const page = await (await keeperOf(place)).do(list);
    expect(page.records.map((customer) => customer._id)).toEqual([found[0]!._id]);
  }
});

test("a new telephone number with somebody else's email is a new customer without it", async () => {
  await addCustomer({ email: 'shared@home.example' });

  const found = await shop.look((tx) =>
    findOrAddCustomer(tx, actorAt(null), {
      firstName: 'Sam',
      lastName: 'Home',
      phone: phone(),
      email: 'Shared@Home.example',
    }),
  );

  expect(found.created).toBe(true);
  expect((await clerk.do(show, { params: { id: found._id } })).email).toBeNull();
});

test('the addresses of the marketplace are those of its locations, for each as far as they may see', async () => {
  const here = await addLocation(shop, { name: 'Only mine' });

  const mine = await (await keeperOf(here)).do(customerRoutes.adminAddresses);
  const all = await clerk.do(customerRoutes.adminAddresses);

  expect(mine.map((place) => place.name)).toEqual(['Only mine']);
  expect(all.length).toBeGreaterThan(1);
});
