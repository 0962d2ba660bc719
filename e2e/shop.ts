import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { productRoutes } from '@aisle/contract/catalog/products';
import { type SubProductInput, subProductRoutes } from '@aisle/contract/catalog/sub-products';
import type { DataOf } from '@aisle/contract/core/route';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { userRoutes } from '@aisle/contract/system/users/users';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Page } from 'playwright-core';
import type { Api } from './api.ts';
import { field } from './browser.ts';
import { linkMailedTo } from './mails.ts';

type Goods = Pick<SubProductInput, 'name' | 'price'> & Partial<SubProductInput> & { stock?: number };
type Location = DataOf<typeof locationRoutes.create>;
type Variant = DataOf<typeof subProductRoutes.saveEdit>['subProducts'][number];

export interface Shop {
  location: Location;
  categoryId: string;
  /** The sub-products by name. */
  goods: ReadonlyMap<string, Variant>;
}

/** A location that sells a few things, each as a separate product. `code` distinguishes it from other shops. */
export async function openShop(admin: Api, code: string, wanted: readonly Goods[]): Promise<Shop> {
  const location = await admin.do(locationRoutes.create, {
    body: {
      name: `Shop ${code}`,
      code,
      address: { line1: '12 Lake Street', city: 'Chicago', state: 'IL', postalCode: '60601' },
      latitude: 41.8857,
      longitude: -87.6228,
      timeZone: 'America/Chicago',
      deliveryRadiusKm: 20,
      commissionRate: 10,
    },
  });
  const category = await admin.do(categoryRoutes.create, { body: { name: `Goods of ${code}` } });
  const goods = new Map<string, Variant>();
  for (const { stock: _, ...fields } of wanted) {
    const product = await admin.do(productRoutes.create, {
      body: { name: fields.name, categoryId: category._id },
    });
    const variant = { sku: `${code}-${goods.size + 1}`, unit: 'each' as const, ...fields };
    const saved = await admin.do(subProductRoutes.saveEdit, {
      body: { productId: product._id, subProducts: [variant] },
    });
    goods.set(fields.name, saved.subProducts[0]!);
  }
  const subProducts = [...goods.values()].map(({ _id }) => ({ subProductId: _id, assigned: true }));
  if (subProducts.length > 0) {
    await admin.do(locationRoutes.assign, { body: { locationId: location._id, subProducts } });
  }
  const rows = wanted.flatMap(({ name, stock }) =>
    stock ? [{ subProductId: goods.get(name)!._id, quantity: stock, costPrice: 100 }] : [],
  );
  if (rows.length > 0) {
    await admin.do(inventoryRoutes.bulkCreate, { body: { locationId: location._id, rows } });
  }
  return { location, categoryId: category._id, goods };
}

interface Shopper {
  firstName: string;
  lastName: string;
  phone: string;
  email?: string;
}
/** A nearby delivery order, paid in cash. */
export async function placeOrder(
  by: Api,
  shop: Shop,
  lines: Readonly<Record<string, number>>,
  customer: Shopper = { firstName: 'Ines', lastName: 'Marlow', phone: '+1 312 555 0143' },
): Promise<DataOf<typeof mainOrderRoutes.create>['orders'][number]> {
  const placed = await by.do(mainOrderRoutes.create, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      customer,
      fulfilment: 'delivery',
      address: {
        line1: '8 River Walk',
        city: 'Chicago',
        state: 'IL',
        postalCode: '60601',
        latitude: 41.8881,
        longitude: -87.6247,
      },
      paymentType: 'cashOnDelivery',
      lines: Object.entries(lines).map(([name, quantity]) => ({
        subProductId: shop.goods.get(name)!._id,
        quantity,
        locationId: shop.location._id,
      })),
    },
  });
  return placed.orders[0]!;
}

/** Takes a placed order to the customer's door with the location's own staff. */
export async function deliver(by: Api, id: string): Promise<DataOf<typeof orderRoutes.view>> {
  const steps = [
    'processing',
    'prepared',
    'awaitingForDelivery',
    'offQueue',
    'outOfDelivery',
    'delivered',
  ] as const;
  for (const status of steps) {
    await by.do(orderRoutes.updateStatus, { params: { id }, body: { status } });
  }
  return by.do(orderRoutes.view, { params: { id } });
}

export interface Person {
  _id: string;
  email: string;
  firstName: string;
  lastName: string;
}
/** An invited user who hasn't signed in yet, with these permissions at all locations. */
export async function inviteUser(
  admin: Api,
  firstName: string,
  permissions: string[],
  /** The only locations that the user works at; all if omitted. */
  locationIds?: string[],
): Promise<Person> {
  const email = `${firstName.toLowerCase()}@journeys.example`;
  const of = locationIds ? { userType: 'store' as const, locationIds } : { userType: 'others' as const };
  const user = await admin.do(userRoutes.create, {
    body: { firstName, lastName: 'Example', email, ...of },
  });
  if (permissions.length > 0) {
    await admin.do(userRoutes.assignRole, { body: { userId: user._id, userRole: permissions } });
  }
  return { _id: user._id, email, firstName, lastName: 'Example' };
}

/** The user opens the invitation and chooses a password. */
export async function welcome(admin: Api, person: Person, password: string): Promise<Person> {
  const link = await linkMailedTo(person.email, /Welcome/);
  const token = link.split('/').at(-1) ?? '';
  await admin.do(authRoutes.resetPassword, { body: { password, token } });
  return person;
}

/** Fills in the form of a new product with one sub-product, in a category that it creates, and saves it. */
export async function createProduct(page: Page, category: string): Promise<void> {
  await field(page, 'Name').fill('Fig Spread');
  await page.getByRole('combobox', { name: 'Category' }).fill(category);
  await page.getByRole('option', { name: `Create "${category}"` }).click();
  await page.getByRole('button', { name: 'Add sub-product' }).click();
  const cell = (name: string) => page.locator(`[data-path="subProducts.0.${name}"]`);
  await cell('sku').click();
  await page.keyboard.type('FIG-1');
  await page.keyboard.press('Tab');
  await cell('price').click();
  await page.keyboard.type('5.49');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Create product' }).click();
  await page.getByRole('button', { name: /^Sold at 0 of/ }).waitFor();
}
