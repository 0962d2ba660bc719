import { customerRoutes } from '@aisle/contract/customers/customers';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { expect, test } from 'vitest';
import { newShopper, openStore, viewOrder } from '../../../test/order-builders.ts';
import { refusal } from '../../../test/shop.ts';

const { create, edit, show, list, dropdown } = customerRoutes;

const store = await openStore({ goods: { name: 'Bread', price: 300, stock: 100 } });
const { manager: admin, location, goods: bread } = store;

const orderOf = (customer: { firstName: string; lastName?: string | null; phone: string }) =>
  admin.do(mainOrderRoutes.create, {
    body: {
      customer,
      fulfilment: 'pickup',
      paymentType: 'cashOnDelivery',
      lines: [{ subProductId: bread, locationId: location, quantity: 1 }],
    },
  });

test.each([
  [{ firstName: 'Sukarno', lastName: '' }, '+15125550211'],
  [{ firstName: 'Madonna' }, '+15125550212'],
  [{ firstName: '李明', lastName: null }, '+15125550213'],
])('accepts an order of %j', async (name, phone) => {
  const placed = await orderOf({ ...name, phone });

  const order = await viewOrder(admin, placed.orders[0]!._id);
  expect(order.customer.name).toBe(name.firstName);
  const customer = await admin.do(show, { params: { id: order.customer._id } });
  expect(customer).toMatchObject({ ...name, lastName: '' });
  const saved = await admin.do(edit, {
    params: { id: customer._id },
    body: { firstName: customer.firstName, lastName: customer.lastName, phone, version: customer.version },
  });
  expect(saved.lastName).toBe('');
});

test('keeps the last name when an edit leaves it out, and removes it when it is empty', async () => {
  const customer = await admin.do(create, { body: { ...newShopper(), firstName: 'Ada', lastName: 'Byron' } });

  const noted = await admin.do(edit, { params: { id: customer._id }, body: { notes: 'Hi', version: 1 } });
  expect(noted.lastName).toBe('Byron');
  const single = await admin.do(edit, { params: { id: customer._id }, body: { lastName: ' ', version: 2 } });
  expect(single).toMatchObject({ firstName: 'Ada', lastName: '' });
});

test('finds and shows customers with one name without a trailing space', async () => {
  const one = await admin.do(create, { body: { firstName: 'Cherilyn', phone: '+15125550221' } });
  const two = await admin.do(create, { body: { firstName: 'Cherilyn', phone: '+15125550222' } });

  const found = await admin.do(list, { body: { search: 'cherilyn', sort: { field: 'name' } } });
  expect(found.records.map(({ _id }) => _id).sort()).toEqual([one._id, two._id].sort());
  const choices = await admin.do(dropdown, { query: { search: 'Cherilyn' } });
  expect(choices.map(({ name }) => name)).toEqual(['Cherilyn', 'Cherilyn']);
  const plan = await admin.do(customerCareRoutes.merge, { body: { customerId: one._id, otherId: two._id } });
  expect([plan.customer.name, plan.other.name]).toEqual(['Cherilyn', 'Cherilyn']);
  expect((await admin.do(show, { params: { id: two._id } })).mergedInto?.name).toBe('Cherilyn');
  expect((await admin.do(show, { params: { id: one._id } })).merged[0]?.name).toBe('Cherilyn');
});

test('saves every name that orders accept', async () => {
  const long = 'a'.repeat(100);
  const placed = await orderOf({ firstName: long, lastName: long, phone: '+15125550231' });
  const order = await viewOrder(admin, placed.orders[0]!._id);
  const customer = await admin.do(show, { params: { id: order.customer._id } });

  const saved = await admin.call(edit, {
    params: { id: customer._id },
    body: { firstName: long, lastName: long, phone: '+15125550231', version: customer.version },
  });

  expect(saved.status).toBe(200);
  const longer = await admin.call(edit, {
    params: { id: customer._id },
    body: { firstName: `${long}a`, version: customer.version },
  });
  expect([longer.status, longer.body.error?.fields?.[0]?.message]).toEqual([
    400,
    'First name must be at most 100 characters',
  ]);
});

test('rejects duplicate emails and phones despite copied invisible characters', async () => {
  const customer = await admin.do(create, {
    body: {
      firstName: 'Same',
      phone: '\u202a(512) 555\u20110241\u202c',
      email: '<same@home.example>;\u200b',
    },
  });

  expect(customer).toMatchObject({ phone: '+15125550241', email: 'same@home.example' });
  const refused = await admin.call(create, {
    body: { firstName: 'Again', phone: '+15125550242', email: 'same\u00ad@home.example' },
  });
  expect(refusal(refused)).toEqual([409, 'duplicate']);
  const invisible = await admin.call(create, { body: { firstName: '\u200b', phone: '+15125550243' } });
  expect(invisible.body.error?.fields).toMatchObject([
    { path: 'firstName', message: 'First name is required' },
  ]);
  const lines = await admin.do(create, { body: { firstName: 'Ada\r\nBcc: x@y', phone: '+15125550244' } });
  expect(lines.firstName).toBe('Ada Bcc: x@y');
});
