import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { type CellChange, type CellConflict, priceRoutes } from '@aisle/contract/warehouse/prices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, addSubProduct, assign, receive } from '../../../test/catalogue-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { newId } from '../../core/ids.ts';

let shop: Shop;
let manager: Person;
let north: string;
let south: string;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.signIn({ permissions: ['assign_subProduct', 'inventory_edit', 'inventory_view'] });
  north = await addLocation(shop, { name: 'North' });
  south = await addLocation(shop, { name: 'South' });
});
afterAll(() => shop.close());

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

test('each row shows what every location makes of it, in the order asked for', async () => {
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

test('prices, limits and what is sold are saved in one call, also where nothing was known before', async () => {
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

test('what somebody else changed meanwhile comes back with their name, and nothing is saved', async () => {
  const goods = await addSubProduct(shop, { name: 'Contested' });
  await save([price(goods, null, 320)]);

  const late = await save([price(goods, null, 300), price(goods, null, 310, south)]);

  expect([late.status, late.body.error?.code]).toEqual([409, 'prices.changed-meanwhile']);
  expect(late.body.error?.fields?.map((field) => field.path)).toEqual(['changes.0.was']);
  const { conflicts } = late.body.data as { conflicts: CellConflict[] };
  expect(conflicts).toMatchObject([{ locationId: north, field: 'price', theirs: 320, by: 'Ada Tester' }]);
  const [row] = await rowsOf('Contested');
  expect(row!.cells.map((cell) => cell.price)).toEqual([320, null]);
});

test('two people who change different things of one cell do not get in each other’s way', async () => {
  const goods = await addSubProduct(shop, { name: 'Shared' });
  await save([price(goods, null, 320)]);

  const other = await save([
    { locationId: north, subProductId: goods, field: 'threshold', was: null, to: 2 },
  ]);

  expect(other.status).toBe(200);
  expect((await rowsOf('Shared'))[0]!.cells[0]).toMatchObject({ price: 320, threshold: 2 });
});

test('of two people who save the same cell at once, one gets a conflict', async () => {
  const goods = await addSubProduct(shop, { name: 'Raced' });

  const both = await Promise.all([save([price(goods, null, 111)]), save([price(goods, null, 222)])]);

  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a counted stock goes into the ledger as a count, with the reason', async () => {
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

test('who may set prices but not touch stock counts nothing', async () => {
  const goods = await addSubProduct(shop);
  const pricer = await shop.signIn({ permissions: ['assign_subProduct'] });

  const refused = await save(
    [{ locationId: north, subProductId: goods, field: 'onHand', was: 0, to: 5 }],
    pricer,
  );

  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('inventory_edit')]);
});

test('an owner sees and changes only their own locations', async () => {
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

test('the same key counts once', async () => {
  const goods = await addSubProduct(shop, { name: 'Keyed' });
  const body = {
    changes: [{ locationId: north, subProductId: goods, field: 'onHand' as const, was: 0, to: 5 }],
  };
  const headers = { 'idempotency-key': 'count-once' };

  await manager.do(priceRoutes.save, { body, headers });
  await manager.do(priceRoutes.save, { body, headers });

  expect((await rowsOf('Keyed'))[0]!.cells[0]).toMatchObject({ onHand: 5 });
});

test.each<[string, Record<string, unknown>, string]>([
  ['a price of nothing', { field: 'price', was: null, to: 0 }, 'changes.0.to'],
  ['a stock below nothing', { field: 'onHand', was: 0, to: -1 }, 'changes.0.to'],
  ['no stock at all', { field: 'onHand', was: 0, to: null }, 'changes.0.to'],
  ['another field', { field: 'name', was: null, to: 1 }, 'changes.0.field'],
])('%s is refused at its cell', async (_, wrong, path) => {
  const body = { changes: [{ locationId: north, subProductId: newId(), ...wrong }] };

  const got = await manager.send(priceRoutes.save, { body });

  expect(got.status).toBe(400);
  expect(got.body.error?.fields?.map((field) => field.path)).toEqual([path]);
});
