import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { beforeEach, expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  editLines,
  moveTo,
  placeOne,
  stockOf,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { openShop, type Person, refusal } from '../../../../test/shop.ts';

let milk: string;

const shop = await openShop();
const manager = await shop.signIn();
const location = await addOrderLocation(shop);
beforeEach(async () => {
  milk = await addGoods(shop, location);
});

const view = (order: Pick<Order, '_id'>) => viewOrder(manager, order._id);
const notUndoable = [409, 'orders.not-undoable'];
const undo = (person: Person, { _id, version }: Pick<Order, '_id' | 'version'>) =>
  person.call(orderRoutes.undoStep, { params: { id: _id }, body: { version } });
const place = (fulfilment: 'delivery' | 'pickup' = 'delivery') =>
  placeOne(manager, location, milk, { fulfilment });
/** Moves an order's events into the past. */
const minutesPass = (order: Pick<Order, '_id'>, minutes: number) =>
  shop.db.owner.query(`BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE order_events SET created_at = created_at - interval '${minutes} minutes' WHERE order_id = '${order._id}';
    COMMIT`);

const steps: [OrderStatus, string][] = [
  ['orderPlaced', 'processing'],
  ['orderPlaced', 'offQueue'],
  ['prepared', 'awaitingForDelivery'],
  ['awaitingForDelivery', 'offQueue'],
];

test.each(steps)('restores %s after a step to %s', async (from, to) => {
  const before = await advanceTo(manager, await place(), from);
  const taken = await moveTo(manager, before, to);

  const undone = await undo(manager, taken);

  expect(undone.body.message).toBe('Step undone');
  const state = ({ status, dispatchStatus, headlineStatus, handOverCode, processingAt, allowed }: Order) => {
    return { status, dispatchStatus, headlineStatus, handOverCode, processingAt, allowed };
  };
  const after = await view(before);
  expect(state(after)).toEqual(state(before));
  expect(after.version).toBeGreaterThan(taken.version);
  const news = after.events.slice(before.events.length);
  expect(news.filter((event) => event.undo).length).toBe(news.length / 2);
  expect(await moveTo(manager, after, to)).toMatchObject({ allowed: taken.allowed });
});

test('restores delivery by own staff after a new search for a driver', async () => {
  const own = await moveTo(
    manager,
    await advanceTo(manager, await place(), 'awaitingForDelivery'),
    'offQueue',
  );
  const seeking = await moveTo(manager, own, 'inQueue');

  const undone = await undo(manager, seeking);

  expect(undone.data).toMatchObject({ dispatchStatus: 'offQueue', status: 'awaitingForDelivery' });
});

test('rejects undoing a step that moved stock or money, or notified the customer', async () => {
  const final = ['prepared', 'outOfDelivery', 'delivered', 'cancelled', 'rejected', 'pickup'] as const;
  for (const status of final) {
    const order = await advanceTo(manager, await place(status === 'pickup' ? 'pickup' : 'delivery'), status);

    expect(refusal(await undo(manager, order)), status).toEqual(notUndoable);
    expect(await view(order)).toMatchObject({ status, version: order.version });
  }
});

test('rejects an undo after picks, other steps or another undo', async () => {
  const picking = await advanceTo(manager, await place(), 'processing');
  const lines = picking.lines.map(({ _id: lineId }) => ({ lineId, pickedQuantity: 1 }));
  const picked = await editLines(manager, picking, { lines });
  const undone = (await undo(manager, await advanceTo(manager, await place(), 'processing'))).data;

  const stale = await undo(manager, picking);
  const after = await undo(manager, picked);
  const twice = await undo(manager, undone);

  expect(refusal(stale)).toEqual([409, 'version-stale']);
  expect(refusal(after)).toEqual(notUndoable);
  expect(after.body.error?.details).toEqual({ reason: 'something else happened since' });
  expect(after.body.data).toMatchObject({ status: 'processing', version: picked.version });
  expect(refusal(twice)).toEqual(notUndoable);
});

test('allows an undo after a note', async () => {
  const order = await advanceTo(manager, await place(), 'processing');
  await manager.do(orderRoutes.addNote, { params: { id: order._id }, body: { note: 'Call first' } });

  expect((await undo(manager, order)).data).toMatchObject({ status: 'orderPlaced' });
});

test("requires the author of the step and the step's permission", async () => {
  const order = await advanceTo(manager, await place(), 'processing');
  const colleague = await shop.signIn();
  const reader = await shop.signIn({ permissions: ['order_view'] });

  const byColleague = await undo(colleague, order);
  const byReader = await undo(reader, order);

  expect(byColleague.body.error?.details).toEqual({ reason: 'someone else took it' });
  expect(byReader.status).toBe(403);
  expect((await undo(manager, order)).status).toBe(200);
});

test('rejects an undo after a minute', async () => {
  const order = await advanceTo(manager, await place(), 'processing');
  await minutesPass(order, 2);

  const late = await undo(manager, order);

  expect(late.body.error?.details).toEqual({ reason: 'it was taken more than a minute ago' });
});

test('lets either an undo or a concurrent step win', async () => {
  const order = await advanceTo(manager, await place(), 'processing');
  const on = { params: { id: order._id }, body: { status: 'prepared' as const, version: order.version } };

  const [undone, prepared] = await Promise.all([
    undo(manager, order),
    manager.call(orderRoutes.updateStatus, on),
  ]);

  expect([undone.status, prepared.status].toSorted()).toEqual([200, 409]);
  const { status } = await view(order);
  expect(status).toBe(undone.status === 200 ? 'orderPlaced' : 'prepared');
  expect(await stockOf(shop, location, milk)).toEqual(status === 'prepared' ? [98, 0] : [100, 2]);
});
