import { api } from '@aisle/contract/api';
import { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import type { Route } from '@aisle/contract/core/route';
import { customerActions } from '@aisle/contract/customers/customer-actions';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { commissionSimulatorRoutes } from '@aisle/contract/finance/commission-simulator';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { vendorClaimRoutes } from '@aisle/contract/finance/vendor-claims';
import { locationRateRoutes } from '@aisle/contract/locations/location-rates';
import { allPermissions } from '@aisle/contract/permissions';
import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { messageRoutes } from '@aisle/contract/service/messages';
import { supportRoutes } from '@aisle/contract/service/support';
import { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { standardTemplates } from '@aisle/contract/system/order-messages';
import { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { expect, test } from 'vitest';
import { linkToken } from '../src/service/messages/link-token.ts';
import { addCategory, addTax } from './catalogue-builders.ts';
import { addDriver, tokenOf } from './driver-builders.ts';
import { addGoods, addOrderLocation, advanceTo, basketOf, homeAddress, place } from './order-builders.ts';
import { dayAgo, state } from './payable-builders.ts';
import { addPromotion } from './promotion-builders.ts';
import { addBankPayout, addDispute, deliver, requestReturn } from './return-builders.ts';
import { type LooselySent, openShop, type Person } from './shop.ts';
import { addLocation } from './stock-builders.ts';
import { addPlan, addSubscriber, subscribeTo } from './subscription-builders.ts';
import { addTicket } from './support-builders.ts';
import { addFundingVendor } from './vendor-builders.ts';

// The time of a read depends on its number of queries: there must be a few, and none per row. Each route is measured twice, the
// second time with several times as many records below it.

const readings: { name: string; route: Route }[] = Object.entries(api).flatMap(([resource, declared]) =>
  Object.entries(declared as Record<string, Route>)
    .filter(([, route]) => route.reads && !route.outside)
    .map(([name, route]) => ({ name: `${resource}.${name}`, route })),
);
/** Only available in the demo. */
const excludedRoutes = ['mails.list'];
const most = 6;

/** The parameters of a route, by its name, otherwise by its resource. */
type Samples = Record<string, LooselySent>;

/** An order with this many items, each with a tax and a lot, by a customer with the same number of addresses. */
async function fill(times: number): Promise<Samples> {
  const [taxId, categoryId] = [await addTax(shop), await addCategory(shop)];
  const goods: string[] = [];
  for (let count = 0; count < times; count += 1) {
    goods.push(await addGoods(shop, location, { categoryId, taxIds: [taxId] }));
  }
  const lines = goods.map((subProductId) => ({ subProductId, locationId: location, quantity: 1 }));
  const placed = await place(admin, { lines });
  const orderId = placed.orders[0]!._id;
  const order = await admin.do(orderRoutes.view, { params: { id: orderId } });
  const { customer } = order;
  const wanted = order.lines.map(({ _id: lineId }) => ({ lineId, quantity: 1 }));
  const request = await requestReturn(admin, await advanceTo(admin, order, 'delivered'), { lines: wanted });
  for (let count = 0; count < times; count += 1) {
    const { line1, city, state, postalCode } = homeAddress;
    await admin.do(customerRoutes.addAddress, {
      params: { id: customer._id },
      body: { label: 'Home', line1, city, state, postalCode },
    });
  }
  const lots = await admin.do(inventoryRoutes.list, { body: { limit: 1 } });
  const vendor = await admin.do(vendorRoutes.create, { body: { name: `Farm ${times}` } });
  const { product_id: productId } = await shop.look((tx) =>
    tx.selectFrom('sub_products').select('product_id').where('id', '=', goods[0]!).executeTakeFirstOrThrow(),
  );
  const driverId = await addDriver(admin, location);
  const open = await place(admin, { lines });
  const orderIds: string[] = [];
  for (let count = 0; count < times; count += 1) {
    const more = await place(admin, { lines });
    const order = await admin.do(orderRoutes.view, { params: { id: more.orders[0]!._id } });
    orderIds.push((await advanceTo(admin, order, 'awaitingForDelivery'))._id);
  }
  const trip = await admin.do(dispatchRoutes.offer, { body: { driverId, orderIds, accepted: true } });
  const transfer = await admin.do(transferRoutes.create, {
    body: {
      fromLocationId: location,
      toLocationId: elsewhere,
      lines: goods.map((subProductId) => ({ subProductId, quantity: 1 })),
    },
  });
  const count = await admin.do(stockCountRoutes.create, { body: { locationId: location } });
  await admin.do(stockCountRoutes.enter, {
    params: { id: count._id },
    body: { entries: goods.map((subProductId) => ({ subProductId, quantity: 2 })) },
  });
  const taken = await importOf(times);
  const giftCard = await admin.do(giftCardRoutes.create, { body: { kind: 'promotional', amount: 1000 } });
  const of = (id: string): LooselySent => ({ params: { id } });
  return {
    taxes: of(taxId),
    categories: of(categoryId),
    products: of(productId),
    productStores: of(productId),
    subProducts: of(goods[0]!),
    sellability: { params: { id: goods[0]! }, query: { locationId: location } },
    locations: of(location),
    'audit.history': { params: { name: 'locations', id: location } },
    payoutAccounts: of(location),
    'assortments.compare': { query: { locationId: location, otherId: location } },
    'assortments.differences': { body: { filters: { locationId: location, otherId: location } } },
    vendors: of(vendor._id),
    inventory: of(lots.records[0]!._id),
    'inventory.readTable': { files: { file: tableOf(`sku,quantity\n${'x,1\n'.repeat(times)}`) } },
    transfers: of(transfer._id),
    'transfers.places': {},
    'inventory.why': { body: { locationId: location, subProductId: goods[0]! } },
    stockCounts: of(count._id),
    'stockCounts.items': { body: { filters: { countId: count._id } } },
    customers: of(customer._id),
    customerCare: of(customer._id),
    'customerCare.timeline': { body: { customerId: customer._id } },
    'customerCare.duplicates': {},
    'coins.history': { body: { customerId: customer._id } },
    'credits.history': { body: { customerId: customer._id } },
    giftCards: of(giftCard._id),
    'coins.explain': { body: { customerId: customer._id } },
    orders: of(orderId),
    'orders.explain': { query: { order: orderId } },
    'orders.editPlan': of(open.orders[0]!._id),
    orderDetails: of(orderId),
    'orderDetails.plan': { ...of(orderId), body: { address: { ...homeAddress, line1: '1 Elm St' } } },
    orderMessages: of(orderId),
    refunds: of(orderId),
    disputes: of((await addDispute(shop, orderId)).id),
    reconciliation: of(await addBankPayout(shop, orderId)),
    'reconciliation.targets': { query: { as: 'payment' } },
    returns: of(request._id),
    'returns.returnable': of(orderId),
    'returns.preview': {
      ...of(orderId),
      body: { lines: [{ lineId: wanted[0]!.lineId, quantity: 1 }] },
    },
    drivers: of(driverId),
    dispatch: of(orderIds[0]!),
    trips: { params: { token: tokenOf(trip.link) } },
    mainOrders: of(placed._id),
    users: of(admin.userId),
    imports: of(taken._id),
    'imports.values': { ...of(taken._id), query: { field: 'category' } },
    jobs: of(taken.jobId!),
    'books.trialBalance': { body: { from: '2020-01-01', to: '2020-12-31' } },
    'commissionSimulator.result': of(await simulationOf(categoryId)),
    'users.get': {},
    'userSessions.list': { params: { id: admin.userId } },
    'search.find': { query: { q: 'a' } },
    savedViews: await viewsOf(times),
    'orders.searchInventory': { body: { locationId: location, search: 'a' } },
    ...(await recallOf(goods)),
    ...(await promotionOf(goods)),
    ...(await bulkEditOf(goods)),
    ...(await bulkStepOf(orderIds)),
    ...(await bulkActionOf([customer._id])),
    ...(await ratesOf(categoryId, goods[0]!, times)),
    'mainOrders.quote': { body: basketOf({ lines }) },
    'mainOrders.propose': {
      body: {
        fulfilment: 'delivery',
        address: homeAddress,
        lines: lines.map(({ subProductId, quantity }) => ({ subProductId, quantity })),
      },
    },
    ...(await webhooksOf(times)),
    ...(await keysOf(times)),
    ...(await payablesOf(times)),
    ...(await vendorClaimOf(times)),
    ...(await plansOf(customer._id, times)),
    ...(await ticketOf(orderId, times)),
    ...(await messageOf(customer._id)),
    ...(await groupOf(customer._id)),
    'messages.job': of(taken.jobId!),
    'orderMessages.preview': { body: { kind: 'placed', template: standardTemplates.placed } },
  };
}

/** A claim with a line for each of this many orders. */
async function vendorClaimOf(times: number): Promise<Samples> {
  // At a location of its own, because the orders of others would have its promotion.
  const there = await addOrderLocation(shop);
  const { vendorId, item } = await addFundingVendor(shop, admin, there, { locationIds: [there] });
  for (let count = 0; count < times; count += 1) await deliver(admin, there, item, { quantity: 3 });
  const { to } = await admin.do(vendorClaimRoutes.preview, { body: { vendorId } });
  const { _id } = await admin.do(vendorClaimRoutes.create, { body: { vendorId, to } });
  await deliver(admin, there, item, { quantity: 3 });
  return {
    vendorClaims: { params: { id: _id } },
    'vendorClaims.lines': { body: { claimId: _id } },
    'vendorClaims.preview': { body: { vendorId } },
  };
}

/** A plan with this many subscribers, and a customer with the same number of subscriptions. */
async function plansOf(customerId: string, times: number): Promise<Samples> {
  const plan = await addPlan(admin);
  for (let count = 0; count < times; count += 1) {
    await subscribeTo(admin, await addSubscriber(admin), plan._id);
    const { _id } = await subscribeTo(admin, customerId, plan._id, { startsAt: '2090-01-01' });
    await admin.do(subscriptionRoutes.cancel, {
      params: { id: _id! },
      body: { when: 'now', reason: 'Not yet' },
    });
  }
  return {
    'subscriptionPlans.view': { params: { id: plan._id } },
    subscriptions: { params: { id: customerId } },
    'subscriptions.list': {},
  };
}

/** A ticket about an order, with this many messages. */
async function ticketOf(orderId: string, times: number): Promise<Samples> {
  const { _id: id } = await addTicket(admin, { orderId });
  for (let count = 0; count < times; count += 1) {
    const body = { text: `Reply ${count}`, addTags: [`Tag ${times} ${count}`] };
    await admin.do(supportRoutes.reply, { params: { id }, body });
  }
  return { support: { params: { id } } };
}

/** The statement of all deliveries with this many adjustments, and the same number on no statement. */
async function payablesOf(times: number): Promise<Samples> {
  const adjust = async () => {
    for (let count = 0; count < times; count += 1) {
      const body = { locationId: location, amount: 100 + count, reason: 'Agreed' };
      await admin.do(statementRoutes.adjust, { body });
    }
  };
  await adjust();
  const { _id } = await state(admin, location);
  // Created by the owner, because other users limited to certain locations don't see it.
  const { runId } = await owner.do(payoutRoutes.run, {
    body: { statementIds: [_id], method: 'check', paidOn: dayAgo() },
  });
  await adjust();
  const ofLocation = { body: { locationId: location } };
  return {
    statements: { params: { id: _id } },
    payouts: { params: { id: _id } },
    'payouts.runs': {},
    'payouts.viewRun': { params: { id: runId } },
    // No job works on the run, so the statement is still open.
    'payouts.previewRun': { body: { statementIds: [_id] } },
    'statements.list': { body: { filters: { locationId: location } } },
    'statements.due': {},
    'statements.listOfLocation': ofLocation,
    'statements.balanceEntries': ofLocation,
    'statements.preview': { body: { locationId: location, to: dayAgo() } },
    'statements.previewMany': { body: { to: dayAgo() } },
    'statements.explainBalance': { params: { id: location } },
  };
}

/** A completed simulation of a rate of this category. */
async function simulationOf(categoryId: string): Promise<string> {
  const body = { from: '2020-01-01', to: '2020-12-31', changes: [{ categoryId, rate: 5 }] };
  const { jobId } = await admin.do(commissionSimulatorRoutes.start, { body });
  const sums = { goods: 0, actual: 0, simulated: 0 };
  const { from, to } = body;
  const data = { from, to, orders: 0, total: sums, locations: [], categories: [], isWhole: true };
  await shop.sql`UPDATE jobs SET status = 'done', result = ${JSON.stringify({ data, files: [] })}
    WHERE id = ${jobId}`;
  return jobId;
}

/** One of this many endpoints, with its delivery. */
/** An API key with these numbers of locations, called routes and errors. */
async function keysOf(times: number): Promise<Samples> {
  const locations = await Promise.all(Array.from({ length: times }, () => addLocation(shop)));
  const { userId: id } = await shop.withKey({ permissions: ['brand_list'], locations });
  await shop.sql`INSERT INTO api_key_calls (api_key_id, day, route, calls, errors)
    SELECT ${id}::uuid, current_date, 'GET /' || n, n, 0 FROM generate_series(1, ${times}::int) AS n`;
  await shop.sql`INSERT INTO api_key_errors (id, api_key_id, at, route, status, code, fields, request_id)
    SELECT gen_random_uuid(), ${id}::uuid, now(), 'GET /', 400, 'x', '{}', n::text
    FROM generate_series(1, ${times}::int) AS n`;
  const [key] = await shop.sql<{ connection: string }>`
    SELECT connection_id AS connection FROM api_keys WHERE id = ${id}`;
  const connection = key!.connection;
  await shop.sql`INSERT INTO sync_refusals (id, connection_id, name, row_key, row, code, message)
    SELECT gen_random_uuid(), ${connection}::uuid, 'prices', n::text, '{}', 'not-found', 'x'
    FROM generate_series(1, ${times}::int) AS n`;
  return { apiKeys: { params: { id } }, connections: { params: { id: connection } } };
}

async function webhooksOf(times: number): Promise<Samples> {
  let [webhook, delivery] = ['', ''];
  for (let count = 0; count < times; count += 1) {
    const body = { name: 'Shop', url: 'https://shop.example.com', events: ['order.created' as const] };
    webhook = (await admin.do(webhookRoutes.create, { body }))._id;
    delivery = (await admin.do(webhookRoutes.test, { params: { id: webhook } }))._id;
  }
  return { webhooks: { params: { id: webhook } }, 'webhooks.delivery': { params: { id: delivery } } };
}

/** This many views of the order list, shared by different users. */
async function viewsOf(times: number): Promise<LooselySent> {
  for (let count = 0; count < times; count += 1) {
    const colleague = await shop.signIn({ permissions: ['order_list'] });
    const body = { list: '/orders', name: 'Late', search: {}, isShared: true } as const;
    await colleague.do(savedViewRoutes.create, { body });
  }
  return { query: { list: '/orders' } };
}

/** This many planned rates of a category. */
async function ratesOf(categoryId: string, subProductId: string, times: number): Promise<Samples> {
  const of = { params: { id: location } };
  const { today, version } = await admin.do(locationRateRoutes.show, of);
  for (let count = 0; count < times; count += 1) {
    const from = `${Number(today.slice(0, 4)) + 1}-0${count + 1}-01`;
    const changes = [{ categoryId, taxRate: count + 1 }];
    await admin.do(locationRateRoutes.edit, { ...of, body: { version: version + count, from, changes } });
  }
  return {
    locationRates: of,
    'locationRates.preview': { ...of, body: { changes: [{ categoryId, taxRate: 3 }] } },
    'locationRates.history': { ...of, query: { categoryId } },
    'locationRates.explain': { query: { subProductId, locationId: location } },
    'locationRates.explainRates': { ...of, query: { subProductId } },
  };
}

/** A bulk edit of all these items. */
async function bulkEditOf(ids: readonly string[]): Promise<Samples> {
  const body = {
    target: { ids: [...ids], filters: {} },
    change: { field: 'status' as const, to: { by: 'set' as const, value: true } },
  };
  const { _id } = await admin.do(bulkEditRoutes.create, { body });
  return {
    bulkEdits: { params: { id: _id } },
    'bulkEdits.preview': { body },
    'productBulk.preview': {
      body: {
        target: { filters: {} },
        change: { field: 'assigned', locationIds: [location], to: { by: 'set', value: true } },
      },
    },
    'recordBulk.preview': {
      body: { of: 'brands', target: { filters: {} }, change: { field: 'deleted' } },
    },
    'bulkEdits.list': { body: {} },
    'bulkEdits.rows': { body: { filters: { bulkEditId: _id } } },
  };
}

/** An action on all these customers, who already are as it would leave them. */
async function bulkActionOf(ids: readonly string[]): Promise<Samples> {
  const params = { name: customerActions.unblock.name };
  const { _id } = await admin.do(bulkActionRoutes.run, { params, body: { target: { ids: [...ids] } } });
  return {
    bulkActions: { params: { id: _id } },
    'bulkActions.rows': { body: { filters: { bulkActionId: _id } } },
  };
}

/** A step for all these orders. */
async function bulkStepOf(ids: readonly string[]): Promise<Samples> {
  const body = { target: { ids: [...ids], filters: {} }, status: 'delivered' as const };
  const { _id } = await admin.do(orderBulkRoutes.create, { body });
  return {
    orderBulk: { params: { id: _id } },
    'orderBulk.preview': { body },
    'orderBulk.list': { body: {} },
    'orderBulk.rows': { body: { filters: { bulkStepId: _id } } },
  };
}

/** A recall of all these items, which can't be sold anymore. */
async function recallOf(subProductIds: string[]): Promise<Samples> {
  const selection = { subProductIds };
  const input = { title: 'Glass', reason: 'Splinters', selection };
  const { _id } = await admin.do(recallRoutes.create, { body: input });
  await admin.do(recallRoutes.lift, { params: { id: _id }, body: { note: 'Nothing wrong' } });
  return {
    recalls: { params: { id: _id } },
    'recalls.preview': { body: { selection } },
    'recalls.list': {},
    'expiry.calendar': { body: { from: '2026-01-01', to: '2026-01-31' } },
    'recalls.rows': { body: { filters: { recallId: _id } } },
  };
}

/** A promotion of these goods, with a batch of codes for each. */
async function promotionOf(subProductIds: string[]): Promise<Samples> {
  const promotion = await addPromotion(admin, {
    goods: { subProductIds },
    codes: { kind: 'batch' },
    locationIds: [location],
  });
  const params = { id: promotion._id };
  for (const _ of subProductIds) await admin.do(promotionRoutes.codes, { params, body: { count: 1 } });
  return {
    promotions: { params },
    'promotions.list': {},
    'promotions.offers': { body: { locationId: location, subProductIds } },
    'promotions.simulate': {
      body: {
        promotion: {
          name: 'Trial',
          label: 'Trial',
          reward: { kind: 'percent', percent: 5 },
          funding: { marketplace: 100, location: 0, vendor: 0 },
        },
        quote: {
          fulfilment: 'pickup',
          lines: subProductIds.map((subProductId) => ({ subProductId, locationId: location, quantity: 1 })),
        },
      },
    },
    'promotions.overlaps': { body: { promotionIds: [promotion._id] } },
    'promotions.belowCost': { body: { promotionId: promotion._id } },
    'promotions.codeList': { body: { filters: { promotionId: promotion._id } } },
  };
}

const tableOf = (csv: string) => ({ name: 'goods.csv', bytes: Buffer.from(csv) });

const shop = await openShop();
const admin = await shop.signIn();
const location = await addOrderLocation(shop);
const elsewhere = await addOrderLocation(shop);
const owner = await shop.signIn({ permissions: [...allPermissions], locations: [location] });
const few = await fill(1);
const many = await fill(7);

async function groupOf(customerId: string): Promise<Samples> {
  const group = await admin.do(customerGroupRoutes.create, {
    body: { name: `Group of ${customerId}`, kind: 'manual' },
  });
  await admin.do(customerGroupRoutes.editMembers, {
    params: { id: group._id },
    body: { add: [customerId], version: group.version },
  });
  return {
    customerGroups: { params: { id: group._id } },
    'customerGroups.list': {},
    'customerGroups.dropdown': {},
    'customerGroups.preview': { body: { rule: { city: 'Austin' } } },
  };
}

/** A message of the owner: other users limited to certain locations don't see messages of the marketplace. */
async function messageOf(customerId: string): Promise<Samples> {
  const body = { name: 'Spring', audience: {}, channel: 'email', subject: 'Hi', body: 'Hi' } as const;
  const { _id } = await owner.do(messageRoutes.send, { body });
  const draft = await owner.do(messageDraftRoutes.create, { body: { ...body, kind: 'draft' } });
  const token = linkToken(shop.services.unsubscribeKey, 'unsubscribe', { customerId, messageId: _id! });
  return {
    messages: { params: { id: _id! } },
    'messages.list': {},
    'messages.channels': {},
    'messages.results': { body: { filters: { messageId: _id! } } },
    'messages.orders': { body: { filters: { messageId: _id! } } },
    messageDrafts: { params: { id: draft._id } },
    'messageDrafts.list': {},
    'messages.preview': { body: { audience: {}, channel: 'email' } },
    'messages.showSubscription': { params: { token } },
  };
}

/** A file with this many invalid rows, during its check. */
async function importOf(times: number) {
  const csv = `name,sku,price,category\n${'x,x,none,x\n'.repeat(times)}`;
  const { data } = await admin.call(importRoutes.uploadProducts, {
    files: { file: tableOf(csv) },
  });
  return admin.do(importRoutes.dryRun, { params: { id: data._id }, body: { mapping: data.mapping } });
}

async function statementsOf(person: Person, name: string, route: Route, samples: Samples): Promise<number> {
  const sample = samples[name] ?? samples[name.split('.')[0]!];
  const got = await person.send(route, { ...(route.body && { body: {} }), ...sample });
  expect(got.status, JSON.stringify(got.body)).toBe(200);
  return Number(/desc="(\d+)"/.exec(String(got.headers['server-timing']))?.[1]);
}

/** Cached values, such as the settings, are read again every few seconds; at least one of three runs doesn't include that. */
async function fewestStatementsOf(person: Person, name: string, route: Route): Promise<number> {
  const counts: number[] = [];
  for (let count = 0; count < 3; count += 1) counts.push(await statementsOf(person, name, route, many));
  return Math.min(...counts);
}

test.each(readings.filter(({ name }) => !excludedRoutes.includes(name)))(
  'limits the statements of $name regardless of the number of rows',
  async ({ name, route }) => {
    const first = await statementsOf(admin, name, route, few);
    const then = await fewestStatementsOf(admin, name, route);

    expect(then).toBeLessThanOrEqual(most);
    // The first of all requests can fill caches for the later ones.
    expect(then).toBeLessThanOrEqual(first);
  },
);

// Requests of users limited to certain locations send other statements.
const reachable = readings.filter(
  ({ name, route }) =>
    !excludedRoutes.includes(name) &&
    !route.everywhere &&
    !route.adminsOnly &&
    !/^((users|jobs|imports|bulkEdits|orderBulk|bulkActions|vendors|commissionSimulator)\.|messages\.job)/.test(
      name,
    ),
);
test.each(reachable)('limits the statements of $name for the owner of a store', async ({ name, route }) => {
  expect(await fewestStatementsOf(owner, name, route)).toBeLessThanOrEqual(most);
});
