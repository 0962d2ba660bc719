import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { type HandInInput, handInRoutes } from '@aisle/contract/sales/hand-ins';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeEach, expect, test } from 'vitest';
import { addDriver, driveOut, offer, orderToDeliver } from '../../../test/driver-builders.ts';
import { addGoods, addOrderLocation, moveTo, openStore, runSql } from '../../../test/order-builders.ts';
import { type Person, refusal } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const { create, list } = handInRoutes;
let driver: string;

const { shop, manager: admin, location: here, goods: milk } = await openStore();
const there = await addOrderLocation(shop);
const milkThere = await addGoods(shop, there);
const permissions = ['order_edit' as const, 'order_add' as const, 'driver_view' as const];
const clerk = await shop.signIn({ permissions, locations: [here] });
beforeEach(async () => {
  driver = await addDriver(admin, here, { name: 'Emeka Nwosu', locationIds: [here, there] });
});

/** Delivers an order on the driver's page. */
async function delivered(location = here, goods = milk) {
  const order = await orderToDeliver(admin, location, goods);
  const { link } = await offer(admin, driver, order);
  const { trip, attempt } = await driveOut(shop, admin, order, link);
  await trip.deliver(attempt._id, attempt.dropCode);
  return { order, trip };
}
type HandIn = Partial<HandInInput> & { expected: number };
const handInOf = (parts: HandIn) => ({
  headers: { 'idempotency-key': newId() },
  body: { driverId: driver, locationId: here, counted: parts.expected, ...parts },
});
const handIn = (person: Person, parts: HandIn) => person.do(create, handInOf(parts));
const tryHandIn = (person: Person, parts: HandIn) => person.call(create, handInOf(parts));
const listed = async (filters: { differs?: boolean } = {}) =>
  (await clerk.do(list, { body: { filters: { driverId: driver, ...filters } } })).records;
const cashAt = (locationId: string, held: number) => [expect.objectContaining({ locationId, held })];
const record = () => clerk.do(driverRoutes.view, { params: { id: driver } });

test("adds up a driver's cash over deliveries on the page, the record and the board", async () => {
  const first = await delivered();
  const second = await delivered();
  const held = first.order.total + second.order.total;

  const page = await second.trip.show();
  expect(page).toMatchObject({ isOver: true, cashHeld: held });
  expect((await record()).cash).toEqual(cashAt(here, held));
  const board = await clerk.do(dispatchRoutes.board, { query: { locationId: here } });
  expect(board.drivers.find(({ _id }) => _id === driver)?.cash).toEqual(cashAt(here, held));
});

test("shows the cash to collect and the customer's note on the card", async () => {
  const order = await orderToDeliver(clerk, here, milk);

  const { orders } = await clerk.do(dispatchRoutes.board, { query: { locationId: here } });

  const card = orders.find(({ _id }) => _id === order._id);
  expect(card).toMatchObject({ cashDue: order.total, note: order.note });
});

test('counts cash of orders that staff mark as delivered, but not of deliveries by staff', async () => {
  const order = await orderToDeliver(clerk, here, milk);
  await offer(clerk, driver, order);
  await moveTo(clerk, order, 'driverConfirmed');
  const body = { status: 'driverConfirmationCompleted', code: order.handOverCode } as const;
  await clerk.do(orderRoutes.updateStatus, { params: { id: order._id }, body });
  for (const step of ['outOfDelivery', 'delivered']) await moveTo(clerk, order, step);
  const own = await orderToDeliver(clerk, here, milk);
  for (const step of ['offQueue', 'outOfDelivery', 'delivered']) await moveTo(clerk, own, step);

  expect((await record()).cash).toEqual([expect.objectContaining({ held: order.total })]);
});

test("settles the cash and appears in the store's list", async () => {
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
  expect(await listed()).toEqual([made]);
  const again = await tryHandIn(clerk, { expected: order.total });
  expect(refusal(again)).toEqual([409, 'hand-ins.nothing-held']);
});

test('requires a note on a difference and finds hand-ins with one', async () => {
  const { order } = await delivered();

  const without = await tryHandIn(clerk, { expected: order.total, counted: order.total - 100 });
  expect([without.status, without.body.error?.fields]).toEqual([
    400,
    [expect.objectContaining({ path: 'note', message: 'Explain the difference' })],
  ]);
  const counted = order.total - 100;
  const made = await handIn(clerk, { expected: order.total, counted, note: 'Gave too much change' });

  expect(made).toMatchObject({ difference: -100, note: 'Gave too much change' });
  expect((await record()).cash).toEqual([]);
  expect(await listed({ differs: true })).toMatchObject([{ _id: made._id }]);
  expect(await listed({ differs: false })).toEqual([]);
});

test('rejects an amount counted before another delivery', async () => {
  const first = await delivered();
  await delivered();

  const got = await tryHandIn(clerk, { expected: first.order.total });

  expect(refusal(got)).toEqual([409, 'hand-ins.changed']);
});

test('records one of two simultaneous hand-ins', async () => {
  const { order } = await delivered();

  const expected = order.total;
  const answers = await Promise.all([tryHandIn(clerk, { expected }), tryHandIn(admin, { expected })]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await listed()).toHaveLength(1);
});

test('keeps the cash of each location separate and hidden from others', async () => {
  const orderHere = await delivered();
  const orderThere = await delivered(there, milkThere);

  expect((await record()).cash).toEqual(cashAt(here, orderHere.order.total));
  const other = await tryHandIn(clerk, { expected: orderThere.order.total, locationId: there });
  expect(other.status).toBe(404);
  await handIn(admin, { expected: orderThere.order.total, locationId: there });

  expect(await listed()).toEqual([]);
  expect((await record()).cash).toHaveLength(1);
});

test('limits hand-ins to the cash in hand and forbids changes in the database', async () => {
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
    await expect(runSql(shop, `DELETE FROM ${table}`)).rejects.toThrow();
  }
  await expect(runSql(shop, 'UPDATE driver_cash SET held = 1')).rejects.toThrow('permission denied');
});
