import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { type ExpiryPage, expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation, basketOf } from '../../../test/order-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { dayAt } from '../../../test/stock-builders.ts';
import { addExpiryChanges } from './expiry.queries.ts';
import { endDueMarkDowns } from './expiry.service.ts';

const shop = await openShop();
const admin = await shop.signIn();
const location = await addOrderLocation(shop, { name: 'Downtown' });

async function expiringGoods(days: number, { quantity = 10, price = 500, at = location } = {}) {
  const expiresOn = await dayAt(shop, at, days);
  const subProductId = await addGoods(shop, at, { stock: 0, price });
  const lot = await admin.do(inventoryRoutes.create, {
    body: { locationId: at, subProductId, quantity, expiresOn, costPrice: 300 },
  });
  return { subProductId, expiresOn, lotId: lot._id, at };
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
const mark = (subProductId: string, price: number, until: string, locationId = location) =>
  admin.call(expiryRoutes.markDown, { body: { items: [{ locationId, subProductId, price, until }] } });
type Expiring = Awaited<ReturnType<typeof expiringGoods>>;
const countDays = async () => {
  while (await shop.look(addExpiryChanges));
};
const endDue = () => shop.look(endDueMarkDowns);

test('shows expiring stock by day, at cost and at sales price', async () => {
  const apart = await addOrderLocation(shop);
  const { expiresOn } = await expiringGoods(4, { at: apart });
  await expiringGoods(4, { quantity: 2, price: 100, at: apart });

  const { days } = await admin.do(expiryRoutes.calendar, {
    body: { from: expiresOn, to: expiresOn, locationId: apart },
  });

  expect(days).toEqual([{ day: expiresOn, lots: 2, units: 12, cost: 3600, retail: 5200 }]);
});

const editLot = ({ lotId }: Expiring, body: object) =>
  admin.do(inventoryRoutes.edit, { params: { id: lotId }, body: { version: 1, ...body } });
const editGoods = ({ subProductId }: Expiring, body: object) =>
  admin.do(subProductRoutes.edit, { params: { id: subProductId }, body: { version: 1, ...body } });
test.each<[string, (goods: Expiring) => Promise<unknown>, object[]]>([
  [
    'a sale',
    ({ at, subProductId }) => deliver(admin, at, subProductId, { quantity: 2 }),
    [{ lots: 1, units: 8, cost: 2400, retail: 4000 }],
  ],
  [
    'waste of all of it',
    ({ at, subProductId }) =>
      admin.do(inventoryRoutes.adjust, {
        body: { locationId: at, subProductId, quantity: -10, reason: 'waste' },
      }),
    [],
  ],
  [
    'another price of the catalog',
    (goods) => editGoods(goods, { price: 450 }),
    [{ lots: 1, units: 10, cost: 3000, retail: 4500 }],
  ],
  [
    'a sale price',
    (goods) => editGoods(goods, { salePrice: 400 }),
    [{ lots: 1, units: 10, cost: 3000, retail: 4000 }],
  ],
  [
    'a mark-down',
    ({ at, subProductId, expiresOn }) => mark(subProductId, 350, expiresOn, at),
    [{ lots: 1, units: 10, cost: 3000, retail: 3500 }],
  ],
  [
    'another cost of the lot',
    (goods) => editLot(goods, { costPrice: 200 }),
    [{ lots: 1, units: 10, cost: 2000, retail: 5000 }],
  ],
  ['another expiry date', (goods) => editLot(goods, { expiresOn: '2098-05-06' }), []],
  ['a reversed receipt', ({ lotId }) => admin.do(inventoryRoutes.remove, { params: { id: lotId } }), []],
])('updates the calendar after %s, before and after the recount of its day', async (_, change, expected) => {
  const goods = await expiringGoods(9, { at: await addOrderLocation(shop) });
  const { at: locationId, expiresOn: day } = goods;
  const calendar = async () => {
    const body = { from: day, to: day, locationId };
    return (await admin.do(expiryRoutes.calendar, { body })).days;
  };
  await countDays();

  await change(goods);
  const noted = await calendar();
  await countDays();

  expect(noted).toEqual(expected.map((sums) => ({ day, ...sums })));
  expect(await calendar()).toEqual(noted);
});

test('counts a lot on its new expiration date', async () => {
  const goods = await expiringGoods(9, { at: await addOrderLocation(shop) });
  await editLot(goods, { expiresOn: '2098-07-08' });
  await countDays();

  const { days } = await admin.do(expiryRoutes.calendar, {
    body: { from: '2098-07-08', to: '2098-07-08', locationId: goods.at },
  });

  expect(days).toEqual([{ day: '2098-07-08', lots: 1, units: 10, cost: 3000, retail: 5000 }]);
});

test("limits the calendar to the user's location, and filters it by vendor", async () => {
  const at = await addOrderLocation(shop);
  const vendorId = (await admin.do(vendorRoutes.create, { body: { name: 'Birch Farm' } }))._id;
  const day = '2098-03-04';
  const counted = await expiringGoods(1, { at });
  await editLot(counted, { expiresOn: day, vendorId });
  await editLot(await expiringGoods(1, { at, quantity: 3 }), { expiresOn: day });
  await editLot(await expiringGoods(1, { at: await addOrderLocation(shop) }), { expiresOn: day });
  const clerk = await shop.signIn({ permissions: ['inventory_list'], locations: [at] });
  const unitsOf = async (person: Person, filters = {}) => {
    const { days } = await person.do(expiryRoutes.calendar, { body: { from: day, to: day, ...filters } });
    return days.map(({ lots, units }) => [lots, units]);
  };
  const read = async () => [await unitsOf(clerk), await unitsOf(admin), await unitsOf(admin, { vendorId })];

  const noted = await read();
  await countDays();

  expect(noted).toEqual([[[2, 13]], [[3, 23]], [[1, 10]]]);
  expect(await read()).toEqual(noted);
});

test('finds lots and mark-downs by item name, and lots by number', async () => {
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

test('suggests a mark-down from the remaining days and sales', async () => {
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

test("applies a mark-down as the location's price until it is undone", async () => {
  const { subProductId, expiresOn } = await expiringGoods(3);
  await mark(subProductId, 350, expiresOn);
  const marked = await priceOf(subProductId);
  const [lot] = await lotsOf({ to: expiresOn }, subProductId);

  const undone = await admin.do(expiryRoutes.undoMarkDown, { params: { id: lot!.markDown!._id } });

  expect([marked, await priceOf(subProductId)]).toEqual([350, 500]);
  expect(lot).toMatchObject({ price: 350, suggestion: null });
  expect(undone).toMatchObject({ status: 'undone', endedBecause: 'undone' });
  const again = await admin.call(expiryRoutes.undoMarkDown, { params: { id: undone._id } });
  expect(again.code).toBe('expiry.over');
});

test('restores the previous price when the stock is sold out', async () => {
  const { subProductId, expiresOn } = await expiringGoods(3, { quantity: 2 });
  await mark(subProductId, 200, expiresOn);
  await endDue();
  const stillMarked = await priceOf(subProductId);
  await deliver(admin, location, subProductId, { quantity: 2 });
  await admin.do(inventoryRoutes.create, { body: { locationId: location, subProductId, quantity: 5 } });

  await endDue();

  expect([stillMarked, await priceOf(subProductId)]).toEqual([200, 500]);
});

test('keeps a price that was set after the mark-down', async () => {
  const { subProductId, expiresOn } = await expiringGoods(3);
  await mark(subProductId, 200, expiresOn);
  await shop.sql`UPDATE location_sub_products SET price = 450 WHERE sub_product_id = ${subProductId}`;
  const [lot] = await lotsOf({ to: expiresOn }, subProductId);

  const ended = await admin.do(expiryRoutes.undoMarkDown, { params: { id: lot!.markDown!._id } });

  expect([ended.endedBecause, await priceOf(subProductId)]).toEqual(['priceChanged', 450]);
});

test('rejects mark-downs that are not lower, expired, duplicate or at other locations', async () => {
  const { subProductId, expiresOn } = await expiringGoods(3);
  const yesterday = await dayAt(shop, location, -1);

  expect((await mark(subProductId, 500, expiresOn)).code).toBe('expiry.not-lower');
  expect((await mark(subProductId, 400, yesterday)).status).toBe(400);
  expect((await mark(subProductId, 400, expiresOn)).status).toBe(200);
  expect((await mark(subProductId, 300, expiresOn)).code).toBe('expiry.marked-down');
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
