import { brandRoutes } from '@aisle/contract/catalog/brands';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { productRoutes } from '@aisle/contract/catalog/products';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { userRoutes } from '@aisle/contract/system/users/users';
import { expect, test } from 'vitest';
import { addCategory } from '../../../test/catalogue-builders.ts';
import { addDriver } from '../../../test/driver-builders.ts';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();
const admin = await shop.signIn();
const location = await addOrderLocation(shop);

const latestEvent = async (): Promise<number> =>
  (await shop.sql`SELECT coalesce(max(id), 0) AS id FROM changes`)[0]!.id;
const announcedAfter = (id: number) =>
  shop.sql`SELECT resource, permission, record_id, location_id FROM changes WHERE id > ${id}`;

let count = 0;
const name = () => {
  count += 1;
  return `Thing ${count}`;
};
const customer = () => ({ firstName: 'Ada', lastName: name(), phone: `51255501${10 + count}` });
const changes: [topic: string, permission: string, change: () => Promise<unknown>][] = [
  ['brands', 'brand_list', () => admin.do(brandRoutes.create, { body: { name: name() } })],
  ['taxes', 'tax_list', () => admin.do(taxRoutes.create, { body: { name: name(), rate: 5 } })],
  ['vendors', 'vendor_list', () => admin.do(vendorRoutes.create, { body: { name: name() } })],
  ['customers', 'customer_list', () => admin.do(customerRoutes.create, { body: customer() })],
  ['categories', 'category_list', () => admin.do(categoryRoutes.create, { body: { name: name() } })],
  [
    'products',
    'product_list',
    async () => {
      const categoryId = await addCategory(shop);
      await admin.do(productRoutes.create, { body: { name: name(), categoryId } });
    },
  ],
  [
    'locations',
    'store_list',
    () =>
      admin.do(locationRoutes.clone, { params: { id: location }, body: { name: name(), code: `L${count}` } }),
  ],
  [
    'users',
    'user_list',
    () =>
      admin.do(userRoutes.create, {
        body: { firstName: 'Ada', lastName: name(), email: `ada${count}@people.example`, userType: 'others' },
      }),
  ],
];

test.each(changes)(
  'announces a change of %s to all users who can see the list',
  async (topic, permission, change) => {
    const before = await latestEvent();

    await change();

    expect(await announcedAfter(before)).toContainEqual({
      resource: topic,
      permission,
      record_id: expect.any(String),
      location_id: null,
    });
  },
);

test("announces a change of a driver at the driver's location", async () => {
  const before = await latestEvent();

  const driver = await addDriver(admin, location);

  expect(await announcedAfter(before)).toContainEqual({
    resource: 'drivers',
    permission: 'driver_list',
    record_id: driver,
    location_id: location,
  });
});

test('announces no change of users at sign-in', async () => {
  const before = await latestEvent();

  await shop.look((tx) => tx.updateTable('users').set({ last_login_at: new Date().toISOString() }).execute());

  expect(await announcedAfter(before)).toEqual([]);
});
