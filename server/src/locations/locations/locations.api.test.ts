import type { BodyInputOf } from '@aisle/contract/core/route';
import { locationRateRoutes } from '@aisle/contract/locations/location-rates';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addCategory, addProduct, addSubProduct } from '../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation, homeAddress, place } from '../../../test/order-builders.ts';
import { pngOf } from '../../../test/picture-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation, addStocked, dayAt, locationInput } from '../../../test/stock-builders.ts';
import { newId } from '../../core/ids.ts';

const { create, clone, edit, list, remove, view, dropdown, updateStatus } = locationRoutes;
const { assign, assignByFilter, productTree, stockHealth, deliveries } = locationRoutes;

const shop = await openShop();
const admin = await shop.signIn();

const offers = (locationId: string) =>
  shop.sql`SELECT sub_product_id, assigned, price, threshold, max_per_order FROM location_sub_products
    WHERE location_id = ${locationId}`;

test('finds a new location by name, code and city, and offers it in the dropdown', async () => {
  const input = locationInput({
    name: 'Riverside Market',
    code: 'RIV-1',
    openingHours: { monday: [{ opens: '08:00', closes: '24:00' }] },
  });
  const added = await admin.do(create, { body: input });

  expect(added).toMatchObject({
    name: 'Riverside Market',
    code: 'RIV-1',
    version: 1,
    status: true,
    phone: null,
  });
  for (const search of ['river', 'riv-1']) {
    const page = await admin.do(list, { body: { search } });
    expect(page.records.map((location) => location._id)).toEqual([added._id]);
  }
  expect(await admin.do(dropdown, { query: { search: 'rivers' } })).toEqual([
    { _id: added._id, name: 'Riverside Market' },
  ]);
});

const closedOn = (date: string) => ({ date, spans: [] });
test.each([
  ['timeZone', { timeZone: 'Mars/Olympus' }],
  ['deliveryRadiusKm', { deliveryRadiusKm: 0 }],
  ['deliveryRadiusKm', { deliveryRadiusKm: 501 }],
  ['latitude', { latitude: 91 }],
  ['commissionRate', { commissionRate: 100.5 }],
  ['openingHours.monday.0.closes', { openingHours: { monday: [{ opens: '10:00', closes: '09:00' }] } }],
  ['hoursExceptions.1.date', { hoursExceptions: [closedOn('2030-12-25'), closedOn('2030-12-25')] }],
  ['hoursExceptions.0.date', { hoursExceptions: [closedOn('2030-02-30')] }],
  ['deliverySlots.capacity', { deliverySlots: { lengthMinutes: 60, capacity: 0, leadMinutes: 0 } }],
  ['deliverySlots.lengthMinutes', { deliverySlots: { lengthMinutes: 7.5, capacity: null, leadMinutes: 0 } }],
  [
    'openingHours.friday',
    {
      openingHours: {
        friday: [
          { opens: '08:00', closes: '12:00' },
          { opens: '11:00', closes: '18:00' },
        ],
      },
    },
  ],
] as const)('rejects an invalid %s at its field', async (path, parts) => {
  const got = await admin.send(create, { body: { ...locationInput(), ...parts } });

  expect(got.status).toBe(400);
  expect(got.paths).toEqual([path]);
});

test('rejects a duplicate code, ignoring case', async () => {
  await admin.do(create, { body: locationInput({ code: 'Same-1' }) });

  const again = await admin.call(create, { body: locationInput({ code: 'sAME-1' }) });

  expect(again.status).toBe(409);
  expect(again.body.error?.fields).toEqual([{ path: 'code', message: 'This code is already taken' }]);
});

test('accepts a picture for a new location, and rejects an edit of an outdated version', async () => {
  const png = await pngOf('#0a0', [60, 30]);
  const added = await admin.do(create, {
    body: locationInput(),
    files: { image: { name: 'front.png', bytes: png } },
  });
  expect(added.image?.small).toContain('/');
  const params = { id: added._id };

  const bare = await admin.do(edit, { params, body: { removeImage: true, minimumOrder: 1500, version: 1 } });
  const late = await admin.call(edit, { params, body: { minimumOrder: 0, version: 1 } });

  expect(bare).toMatchObject({ image: null, minimumOrder: 1500, version: 2 });
  expect(late).toMatchObject({ status: 409, data: { name: added.name, version: 2 } });
});

test('deletes an unused location, and lists the uses of others', async () => {
  const empty = await addLocation(shop);
  const busy = await addLocation(shop, { name: 'Busy' });
  await addStocked(shop, admin, busy);
  await shop.signIn({ permissions: ['store_list'], locations: [busy] });

  await admin.do(remove, { params: { id: empty } });
  const refused = await admin.call(remove, { params: { id: busy } });

  expect((await admin.call(view, { params: { id: empty } })).status).toBe(404);
  expect(refused).toMatchObject({ status: 409, message: 'Busy is in use: 1 received lot and 1 user' });
});

test("shows why a location can't take orders yet, and when it can", async () => {
  const id = await addLocation(shop, { status: false });
  const missing = async () => {
    const { readiness } = await admin.do(view, { params: { id } });
    expect(readiness.canTakeOrders).toBe(readiness.missing.length === 0);
    return readiness.missing.map(({ reason }) => reason);
  };
  const subProductId = await addSubProduct(shop);

  expect(await missing()).toEqual(['switchedOff', 'nothingAssigned']);
  await admin.do(updateStatus, { params: { id }, body: { status: true } });
  await admin.do(assign, {
    body: { locationId: id, subProducts: [{ subProductId, assigned: true, threshold: 5 }] },
  });
  expect(await missing()).toEqual(['nothingInStock']);
  await admin.do(inventoryRoutes.create, { body: { locationId: id, subProductId, quantity: 5 } });
  expect(await missing()).toEqual([]);
  const { counts } = await admin.do(view, { params: { id } });
  expect(counts).toEqual({ assigned: 1, sellable: 1, outOfStock: 0, low: 1 });
});

test('agrees with checkout on inactive categories and on stock below the minimum quantity', async () => {
  const id = await addLocation(shop);
  const [department, hidden] = [await addCategory(shop), await addCategory(shop)];
  const aisle = await addCategory(shop, { parentId: hidden });
  const inHidden = await addSubProduct(shop, { productId: await addProduct(shop, { categoryId: aisle }) });
  const bySix = await addSubProduct(shop, { productId: await addProduct(shop, { categoryId: department }) });
  await shop.look(async (tx) => {
    await tx.updateTable('categories').set({ status: false }).where('id', '=', hidden).execute();
    await tx.updateTable('sub_products').set({ min_per_order: 6 }).where('id', '=', bySix).execute();
  });
  const stock = async (subProductId: string, quantity: number) => {
    await admin.do(assign, { body: { locationId: id, subProducts: [{ subProductId, assigned: true }] } });
    await admin.do(inventoryRoutes.create, { body: { locationId: id, subProductId, quantity } });
  };
  const verdict = async (subProductId: string, quantity: number) => {
    const { possible } = await admin.do(mainOrderRoutes.quote, {
      body: { fulfilment: 'pickup', lines: [{ subProductId, quantity, locationId: id }] },
    });
    const { readiness } = await admin.do(view, { params: { id } });
    const row = (await admin.do(list, { body: { limit: 100 } })).records.find(({ _id }) => _id === id);
    expect(row?.missing).toEqual(readiness.missing.map(({ reason }) => reason));
    return [possible, row?.missing];
  };

  await stock(inHidden, 10);
  expect(await verdict(inHidden, 1)).toEqual([false, ['nothingActive']]);
  await stock(bySix, 5);
  expect(await verdict(bySix, 6)).toEqual([false, ['nothingInStock']]);
  await stock(bySix, 1);
  expect(await verdict(bySix, 6)).toEqual([true, []]);
});

test('copies settings but no contents, as an inactive location', async () => {
  const like = await admin.do(create, {
    body: locationInput({
      openingHours: { monday: [{ opens: '08:00', closes: '12:00' }] },
      hoursExceptions: [
        { date: '2030-12-26', spans: [{ opens: '10:00', closes: '14:00' }] },
        { date: '2030-12-25', spans: [], note: 'Christmas' },
      ],
      deliverySlots: { lengthMinutes: 60, capacity: 4, leadMinutes: 30 },
      deliveryFee: { base: 100, perMile: 10, freeAbove: 5000 },
      minimumOrder: 900,
    }),
  });
  const { subProductId } = await addStocked(shop, admin, like._id);
  await admin.do(assign, {
    body: {
      locationId: like._id,
      subProducts: [{ subProductId, assigned: true, price: 123, maxPerOrder: 5 }],
    },
  });
  await admin.do(payoutAccountRoutes.save, {
    params: { id: like._id },
    body: { bankName: 'B', accountHolder: 'H', routingNumber: '021000021', accountNumber: '12345678' },
  });
  await shop.signIn({ permissions: ['store_list'], locations: [like._id] });
  const categoryId = await addCategory(shop);
  await admin.do(locationRateRoutes.edit, {
    params: { id: like._id },
    body: { version: 1, changes: [{ categoryId, taxRate: 6.25, commissionRate: 9 }] },
  });

  const made = await admin.do(clone, {
    params: { id: like._id },
    body: { name: 'Second', code: 'SECOND-1' },
  });
  const taken = await admin.call(clone, { params: { id: like._id }, body: { name: 'X', code: 'second-1' } });

  const { _id, name, code, status, version, createdAt, updatedAt, image, ...decided } = made;
  expect(like).toMatchObject(decided);
  expect({ name, code, status, version, image }).toEqual({
    name: 'Second',
    code: 'SECOND-1',
    status: false,
    version: 1,
    image: null,
  });
  expect(made.hoursExceptions.map(({ date }) => date)).toEqual(['2030-12-25', '2030-12-26']);
  expect(await offers(_id)).toEqual([
    expect.objectContaining({ sub_product_id: subProductId, assigned: true, price: 123, max_per_order: 5 }),
  ]);
  const rates = await admin.do(locationRateRoutes.show, { params: { id: _id } });
  expect(rates.categories.find((one) => one._id === categoryId)).toMatchObject({
    tax: { own: { rate: 6.25 } },
    commission: { own: { rate: 9 } },
  });
  const seen = await admin.do(view, { params: { id: _id } });
  expect(seen).toMatchObject({ owners: [], payoutAccount: null, counts: { assigned: 1, sellable: 0 } });
  expect([taken.status, taken.paths[0]]).toEqual([409, 'code']);
  expect(await tablesNaming(_id)).toEqual(['audit_entries', 'location_rates', 'location_sub_products']);
});

/** Names of all tables with rows of a location, except the change feed, which is written in the background. */
const tablesNaming = (locationId: string) =>
  shop.look(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname = 'location_id'
        AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'change_feed' ORDER BY 1`.execute(tx);
    const found: string[] = [];
    for (const { name } of tables) {
      const kept = sql`SELECT FROM ${sql.table(name)} WHERE location_id = ${locationId} LIMIT 1`;
      if ((await kept.execute(tx)).rows.length > 0) found.push(name);
    }
    return found;
  });

test('sums up the stock of a location: items, lots, expiring stock and cost', async () => {
  const id = await addLocation(shop);
  const { subProductId } = await addStocked(shop, admin, id, { quantity: 1 });
  const soon = await dayAt(shop, id, 3);
  const receive = (
    parts: Pick<BodyInputOf<typeof inventoryRoutes.create>, 'quantity' | 'costPrice' | 'expiresOn'>,
  ) => admin.do(inventoryRoutes.create, { body: { locationId: id, subProductId, ...parts } });
  await receive({ quantity: 4, costPrice: 125, expiresOn: soon });
  await receive({ quantity: 2, costPrice: 300 });
  await receive({ quantity: 1, costPrice: 50, expiresOn: await dayAt(shop, id, -1) });
  await admin.do(assign, {
    body: { locationId: id, subProducts: [{ subProductId, assigned: true, threshold: 50 }] },
  });

  expect(await admin.do(stockHealth, { params: { id } })).toEqual({
    kinds: 1,
    lots: 4,
    lotsWithoutCost: 1,
    outOfStock: 0,
    low: 1,
    expiring: 1,
    expiringDays: 7,
    expired: 1,
    valueAtCost: 1150,
    expiringAtCost: 500,
  });
});

test('rounds destinations to a hundred yards, and lists only deliveries with coordinates', async () => {
  const id = await addOrderLocation(shop);
  const subProductId = await addGoods(shop, id);
  const lines = [{ subProductId, locationId: id, quantity: 1 }];
  const address = { ...homeAddress, latitude: 30.267_891, longitude: -97.743_212 };
  await place(admin, { lines, fulfilment: 'delivery', address });
  const { latitude: _, longitude: __, ...nowhere } = address;
  await place(admin, { lines, fulfilment: 'delivery', address: nowhere });
  await place(admin, { lines, fulfilment: 'pickup' });

  const got = await admin.do(deliveries, { params: { id } });

  expect(got.places).toEqual([{ latitude: 30.268, longitude: -97.743 }]);
});

test('counts new, removed and changed assignments, and keeps omitted fields', async () => {
  const locationId = await addLocation(shop);
  const [a, b, c] = await Promise.all([addSubProduct(shop), addSubProduct(shop), addSubProduct(shop)]);
  const save = (subProducts: BodyInputOf<typeof assign>['subProducts']) =>
    admin.do(assign, { body: { locationId, subProducts } });

  const first = await save([
    { subProductId: a, assigned: true, price: 199, threshold: 3 },
    { subProductId: b, assigned: 'true' },
    { subProductId: c, assigned: false },
  ]);
  const second = await save([
    { subProductId: a, assigned: true, price: null, maxPerOrder: 6 },
    { subProductId: b, assigned: false },
    { subProductId: c, assigned: false },
  ]);
  const third = await save([{ subProductId: a, assigned: true, maxPerOrder: 6 }]);

  expect(first).toEqual({ assigned: 2, unassigned: 0, changed: 0 });
  expect(second).toEqual({ assigned: 0, unassigned: 1, changed: 1 });
  expect(third).toEqual({ assigned: 0, unassigned: 0, changed: 0 });
  const saved = (await offers(locationId)).find((offer) => offer.sub_product_id === a);
  expect(saved).toMatchObject({ assigned: true, price: null, threshold: 3, max_per_order: 6 });
});

test('rejects a call with unknown or duplicate rows, and names them', async () => {
  const locationId = await addLocation(shop);
  const subProductId = await addSubProduct(shop);

  const got = await admin.call(assign, {
    body: {
      locationId,
      subProducts: [
        { subProductId, assigned: true },
        { subProductId: newId(), assigned: true },
        { subProductId, assigned: false },
      ],
    },
  });

  expect(got.status).toBe(400);
  expect(got.paths).toEqual(['subProducts.1.subProductId', 'subProducts.2.subProductId']);
  expect(await offers(locationId)).toEqual([]);
});

test('assigns and unassigns a whole department with all its subcategories', async () => {
  const [first, second] = [await addLocation(shop), await addLocation(shop)];
  const department = await addCategory(shop);
  const aisle = await addCategory(shop, { parentId: department });
  const inAisle = await addProduct(shop, { categoryId: aisle });
  await addSubProduct(shop, { productId: inAisle });
  await addSubProduct(shop, { productId: inAisle });
  await addSubProduct(shop);
  const locationIds = [first, second];
  const filters = { categoryId: department };

  const on = await admin.do(assignByFilter, { body: { locationIds, filters, assigned: true } });
  const again = await admin.do(assignByFilter, { body: { locationIds, filters, assigned: true } });
  const off = await admin.do(assignByFilter, {
    body: { locationIds: [first], filters: { all: true }, assigned: false },
  });

  expect(on).toEqual({ assigned: 4, unassigned: 0, changed: 0 });
  expect(again.assigned).toBe(0);
  expect(off).toEqual({ assigned: 0, unassigned: 2, changed: 0 });
  const nothing = await admin.call(assignByFilter, {
    body: { locationIds, filters: {}, assigned: true },
  });
  expect(nothing.status).toBe(400);
});

test("opens the product tree branch by branch, with the location's prices, limits and stock", async () => {
  const locationId = await addLocation(shop, { name: 'Tree House' });
  const department = await addCategory(shop, { name: 'Dairy' });
  const aisle = await addCategory(shop, { name: 'Milk', parentId: department });
  const productId = await addProduct(shop, { name: 'Whole milk', categoryId: aisle });
  const subProductId = await addSubProduct(shop, { productId, price: 300, salePrice: 250 });
  await addSubProduct(shop, { productId });
  await admin.do(assign, {
    body: { locationId, subProducts: [{ subProductId, assigned: true, price: 275 }] },
  });
  await admin.do(inventoryRoutes.create, { body: { locationId, subProductId, quantity: 8 } });
  const owner = await shop.signIn({ permissions: ['Assign_Product_View'], locations: [locationId] });

  const top = await owner.do(productTree, { params: {}, query: {} });
  const below = await owner.do(productTree, { params: {}, query: { parentId: department } });
  const leaves = await owner.do(productTree, { params: { id: locationId }, query: { parentId: aisle } });

  expect(top.location.name).toBe('Tree House');
  expect(top.tree).toEqual([{ kind: 'category', _id: department, name: 'Dairy', subProductCount: 1 }]);
  expect(below.tree).toEqual([{ kind: 'category', _id: aisle, name: 'Milk', subProductCount: 1 }]);
  expect(leaves.tree).toEqual([
    expect.objectContaining({
      kind: 'product',
      name: 'Whole milk',
      subProducts: [expect.objectContaining({ _id: subProductId, price: 275, onHand: 8, available: 8 })],
    }),
  ]);
});

test("finds a location's products anywhere in the tree, with their categories", async () => {
  const locationId = await addLocation(shop);
  const department = await addCategory(shop, { name: 'Cellar' });
  const aisle = await addCategory(shop, { name: 'Ciders', parentId: department });
  const [dry, sweet, unsold] = [
    await addSubProduct(shop, {
      productId: await addProduct(shop, { name: 'Quince cider, dry', categoryId: aisle }),
      sku: 'QUINCE-1',
    }),
    await addSubProduct(shop, {
      productId: await addProduct(shop, { name: 'Quince cider, sweet', categoryId: aisle }),
    }),
    await addSubProduct(shop, {
      productId: await addProduct(shop, { name: 'Quince cider, still', categoryId: aisle }),
    }),
  ];
  const subProducts = [dry, sweet].map((subProductId) => ({ subProductId, assigned: true }));
  await admin.do(assign, { body: { locationId, subProducts } });
  const owner = await shop.signIn({ permissions: ['Assign_Product_View'], locations: [locationId] });
  const find = (search: string) => owner.do(productTree, { params: {}, query: { search } });
  const above = [
    { _id: department, name: 'Cellar' },
    { _id: aisle, name: 'Ciders' },
  ];

  const byName = await find('quince');
  const bySku = await find('QUINCE-1');
  const byCategory = await find('ciders');

  expect(byName.tree.map(({ kind, name }) => [kind, name])).toEqual([
    ['product', 'Quince cider, dry'],
    ['product', 'Quince cider, sweet'],
  ]);
  expect(bySku.tree).toMatchObject([{ name: 'Quince cider, dry', above, subProducts: [{ _id: dry }] }]);
  expect(byCategory.tree).toMatchObject([
    { kind: 'category', _id: aisle, subProductCount: 2, above: [{ _id: department }] },
  ]);
  expect(JSON.stringify([byName, byCategory])).not.toContain(unsold);
});

test('requires users with two locations to choose one, and hides other locations', async () => {
  const [first, second, foreign] = [
    await addLocation(shop),
    await addLocation(shop),
    await addLocation(shop),
  ];
  const owner = await shop.signIn({ permissions: ['Assign_Product_View'], locations: [first, second] });

  expect((await owner.call(productTree, { params: {}, query: {} })).status).toBe(400);
  const chosen = await owner.do(productTree, { params: {}, query: { locationId: second } });
  expect(chosen.location._id).toBe(second);
  expect((await owner.call(productTree, { params: { id: foreign }, query: {} })).status).toBe(404);
});

test('lets store users edit their own location, but not its commission or others', async () => {
  const [mine, other] = [await addLocation(shop), await addLocation(shop)];
  const owner = await shop.signIn({
    permissions: ['store_add', 'store_edit', 'store_delete', 'assign_subProduct'],
    locations: [mine],
  });
  const subProducts = [{ subProductId: await addSubProduct(shop), assigned: true }];

  const renamed = await owner.do(edit, { params: { id: mine }, body: { name: 'Ours', version: 1 } });
  expect(renamed.name).toBe('Ours');
  expect((await owner.do(assign, { body: { locationId: mine, subProducts } })).assigned).toBe(1);
  const statuses = [
    await owner.call(edit, { params: { id: mine }, body: { commissionRate: 1, version: 2 } }),
    await owner.call(create, { body: locationInput() }),
    await owner.call(remove, { params: { id: mine } }),
    await owner.call(view, { params: { id: other } }),
    await owner.call(edit, { params: { id: other }, body: { name: 'Mine', version: 1 } }),
    await owner.call(updateStatus, { params: { id: other }, body: { status: false } }),
    await owner.call(assign, { body: { locationId: other, subProducts } }),
    await owner.call(assignByFilter, {
      body: { locationIds: [mine, other], filters: { all: true }, assigned: true },
    }),
  ].map((got) => got.status);
  expect(statuses).toEqual([403, 403, 403, 404, 404, 404, 404, 404]);
  expect((await owner.do(list)).records.map((location) => location._id)).toEqual([mine]);
});

test('notifies store users of sold-out items until they are back in stock', async () => {
  const [mine, other] = [await addLocation(shop, { name: 'Mine' }), await addLocation(shop)];
  const owner = await shop.signIn({ permissions: [], locations: [mine] });
  const gone = await addStocked(shop, admin, mine, { quantity: 2, name: 'Oat flakes' });
  const idle = await addStocked(shop, admin, mine, { quantity: 2 });
  const away = await addStocked(shop, admin, other, { quantity: 2 });
  const lose = (locationId: string, subProductId: string) =>
    admin.do(inventoryRoutes.adjust, {
      body: { locationId, subProductId, quantity: -2, reason: 'damage' },
    });
  await lose(mine, gone.subProductId);
  await lose(mine, idle.subProductId);
  await lose(other, away.subProductId);
  await admin.do(assign, {
    body: { locationId: mine, subProducts: [{ subProductId: idle.subProductId, assigned: false }] },
  });

  const before = await owner.do(notificationRoutes.get);
  await admin.do(inventoryRoutes.create, {
    body: { locationId: mine, subProductId: gone.subProductId, quantity: 1 },
  });
  const after = await owner.do(notificationRoutes.get);

  expect(before.count).toBe(1);
  expect(before.outOfStock).toEqual([
    expect.objectContaining({
      locationName: 'Mine',
      subProductData: expect.objectContaining({ name: 'Oat flakes' }),
    }),
  ]);
  expect(after).toMatchObject({ outOfStock: [], count: 0 });
});
