import { brandRoutes } from '@aisle/contract/catalog/brands';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { possibleDuplicateRoutes } from '@aisle/contract/system/possible-duplicates';
import { userRoutes } from '@aisle/contract/system/users/users';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  homeAddress,
  newShopper,
  placeOne,
} from '../../../test/order-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { system, transaction } from '../../core/db/db.ts';
import { normalTables } from './normal-columns.ts';
import { normalizeBatch, normalizeStoredText } from './normalize-text.ts';

const shop = await openShop();
const admin = await shop.signIn();
beforeEach(() => shop.sql`DELETE FROM text_normalizations`);

/** Writes text as earlier versions stored it. */
const store = (table: string, id: string, values: Record<string, unknown>) =>
  shop.look((tx) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.join(
      Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    )} WHERE id = ${id}`.execute(tx),
  );
const stored = async <Row>(table: string, id: string, key = 'id') => {
  const { rows } = await shop.look((tx) =>
    sql<Row>`SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(key)} = ${id}`.execute(tx),
  );
  return rows[0]!;
};
const run = () => normalizeStoredText(shop.db);
const pairs = async (by: Person = admin) =>
  (await by.do(possibleDuplicateRoutes.list, { body: { limit: 100 } })).records;
const addBrand = (name: string) => admin.do(brandRoutes.create, { body: { name } });

test('normalizes names, emails, phones and postal codes', async () => {
  const brand = await addBrand('Placeholder one');
  await store('brands', brand._id, { name: 'Pen\u0303a\u00a0 Verde\u200b' });
  const vendor = await admin.do(vendorRoutes.create, {
    body: { name: 'Placeholder two', address: homeAddress },
  });
  await store('vendors', vendor._id, {
    name: 'Fruit\u00a0Co',
    phone: '0044 20 7946 0958',
    email: 'fruit@co.example,',
    contact: '\u200b',
    address: JSON.stringify({ ...homeAddress, city: 'Aus\u00adtin', postalCode: '78701\u200e' }),
  });
  const customer = await admin.do(customerRoutes.create, {
    body: { ...newShopper(), addresses: [homeAddress] },
  });
  await store('customers', customer._id, {
    first_name: 'Jose\u0301',
    email: 'jose@home.example\u200b',
    phone: '\u202a+44 (0)20 7946 0001\u202c',
    phone_digits: '4402079460001',
  });
  await store('customer_addresses', customer.addresses[0]!._id, { postal_code: '７８７０２' });

  await run();

  expect(await stored('brands', brand._id)).toMatchObject({ name: 'Peña Verde', version: 3 });
  expect(await stored('vendors', vendor._id)).toMatchObject({
    name: 'Fruit Co',
    phone: '+442079460958',
    email: 'fruit@co.example',
    contact: null,
    address: { city: 'Austin', postalCode: '78701' },
  });
  expect(await stored('customers', customer._id)).toMatchObject({
    first_name: 'José',
    email: 'jose@home.example',
    phone: '+442079460001',
    phone_digits: '442079460001',
  });
  expect(await stored('customer_addresses', customer.addresses[0]!._id)).toMatchObject({
    postal_code: '78702',
  });
  expect((await admin.do(customerRoutes.list, { body: { search: 'José' } })).records).toMatchObject([
    { _id: customer._id },
  ]);
});

test('skips rows in normal form, and runs once for each version of the rules', async () => {
  const brand = await addBrand('Untouched');
  await run();
  expect((await stored<{ version: number }>('brands', brand._id)).version).toBe(1);

  await store('brands', brand._id, { name: 'Un\u200btouched' });
  await run();
  expect(await stored('brands', brand._id)).toMatchObject({ name: 'Un\u200btouched' });

  await shop.sql`UPDATE text_normalizations SET rules = rules - 1`;
  await run();
  expect(await stored('brands', brand._id)).toMatchObject({ name: 'Untouched' });
});

test('continues the work of a stopped server', async () => {
  const brands = await Promise.all(['Stop A', 'Stop B', 'Stop C', 'Stop D', 'Stop E'].map(addBrand));
  for (const { _id, name } of brands) await store('brands', _id, { name: `${name}\u200b` });

  let batches = 0;
  while (await transaction(shop.db, system, (tx) => normalizeBatch(tx, 2))) batches += 1;

  expect(batches).toBeGreaterThan(normalTables.length + 2);
  for (const { _id, name } of brands) expect(await stored('brands', _id)).toMatchObject({ name });
});

test('lets two servers run at the same time', async () => {
  const brands = await Promise.all(['Both A', 'Both B'].map(addBrand));
  for (const { _id, name } of brands) await store('brands', _id, { name: `${name}\u200b` });

  await Promise.all([run(), run(), run()]);

  await run();
  for (const { _id, name } of brands) expect(await stored('brands', _id)).toMatchObject({ name, version: 3 });
});

test('keeps a row that would collide, and lists both rows until one of them changes', async () => {
  const [first, second] = [await addBrand('Twin'), await addBrand('Placeholder three')];
  await store('brands', second._id, { name: 'Twin\u200b' });

  await run();
  await run();

  expect(await stored('brands', second._id)).toMatchObject({ name: 'Twin\u200b' });
  const found = (await pairs()).filter(({ resource }) => resource === 'brands');
  expect(found).toMatchObject([
    {
      field: 'name',
      record: { _id: second._id, name: 'Twin\u200b' },
      other: { _id: first._id, name: 'Twin' },
    },
  ]);

  await admin.do(brandRoutes.edit, { params: { id: first._id }, body: { name: 'Not a twin', version: 1 } });
  expect((await pairs()).filter(({ resource }) => resource === 'brands')).toEqual([]);
});

test('lists categories of one parent only, and removes deleted ones', async () => {
  const add = (name: string, parentId?: string) =>
    admin.do(categoryRoutes.create, { body: { name, ...(parentId && { parentId }) } });
  const [food, drinks] = [await add('Food'), await add('Drinks')];
  const [a, b, c] = [
    await add('Kat 1', food._id),
    await add('Kat 2', food._id),
    await add('Kat 3', drinks._id),
  ];
  await store('categories', b._id, { name: 'Kat\u00a01' });
  await store('categories', c._id, { name: 'Kat\u00a01' });

  await run();

  expect(await stored('categories', c._id)).toMatchObject({ name: 'Kat 1' });
  const found = () => pairs().then((all) => all.filter(({ resource }) => resource === 'categories'));
  expect(await found()).toMatchObject([{ record: { _id: b._id }, other: { _id: a._id } }]);
  await admin.do(categoryRoutes.remove, { params: { id: b._id } });
  expect(await found()).toEqual([]);
});

test('lists customers with the same email or phone until they are merged', async () => {
  const one = await admin.do(customerRoutes.create, {
    body: { ...newShopper(), email: 'same@home.example' },
  });
  const two = await admin.do(customerRoutes.create, { body: newShopper() });
  await store('customers', two._id, { email: 'same@home.example\u200b', first_name: 'Zoe\u0308' });

  await run();

  expect(await stored('customers', two._id)).toMatchObject({
    email: 'same@home.example\u200b',
    first_name: 'Zoe\u0308',
  });
  const found = () => pairs().then((all) => all.filter(({ resource }) => resource === 'customers'));
  expect(await found()).toMatchObject([
    { field: 'email', record: { _id: two._id }, other: { _id: one._id } },
  ]);
  await admin.do(customerCareRoutes.merge, { body: { customerId: one._id, otherId: two._id } });
  expect(await found()).toEqual([]);
});

test('shows users the records that they can see, and stores none', async () => {
  const user = await admin.do(userRoutes.create, {
    body: { firstName: 'Nia', lastName: 'Long', email: 'nia@home.example', userType: 'others' },
  });
  const twin = await admin.do(userRoutes.create, {
    body: { firstName: 'Nia', lastName: 'Two', email: 'nia2@home.example', userType: 'others' },
  });
  await store('users', twin._id, { email: 'nia@home.example\u2060' });
  await run();

  const [clerk, store_] = [
    await shop.signIn({ permissions: ['brand_list'], userType: 'others' }),
    await shop.signIn({ permissions: ['user_list'], userType: 'store' }),
  ];
  const seen = (await pairs()).filter(({ resource }) => resource === 'users');
  expect(seen).toMatchObject([{ record: { _id: twin._id }, other: { _id: user._id, name: 'Nia Long' } }]);
  expect((await pairs(clerk)).filter(({ resource }) => resource === 'users')).toEqual([]);
  expect((await store_.call(possibleDuplicateRoutes.list, { body: {} })).status).toBe(403);
  const page = await admin.do(possibleDuplicateRoutes.list, { body: { filters: { resource: 'vendors' } } });
  expect(page.records).toEqual([]);
});

test('keeps orders, their names and audit entries unchanged', async () => {
  const location = await addOrderLocation(shop);
  const bread = await addGoods(shop, location, { name: 'Bread', price: 300, stock: 10 });
  const milk = await addGoods(shop, location, { name: 'Milk', price: 200, stock: 10 });
  const customer = await admin.do(customerRoutes.create, { body: newShopper() });
  await store('customers', customer._id, { first_name: 'Ame\u0301lie\u00a0', last_name: 'Ot\u200bt' });
  const order = await placeOne(admin, location, bread, { customerId: customer._id, fulfilment: 'pickup' });
  const entries = async (): Promise<number> => (await shop.sql`SELECT count(*) FROM audit_entries`)[0]!.count;
  const before = await entries();

  await shop.sql`UPDATE lots SET lot_number = ${'L\u20111\u200b'}`;
  await shop.sql`UPDATE orders SET tags = ${['call\u00a0 first']}`;

  while (await transaction(shop.db, system, (tx) => normalizeBatch(tx, 1)));

  for (const goods of [bread, milk]) {
    expect(await stored('lots', goods, 'sub_product_id')).toMatchObject({ lot_number: 'L-1' });
  }
  expect(await stored('orders', order._id)).toMatchObject({ tags: ['call first'] });
  expect(await stored('customers', customer._id)).toMatchObject({ first_name: 'Amélie', last_name: 'Ott' });
  expect((await stored<{ customer_name: string }>('orders', order._id)).customer_name).toContain(
    'Ame\u0301lie\u00a0',
  );
  const rows = await shop.sql`SELECT after FROM audit_entries
    WHERE action = 'normalizeText' ORDER BY at DESC, id DESC LIMIT 1`;
  expect(rows).toMatchObject([{ after: { changed: expect.any(Number), skipped: expect.any(Number) } }]);
  expect(await entries()).toBe(before + 1);
});
