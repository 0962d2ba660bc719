import { type OrderBulk, type OrderBulkInput, orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { afterAll, expect, test } from 'vitest';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  moveTo,
  openStore,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { bulkWork } from '../../system/bulk/bulk.ts';
import { orderStepChanges } from './order-bulk-work.ts';

const { shop, manager, location: place, addOrder } = await openStore({ goods: { price: 100, stock: 1000 } });
const runner = await workJobs(shop, { orderSteps: bulkWork(orderStepChanges) });
afterAll(() => runner.stop());

const orders = async (count: number, place = () => addOrder()): Promise<Order[]> => {
  const placed: Order[] = [];
  for (let index = 0; index < count; index += 1) placed.push(await place());
  return placed;
};
const idsOf = (those: readonly Order[]) => ({ ids: those.map(({ _id }) => _id), filters: {} });
const preview = (body: Pick<OrderBulkInput, 'target' | 'status' | 'assign'>, person = manager) =>
  person.do(orderBulkRoutes.preview, { body });
async function run(body: OrderBulkInput, person = manager): Promise<OrderBulk> {
  const { _id, jobId } = await person.do(orderBulkRoutes.create, { body });
  await jobOver(person, jobId!);
  return person.do(orderBulkRoutes.get, { params: { id: _id } });
}
const rowsOf = async ({ _id }: OrderBulk, person = manager) =>
  (await person.do(orderBulkRoutes.rows, { body: { filters: { bulkStepId: _id } } })).records;
const view = ({ _id }: Order) => viewOrder(manager, _id);
const call = (body: OrderBulkInput, person = manager) => person.call(orderBulkRoutes.create, { body });

test('moves every order that can take the step and lists each result', async () => {
  const [first, second, third] = await orders(3);
  await moveTo(manager, second!, 'processing');
  await moveTo(manager, third!, 'cancelled');
  const target = idsOf([first!, second!, third!]);

  const previewed = await preview({ target, status: 'processing' });
  const done = await run({ target, status: 'processing' });

  expect(previewed).toMatchObject({ orders: 3, changed: 1, same: 1, refused: 1, total: 200, due: 200 });
  expect(previewed.refusals).toEqual([{ status: 'cancelled', count: 1 }]);
  expect(done).toMatchObject({
    title: 'Start picking: 3 orders',
    state: 'changed',
    orders: 3,
    counts: { waiting: 0, changed: 1, same: 1, refused: 1 },
  });
  expect(await rowsOf(done)).toMatchObject([
    {
      orderId: first!._id,
      number: first!.number,
      outcome: 'changed',
      before: 'orderPlaced',
      after: 'processing',
    },
    { orderId: second!._id, outcome: 'same', before: 'processing' },
    { orderId: third!._id, outcome: 'refused', before: 'cancelled', reason: 'Not possible from this status' },
  ]);
  expect((await view(first!)).events.at(-1)).toMatchObject({ to: 'processing', by: 'Ada Tester' });
});

test('moves exactly the orders that match a filter, including those on other pages', async () => {
  const there = await addOrderLocation(shop);
  const apples = await addGoods(shop, there, { price: 100, stock: 1000 });
  const placed = await orders(27, () => placeOne(manager, there, apples));
  const [elsewhere] = await orders(1);

  const done = await run({ target: { filters: { locationId: there } }, status: 'processing' });

  expect(done.counts).toMatchObject({ changed: 27, refused: 0 });
  expect((await view(placed[26]!)).status).toBe('processing');
  expect((await view(elsewhere!)).status).toBe('orderPlaced');
});

test('moves an order once, even if the request is repeated', async () => {
  const [one] = await orders(1);
  const target = idsOf([one!]);
  await advanceTo(manager, one!, 'awaitingForDelivery');

  const sent = await run({ target, status: 'outOfDelivery' });
  const again = await run({ target, status: 'outOfDelivery' });
  const brought = await run({ target, status: 'delivered' });
  const twice = await run({ target, status: 'delivered' });

  for (const { counts } of [sent, brought]) expect(counts).toMatchObject({ changed: 1, same: 0 });
  for (const { counts } of [again, twice]) expect(counts).toMatchObject({ changed: 0, same: 1 });
  const order = await view(one!);
  expect(order).toMatchObject({ status: 'delivered', paid: order.total, coinsEarned: 2 });
  expect(order.events.map(({ to }) => to)).toContain('offQueue');
  expect(order.events.filter(({ to }) => to === 'delivered')).toHaveLength(1);
});

test("continues after an order that can't take the step and leaves it unchanged", async () => {
  const scarce = await addGoods(shop, place, { price: 100, stock: 2, expiresOn: '2099-01-01' });
  const short = await placeOne(manager, place, scarce);
  const [fine] = await orders(1);
  for (const order of [short, fine!]) await moveTo(manager, order, 'processing');
  await runSql(shop, `UPDATE lots SET expires_on = '2020-01-01' WHERE sub_product_id = '${scarce}'`);

  const done = await run({ target: idsOf([short, fine!]), status: 'prepared' });

  expect(done.counts).toMatchObject({ changed: 1, refused: 1 });
  const [refused] = (await rowsOf(done)).filter(({ outcome }) => outcome === 'refused');
  expect(refused?.orderId).toBe(short._id);
  expect(refused?.reason).toContain('Nothing was picked');
  expect((await view(short)).status).toBe('processing');
  expect((await view(fine!)).status).toBe('prepared');
});

test('cancels orders with a reason and shows it in their timeline', async () => {
  const placed = await orders(2);
  const target = idsOf(placed);

  const without = await call({ target, status: 'cancelled' });
  const done = await run({ target, status: 'cancelled', reason: 'The power is out' });

  expect(refusedField(without)).toEqual([400, 'reason']);
  expect(done.counts.changed).toBe(2);
  expect(await view(placed[0]!)).toMatchObject({ status: 'cancelled', cancelReason: 'The power is out' });
});

test('requires the permission of the step and skips orders out of reach', async () => {
  const placed = await orders(1);
  const target = idsOf(placed);
  const clerk = await shop.signIn({ permissions: ['order_edit'] });
  const elsewhere = await addOrderLocation(shop);
  const owner = await shop.signIn({ permissions: ['order_edit'], locations: [elsewhere] });
  const mine = await run({ target, status: 'processing' }, clerk);

  expect((await call({ target, status: 'cancelled', reason: 'x' }, clerk)).status).toBe(403);
  expect((await preview({ target, status: 'processing' }, owner)).orders).toBe(0);
  expect((await call({ target, status: 'processing' }, owner)).body.error?.code).toBe('bulk.nothing');
  expect((await owner.call(orderBulkRoutes.get, { params: { id: mine._id } })).status).toBe(404);
  expect(await rowsOf(mine, owner)).toEqual([]);
});

test("assigns all matching orders and reports those that the owner can't see", async () => {
  const [here, there] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const placed: Order[] = [];
  for (const at of [here, here, there]) {
    placed.push(await placeOne(manager, at, await addGoods(shop, at, { price: 100, stock: 10 })));
  }
  const owner = await shop.signIn({ permissions: ['order_view'], locations: [here] });
  const target = { ids: placed.map(({ _id }) => _id), filters: {} };
  const assign = { ownerId: owner.userId, addTags: ['VIP'] };

  const previewed = await preview({ target, assign });
  const done = await run({ target, assign });
  const again = await preview({ target, assign });

  expect(previewed).toMatchObject({ orders: 3, changed: 2, same: 0, refused: 1 });
  expect(done).toMatchObject({ title: 'Assign: 3 orders', status: null, counts: { changed: 2, refused: 1 } });
  const rows = await rowsOf(done);
  expect(rows[0]).toMatchObject({ outcome: 'changed', assigned: 'Owner: Ada Tester; Added: VIP' });
  expect(rows[2]).toMatchObject({ outcome: 'refused', assigned: null });
  expect(rows[2]!.reason).toContain("can't see orders of");
  expect(again).toMatchObject({ changed: 0, same: 2, refused: 1 });
  expect(await view(placed[0]!)).toMatchObject({ owner: { _id: owner.userId }, tags: ['VIP'] });
});

test('requires exactly one of a step and an assignment', async () => {
  const [one] = await orders(1);
  const target = idsOf([one!]);

  const neither = await call({ target });
  const both = await call({ target, status: 'processing', assign: { addTags: ['VIP'] } });
  const nothing = await call({ target, assign: {} });

  expect([neither.status, both.status, nothing.status]).toEqual([400, 400, 400]);
});

test('rejects too many orders at once', async () => {
  const [one] = await orders(1);
  const copied = `location_id, main_order_id, customer_id, customer_name, customer_phone, fulfilment, payment_type,
    items_total, total, line_count`;
  await runSql(
    shop,
    `INSERT INTO orders (id, status, headline_status, ${copied}) SELECT gen_random_uuid(), 'failed', 'failed', ${copied}
      FROM orders, generate_series(1, 5001) WHERE id = '${one!._id}'`,
  );

  const refused = await call({ target: { filters: { headlineStatus: 'failed' } }, status: 'delivered' });

  expect(refusal(refused)).toEqual([409, 'orders.too-many']);
});
