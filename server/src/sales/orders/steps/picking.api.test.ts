import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import type { OrderBoard } from '@aisle/contract/sales/orders/order-board';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import { addDriver, offer, orderToDeliver } from '../../../../test/driver-builders.ts';
import {
  addOrderLocation,
  moveTo,
  openStore,
  payFor,
  runSql,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { pngOf } from '../../../../test/people-builders.ts';
import { type Person, refusal } from '../../../../test/shop.ts';

const { shop, manager, location, goods: soap, addOrder } = await openStore();

const clerk = (at = location) => shop.signIn({ permissions: ['order_edit'], locations: [at] });
const picking = async (by: Person) => moveTo(by, await addOrder(), 'processing');
const view = (id: string, by = manager) => viewOrder(by, id);
const takeOverOrder = (by: Person, order: { _id: string; version: number }) =>
  by.call(orderRoutes.takeOver, { params: { id: order._id }, body: { version: order.version } });
const cardOf = (board: OrderBoard, id: string) =>
  board.columns.flatMap(({ records }) => records).find(({ _id }) => _id === id);
const onBoard = async (id: string, by = manager) =>
  cardOf(await by.do(orderRoutes.board, { body: { locationId: location } }), id);

test('shows the clerk who starts picking as the picker, on the board and on the order', async () => {
  const ada = await clerk();
  const placed = await addOrder();

  expect((await onBoard(placed._id))?.picker).toBeNull();
  const started = await moveTo(ada, placed, 'processing');

  expect(started.picker?._id).toBe(ada.userId);
  expect((await onBoard(placed._id))?.picker).toEqual(started.picker);
  expect((await view(placed._id)).picker).toEqual(started.picker);
});

test('clears the picker when picking is undone', async () => {
  const order = await picking(manager);

  const body = { version: order.version };
  const undone = await manager.do(orderRoutes.undoStep, { params: { id: order._id }, body });

  expect([undone.status, undone.picker]).toEqual(['orderPlaced', null]);
});

test('records who a colleague took over from', async () => {
  const [ada, ben] = [await clerk(), await clerk()];
  const order = await picking(ada);

  const { data } = await takeOverOrder(ben, order);

  expect(data).toMatchObject({ picker: { _id: ben.userId }, version: order.version + 1 });
  const note = `From ${order.picker?.name}`;
  expect(data.events.at(-1)).toMatchObject({ kind: 'picking', by: data.picker?.name, note });
});

test('does nothing if the picker takes over their own order', async () => {
  const ada = await clerk();
  const order = await picking(ada);

  const { status, data } = await takeOverOrder(ada, order);

  expect([status, data.version]).toEqual([200, order.version]);
  expect(data.events).toHaveLength(order.events.length);
});

test('lets one of two simultaneous takeovers win and names the picker to the other', async () => {
  const [ada, ben, cleo] = [await clerk(), await clerk(), await clerk()];
  const order = await picking(ada);

  const answers = await Promise.all([takeOverOrder(ben, order), takeOverOrder(cleo, order)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body).toMatchObject({ error: { code: 'version-stale' } });
  const winner = answers[0]!.status === 200 ? ben : cleo;
  const after = await view(order._id);
  expect(after.picker?._id).toBe(winner.userId);
  expect(after.events.filter(({ kind }) => kind === 'picking')).toHaveLength(1);
});

test('requires an order that is being picked', async () => {
  const placed = await addOrder();
  const prepared = await addOrder({ status: 'prepared' });

  expect(refusal(await takeOverOrder(await clerk(), placed))).toEqual([409, 'orders.not-picking']);
  expect((await takeOverOrder(await clerk(), prepared)).status).toBe(409);
});

test('requires permission to edit orders and the location in reach', async () => {
  const order = await picking(await clerk());
  const onlooker = await shop.signIn({ permissions: ['order_view'], locations: [location] });
  const stranger = await clerk(await addOrderLocation(shop));

  expect((await takeOverOrder(onlooker, order)).status).toBe(403);
  expect((await takeOverOrder(stranger, order)).status).toBe(404);
  expect((await view(order._id)).version).toBe(order.version);
});

test("shows the customer's note and the cash due on the card", async () => {
  const cash = await addOrder({ note: 'Ring twice' });
  const card = await addOrder({ paymentType: 'card' });
  await payFor(shop, card._id, 'authorised');

  expect(await onBoard(cash._id)).toMatchObject({ note: 'Ring twice', cashDue: cash.total });
  expect(await onBoard(card._id)).toMatchObject({ note: null, cashDue: 0 });
});

test('names the driver on the card and shows the code only to users who can hand over', async () => {
  const order = await orderToDeliver(manager, location, soap);
  await offer(manager, await addDriver(manager, location, { name: 'Pavel Sedlak' }), order);
  await moveTo(manager, order, 'driverConfirmed');
  const onlooker = await shop.signIn({ permissions: ['order_list'], locations: [location] });

  const card = await onBoard(order._id);

  const { handOverCode } = await view(order._id);
  expect(handOverCode).toMatch(/^\d{4}$/);
  expect(card).toMatchObject({ driverName: 'Pavel Sedlak', handOverCode });
  expect(await onBoard(order._id, onlooker)).toMatchObject({
    driverName: 'Pavel Sedlak',
    handOverCode: null,
  });
});

test('records the number of bags during picking and shows it on the card', async () => {
  const placed = await addOrder();
  const count = ({ version }: { version: number }, bags: number) =>
    manager.call(orderRoutes.editLines, { params: { id: placed._id }, body: { version, bags } });

  const early = await count(placed, 2);
  const order = await moveTo(manager, placed, 'processing');
  const none = await count(order, 0);
  const some = await count(order, 3);
  await moveTo(manager, placed, 'prepared');

  expect(early.body.error?.fields).toMatchObject([{ path: 'bags' }]);
  expect(none.body.error?.fields?.[0]?.message).toBe('At least 1 bag');
  expect(some.data.bags).toBe(3);
  expect(some.data.events.at(-1)).toMatchObject({ kind: 'lines', note: '3 bags' });
  expect((await onBoard(placed._id))?.bags).toBe(3);
});

test('names the aisle beside the shelf, or the categories without a shelf', async () => {
  const order = await addOrder();
  expect(order.lines[0]).toMatchObject({ aisleName: null });
  await runSql(shop, `UPDATE location_sub_products SET shelf_code = 'C4-2' WHERE sub_product_id = '${soap}'`);

  const aisleName = order.lines[0]?.aisle.split(' › ')[0];
  expect((await view(order._id)).lines[0]).toMatchObject({ aisle: 'C4-2', aisleName });
});

test("shows the item's photo or else the product's in the pick list", async () => {
  const order = await addOrder();
  const pictures = () => manager.do(orderRoutes.pictures, { params: { id: order._id } });
  expect(await pictures()).toEqual([]);
  const query = `SELECT product_id AS id FROM sub_products WHERE id = '${soap}'`;
  const [product] = await runSql<{ id: string }>(shop, query);
  const bytes = await pngOf();
  await manager.do(productRoutes.addImages, {
    params: product!,
    files: { images: [{ name: 'soap.png', bytes }] },
  });

  const [first, ...others] = await pictures();

  expect(first).toMatchObject({
    lineId: order.lines[0]?._id,
    picture: { small: expect.stringContaining('small') },
  });
  expect(others).toEqual([]);
  await manager.do(subProductRoutes.addImages, {
    params: { id: soap },
    files: { images: [{ name: 'own.png', bytes }] },
  });
  expect((await pictures())[0]?.picture._id).not.toBe(first?.picture._id);
});
