import { api } from '@aisle/contract/api';
import { paramsOf, type Route } from '@aisle/contract/core/route';
import { customerRoutes } from '@aisle/contract/customers';
import { inventoryRoutes } from '@aisle/contract/inventory';
import { mainOrderRoutes } from '@aisle/contract/main-orders';
import { allPermissions } from '@aisle/contract/permissions';
import { recallRoutes } from '@aisle/contract/recalls';
import { refundRoutes } from '@aisle/contract/refunds';
import { savedViewRoutes } from '@aisle/contract/saved-views';
import { stockCountRoutes } from '@aisle/contract/stock-counts';
import { transferRoutes } from '@aisle/contract/transfers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/core/ids.ts';
import { addDriver, offer, orderToDeliver } from './driver-builders.ts';
import { addGoods, addOrderLocation, placeOne } from './order-builders.ts';
import { askBack, deliver } from './return-builders.ts';
import { sampleOf } from './sample-body.ts';
import { openShop, type Person, type Shop } from './shop.ts';

// Whatever a handler forgets: the owner of store A neither sees nor guesses anything of store B.

const routes: { name: string; route: Route }[] = Object.entries(api).flatMap(([resource, declared]) =>
  Object.entries(declared as Record<string, Route>).map(([name, route]) => ({
    name: `${resource}.${name}`,
    route,
  })),
);
const lists = routes.filter(
  ({ route }) => route.reads && route.method === 'POST' && route.body && paramsOf(route.path).length === 0,
);
const byId = routes.filter(({ route }) =>
  paramsOf(route.path).some(({ name }) => name !== 'token' && name !== 'name'),
);

/** What cannot be made up from a schema alone. */
const bodies: Record<string, () => unknown> = {
  'orders.cancel': () => ({ reason: 'Because' }),
  'locations.clone': () => ({ name: 'Twin', code: 'TWIN' }),
  'payoutAccounts.save': () => ({
    bankName: 'Bank',
    accountHolder: 'Eve',
    routingNumber: '021000021',
    accountNumber: '123456789',
  }),
  'payments.confirm': () => ({ token: 'tok_ok' }),
  'transfers.create': () => ({
    fromLocationId: ofB.location,
    toLocationId: ofB.elsewhere,
    lines: [{ subProductId: goodsOfB, quantity: 1 }],
  }),
  'prices.save': () => ({
    changes: [{ subProductId: goodsOfB, locationId: ofB.location, field: 'price', before: null, value: 1 }],
  }),
  'orders.searchInventory': () => ({ locationId: ofB.location }),
};
/** A body that the route takes, and that names records of B wherever it names any. */
const bodyFor = (name: string, { body }: Route): unknown =>
  bodies[name]?.() ?? (body && sampleOf(body, idOf));
const queryFor = ({ query }: Route) => query && (sampleOf(query, idOf) as Record<string, string> | undefined);
function idOf(field: string): string {
  if (field === 'subProductId') return goodsOfB;
  const known = Object.entries(ofB).find(([kind]) => `${kind}Id` === field)?.[1];
  return known ?? (/location/i.test(field) ? ofB.location! : ofB.order!);
}

let shop: Shop;
let ownerOfA: Person;
/** Everything of store B that has an id. */
let ofB: Record<string, string>;
/** Sold at B alone, but everybody reads the catalogue. */
let goodsOfB: string;
const secret = 'Zebulon';
const phoneOfB = '+15125559876';

beforeAll(async () => {
  shop = await openShop();
  const [a, b] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  ownerOfA = await shop.signIn({ permissions: [...allPermissions], locations: [a] });
  const ownerOfB = await shop.signIn({ permissions: [...allPermissions], locations: [b] });
  const goods = await addGoods(shop, b);
  goodsOfB = goods;
  const lot = await ownerOfB.do(inventoryRoutes.create, {
    body: { locationId: b, subProductId: goods, quantity: 5 },
  });
  const order = await placeOne(ownerOfB, b, goods, {
    customer: { firstName: secret, lastName: 'Quillfeather', phone: phoneOfB },
  });
  const customer = await ownerOfB.do(customerRoutes.show, { params: { id: order.customer._id } });
  const address = await ownerOfB.do(customerRoutes.addAddress, {
    params: { id: customer._id },
    body: { label: 'Home', line1: '1 Hidden Way', city: 'Austin', state: 'TX', postalCode: '78701' },
  });
  const driver = await addDriver(ownerOfB, b, { name: `${secret} Driver` });
  const trip = await offer(ownerOfB, driver, await orderToDeliver(ownerOfB, b, goods));
  const transfer = await ownerOfB.do(transferRoutes.create, {
    body: {
      fromLocationId: b,
      toLocationId: await addOrderLocation(shop),
      lines: [{ subProductId: goods, quantity: 1 }],
      note: secret,
    },
  });
  const count = await ownerOfB.do(stockCountRoutes.create, { body: { locationId: b, name: secret } });
  const recall = await ownerOfB.do(recallRoutes.create, {
    body: { title: secret, reason: secret, selection: { lotIds: [lot._id] } },
  });
  const delivered = await deliver(ownerOfB, b, goods);
  const request = await askBack(ownerOfB, delivered);
  const refund = await ownerOfB.do(refundRoutes.create, {
    params: { id: delivered._id },
    body: { reason: secret },
  });
  const view = await ownerOfB.do(savedViewRoutes.create, {
    body: { list: '/orders', name: secret, search: {} },
  });
  ofB = {
    elsewhere: transfer.to._id,
    return: request._id,
    refund: refund._id,
    line: delivered.lines[0]!._id,
    savedView: view._id,
    stockCount: count._id,
    recall: recall._id,
    transfer: transfer._id,
    driver,
    trip: trip.tripId,
    location: b,
    lot: lot._id,
    order: order._id,
    mainOrder: order.mainOrder._id,
    customer: customer._id,
    address: address._id,
    user: ownerOfB.userId,
  };
});
afterAll(() => shop.close());

describe.each(byId)('$name', ({ name, route }) => {
  test("does not tell the owner of another store whether B's records exist", async () => {
    const sent = { body: bodyFor(name, route), query: queryFor(route) };
    for (const [kind, id] of Object.entries(ofB)) {
      const params = Object.fromEntries(paramsOf(route.path).map(({ name }) => [name, id]));
      const got = await ownerOfA.send(route, { params, ...sent });
      const nothing = await ownerOfA.send(route, { params: { ...params, id: newId() }, ...sent });

      expect(got.status, `${kind}: ${JSON.stringify(got.body)}`).not.toBe(200);
      expect(got.status).toBeLessThan(500);
      // The same answer as for an id of nothing at all.
      expect([got.status, got.body.error?.code], kind).toEqual([nothing.status, nothing.body.error?.code]);
      // It was looked for: a body that is refused before would say nothing about that.
      expect([403, 404], `${kind}: ${JSON.stringify(got.body)}`).toContain(got.status);
    }
  });
});

describe.each(lists)('$name', ({ route }) => {
  test("shows nothing of B's to the owner of another store, however it is asked", async () => {
    for (const body of [
      {},
      { search: secret },
      { search: '5559876' },
      { filters: { locationId: ofB.location } },
    ]) {
      const got = await ownerOfA.send(route, { body });

      const text = JSON.stringify(got.body.data ?? {});
      expect(text).not.toContain(secret);
      for (const [kind, id] of Object.entries(ofB))
        expect(text.includes(id), `${kind} in ${text.slice(0, 300)}`).toBe(false);
    }
  });
});

test('writing to another location answers as if it were not there, and writes nothing', async () => {
  const goods = await addGoods(shop, ofB.location!);
  const body = { locationId: ofB.location!, subProductId: goods, quantity: 5 };

  const receipt = await ownerOfA.call(inventoryRoutes.create, { body });
  const adjustment = await ownerOfA.call(inventoryRoutes.adjust, { body: { ...body, reason: 'count' } });
  const order = await ownerOfA.call(mainOrderRoutes.create, {
    body: {
      customer: { firstName: 'Eve', lastName: 'Dropper', phone: '+15125551111' },
      fulfilment: 'pickup',
      paymentType: 'cashOnDelivery',
      lines: [{ subProductId: goods, quantity: 1, locationId: ofB.location! }],
    },
  });

  expect([receipt.status, adjustment.status]).toEqual([404, 404]);
  expect(order.status).toBeGreaterThanOrEqual(404);
  const lots = await shop.look((tx) =>
    tx.selectFrom('lots').select('id').where('sub_product_id', '=', goods).execute(),
  );
  expect(lots.length).toBeLessThanOrEqual(1);
});
