import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import { allPermissions } from '@aisle/contract/permissions';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { newId } from '../src/core/ids.ts';
import { addDriver } from './driver-builders.ts';
import { addGoods, addOrderLocation, decide } from './order-builders.ts';
import { refundNow } from './payable-builders.ts';
import { addPromotion } from './promotion-builders.ts';
import { addDispute, deliver, requestReturn } from './return-builders.ts';
import { openShop, type Person } from './shop.ts';
import { addPlan, subscribeTo } from './subscription-builders.ts';
import { addTicket } from './support-builders.ts';

// Names are typed on a phone, without accents and in any order. Every list has to find them.

const name = 'José Muñoz-García O’Reilly Crème brûlée';
const searches = [
  'munoz',
  'Jose Munoz',
  'munoz jose',
  'Muñoz José',
  'García, José',
  'garcia jose',
  'MUN\u0303OZ',
  "o'reilly",
  'O’REILLY',
  'oreilly jose',
  'brulee creme',
  'creme jose garcia',
  'crème  BRÛLÉE',
];

const shop = await openShop();
const admin = await shop.signIn();
await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: true } });
const location = await addOrderLocation(shop);
const clerk = await shop.signIn({ permissions: [...allPermissions], locations: [location] });
const world: Record<'location' | 'customer' | 'recall' | 'count', string> = await fill(location);

/** One record of each kind, all with the same name. */
async function fill(location: string): Promise<typeof world> {
  const goods = await addGoods(shop, location, { price: 1000, expiresOn: '2999-01-31', stock: 50 });
  const customer = { firstName: 'José', lastName: name.slice(5), phone: '+15125550177' };
  const order = await deliver(clerk, location, goods, { quantity: 4, customer });
  await requestReturn(admin, order);
  await refundNow(admin, order, 100);
  await addDispute(shop, order._id);
  await subscribeTo(admin, order.customer._id, (await addPlan(admin))._id);
  await addTicket(admin, { customerId: order.customer._id, locationId: location });
  const driver = await addDriver(admin, location);
  const lines = [{ subProductId: goods, quantity: 1 }];
  const between = { fromLocationId: location, toLocationId: await addOrderLocation(shop) };
  await admin.do(transferRoutes.create, { body: { ...between, lines, note: name } });
  const count = await admin.do(stockCountRoutes.create, { body: { locationId: location, name } });
  const selection = { subProductIds: [goods] };
  const recall = await admin.do(recallRoutes.create, {
    body: { title: name, reason: 'Splinters', selection },
  });
  await addPromotion(admin, { name });
  await admin.do(api.vendors.create, { body: { name } });
  await admin.do(api.taxes.create, { body: { name, rate: 5 } });
  await admin.do(api.apiKeys.create, { body: { name, scopes: ['orders'] } });
  await shop.sql`INSERT INTO webhook_endpoints (id, name, url, events, secret)
    VALUES (${newId()}, ${name}, 'https://example.com', ARRAY['order.created'], 'secret')`;
  // The recall blocks the other item.
  await addGoods(shop, location, { stock: 5 });
  await rename({ location, driver });
  return {
    location,
    count: count._id,
    recall: recall._id,
    customer: order.customer._id,
  };
}

async function rename({ location, driver }: Record<'location' | 'driver', string>) {
  const renamed = (text: string, ...values: unknown[]) => shop.db.owner.query(text, [name, ...values]);
  await renamed('UPDATE locations SET name = $1 WHERE id = $2', location);
  await renamed('UPDATE sub_products SET name = $1');
  await renamed('UPDATE products SET name = $1');
  await renamed(`INSERT INTO brands (id, name) VALUES (gen_random_uuid(), $1)`);
  await renamed(`UPDATE categories SET name = $1 WHERE id = (SELECT p.category_id FROM sub_products s
    JOIN products p ON p.id = s.product_id JOIN lots ON lots.sub_product_id = s.id LIMIT 1)`);
  await renamed('UPDATE drivers SET name = $1 WHERE id = $2', driver);
  await renamed('UPDATE subscription_plans SET name = $1');
  await renamed(`UPDATE users SET first_name = 'José', last_name = substr($1, 6)`);
}

interface Listed {
  route: Route;
  body?: () => object;
  params?: () => object;
  /** The name of the parameter if it isn't `search`. */
  parameter?: string;
  /** Users limited to certain locations don't see it. */
  ofMarketplace?: true;
}
const lists: Record<string, Listed> = {
  'users.list': { route: api.users.list, ofMarketplace: true },
  'users.dropdown': { route: api.users.dropdown, ofMarketplace: true },
  'brands.list': { route: api.brands.list },
  'brands.dropdown': { route: api.brands.dropdown },
  'taxes.list': { route: api.taxes.list },
  'taxes.dropdown': { route: api.taxes.dropdown },
  'categories.list': { route: api.categories.list },
  'categories.tree': { route: api.categories.tree },
  'categories.productTree': { route: api.categories.productTree },
  'products.list': { route: api.products.list },
  'products.dropdown': { route: api.products.dropdown },
  'subProducts.list': { route: api.subProducts.list },
  'subProducts.dropdown': { route: api.subProducts.dropdown },
  'locations.list': { route: api.locations.list },
  'locations.dropdown': { route: api.locations.dropdown },
  'locations.productTree': { route: api.locations.productTree, params: () => ({ id: world.location }) },
  'prices.grid': {
    route: api.prices.grid,
    body: () => ({ filters: { locationIds: [world.location] } }),
    ofMarketplace: true,
  },
  'vendors.list': { route: api.vendors.list, ofMarketplace: true },
  'vendors.dropdown': { route: api.vendors.dropdown, ofMarketplace: true },
  'inventory.list': { route: api.inventory.list },
  'inventory.levels': { route: api.inventory.levels },
  'inventory.movements': { route: api.inventory.movements },
  'transfers.list': { route: api.transfers.list },
  'stockCounts.list': { route: api.stockCounts.list },
  'stockCounts.items': {
    route: api.stockCounts.items,
    body: () => ({ filters: { countId: world.count } }),
  },
  'expiry.lots': { route: api.expiry.lots },
  'customers.list': { route: api.customers.list },
  'customers.dropdown': { route: api.customers.dropdown },
  'subscriptionPlans.list': { route: api.subscriptionPlans.list },
  'subscriptionPlans.dropdown': { route: api.subscriptionPlans.dropdown },
  'subscriptions.list': { route: api.subscriptions.list, ofMarketplace: true },
  'orders.list': { route: api.orders.list },
  'orders.counts': { route: api.orders.counts },
  'orders.searchInventory': {
    route: api.orders.searchInventory,
    body: () => ({ locationId: world.location }),
  },
  'orders.searchInventory anywhere': {
    route: api.orders.searchInventory,
    body: () => ({ locationId: world.location, anywhere: true }),
  },
  'orderOwners.owners': { route: api.orderOwners.owners, ofMarketplace: true },
  'drivers.list': { route: api.drivers.list },
  'drivers.dropdown': { route: api.drivers.dropdown },
  'mainOrders.list': { route: mainOrderRoutes.list },
  'disputes.list': { route: api.disputes.list },
  'payments.list': { route: api.payments.list },
  'refunds.list': { route: api.refunds.list },
  'returns.list': { route: api.returns.list },
  'promotions.list': { route: api.promotions.list },
  'promotions.dropdown': { route: api.promotions.dropdown },
  'recalls.list': { route: api.recalls.list },
  'recalls.rows': { route: api.recalls.rows, body: () => ({ filters: { recallId: world.recall } }) },
  'statements.due': { route: api.statements.due },
  'support.list': { route: api.support.list },
  'support.agents': { route: api.support.agents, ofMarketplace: true },
  'apiKeys.list': { route: api.apiKeys.list, ofMarketplace: true },
  'webhooks.list': { route: api.webhooks.list, ofMarketplace: true },
  'connections.list': { route: api.connections.list, ofMarketplace: true },
  'search.find': { route: api.search.find, parameter: 'q' },
};

const responseOf = async (person: Person, { route, body, params, ...list }: Listed, search: string) => {
  const searched = { ...body?.(), [list.parameter ?? 'search']: search };
  const sent = route.body ? { body: searched } : { query: searched };
  const got = await person.send(route, { ...(params ? { params: params() } : {}), ...sent } as never);
  expect(got.status, JSON.stringify(got.body)).toBe(200);
  return JSON.stringify(got.data);
};

describe.each(Object.entries(lists))('%s', (_, list) => {
  const missedBy = async (person: Person) => {
    const nothing = await responseOf(person, list, 'xyzzy');
    const found = await Promise.all(
      searches.map(async (search) => (await responseOf(person, list, search)) !== nothing),
    );
    return searches.filter((_, index) => !found[index]);
  };

  test('finds a name by its words without accents, in any order', async () => {
    expect(await missedBy(admin)).toEqual([]);
    if (!list.ofMarketplace) expect(await missedBy(clerk)).toEqual([]);
  });

  test('requires every word', async () => {
    expect(await responseOf(admin, list, 'jose xyzzy')).toBe(await responseOf(admin, list, 'xyzzy'));
  });
});

/** Lists that have the parameter but don't search for names with several words, and lists whose search other tests cover. */
const without: Record<string, string> = {
  'audit.list': 'the names of records, as their lists search them',
  'audit.history': 'of one record',
  'products.history': 'of one record',
  'customerCare.history': 'of one record',
  'assistantDrafts.list': 'by hasWords, like webhooks',
  'customerCare.duplicates': 'not searched',
  'categories.specificationList': 'by hasWords, like categories',
  'bulkEdits.preview': 'as the product list',
  'bulkEdits.create': 'as the product list',
  'bulkEdits.list': 'titles made by the server',
  'bulkEdits.rows': 'as the product list',
  'productBulk.preview': 'as the product list',
  'productBulk.create': 'as the product list',
  'recordBulk.preview': 'as the list of the records',
  'recordBulk.create': 'as the list of the records',
  'assortments.differences': 'as the list of sub-products',
  'inventory.expiring': 'a list for programs, which filter it',
  'inventory.asOf': 'as inventory.levels',
  'expiry.markDowns': 'as inventory.levels',
  'notifications.list': 'texts made by the server',
  'coins.history': 'numbers of orders',
  'credits.history': 'numbers of orders',
  'giftCards.list': 'by hasWords, like drivers',
  'vendorClaims.list': 'by hasWords, like drivers',
  'vendorClaims.due': 'by hasWords, like drivers',
  'vendorClaims.lines': 'numbers of orders',
  'reconciliation.targets': 'by the beginning of a number',
  'orderOwners.tags': 'tags are one word',
  'support.tags': 'tags are one word',
  'orderBulk.preview': 'as the order list',
  'orderBulk.create': 'as the order list',
  'orderBulk.list': 'titles made by the server',
  'orderBulk.rows': 'by hasWords, like recalls.rows',
  'promotions.codeList': 'by the beginning of a code',
  'bulkActions.run': 'as the list of the records',
  'bulkActions.rows': 'as the list of the records',
  'documents.create': 'as the order list',
  'handIns.list': 'by hasWords, like drivers',
  'statements.list': 'by hasWords, like statements.due',
  'statements.listOfLocation': 'of one location',
  'payouts.runs': 'names of files',
  'books.journals': 'numbers of orders',
  'reconciliation.list': 'IDs',
  'reconciliation.rows': 'numbers of orders',
  'books.entries': 'numbers of orders',
  'messages.list': 'by hasWords, like webhooks',
  'messages.orders': 'by hasWords, like subscriptions',
  'messageDrafts.list': 'by hasWords, like webhooks',
  'customerGroups.list': 'by hasWords, like brands',
  'customerGroups.dropdown': 'by hasWords, like brands',
  'customerGroups.members': 'by hasWords, like subscriptions',
  'support.ignoredEmails': 'by hasWords, like support.list',
  'possibleDuplicates.list': 'by hasWords, like brands',
  'messages.results': 'by hasWords, like subscriptions',
  'webhooks.deliveries': 'IDs',
  'jobs.list': 'titles made by the server',
  'imports.values': 'by hasWords, like brands',
  'imports.rows': 'by hasWords, like brands',
  'imports.list': 'names of files, by hasWords',
  'savedViews.create': 'saves a search',
  'savedViews.edit': 'saves a search',
};
test('tests every list with a search', () => {
  const shapeOf = (schema: unknown) => {
    const { shape, def } = (schema ?? {}) as z.ZodObject & { def: { innerType?: z.ZodObject } };
    return shape ?? def?.innerType?.shape ?? {};
  };
  const searched = Object.entries(api).flatMap(([resource, routes]) =>
    Object.entries(routes as Record<string, Route>).flatMap(([route, { body, query }]) =>
      'search' in shapeOf(body) || 'search' in shapeOf(query) || 'target' in shapeOf(body)
        ? [`${resource}.${route}`]
        : [],
    ),
  );

  expect(searched.length).toBeGreaterThan(60);
  expect(searched.filter((route) => !(route in lists) && !(route in without))).toEqual([]);
});
