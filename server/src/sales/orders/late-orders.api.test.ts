import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { promisedAt, promisedMinutes } from '@aisle/contract/sales/orders/promise';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { expect, test } from 'vitest';
import { catchUp } from '../../../test/change-readers.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  cancelOrder,
  moveTo,
  openStore,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import type { Person } from '../../../test/shop.ts';
import { webhookReader } from '../../system/webhooks/webhook-reader.ts';
import { announceLate } from './late-orders.queries.ts';

const { shop, manager, addOrder } = await openStore();

/** Moves the end of an order's slot the given number of minutes into the past. */
const endSlot = (orderId: string, minutesAgo: number) =>
  runSql(
    shop,
    `UPDATE orders SET slot_from = now() - interval '5 hours', slot_to = now() - interval '${minutesAgo} minutes'
      WHERE id = '${orderId}'`,
  );
const placedAgo = (orderId: string, minutes: number) =>
  runSql(
    shop,
    `UPDATE orders SET created_at = now() - interval '${minutes} minutes' WHERE id = '${orderId}'`,
  );
const notesOf = async (id: string) => {
  const order = await viewOrder(manager, id);
  return order.events.filter(({ kind }) => kind === 'note').map(({ note, by }) => `${by}: ${note}`);
};

test('reports an order that misses its slot once and keeps its version', async () => {
  const body = { name: 'Shop', url: 'https://shop.example.com/', events: ['order.late' as const] };
  await manager.do(webhookRoutes.create, { body });
  const late = await addOrder();
  const early = await addOrder();
  await endSlot(late._id, 1);
  await endSlot(early._id, -60);
  const { version } = await viewOrder(manager, late._id);

  const found = [await shop.look(announceLate), await shop.look(announceLate)];

  expect(found).toEqual([1, 0]);
  expect(await notesOf(late._id)).toEqual(['System: Late for its slot']);
  expect(await notesOf(early._id)).toEqual([]);
  expect((await viewOrder(manager, late._id)).version).toBe(version);
  await catchUp(shop, webhookReader);
  const { records } = await manager.do(webhookRoutes.deliveries);
  expect(records.map(({ event }) => event)).toEqual(['order.late']);
});

test('reports a late order once with two servers', async () => {
  const late = await addOrder();
  await endSlot(late._id, 1);

  const found = await Promise.all([1, 2, 3].map(() => shop.look(announceLate)));

  expect(found.sort()).toEqual([0, 0, 1]);
  expect(await notesOf(late._id)).toHaveLength(1);
});

test('shows a late order in the notification center until it is delivered', async () => {
  const there = await addOrderLocation(shop);
  const order = await placeOne(manager, there, await addGoods(shop, there));
  const out = await advanceTo(manager, order, 'outOfDelivery');
  await endSlot(order._id, 1);
  const clerk = await shop.signIn({ permissions: ['order_list'], locations: [there] });
  const cook = await shop.signIn({ permissions: ['product_list'], locations: [there] });
  const lateOf = async (person: Person) => {
    const { late, lateCount } = await person.do(notificationRoutes.get);
    return { ids: late.map(({ _id }) => _id), lateCount };
  };
  const notices = () => clerk.do(notificationRoutes.list, { body: { filters: { kind: 'late' } } });

  await shop.look(announceLate);

  expect([await lateOf(clerk), await lateOf(cook)]).toEqual([
    { ids: [order._id], lateCount: 1 },
    { ids: [], lateCount: 0 },
  ]);
  expect((await notices()).records).toMatchObject([
    { orderId: order._id, text: order.number, overAt: null, isRead: false },
  ]);
  await moveTo(manager, out, 'delivered');
  expect(await lateOf(clerk)).toEqual({ ids: [], lateCount: 0 });
  expect((await notices()).records[0]?.overAt).not.toBeNull();
});

test('keeps a late order in the notification center during picking until it is cancelled', async () => {
  const there = await addOrderLocation(shop);
  const order = await placeOne(manager, there, await addGoods(shop, there));
  await endSlot(order._id, 1);
  const clerk = await shop.signIn({ permissions: ['order_list'], locations: [there] });
  const lateCount = async () => (await clerk.do(notificationRoutes.get)).lateCount;
  await shop.look(announceLate);

  const prepared = await advanceTo(manager, order, 'prepared');
  expect(await lateCount()).toBe(1);
  await cancelOrder(manager, prepared);
  expect(await lateCount()).toBe(0);
});

test('lets store staff close late notices of their own store only', async () => {
  const [there, elsewhere] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const order = await placeOne(manager, there, await addGoods(shop, there));
  await endSlot(order._id, 1);
  await shop.look(announceLate);
  const clerk = await shop.signIn({ permissions: ['order_list', 'cancel_order'], locations: [there] });
  const notices = () => clerk.do(notificationRoutes.list, { body: { filters: { kind: 'late' } } });

  const stranger = await shop.db.locationScope.connect();
  await stranger.query("SELECT set_config('app.locations', $1, false)", [`{${elsewhere}}`]);
  await stranger.query('SELECT close_late_notice($1, $2)', [there, order._id]);
  stranger.release(true);
  expect((await notices()).records).toMatchObject([{ orderId: order._id, overAt: null }]);

  await cancelOrder(clerk, order);
  expect((await notices()).records[0]?.overAt).not.toBeNull();
});

test("doesn't report delivered orders", async () => {
  const order = await addOrder({ status: 'delivered' });
  await endSlot(order._id, 1);

  expect(await shop.look(announceLate)).toBe(0);
});

test('shows the same orders as late on the board, in the filter, in notices and in emails', async () => {
  const here = await addOrderLocation(shop);
  const milk = await addGoods(shop, here);
  const clerk = await shop.signIn({ permissions: ['order_list', 'order_view'], locations: [here] });
  const orders = [];
  for (let index = 0; index < 4; index += 1) orders.push(await placeOne(manager, here, milk));
  const [lateSlot, earlySlot, lateNow, earlyNow] = orders.map(({ _id }) => _id);
  await endSlot(lateSlot!, 1);
  await endSlot(earlySlot!, -60);
  await placedAgo(lateNow!, promisedMinutes + 1);
  await placedAgo(earlyNow!, promisedMinutes - 1);
  const isLate = [lateSlot, lateNow].sort();
  const idsOf = (records: readonly { _id: string }[]) => records.map(({ _id }) => _id).sort();

  await shop.look(announceLate);

  const { columns } = await clerk.do(orderRoutes.board, { body: { locationId: here } });
  const cards = columns.flatMap(({ records }) => records);
  expect(cards.length).toBe(4);
  expect(idsOf(cards.filter((card) => promisedAt(card) < Date.now()))).toEqual(isLate);
  const listed = await clerk.do(orderRoutes.list, { body: { filters: { flag: 'late' } } });
  expect(idsOf(listed.records)).toEqual(isLate);
  expect(idsOf((await clerk.do(notificationRoutes.get)).late)).toEqual(isLate);
  // Emails are created from the notices.
  const { records } = await clerk.do(notificationRoutes.list, { body: { filters: { kind: 'late' } } });
  expect(records.length).toBe(2);
  expect(await notesOf(lateNow!)).toEqual([`System: Late: promised within ${promisedMinutes} minutes`]);
});
