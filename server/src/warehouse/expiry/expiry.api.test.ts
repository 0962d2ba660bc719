import { mainOrderRoutes } from '@aisle/contract/sales/main-orders';
import { type ExpiryPage, expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addGoods, addOrderLocation, basketOf } from '../../../test/order-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';
import { dayAt } from '../../../test/stock-builders.ts';
import { endDueMarkDowns } from './expiry.service.ts';

let shop: Shop;
let admin: Person;
let location: string;
beforeAll(async () => {
  shop = await openShop();
  admin = await shop.signIn();
  location = await addOrderLocation(shop, { name: 'Downtown' });
});
afterAll(() => shop.close());

async function expiringGoods(days: number, { quantity = 10, price = 500, at = location } = {}) {
  const expiresOn = await dayAt(shop, at, days);
  const subProductId = await addGoods(shop, at, { stock: 0, price });
  await admin.do(inventoryRoutes.create, {
    body: { locationId: at, subProductId, quantity, expiresOn, costPrice: 300 },
  });
  return { subProductId, expiresOn };
}
const lotsOf = async (filters: ExpiryPage['filters'], subProductId: string, person = admin) => {
  const page = await person.do(expiryRoutes.lots, { body: { filters, limit: 100 } });
  return page.records.filter((lot) => lot.subProductData._id === subProductId);
};
const priceOf = async (subProductId: string) => {
  const quote = await admin.do(mainOrderRoutes.quote, {
    body: basketOf({ lines: [{ subProductId, locationId: location, quantity: 1 }] }),
  });
  return quote.orders[0]!.lines[0]!.unitPrice;
};
const mark = (subProductId: string, price: number, until: string) =>
  admin.call(expiryRoutes.markDown, {
    body: { items: [{ locationId: location, subProductId, price, until }] },
  });
const endDue = () => shop.look(endDueMarkDowns);

test('the calendar says by day what expires, at cost and at the price of the shelf', async () => {
  const apart = await addOrderLocation(shop);
  const { expiresOn } = await expiringGoods(4, { at: apart });
  await expiringGoods(4, { quantity: 2, price: 100, at: apart });

  const { days } = await admin.do(expiryRoutes.calendar, {
    body: { from: expiresOn, to: expiresOn, locationId: apart },
  });

  expect(days).toEqual([{ day: expiresOn, lots: 2, units: 12, cost: 3600, retail: 5200 }]);
});

test('lots and mark-downs are found by the name of what they hold, lots by their number as well', async () => {
  const { subProductId, expiresOn } = await expiringGoods(6);
  await mark(subProductId, 400, expiresOn);
  const [lot] = await lotsOf({}, subProductId);
  const { name } = lot!.subProductData;

  const found = await Promise.all(
    [name, lot!.number, 'xyzzy-nothing'].map((search) =>
      admin.do(expiryRoutes.lots, { body: { search, filters: { locationId: location } } }),
    ),
  );
  const marked = await admin.do(expiryRoutes.markDowns, { body: { search: name } });
  const none = await admin.do(expiryRoutes.markDowns, { body: { search: 'xyzzy-nothing' } });

  expect(found.map((page) => page.records.map((row) => row._id))).toEqual([[lot!._id], [lot!._id], []]);
  expect(marked.records.map((row) => row.subProductData._id)).toEqual([subProductId]);
  expect(none.records).toEqual([]);
});

test('the suggestion weighs the days left and what sells', async () => {
  const { subProductId, expiresOn } = await expiringGoods(2);
  const [unsold] = await lotsOf({ from: expiresOn, to: expiresOn }, subProductId);
  await deliver(admin, location, subProductId, { quantity: 9 });
  const [selling] = await lotsOf({ from: expiresOn, to: expiresOn }, subProductId);

  expect(unsold).toMatchObject({
    daysLeft: 2,
    perDay: 0,
    suggestion: { percent: 50, price: 250, leftOver: 10 },
  });
  expect(selling).toMatchObject({ onHand: 1, perDay: 0.321, suggestion: { percent: 20 } });
});

test('a mark-down is the price of the location until it is undone', async () => {
  const { subProductId, expiresOn } = await expiringGoods(3);
  await mark(subProductId, 350, expiresOn);
  const marked = await priceOf(subProductId);
  const [lot] = await lotsOf({ to: expiresOn }, subProductId);

  const undone = await admin.do(expiryRoutes.undoMarkDown, { params: { id: lot!.markDown!._id } });

  expect([marked, await priceOf(subProductId)]).toEqual([350, 500]);
  expect(lot).toMatchObject({ price: 350, suggestion: null });
  expect(undone).toMatchObject({ status: 'undone', endedBecause: 'undone' });
  const again = await admin.call(expiryRoutes.undoMarkDown, { params: { id: undone._id } });
  expect(again.body.error?.code).toBe('expiry.over');
});

test('once the goods are gone the price before comes back by itself', async () => {
  const { subProductId, expiresOn } = await expiringGoods(3, { quantity: 2 });
  await mark(subProductId, 200, expiresOn);
  await endDue();
  const stillMarked = await priceOf(subProductId);
  await deliver(admin, location, subProductId, { quantity: 2 });
  await admin.do(inventoryRoutes.create, { body: { locationId: location, subProductId, quantity: 5 } });

  await endDue();

  expect([stillMarked, await priceOf(subProductId)]).toEqual([200, 500]);
});

test('a price that somebody has set since stays', async () => {
  const { subProductId, expiresOn } = await expiringGoods(3);
  await mark(subProductId, 200, expiresOn);
  await shop.look((tx) =>
    tx
      .updateTable('location_sub_products')
      .set({ price: 450 })
      .where('sub_product_id', '=', subProductId)
      .execute(),
  );
  const [lot] = await lotsOf({ to: expiresOn }, subProductId);

  const ended = await admin.do(expiryRoutes.undoMarkDown, { params: { id: lot!.markDown!._id } });

  expect([ended.endedBecause, await priceOf(subProductId)]).toEqual(['priceChanged', 450]);
});

test('what is not lower, over, twice or elsewhere is refused', async () => {
  const { subProductId, expiresOn } = await expiringGoods(3);
  const yesterday = await dayAt(shop, location, -1);

  expect((await mark(subProductId, 500, expiresOn)).body.error?.code).toBe('expiry.not-lower');
  expect((await mark(subProductId, 400, yesterday)).status).toBe(400);
  expect((await mark(subProductId, 400, expiresOn)).status).toBe(200);
  expect((await mark(subProductId, 300, expiresOn)).body.error?.code).toBe('expiry.marked-down');
  const stranger = await shop.signIn({
    permissions: ['assign_subProduct', 'inventory_list'],
    locations: [await addOrderLocation(shop)],
  });
  const refused = await stranger.call(expiryRoutes.markDown, {
    body: { items: [{ locationId: location, subProductId, price: 100, until: expiresOn }] },
  });
  expect(refused.status).toBe(404);
  expect(await lotsOf({}, subProductId, stranger)).toEqual([]);
});
