import type { BodyInputOf } from '@aisle/contract/core/route';
import { type OrderLinesEdit, pickBounds } from '@aisle/contract/sales/orders/order-lines';
import type { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeEach, expect, test } from 'vitest';
import { addCategory, addTax } from '../../../../test/catalogue-builders.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  decide,
  everyPaymentType,
  moveTo,
  payFor,
  place,
  placeOne,
  runSql,
  stockOf,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { openShop, refusal, refusedField } from '../../../../test/shop.ts';

let soap: string;

const shop = await openShop();
const manager = await shop.signIn();
await decide(shop, { paymentTypes: everyPaymentType });
const location = await addOrderLocation(shop);
beforeEach(async () => {
  soap = await addGoods(shop, location, { name: 'Soap', price: 300 });
});

const inPicking = async (subProductId: string, quantity = 4, rest: object = {}) =>
  moveTo(manager, await placeOne(manager, location, subProductId, { quantity, ...rest }), 'processing');
const edit = (order: SteppedOrder, body: Omit<OrderLinesEdit, 'version'>) =>
  manager.call(orderRoutes.editLines, {
    params: { id: order._id },
    body: { version: order.version, ...body },
  });
const lineId = (order: SteppedOrder) => order.lines[0]!._id;
const editFirst = (order: SteppedOrder, change: Partial<NonNullable<OrderLinesEdit['lines']>[number]>) =>
  edit(order, { lines: [{ lineId: lineId(order), ...change }] });
const one = (subProductId: string, quantity = 1) => ({ subProductId, locationId: location, quantity });
const offered = (body: BodyInputOf<typeof orderRoutes.searchInventory>) =>
  manager.do(orderRoutes.searchInventory, { body });

test('lowers the total after a short pick and releases the unneeded stock', async () => {
  const order = await inPicking(soap);

  const { data: edited } = await editFirst(order, { pickedQuantity: 3 });

  expect(edited.lines[0]).toMatchObject({ quantity: 4, pickedQuantity: 3, total: 900 });
  expect(edited).toMatchObject({ total: 900, version: order.version + 1 });
  expect(edited.events.at(-1)).toMatchObject({ kind: 'lines', note: 'Soap: 3 of 4 picked' });
  expect(await stockOf(shop, location, soap)).toEqual([100, 3]);
  const prepared = await moveTo(manager, order, 'prepared');
  expect(prepared).toMatchObject({ total: 900, payments: [{ amount: 900 }] });
  expect(await stockOf(shop, location, soap)).toEqual([97, 0]);
});

test('counts units and lines without cancelled, replaced and short ones', async () => {
  const fish = await addGoods(shop, location, { name: 'Cod', byWeight: true });
  const [bread, oats] = [await addGoods(shop, location), await addGoods(shop, location)];
  const { orders } = await place(manager, { lines: [one(soap, 12), one(fish, 2.5), one(bread, 3)] });
  const params = { id: orders[0]!._id };
  const rowOf = async () => {
    const body = { limit: 100, filters: { locationId: location } };
    const { records } = await manager.do(orderRoutes.list, { body });
    const row = records.find(({ _id }) => _id === params.id)!;
    return [row.unitCount, row.lineCount];
  };
  expect(await rowOf()).toEqual([16, 3]);

  const order = await moveTo(manager, { _id: params.id }, 'processing');
  const [soaps, cod, breads] = order.lines.map(({ _id }) => _id) as [string, string, string];
  await edit(order, {
    lines: [
      { lineId: soaps, pickedQuantity: 10 },
      { lineId: breads, substituteId: oats },
    ],
  });
  expect(await rowOf()).toEqual([14, 3]);

  const body = { reason: 'No', lines: [{ lineId: cod, quantity: 2.5 }] };
  await manager.do(orderRoutes.cancel, { params, body });
  expect(await rowOf()).toEqual([13, 2]);
  await moveTo(manager, { _id: params.id }, 'prepared');
  expect(await rowOf()).toEqual([13, 2]);
});

test('accepts a fifth more of a weighed item and charges the weighed quantity', async () => {
  const tax = await addTax(shop, 8.25);
  const fish = await addGoods(shop, location, { name: 'Cod', price: 1199, byWeight: true, taxIds: [tax] });
  const order = await inPicking(fish, 1.5);

  const heavy = await editFirst(order, { pickedQuantity: 1.801 });
  const { data: weighed } = await editFirst(order, { pickedQuantity: 1.8 });

  expect(refusedField(heavy)).toEqual([400, 'lines.0.pickedQuantity']);
  expect(weighed).toMatchObject({ itemsTotal: 2158, taxTotal: 178, total: 2336 });
  expect(await stockOf(shop, location, fish)).toEqual([100, 1.8]);
  expect(await moveTo(manager, order, 'prepared')).toMatchObject({ total: 2336 });
});

test('takes the weight tolerance from the settings', async () => {
  const ham = await addGoods(shop, location, { byWeight: true });
  const order = await inPicking(ham, 1);
  await decide(shop, { pickTolerancePercent: 50, paymentTypes: everyPaymentType });

  const picked = await editFirst(order, { pickedQuantity: 1.5 });
  await decide(shop, { paymentTypes: everyPaymentType });

  expect(picked.status).toBe(200);
});

test("charges the substitute's price and takes it from its own stock", async () => {
  const gel = await addGoods(shop, location, { name: 'Gel', price: 450 });
  const order = await inPicking(soap);

  const agreed = { answer: 'approved', note: 'Agreed by phone' } as const;
  const { data: edited } = await editFirst(order, { substituteId: gel, ...agreed });

  expect(edited.lines).toMatchObject([
    { subProductId: soap, pickedQuantity: 0, total: 0, note: 'Agreed by phone' },
    {
      subProductId: gel,
      quantity: 4,
      total: 1800,
      substituteFor: lineId(order),
      addedByStaff: true,
      answer: 'approved',
    },
  ]);
  expect(edited.total).toBe(1800);
  expect(edited.events.at(-1)?.note).toBe('Gel: 4 instead of Soap (customer approved)');
  expect(await stockOf(shop, location, soap)).toEqual([100, 0]);
  expect((await moveTo(manager, edited, 'prepared')).total).toBe(1800);
  expect(await stockOf(shop, location, gel)).toEqual([96, 0]);
});

test('adds a line only from available stock and only once', async () => {
  const last = await addGoods(shop, location, { name: 'Candle', stock: 1 });
  const order = await inPicking(soap);

  const tooMany = await edit(order, { add: [{ subProductId: last, quantity: 2 }] });
  const twice = await edit(order, { add: [{ subProductId: soap, quantity: 1 }] });
  const added = await edit(order, { add: [{ subProductId: last, quantity: 1 }] });

  expect(refusal(tooMany)).toEqual([409, 'stock.not-enough']);
  expect(refusedField(twice)).toEqual([400, 'add.0.subProductId']);
  expect(added.data.lines).toHaveLength(2);
  expect(await stockOf(shop, location, last)).toEqual([1, 1]);
});

test('limits a card to its authorised amount', async () => {
  const placed = await placeOne(manager, location, soap, { paymentType: 'card' });
  await payFor(shop, placed._id, 'authorised');
  const order = await moveTo(manager, placed, 'processing');

  const more = await editFirst(order, { quantity: 3 });
  const fewer = await editFirst(order, { quantity: 1 });

  expect(refusal(more)).toEqual([409, 'orders.above-authorised']);
  expect(more.body.message).toContain('$6.00');
  expect(fewer.data.total).toBe(300);
});

test("refunds paid items that couldn't be picked", async () => {
  const placed = await placeOne(manager, location, soap, { paymentType: 'card', quantity: 5 });
  await payFor(shop, placed._id, 'captured');
  const order = await moveTo(manager, placed, 'processing');
  await editFirst(order, { pickedQuantity: 4 });

  const prepared = await moveTo(manager, order, 'prepared');

  expect(prepared).toMatchObject({ total: 1200, paid: 1500, headlineStatus: 'refundInitiated' });
  expect(prepared.refunds).toMatchObject([{ amount: 300 }]);
  expect(prepared.events.at(-1)).toMatchObject({
    kind: 'refund',
    to: 'refundInitiated',
    note: "$3.00: Some items couldn't be picked",
  });
});

test('rejects preparing an order without picked items', async () => {
  const order = await inPicking(soap);
  await editFirst(order, { pickedQuantity: 0 });

  const body = { status: 'prepared' } as const;
  const refused = await manager.call(orderRoutes.updateStatus, { params: { id: order._id }, body });

  expect(refusal(refused)).toEqual([409, 'orders.nothing-picked']);
});

test('rejects changes of a prepared order and picks before picking starts', async () => {
  const placed = await placeOne(manager, location, soap);
  const early = await editFirst(placed, { pickedQuantity: 1 });
  const prepared = await advanceTo(manager, placed, 'prepared');
  const late = await editFirst(prepared, { quantity: 1 });

  for (const refused of [early, late]) {
    expect(refusal(refused)).toEqual([409, 'orders.not-editable']);
  }
});

test('rejects an edit of an old version', async () => {
  const order = await inPicking(soap);
  await editFirst(order, { quantity: 5 });

  const late = await editFirst(order, { quantity: 6 });

  expect(refusal(late)).toEqual([409, 'version-stale']);
  expect(late.body.data).toMatchObject({ total: 1500 });
});

test('cancels some lines before picking and the whole order if none are left', async () => {
  const tea = await addGoods(shop, location, { name: 'Tea', price: 700 });
  const main = await place(manager, { lines: [one(soap, 4), one(tea)] });
  const order = await viewOrder(manager, main.orders[0]!._id);
  const cancel = (lines: { lineId: string; quantity: number }[]) =>
    manager.call(orderRoutes.cancel, { params: { id: order._id }, body: { reason: 'Too much', lines } });
  const [soaps, teas] = order.lines.map((line) => line._id);

  const { data: some, body: first } = await cancel([
    { lineId: soaps!, quantity: 1 },
    { lineId: teas!, quantity: 1 },
  ]);
  const { data: all, body: second } = await cancel([{ lineId: soaps!, quantity: 3 }]);

  expect([first.message, second.message]).toEqual(['Items cancelled', 'Order cancelled']);
  expect(some).toMatchObject({ status: 'orderPlaced', total: 900, payments: [{ amount: 900 }] });
  expect(some.lines).toMatchObject([
    { quantity: 3, total: 900 },
    { quantity: 1, pickedQuantity: 0, total: 0 },
  ]);
  expect(all.status).toBe('cancelled');
  expect(await stockOf(shop, location, soap)).toEqual([100, 0]);
});

test('suggests substitutes in stock, the same category first', async () => {
  const categoryId = await addCategory(shop);
  const bar = await addGoods(shop, location, { name: 'Bar of soap', categoryId });
  const other = await addGoods(shop, location, { name: 'A soap dish' });
  const same = await addGoods(shop, location, { name: 'Liquid soap', categoryId, localPrice: 275 });
  await addGoods(shop, location, { name: 'Gone soap', categoryId, stock: 0 });
  const order = await inPicking(bar);
  const line = { orderId: order._id, lineId: lineId(order) };

  const found = await offered({ ...line, search: 'soap' });
  const ids = found.map((one) => one.subProductId);

  expect(ids).toEqual(expect.arrayContaining([same, other]));
  expect(ids.indexOf(same)).toBeLessThan(ids.indexOf(other));
  expect(found.map((one) => one.name)).not.toContain('Gone soap');
  const offer = { price: 275, available: 100, sameCategory: true };
  expect(found.find((one) => one.subProductId === same)).toMatchObject(offer);
  const alike = await offered(line);
  expect(alike.every((one) => one.sameCategory)).toBe(true);
});

test("suggests substitutes that aren't on the order, similar prices first", async () => {
  const add = (name: string, price: number) => addGoods(shop, location, { name, price });
  const [steak, cheap] = [await add('Steak', 1000), await add('Cheap steak', 200)];
  const [dear, near] = [await add('Dear steak', 3000), await add('Near steak', 1100)];
  const main = await place(manager, { lines: [one(steak), one(dear)] });
  const order = await moveTo(manager, main.orders[0]!, 'processing');
  const line = order.lines.find((one) => one.subProductId === steak)!;

  const found = await offered({ orderId: order._id, lineId: line._id, search: 'steak' });

  expect(found.map((one) => one.subProductId)).toEqual([near, cheap]);
});

test('omits items with an inactive parent category', async () => {
  const above = await addCategory(shop);
  const below = await addCategory(shop, { parentId: above });
  await addGoods(shop, location, { name: 'Hidden pear', categoryId: below });
  await addGoods(shop, location, { name: 'Open pear' });
  await runSql(shop, `UPDATE categories SET status = false WHERE id = '${above}'`);

  const found = await offered({ locationId: location, search: 'pear' });

  expect(found.map((one) => one.name)).toEqual(['Open pear']);
});

test('allows substituting a substitute, removing it and picking the original item after all', async () => {
  const gel = await addGoods(shop, location, { name: 'Gel', price: 450 });
  const foam = await addGoods(shop, location, { name: 'Foam', price: 350 });
  const order = await inPicking(soap);
  const { data: first } = await editFirst(order, { substituteId: gel, answer: 'notReached' });
  const { data: second } = await edit(first, {
    lines: [{ lineId: first.lines[1]!._id, substituteId: foam, quantity: 3 }],
  });
  expect(second.lines.map((line) => [line.total, line.substituteFor])).toEqual([
    [0, null],
    [0, lineId(order)],
    [1050, first.lines[1]!._id],
  ]);

  const refused = (await edit(second, { lines: [{ lineId: second.lines[2]!._id, answer: 'refused' }] })).data;
  const after = (await edit(refused, { lines: [{ lineId: lineId(order), pickedQuantity: 4 }] })).data;

  expect(refused.lines[2]).toMatchObject({ removed: true, answer: 'refused', total: 0, substituteFor: null });
  expect(refused.events.at(-1)?.note).toBe('Foam: removed (no substitute)');
  expect(after.total).toBe(1200);
  expect(await stockOf(shop, location, foam)).toEqual([100, 0]);
  expect((await moveTo(manager, after, 'prepared')).total).toBe(1200);
});

test('picks part of a line and substitutes the rest', async () => {
  const gel = await addGoods(shop, location, { name: 'Gel', price: 450 });
  const order = await inPicking(soap);

  const { data: edited } = await edit(order, {
    lines: [{ lineId: lineId(order), pickedQuantity: 1, substituteId: gel, quantity: 3 }],
  });

  expect(edited.lines.map((line) => line.total)).toEqual([300, 1350]);
});

test.each([
  [2, 20, 1.6, 2.4],
  [0.75, 15, 0.638, 0.862],
  [1.333, 0, 1.333, 1.333],
])('allows %d lb with a tolerance of %d %% from %d to %d', (quantity, tolerance, least, most) => {
  expect(pickBounds({ quantity, soldByWeight: true }, tolerance)).toEqual({ least, most });
});

test('changes, adds and removes lines before picking and updates the cash due', async () => {
  const tea = await addGoods(shop, location, { name: 'Tea', price: 700 });
  const order = await placeOne(manager, location, soap, { quantity: 4 });

  const { data: more } = await edit(order, {
    lines: [{ lineId: lineId(order), quantity: 6 }],
    add: [{ subProductId: tea, quantity: 2 }],
  });
  expect(more).toMatchObject({ status: 'orderPlaced', total: 3200, payments: [{ amount: 3200 }] });
  expect(more.events.at(-1)?.note).toBe('Soap: 6 instead of 4; Tea: 2 added');
  expect(await stockOf(shop, location, soap)).toEqual([100, 6]);

  const { data: less } = await edit(more, { lines: [{ lineId: more.lines[0]!._id, quantity: 0 }] });
  expect(less).toMatchObject({ total: 1400, payments: [{ amount: 1400 }] });
  expect(less.lines[0]).toMatchObject({ removed: true, pickedQuantity: 0, total: 0 });
  expect(await stockOf(shop, location, soap)).toEqual([100, 0]);

  const { data: again } = await edit(less, { lines: [{ lineId: less.lines[0]!._id, quantity: 1 }] });
  expect(again.lines[0]).toMatchObject({ removed: false, pickedQuantity: null, quantity: 1, total: 300 });
  expect((await advanceTo(manager, again, 'delivered')).paid).toBe(1700);
});

test('applies basket limits, the minimum order and stock to changed quantities', async () => {
  const few = await addGoods(shop, location, { name: 'Few', minPerOrder: 2, maxPerOrder: 4, stock: 3 });
  const strict = await addOrderLocation(shop, { minimumOrder: 900 });
  const cup = await addGoods(shop, strict, { name: 'Cup', price: 500 });
  const order = await placeOne(manager, location, few, { quantity: 2 });
  const small = await placeOne(manager, strict, cup, { quantity: 2 });

  const answers = await Promise.all([1, 5, 4].map((quantity) => editFirst(order, { quantity })));
  const nothing = await editFirst(order, { quantity: 0 });
  const tooSmall = await editFirst(small, { quantity: 1 });

  expect(answers.map(refusal)).toEqual([
    [400, 'validation-failed'],
    [400, 'validation-failed'],
    [409, 'stock.not-enough'],
  ]);
  expect(answers[0]!.body.error?.fields?.[0]).toMatchObject({ path: 'lines.0.quantity' });
  expect(refusal(nothing)).toEqual([409, 'orders.nothing-left']);
  expect(refusal(tooSmall)).toEqual([409, 'orders.minimum-not-met']);
  expect(await stockOf(shop, location, few)).toEqual([3, 2]);
});

test('lets one of two concurrent edits win and shows the other user the result', async () => {
  const order = await placeOne(manager, location, soap);
  const other = await shop.signIn({ permissions: ['order_edit'] });
  const wanted = [3, 5];

  const results = await Promise.all(
    [manager, other].map((person, index) =>
      person.call(orderRoutes.editLines, {
        params: { id: order._id },
        body: { version: order.version, lines: [{ lineId: lineId(order), quantity: wanted[index]! }] },
      }),
    ),
  );

  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  const loser = results.find(({ status }) => status === 409)!;
  const winner = wanted[results.findIndex(({ status }) => status === 200)]!;
  expect(loser.body).toMatchObject({ error: { code: 'version-stale' }, data: { total: winner * 300 } });
  expect(await stockOf(shop, location, soap)).toEqual([100, winner]);
});

test('refunds the difference once when a paid order shrinks and charges it when the order grows', async () => {
  const placed = await placeOne(manager, location, soap, { paymentType: 'card', quantity: 5 });
  await payFor(shop, placed._id, 'captured');
  const paid = await viewOrder(manager, placed._id);

  const { data: less } = await editFirst(paid, { quantity: 4 });
  const { data: more } = await edit(less, { lines: [{ lineId: lineId(paid), quantity: 6 }] });
  const prepared = await advanceTo(manager, more, 'prepared');

  expect(less).toMatchObject({ total: 1200, refunds: [{ amount: 300 }] });
  expect(more.payments).toMatchObject([
    { status: 'captured', amount: 1500 },
    { status: 'due', amount: 600 },
  ]);
  expect(prepared.refunds).toMatchObject([{ amount: 300 }]);
});

test('updates a waiting card payment to the new total', async () => {
  const waiting = await placeOne(manager, location, soap, { paymentType: 'card' });
  const { data: more } = await editFirst(waiting, { quantity: 3 });

  expect(more).toMatchObject({ status: 'pending', payments: [{ status: 'due', amount: 900 }] });
});
