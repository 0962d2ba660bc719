import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { type CellChange, type CellConflict, priceRoutes } from '@aisle/contract/warehouse/prices';
import { expect, test } from 'vitest';
import { addProduct, addSubProduct, assign, receive } from '../../../test/catalogue-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop({}, { isBroken: true });
const manager = await shop.signIn({ permissions: ['assign_subProduct', 'inventory_edit', 'inventory_view'] });
/** Can also edit list prices. */
const catalog = await shop.signIn({ permissions: ['assign_subProduct', 'sub_product_edit'] });
const north = await addLocation(shop, { name: 'North' });
const south = await addLocation(shop, { name: 'South' });

const rowsOf = async (search: string, locationIds = [north, south], person = manager) =>
  (await person.do(priceRoutes.grid, { body: { search, filters: { locationIds } } })).records;
const save = (changes: CellChange[], person = manager, note?: string) =>
  person.call(priceRoutes.save, { body: { changes, ...(note && { note }) } });
const price = (
  subProductId: string,
  was: number | null,
  to: number | null,
  locationId = north,
): CellChange => ({
  locationId,
  subProductId,
  field: 'price',
  was,
  to,
});

test('returns each row with the offers of all locations, in the requested order', async () => {
  const productId = await addProduct(shop, { name: 'Grid milk' });
  const milk = await addSubProduct(shop, { productId, name: '1 gal' });
  await assign(shop, south, milk);
  await receive(shop, south, milk, { quantity: 7 });

  const [row] = await rowsOf('Grid milk', [south, north]);

  expect(row).toMatchObject({
    name: 'Grid milk, 1 gal',
    price: 500,
    cells: [
      { locationId: south, assigned: true, price: null, threshold: null, onHand: 7, available: 7 },
      { locationId: north, assigned: false, price: null, onHand: 0 },
    ],
  });
});

test('saves prices, limits and assignments in one call, also without existing offers', async () => {
  const goods = await addSubProduct(shop, { name: 'Saved at once' });
  const at = { locationId: north, subProductId: goods };

  const saved = await save([
    price(goods, null, 250),
    { ...at, field: 'assigned', was: false, to: true },
    { ...at, field: 'threshold', was: null, to: 3 },
    { ...at, field: 'maxPerOrder', was: null, to: 6 },
    price(goods, null, 260, south),
  ]);

  expect(saved.data).toEqual({ saved: 5 });
  const [row] = await rowsOf('Saved at once');
  expect(row!.cells).toMatchObject([
    { assigned: true, price: 250, threshold: 3, maxPerOrder: 6 },
    { assigned: false, price: 260 },
  ]);
});

test("returns another user's conflicting changes with their name, and saves nothing", async () => {
  const goods = await addSubProduct(shop, { name: 'Contested' });
  await save([price(goods, null, 320)]);

  const late = await save([price(goods, null, 300), price(goods, null, 310, south)]);

  expect(late).toMatchObject({ status: 409, code: 'prices.changed-meanwhile', paths: ['changes.0.was'] });
  const { conflicts } = late.body.data as { conflicts: CellConflict[] };
  expect(conflicts).toMatchObject([{ locationId: north, field: 'price', theirs: 320, by: 'Ada Tester' }]);
  const [row] = await rowsOf('Contested');
  expect(row!.cells.map((cell) => cell.price)).toEqual([320, null]);
});

test("saves two users' changes of different fields of a cell", async () => {
  const goods = await addSubProduct(shop, { name: 'Shared' });
  await save([price(goods, null, 320)]);

  const other = await save([
    { locationId: north, subProductId: goods, field: 'threshold', was: null, to: 2 },
  ]);

  expect(other.status).toBe(200);
  expect((await rowsOf('Shared'))[0]!.cells[0]).toMatchObject({ price: 320, threshold: 2 });
});

test('returns a conflict to one of two users who save a cell concurrently', async () => {
  const goods = await addSubProduct(shop, { name: 'Raced' });

  const both = await Promise.all([save([price(goods, null, 111)]), save([price(goods, null, 222)])]);

  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('posts counted stock to the ledger as a count, with its reason', async () => {
  const goods = await addSubProduct(shop, { name: 'Counted' });
  await receive(shop, north, goods, { quantity: 10 });

  const counted = await save(
    [{ locationId: north, subProductId: goods, field: 'onHand', was: 10, to: 8.5 }],
    manager,
    'Shelf check',
  );

  expect(counted.status).toBe(200);
  expect((await rowsOf('Counted'))[0]!.cells[0]).toMatchObject({ onHand: 8.5 });
  const { records } = await manager.do(inventoryRoutes.movements, {
    body: { filters: { subProductId: goods, kind: 'count' } },
  });
  expect(records).toMatchObject([{ onHand: -1.5, note: 'Shelf check' }]);
});

test('rejects counts from users who can set prices but not change stock', async () => {
  const goods = await addSubProduct(shop);
  const pricer = await shop.signIn({ permissions: ['assign_subProduct'] });

  const refused = await save(
    [{ locationId: north, subProductId: goods, field: 'onHand', was: 0, to: 5 }],
    pricer,
  );

  expect([refused.status, refused.message]).toEqual([403, expect.stringContaining('inventory_edit')]);
});

test('limits store users to their own locations', async () => {
  const goods = await addSubProduct(shop, { name: 'Owned' });
  const owner = await shop.signIn({ permissions: ['assign_subProduct'], locations: [south] });

  const seen = await owner.do(priceRoutes.grid, { body: { search: 'Owned' } });
  const elsewhere = await owner.call(priceRoutes.grid, { body: { filters: { locationIds: [north] } } });
  const refused = await save([price(goods, null, 100)], owner);
  const own = await save([price(goods, null, 100, south)], owner);

  expect(seen.locations).toEqual([{ _id: south, name: 'South' }]);
  expect([elsewhere.status, refused.status, own.status]).toEqual([404, 404, 200]);
  expect(refused.body.error?.fields).toEqual([{ path: 'changes.0.locationId', message: 'Not found' }]);
});

const listChange = (
  subProductId: string,
  field: 'listPrice' | 'salePrice',
  was: number | null,
  to: number | null,
): CellChange => ({ subProductId, field, was, to }) as CellChange;

test('saves list and sale prices of several products with location prices, each with its history', async () => {
  const [one, two] = [
    await addSubProduct(shop, { name: 'Listed one', price: 500 }),
    await addSubProduct(shop, { name: 'Listed two', price: 700, salePrice: 650 }),
  ];

  const saved = await save(
    [
      listChange(one, 'listPrice', 500, 550),
      // The price falls below the old sale price, and the new sale price is below both, so together they are valid.
      listChange(two, 'listPrice', 700, 600),
      listChange(two, 'salePrice', 650, 580),
      price(one, null, 540),
    ],
    catalog,
  );

  expect(saved.data).toEqual({ saved: 4 });
  expect(await rowsOf('Listed')).toMatchObject([
    { _id: one, price: 550, salePrice: null, cells: [{ price: 540 }, {}] },
    { _id: two, price: 600, salePrice: 580 },
  ]);
  const entries = await shop.sql`SELECT location_id, before, after FROM audit_entries
    WHERE record_id IN (${one}, ${two}) ORDER BY id`;
  expect(entries).toEqual([
    { location_id: null, before: { price: 500 }, after: { price: 550 } },
    { location_id: null, before: { price: 700, salePrice: 650 }, after: { price: 600, salePrice: 580 } },
    { location_id: north, before: { price: null }, after: { price: 540 } },
  ]);
});

test("returns another user's change of a list price as a conflict, and saves nothing", async () => {
  const goods = await addSubProduct(shop, { name: 'List contested', price: 500 });
  await save([listChange(goods, 'listPrice', 500, 520)], catalog);

  const late = await save([listChange(goods, 'listPrice', 500, 510), price(goods, null, 300)], catalog);

  expect([late.status, late.code]).toEqual([409, 'prices.changed-meanwhile']);
  const { conflicts } = late.body.data as { conflicts: CellConflict[] };
  expect(conflicts).toMatchObject([
    { locationId: null, subProductId: goods, field: 'listPrice', theirs: 520, by: 'Ada Tester' },
  ]);
  expect(await rowsOf('List contested')).toMatchObject([{ price: 520, cells: [{ price: null }, {}] }]);
});

test('rejects the whole request for a sale price that is not below the price, at its cell', async () => {
  const [fine, wrong] = [
    await addSubProduct(shop, { name: 'Sale fine', price: 500 }),
    await addSubProduct(shop, { name: 'Sale wrong', price: 500, salePrice: 450 }),
  ];

  const refused = await save(
    [listChange(fine, 'listPrice', 500, 600), listChange(wrong, 'listPrice', 500, 400)],
    catalog,
  );

  expect(refused.status).toBe(400);
  expect(refused.body.error?.fields).toEqual([
    { path: 'changes.1.to', message: 'The sale price must be below the price' },
  ]);
  expect((await rowsOf('Sale fine'))[0]!.price).toBe(500);
});

test('requires sub-product editing for list prices, and assigning for location prices', async () => {
  const goods = await addSubProduct(shop, { name: 'Parted' });
  const lister = await shop.signIn({ permissions: ['sub_product_edit'] });

  const noList = await save([listChange(goods, 'listPrice', 500, 510)]);
  const noOffer = await save([price(goods, null, 510)], lister);
  const list = await save([listChange(goods, 'listPrice', 500, 510)], lister);

  expect([noList.status, noList.message]).toEqual([403, expect.stringContaining('sub_product_edit')]);
  expect([noOffer.status, noOffer.message]).toEqual([403, expect.stringContaining('assign_subProduct')]);
  expect(list.status).toBe(200);
  expect(await rowsOf('Parted', [north], lister)).toMatchObject([{ price: 510 }]);
});

test('rejects list price changes by store users, regardless of permissions', async () => {
  const goods = await addSubProduct(shop, { name: 'Not theirs' });
  const owner = await shop.signIn({
    permissions: ['assign_subProduct', 'sub_product_edit'],
    locations: [south],
  });

  const refused = await save([listChange(goods, 'listPrice', 500, 100)], owner);

  expect([refused.status, refused.code]).toEqual([403, 'not-allowed']);
});

test("rejects a product form's version from before a list price change", async () => {
  const goods = await addSubProduct(shop, { name: 'Versioned' });
  await save([listChange(goods, 'listPrice', 500, 510)], catalog);

  const stale = await catalog.call(subProductRoutes.edit, {
    params: { id: goods },
    body: { version: 1, price: 400 },
  });

  expect(stale.status).toBe(409);
});

test('filters rows by custom price comparison, vendor, sale and missing values', async () => {
  const place = await addLocation(shop, { name: 'Filtered' });
  const named = (name: string, salePrice?: number) =>
    addSubProduct(shop, { name: `Filtered ${name}`, price: 500, ...(salePrice && { salePrice }) });
  const ids = {
    above: await named('above'),
    below: await named('below'),
    equal: await named('equal', 450),
    none: await named('none'),
  };
  const receiver = await shop.signIn({ permissions: ['inventory_add'] });
  const vendorId = newId();
  await shop.look(async (tx) => {
    await tx
      .insertInto('vendors')
      .values({ id: vendorId, name: `Vendor ${vendorId}` })
      .execute();
  });
  await save([
    price(ids.above, null, 600, place),
    price(ids.below, null, 400, place),
    price(ids.equal, null, 450, place),
    { locationId: place, subProductId: ids.none, field: 'assigned', was: false, to: true },
  ]);
  await shop.sql`UPDATE sub_products SET cost_price = 100 WHERE id = ${ids.above}`;
  await receiver.do(inventoryRoutes.create, {
    body: { locationId: place, subProductId: ids.below, vendorId, quantity: 3 },
  });
  const found = async (filters: object) =>
    (
      await manager.do(priceRoutes.grid, {
        body: { search: 'Filtered', filters: { locationIds: [place], ...filters } },
      })
    ).records.map(({ name }) => name.split(' ').at(-1));

  expect(await found({ customPrice: 'differs' })).toEqual(['above', 'below']);
  expect(await found({ customPrice: 'above' })).toEqual(['above']);
  expect(await found({ customPrice: 'below' })).toEqual(['below']);
  expect(await found({ customPrice: 'missing' })).toEqual(['none']);
  expect(await found({ vendorId })).toEqual(['below']);
  expect(await found({ onSale: true })).toEqual(['equal']);
  expect(await found({ missing: 'cost' })).toEqual(['below', 'equal', 'none']);
});

test('rejects a count below reserved stock at its cell', async () => {
  const goods = await addSubProduct(shop, { name: 'Reserved' });
  await receive(shop, north, goods, { quantity: 5 });
  await shop.sql`UPDATE stock_levels SET reserved = 4
    WHERE location_id = ${north} AND sub_product_id = ${goods}`;

  const refused = await save([{ locationId: north, subProductId: goods, field: 'onHand', was: 5, to: 2 }]);

  expect([refused.status, refused.paths[0]]).toEqual([409, 'changes.0.to']);
});

test('saves a count once for the same idempotency key', async () => {
  const goods = await addSubProduct(shop, { name: 'Keyed' });
  const body = {
    changes: [{ locationId: north, subProductId: goods, field: 'onHand' as const, was: 0, to: 5 }],
  };
  const headers = { 'idempotency-key': 'count-once' };

  await manager.do(priceRoutes.save, { body, headers });
  await manager.do(priceRoutes.save, { body, headers });

  expect((await rowsOf('Keyed'))[0]!.cells[0]).toMatchObject({ onHand: 5 });
});

test('rejects more than one batch of cells or counts', async () => {
  const cells = (count: number, field: 'price' | 'onHand') =>
    Array.from({ length: count }, () => ({ locationId: north, subProductId: newId(), field, was: 0, to: 1 }));
  const fieldsOf = async (changes: object[]) =>
    (await manager.send(priceRoutes.save, { body: { changes } })).body.error?.fields;

  expect(await fieldsOf(cells(2001, 'price'))).toEqual([
    { path: 'changes', message: 'At most 2,000 cells at once' },
  ]);
  expect(await fieldsOf(cells(501, 'onHand'))).toEqual([
    { path: 'changes', message: 'At most 500 counted cells at once' },
  ]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['a price of nothing', { field: 'price', was: null, to: 0 }, 'changes.0.to'],
  ['a stock below nothing', { field: 'onHand', was: 0, to: -1 }, 'changes.0.to'],
  ['no stock at all', { field: 'onHand', was: 0, to: null }, 'changes.0.to'],
  ['another field', { field: 'name', was: null, to: 1 }, 'changes.0.field'],
])('rejects %s at its cell', async (_, wrong, path) => {
  const body = { changes: [{ locationId: north, subProductId: newId(), ...wrong }] };

  const got = await manager.send(priceRoutes.save, { body });

  expect(got.status).toBe(400);
  expect(got.paths).toEqual([path]);
});
