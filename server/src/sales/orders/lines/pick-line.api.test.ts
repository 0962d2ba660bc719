import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import type { OrderPick } from '@aisle/contract/sales/orders/order-lines';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeEach, expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  editLines,
  moveTo,
  openStore,
  placeOne,
  runSql,
  stockOf,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { refusal, refusedField } from '../../../../test/shop.ts';
import { closeIdlePicking } from '../steps/open-picking.ts';

const { shop, manager, location } = await openStore();
let soap: string;
let gel: string;
beforeEach(async () => {
  soap = await addGoods(shop, location, { name: 'Soap', price: 300 });
  gel = await addGoods(shop, location, { name: 'Gel', price: 450 });
});

const inPicking = async (quantity = 4, by = manager) =>
  moveTo(by, await placeOne(manager, location, soap, { quantity }), 'processing');
type Picked = Awaited<ReturnType<typeof inPicking>>;
const pick = (order: { _id: string }, body: OrderPick, by = manager) =>
  by.call(orderRoutes.pickLine, { params: { id: order._id }, body });
const pickFirst = (order: Picked, line: Omit<NonNullable<OrderPick['line']>, 'lineId'>, by = manager) =>
  pick(order, { line: { lineId: order.lines[0]!._id, ...line } }, by);
const addItem = (order: Picked, quantity: number, subProductId = gel) =>
  pick(order, { item: { subProductId, quantity } });
const withGel = (quantity = 4) => ({ substitute: { subProductId: gel, quantity } });
const entriesOf = async ({ _id }: { _id: string }, by = manager) =>
  (await viewOrder(by, _id)).events.filter(({ kind }) => kind === 'lines');
const auditsOf = ({ _id }: { _id: string }) =>
  runSql<{ actor_name: string }>(
    shop,
    `SELECT actor_name FROM audit_entries WHERE record_id = '${_id}' AND action = 'lines'`,
  );
const pauseFor = (order: { _id: string }, seconds: number) =>
  runSql(
    shop,
    `UPDATE open_pickings SET picked_at = now() - interval '${seconds} seconds' WHERE order_id = '${order._id}'`,
  );

test('saves a pick without changing the version that an edit of the details compares', async () => {
  const order = await inPicking();

  const { data: picked } = await pickFirst(order, { pickedQuantity: 3 });
  const body = { version: order.version, note: 'Ring twice' };
  const edited = await manager.call(orderDetailRoutes.edit, { params: { id: order._id }, body });

  expect(picked.lines[0]).toMatchObject({ quantity: 4, pickedQuantity: 3, total: 900 });
  expect(picked).toMatchObject({ total: 900, version: order.version });
  expect(edited.status).toBe(200);
});

test('does nothing when the same pick is sent again', async () => {
  const order = await inPicking();
  const picks = async () =>
    (await runSql<{ picks: number }>(shop, `SELECT picks FROM orders WHERE id = '${order._id}'`))[0]?.picks;

  await pickFirst(order, { pickedQuantity: 3 });
  await pickFirst(order, { pickedQuantity: 3 });
  expect(await picks()).toBe(1);
  await pickFirst(order, withGel(1));
  await pickFirst(order, withGel(1));
  await addItem(order, 1, await addGoods(shop, location));

  expect(await picks()).toBe(3);
  expect((await viewOrder(manager, order._id)).lines).toHaveLength(3);
});

test('keeps the ordered quantity reserved until the order is prepared', async () => {
  const order = await inPicking();

  await pickFirst(order, { pickedQuantity: 1 });
  expect(await stockOf(shop, location, soap)).toEqual([100, 4]);
  await moveTo(manager, order, 'prepared');

  expect(await stockOf(shop, location, soap)).toEqual([99, 0]);
});

test('reserves what an earlier edit released when it is found after all', async () => {
  const order = await inPicking();
  const lines = [{ lineId: order.lines[0]!._id, pickedQuantity: 1 }];
  await editLines(manager, order, { lines });
  expect(await stockOf(shop, location, soap)).toEqual([100, 1]);

  await pickFirst(order, { pickedQuantity: 4 });

  expect(await stockOf(shop, location, soap)).toEqual([100, 4]);
});

test('saves a substitute as picked, with its quantity and the answer of the customer', async () => {
  const order = await inPicking();

  const { data } = await pickFirst(order, { ...withGel(3), pickedQuantity: 1, answer: 'notReached' });

  expect(data.lines).toMatchObject([
    { pickedQuantity: 1, total: 300 },
    {
      subProductId: gel,
      quantity: 3,
      pickedQuantity: 3,
      total: 1350,
      substituteFor: order.lines[0]!._id,
      answer: 'notReached',
    },
  ]);
  expect(data.total).toBe(1650);
  expect(await stockOf(shop, location, gel)).toEqual([100, 3]);
  expect((await moveTo(manager, order, 'prepared')).total).toBe(1650);
});

test('changes, replaces and takes out a substitute', async () => {
  const order = await inPicking();
  const rye = await addGoods(shop, location, { name: 'Rye', price: 200 });
  await pickFirst(order, withGel(4));

  await pickFirst(order, withGel(2));
  expect((await viewOrder(manager, order._id)).total).toBe(900);
  const { data: other } = await pickFirst(order, { substitute: { subProductId: rye, quantity: 4 } });
  expect(other.total).toBe(800);
  expect(await stockOf(shop, location, gel)).toEqual([100, 0]);
  const { data: none } = await pickFirst(order, { substitute: null, pickedQuantity: null });

  expect(none.total).toBe(1200);
  expect(none.lines[0]).toMatchObject({ pickedQuantity: null, total: 1200 });
  expect(none.lines.slice(1).map(({ removed }) => removed)).toEqual([true, true]);
  const { data: again } = await pickFirst(order, withGel(1));
  expect(again.lines).toHaveLength(3);
  expect(again.total).toBe(450);
});

test('adds an item as picked, changes its quantity and takes it out again', async () => {
  const order = await inPicking();

  const { data: added } = await addItem(order, 2);
  const { data: more } = await addItem(order, 3);
  const { data: none } = await addItem(order, 0);

  expect(added.lines[1]).toMatchObject({ quantity: 2, pickedQuantity: 2, addedByStaff: true });
  expect([added.total, more.total, none.total]).toEqual([2100, 2550, 1200]);
  expect(await stockOf(shop, location, gel)).toEqual([100, 0]);
  expect(refusedField(await addItem(order, 1, soap))).toEqual([400, 'item.subProductId']);
});

test('rejects more than the ordered quantity, unknown lines and two changes at once', async () => {
  const order = await inPicking();
  const body = { bags: 1, item: { subProductId: gel, quantity: 1 } };

  expect(refusedField(await pickFirst(order, { pickedQuantity: 5 }))).toEqual([400, 'line.pickedQuantity']);
  const unknown = await pick(order, { line: { lineId: order._id, pickedQuantity: 1 } });
  expect(refusedField(unknown)).toEqual([400, 'line.lineId']);
  expect(refusedField(await pick(order, body))).toEqual([400, 'line']);
});

test('rejects a pick of an order that is not being picked, with its current state', async () => {
  const placed = await placeOne(manager, location, soap);
  const prepared = await inPicking();
  await moveTo(manager, prepared, 'prepared');

  const late = await pickFirst(prepared, { pickedQuantity: 1 });

  expect(refusal(await pick(placed, { bags: 2 }))).toEqual([409, 'orders.not-picking']);
  expect(refusal(late)).toEqual([409, 'orders.not-picking']);
  expect(late.body.data).toMatchObject({ status: 'prepared' });
});

test('lets the last of two pickers win and names the picker of each line', async () => {
  const [ada, ben] = await Promise.all(
    [1, 2].map(() => shop.signIn({ permissions: ['order_edit', 'order_view'], locations: [location] })),
  );
  const order = await inPicking(4, ada);
  const pickerOf = async () => (await viewOrder(ada!, order._id)).lines[0]?.pickedBy?._id;

  await pickFirst(order, { pickedQuantity: 4 }, ada);
  expect(await pickerOf()).toBe(ada!.userId);
  await pickFirst(order, { pickedQuantity: 2 }, ben);

  const [line] = (await viewOrder(ada!, order._id)).lines;
  expect([line?.pickedQuantity, line?.pickedBy?._id]).toEqual([2, ben!.userId]);
  await pickFirst(order, { pickedQuantity: null }, ben);
  expect(await pickerOf()).toBeUndefined();
});

test('announces each pick to open screens', async () => {
  const order = await inPicking();

  await pickFirst(order, { pickedQuantity: 2 });

  const query = `SELECT action FROM changes WHERE record_id = '${order._id}' ORDER BY id DESC LIMIT 1`;
  expect(await runSql(shop, query)).toEqual([{ action: 'pick' }]);
});

test('writes one entry for all picks when the order is prepared', async () => {
  const bread = await addGoods(shop, location, { name: 'Bread' });
  const order = await inPicking();
  await addItem(order, 1, bread);
  await pickFirst(order, { pickedQuantity: 1 });
  await pickFirst(order, { pickedQuantity: 4 });
  await pick(order, { bags: 2 });
  await pickFirst(order, { pickedQuantity: 3 });
  expect(await entriesOf(order)).toEqual([]);

  await moveTo(manager, order, 'prepared');

  expect(await entriesOf(order)).toMatchObject([
    { to: 'picked', note: 'Soap: 3 of 4 picked; Bread: 1 added, 2 bags' },
  ]);
  expect(await auditsOf(order)).toHaveLength(1);
});

test('counts lines that were picked as ordered instead of naming them', async () => {
  const order = await inPicking();
  await pickFirst(order, { pickedQuantity: 4 });

  await moveTo(manager, order, 'prepared');

  expect((await entriesOf(order)).map(({ note }) => note)).toEqual(['1 item picked']);
});

test('writes an entry after two idle minutes, by the last picker', async () => {
  const ada = await shop.signIn({ permissions: ['order_edit', 'order_view'], locations: [location] });
  const [idle, busy] = [await inPicking(), await inPicking()];
  await pickFirst(idle, { pickedQuantity: 1 });
  await pickFirst(idle, { pickedQuantity: 2 }, ada);
  await pickFirst(busy, { pickedQuantity: 4 });
  await pauseFor(idle, 121);
  await pauseFor(busy, 110);

  while (await shop.look(closeIdlePicking));

  expect(await entriesOf(busy)).toEqual([]);
  expect((await entriesOf(idle)).map(({ note }) => note)).toEqual(['Soap: 2 of 4 picked']);
  const { version } = await viewOrder(manager, idle._id);
  expect(version).toBe(idle.version);
  await moveTo(manager, idle, 'prepared');
  expect(await entriesOf(idle)).toHaveLength(1);
});

test('writes no entry for a pick that was taken back', async () => {
  const order = await inPicking();
  await pickFirst(order, { pickedQuantity: 4 });
  await pickFirst(order, { pickedQuantity: null });

  await moveTo(manager, order, 'prepared');

  expect(await entriesOf(order)).toEqual([]);
});

test('keeps the start of picking from being undone after a pick', async () => {
  const order = await inPicking();
  await pickFirst(order, { pickedQuantity: 4 });

  const body = { version: order.version };
  const undone = await manager.call(orderRoutes.undoStep, { params: { id: order._id }, body });

  expect(refusal(undone)).toEqual([409, 'orders.not-undoable']);
});

test('hides picks from users of other locations', async () => {
  const order = await inPicking();
  const elsewhere = [await addOrderLocation(shop)];
  const stranger = await shop.signIn({ permissions: ['order_edit'], locations: elsewhere });

  expect((await pickFirst(order, { pickedQuantity: 1 }, stranger)).status).toBe(404);
});
