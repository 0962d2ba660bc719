import { api } from '@aisle/contract/api';
import { isOpenToKeys, paramsOf, type Route } from '@aisle/contract/core/route';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { allPermissions } from '@aisle/contract/permissions';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { exportRoutes } from '@aisle/contract/system/exports';
import { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../src/core/ids.ts';
import { exportable } from '../src/exports.ts';
import { addDriver, offer, orderToDeliver } from './driver-builders.ts';
import { addGoods, addOrderLocation, placeOne } from './order-builders.ts';
import { dayAgo, state } from './payable-builders.ts';
import { deliver, requestReturn } from './return-builders.ts';
import { sampleOf } from './sample-body.ts';
import { type Got, openShop } from './shop.ts';

// The owner of store A can neither see nor guess data of store B, even if a handler forgets to check.

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

/** Routes without a record in their path can still refer to records of B in their query or body. */
const others = routes.filter(
  (one) =>
    ![...lists, ...byId].includes(one) &&
    one.route.permission !== 'public' &&
    // These routes end the session of the caller.
    !['auth.logout', 'auth.changePassword', 'profile.endOtherSessions', 'exports.create'].includes(one.name),
);

/** Values that can't be derived from a schema. */
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
    fromLocationId: idOf('locationId'),
    toLocationId: idOf('elsewhereId'),
    lines: [{ subProductId: goodsOfB, quantity: 1 }],
  }),
  'prices.save': () => ({
    changes: [
      { subProductId: goodsOfB, locationId: idOf('locationId'), field: 'price', before: null, value: 1 },
    ],
  }),
  'assortments.copy': () => ({ fromLocationId: idOf('locationId'), toLocationId: locationOfA, mode: 'add' }),
  'orders.pickLine': () => ({ line: { lineId: idOf('lineId'), pickedQuantity: 1 } }),
  'orders.searchInventory': () => ({ locationId: idOf('locationId') }),
};
/** A valid body for the route that refers to records of B wherever possible. */
const bodyFor = (name: string, { body }: Route): unknown =>
  bodies[name]?.() ?? (body && sampleOf(body, idOf));
const queryFor = ({ query }: Route) => query && (sampleOf(query, idOf) as Record<string, string> | undefined);
function idOf(field: string): string {
  if (field === 'subProductId') return goodsOfB;
  if (!areNamed) return newId();
  const known = Object.entries(ofB).find(([kind]) => `${kind}Id` === field)?.[1];
  return known ?? (/location/i.test(field) ? ofB.location! : ofB.order!);
}
/** Whether bodies and queries refer to records of B or, for comparison, to records that don't exist. */
let areNamed = true;
function instead<Made>(make: () => Made): Made {
  areNamed = false;
  try {
    return make();
  } finally {
    areNamed = true;
  }
}
/** The parts of a response that can differ between actors. */
const comparable = ({ status, body }: Got<unknown>) => {
  const { at: _, ...data } = { at: null, ...(body.data as object | undefined) };
  return [status, body.error?.code, data];
};
const secret = 'Zebulon';
const phoneOfB = '+15125559876';

const shop = await openShop();
const [a, b] = [await addOrderLocation(shop), await addOrderLocation(shop)];
const secondOfB = await addOrderLocation(shop);
const locationOfA = a;
const ownerOfA = await shop.signIn({ permissions: [...allPermissions], locations: [a] });
const ownerOfB = await shop.signIn({ permissions: [...allPermissions], locations: [b, secondOfB] });
const goods = await addGoods(shop, b);
/** Sold only at B, but the catalog is readable for all users. */
const goodsOfB = goods;
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
    toLocationId: secondOfB,
    lines: [{ subProductId: goods, quantity: 1 }],
    note: secret,
  },
});
const count = await ownerOfB.do(stockCountRoutes.create, { body: { locationId: b, name: secret } });
const recall = await ownerOfB.do(recallRoutes.create, {
  body: { title: secret, reason: secret, selection: { lotIds: [lot._id] } },
});
const delivered = await deliver(ownerOfB, b, goods);
const request = await requestReturn(ownerOfB, delivered);
const refund = await ownerOfB.do(refundRoutes.create, {
  params: { id: delivered._id },
  body: { reason: secret },
});
await ownerOfB.do(statementRoutes.adjust, { body: { locationId: b, amount: 100, reason: secret } });
const statement = await state(ownerOfB, b);
const { runId } = await ownerOfB.do(payoutRoutes.run, {
  body: { statementIds: [statement._id], method: 'check', paidOn: dayAgo() },
});
const view = await ownerOfB.do(savedViewRoutes.create, {
  body: { list: '/orders', name: secret, search: {} },
});
/** A key of store A with every permission. */
const keyOfA = await shop.withKey({ permissions: allPermissions, locations: [a] });
/** Every record of store B with an ID. */
const ofB = {
  elsewhere: transfer.to._id,
  return: request._id,
  refund: refund._id,
  line: delivered.lines[0]!._id,
  savedView: view._id,
  statement: statement._id,
  payoutRun: runId,
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
/** The database content of store B before any other user's request. */
const rowsOfB = await rowDigests(b);

describe.each(byId)('$name', ({ name, route }) => {
  test('hides from the owner of another store whether records of store B exist', async () => {
    const sent = { body: bodyFor(name, route), query: queryFor(route) };
    for (const [kind, id] of Object.entries(ofB)) {
      const params = Object.fromEntries(paramsOf(route.path).map(({ name }) => [name, id]));
      const got = await ownerOfA.send(route, { params, ...sent });
      const nothing = await ownerOfA.send(route, { params: { ...params, id: newId() }, ...sent });

      expect(got.status, `${kind}: ${JSON.stringify(got.body)}`).not.toBe(200);
      expect(got.status).toBeLessThan(500);
      // The same response as for the ID of no record.
      expect([got.status, got.code], kind).toEqual([nothing.status, nothing.code]);
      // Shows that the lookup took place: a body that is rejected earlier would prove nothing.
      expect([403, 404], `${kind}: ${JSON.stringify(got.body)}`).toContain(got.status);
    }
  });

  test.runIf(isOpenToKeys(route))('hides records of store B from an API key of another store', async () => {
    const sent = { body: bodyFor(name, route), query: queryFor(route) };
    const ids = Object.values(ofB);
    const statuses = new Set<number>();
    for (const id of ids) {
      const params = Object.fromEntries(paramsOf(route.path).map(({ name }) => [name, id]));
      statuses.add((await keyOfA.send(route, { params, ...sent })).status);
    }

    expect([[404], [403]]).toContainEqual([...statuses]);
  });
});

describe.each(lists)('$name', ({ route }) => {
  test('shows no data of store B to the owner of another store', async () => {
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

  test.runIf(isOpenToKeys(route))('shows no data of store B to an API key of another store', async () => {
    const text = JSON.stringify((await keyOfA.send(route, { body: {} })).body.data ?? {});

    expect([secret, ...Object.values(ofB)].filter((one) => text.includes(one))).toEqual([]);
  });
});

describe.each(others)('$name', ({ name, route }) => {
  test("responds as if the records of store B didn't exist", async () => {
    const sent = { body: bodyFor(name, route), query: queryFor(route) };
    const nowhere = instead(() => ({ body: bodyFor(name, route), query: queryFor(route) }));
    const got = await ownerOfA.send(route, sent);
    const nothing = await ownerOfA.send(route, nowhere);

    expect(got.status).toBeLessThan(500);
    // Without an ID these are two equal requests, and the first one may have changed something.
    if (JSON.stringify(sent) !== JSON.stringify(nowhere))
      expect(comparable(got)).toEqual(comparable(nothing));
    const texts = Object.keys(sent.query ?? {}).filter((field) => ['search', 'q'].includes(field));
    const searched = await ownerOfA.send(route, {
      ...sent,
      query: { ...sent.query, ...Object.fromEntries(texts.map((field) => [field, secret])) },
    });
    for (const one of [got, searched]) expect(namesOfB(one, sent)).toEqual([]);
  });
});

/** Data of B in a response, except the values that the request contained. */
const namesOfB = ({ body }: Got<unknown>, sent: unknown): string[] => {
  const text = JSON.stringify(body.data ?? {});
  const request = JSON.stringify(sent);
  return [secret, ...Object.values(ofB)].filter((one) => text.includes(one) && !request.includes(one));
};

interface FilteredSchema {
  properties?: { filters?: { properties?: Record<string, unknown> } };
}
const filtered = lists.flatMap(({ name, route }) => {
  const schema = z.toJSONSchema(route.body!, { io: 'input', unrepresentable: 'any' }) as FilteredSchema;
  const ids = Object.keys(schema.properties?.filters?.properties ?? {}).filter((field) => /Id$/.test(field));
  return ids.filter((field) => field !== 'subProductId').map((filter) => ({ name, route, filter }));
});
describe.each(filtered)('$name by $filter', ({ route, filter }) => {
  test('returns the same as for an unknown ID', async () => {
    const by = (id: string) => ownerOfA.send(route, { body: { filters: { [filter]: id } } });

    expect(comparable(await by(idOf(filter)))).toEqual(comparable(await by(newId())));
  });
});

describe.each(Object.keys(exportable))('the export of %s', (name) => {
  test('contains no data of another store', async () => {
    for (const body of [{}, { search: secret }, { filters: { locationId: ofB.location } }]) {
      const got = await ownerOfA.call(exportRoutes.create, {
        params: { name },
        query: { format: 'csv' },
        body,
      });
      if (got.status !== 200) continue;

      const file = (await shop.server.inject(got.data.url!)).body;
      expect([secret, ...Object.values(ofB)].filter((one) => file.includes(one))).toEqual([]);
    }
  });
});

test("rejects writes to another location as if it didn't exist", async () => {
  const goods = goodsOfB;
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
});

test('keeps all data of store B unchanged after these requests', async () => {
  expect(await rowDigests(ofB.location!)).toEqual(rowsOfB);
});

/**
 * For every table with data of a location: the number of rows and their digest. Changes are numbered in the background, so the
 * change feed can grow after the last request.
 */
async function rowDigests(locationId: string): Promise<Record<string, string>> {
  return shop.look(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname = 'location_id'
        AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'change_feed'`.execute(tx);
    const kept: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ sum: string }>`
        SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS sum
        FROM ${sql.table(name)} t WHERE location_id = ${locationId}`.execute(tx);
      kept[name] = rows[0]!.sum;
    }
    return kept;
  });
}
