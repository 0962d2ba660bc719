import { dispatchRoutes, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { type HandInInput, handInRoutes } from '@aisle/contract/sales/hand-ins';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addDriver, offer, orderToDeliver, tokenOf } from '../../../test/driver-builders.ts';
import { addGoods, addOrderLocation, takeTo } from '../../../test/order-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const { create, list } = handInRoutes;
let driver: string;

const shop = await openShop();
const admin = await shop.signIn();
const [here, there] = [await addOrderLocation(shop), await addOrderLocation(shop)];
const [milk, milkThere] = [await addGoods(shop, here), await addGoods(shop, there)];
const clerk = await shop.signIn({
  permissions: ['order_edit', 'order_add', 'driver_view'],
  locations: [here],
});
beforeEach(async () => {
  driver = await addDriver(admin, here, { name: 'Emeka Nwosu', locationIds: [here, there] });
});

/** Brings an order to its door, by the driver's own page. */
async function delivered(location = here, goods = milk): Promise<{ order: Order; token: string }> {
  const order = await orderToDeliver(admin, location, goods);
  const token = tokenOf((await offer(admin, driver, order)).link);
  const [attempt] = await admin.do(dispatchRoutes.ofOrder, { params: { id: order._id } });
  const { _id: deliveryId, dropCode: code } = attempt!;
  const params = { token };
  await shop.anonymous.do(tripRoutes.accept, { params });
  const handOver = { deliveryId, code: order.handOverCode! };
  await shop.anonymous.do(tripRoutes.pickUp, { params, body: handOver });
  await shop.anonymous.do(tripRoutes.start, { params });
  await shop.anonymous.do(tripRoutes.deliver, { params, body: { deliveryId, code } });
  return { order, token };
}
const input = (parts: Partial<HandInInput> & { expected: number }): HandInInput => ({
  driverId: driver,
  locationId: here,
  counted: parts.expected,
  ...parts,
});
const once = () => ({ 'idempotency-key': newId() });
const handIn = (person: Person, parts: Partial<HandInInput> & { expected: number }) =>
  person.do(create, { headers: once(), body: input(parts) });
const tryHandIn = (person: Person, parts: Partial<HandInInput> & { expected: number }) =>
  person.call(create, { headers: once(), body: input(parts) });
const record = () => clerk.do(driverRoutes.view, { params: { id: driver } });

test('the cash of a driver adds up over deliveries, on the page, the record and the board', async () => {
  const first = await delivered();
  const second = await delivered();
  const held = first.order.total + second.order.total;

  const page = await shop.anonymous.do(tripRoutes.show, { params: { token: second.token } });
  expect(page).toMatchObject({ isOver: true, cashHeld: held });
  expect((await record()).cash).toEqual([expect.objectContaining({ locationId: here, held })]);
  const board = await clerk.do(dispatchRoutes.board, { query: { locationId: here } });
  expect(board.drivers.find(({ _id }) => _id === driver)?.cash).toEqual([
    expect.objectContaining({ locationId: here, held }),
  ]);
});

test('a card says what is to be collected in cash, and what the customer asks for', async () => {
  const order = await orderToDeliver(clerk, here, milk);

  const { orders } = await clerk.do(dispatchRoutes.board, { query: { locationId: here } });

  expect(orders.find(({ _id }) => _id === order._id)).toMatchObject({
    cashDue: order.total,
    note: order.note,
  });
});

test('what staff mark as delivered is cash of the driver, what the staff delivers is not', async () => {
  const order = await orderToDeliver(clerk, here, milk);
  await offer(clerk, driver, order);
  await takeTo(clerk, order, 'driverConfirmed');
  await clerk.do(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: 'driverConfirmationCompleted', code: order.handOverCode },
  });
  for (const step of ['outOfDelivery', 'delivered']) await takeTo(clerk, order, step);
  const own = await orderToDeliver(clerk, here, milk);
  for (const step of ['offQueue', 'outOfDelivery', 'delivered']) await takeTo(clerk, own, step);

  expect((await record()).cash).toEqual([expect.objectContaining({ held: order.total })]);
});

test('a hand-in settles the cash, and is in the list of the store', async () => {
  const { order } = await delivered();

  const made = await handIn(clerk, { expected: order.total });

  expect(made).toMatchObject({
    driverName: 'Emeka Nwosu',
    expected: order.total,
    counted: order.total,
    difference: 0,
    note: null,
    locationId: here,
  });
  expect((await record()).cash).toEqual([]);
  const { records } = await clerk.do(list, { body: { filters: { driverId: driver } } });
  expect(records).toEqual([made]);
  const again = await tryHandIn(clerk, { expected: order.total });
  expect([again.status, again.body.error?.code]).toEqual([409, 'hand-ins.nothing-held']);
});

test('a difference needs a note, and is found by it', async () => {
  const { order } = await delivered();

  const without = await tryHandIn(clerk, { expected: order.total, counted: order.total - 100 });
  expect([without.status, without.body.error?.fields]).toEqual([
    400,
    [expect.objectContaining({ path: 'note', message: 'Explain the difference' })],
  ]);
  const made = await handIn(clerk, {
    expected: order.total,
    counted: order.total - 100,
    note: 'Gave too much change',
  });

  expect(made).toMatchObject({ difference: -100, note: 'Gave too much change' });
  expect((await record()).cash).toEqual([]);
  const differing = await clerk.do(list, { body: { filters: { driverId: driver, differs: true } } });
  expect(differing.records.map(({ _id }) => _id)).toEqual([made._id]);
  const exact = await clerk.do(list, { body: { filters: { driverId: driver, differs: false } } });
  expect(exact.records).toEqual([]);
});

test('who counted before another delivery came in counts again', async () => {
  const first = await delivered();
  await delivered();

  const got = await tryHandIn(clerk, { expected: first.order.total });

  expect([got.status, got.body.error?.code]).toEqual([409, 'hand-ins.changed']);
});

test('of two hand-ins at once one is recorded', async () => {
  const { order } = await delivered();

  const answers = await Promise.all([
    tryHandIn(clerk, { expected: order.total }),
    tryHandIn(admin, { expected: order.total }),
  ]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { records } = await clerk.do(list, { body: { filters: { driverId: driver } } });
  expect(records).toHaveLength(1);
});

test('each location gets its own cash, and sees no other', async () => {
  const orderHere = await delivered();
  const orderThere = await delivered(there, milkThere);

  expect((await record()).cash).toEqual([
    expect.objectContaining({ locationId: here, held: orderHere.order.total }),
  ]);
  const other = await tryHandIn(clerk, { expected: orderThere.order.total, locationId: there });
  expect(other.status).toBe(404);
  await handIn(admin, { expected: orderThere.order.total, locationId: there });

  expect((await clerk.do(list, { body: { filters: { driverId: driver } } })).records).toEqual([]);
  expect((await record()).cash).toHaveLength(1);
});

test('the database alone keeps hand-ins to what is held, and as they were written', async () => {
  const { order } = await delivered();
  const row = {
    id: newId(),
    location_id: here,
    driver_id: driver,
    driver_name: 'Emeka Nwosu',
    received_by_name: 'Nobody',
  };
  const insert = (amounts: { expected: number; counted: number }) =>
    shop.look((tx) =>
      tx
        .insertInto('hand_ins')
        .values({ ...row, ...amounts })
        .execute(),
    );

  await expect(insert({ expected: order.total + 1, counted: order.total + 1 })).rejects.toThrow(
    'the driver does not have what is handed in',
  );
  await expect(insert({ expected: order.total, counted: 0 })).rejects.toThrow('hand_ins_difference_has_note');
  await handIn(clerk, { expected: order.total });
  for (const table of ['hand_ins', 'driver_cash_entries']) {
    const change = shop.look((tx) => sql`DELETE FROM ${sql.table(table)}`.execute(tx));
    await expect(change).rejects.toThrow();
  }
  const raise = shop.look((tx) => sql`UPDATE driver_cash SET held = 1`.execute(tx));
  await expect(raise).rejects.toThrow('permission denied');
});
