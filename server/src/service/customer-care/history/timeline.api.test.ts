import { customerRoutes } from '@aisle/contract/customers/customers';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  newShopper,
  placeOne,
} from '../../../../test/order-builders.ts';
import { requestReturn } from '../../../../test/return-builders.ts';
import { openShop, refusedField } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';

const { create, edit, show } = customerRoutes;
const { timeline, history, merge } = customerCareRoutes;

const shop = await openShop();
const manager = await shop.signIn();
const [north, south] = [await addOrderLocation(shop), await addOrderLocation(shop)];
const goods = { [north]: await addGoods(shop, north), [south]: await addGoods(shop, south) };

const add = () => manager.do(create, { body: newShopper() });
const orderAt = (customerId: string, location: string) =>
  placeOne(manager, location, goods[location]!, { customerId, fulfilment: 'pickup' });
const read = (customerId: string, rest: object = {}, by = manager) =>
  by.do(timeline, { body: { customerId, ...rest } });
const eventsOf = async (customerId: string, rest: object = {}, by = manager) =>
  (await read(customerId, rest, by)).records.map(({ kind, what }) => `${kind} ${what}`);

test('combines orders, returns, coins, changes and tickets, newest first', async () => {
  const { _id } = await add();
  const order = await advanceTo(manager, await orderAt(_id, north), 'delivered');
  await requestReturn(manager, order, { note: 'Stale' });
  await manager.do(edit, { params: { id: _id }, body: { lastName: 'Moor', version: 1 } });
  await addTicket(_id);

  const all = await eventsOf(_id);

  expect(all).toEqual(
    expect.arrayContaining([
      'order placed',
      'order delivered',
      'return requested',
      'change create',
      'change edit',
      'ticket opened',
    ]),
  );
  expect(all.indexOf('order delivered')).toBeLessThan(all.indexOf('order placed'));
  expect(await eventsOf(_id, { kinds: ['return'] })).toEqual(['return requested']);
  const [placed] = (await read(_id, { kinds: ['order'] })).records.slice(-1);
  expect(placed).toMatchObject({ recordId: order._id, title: order.number, amount: order.total });
});

test('returns consecutive pages without gaps or duplicates', async () => {
  const { _id } = await add();
  for (let index = 0; index < 7; index += 1) {
    const order = await orderAt(_id, north);
    await manager.do(orderRoutes.updateStatus, { params: { id: order._id }, body: { status: 'cancelled' } });
  }
  const whole = (await read(_id, { limit: 100 })).records.map((entry) => entry._id);

  const paged: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(_id, { limit: 3, ...(cursor && { cursor }) });
    paged.push(...page.records.map((entry) => entry._id));
    cursor = page.nextCursor;
  }

  expect(paged).toEqual(whole);
  expect(new Set(paged).size).toBe(paged.length);
});

test('limits a clerk to the events of their location', async () => {
  const { _id } = await add();
  const here = await orderAt(_id, north);
  await orderAt(_id, south);
  await addTicket(_id);
  const clerk = await shop.signIn({ permissions: ['customer_view', 'support_list'], locations: [north] });

  const { records } = await read(_id, {}, clerk);

  expect(records.map(({ kind }) => kind)).toEqual(['order']);
  expect(records[0]?.recordId).toBe(here._id);
  const elsewhere = await shop.signIn({
    permissions: ['customer_view'],
    locations: [await addOrderLocation(shop)],
  });
  expect((await elsewhere.call(timeline, { body: { customerId: _id } })).status).toBe(404);
  expect((await clerk.call(history, { params: { id: _id }, body: {} })).status).toBe(403);
});

test('hides tickets without the permission for them', async () => {
  const { _id } = await add();
  await addTicket(_id);
  const viewer = await shop.signIn({ permissions: ['customer_view'] });

  expect(await eventsOf(_id, {}, viewer)).toEqual(['change create']);
  expect(await eventsOf(_id, { kinds: ['ticket'] }, viewer)).toEqual([]);
});

test('includes the events of both customers after a merge, also in the history', async () => {
  const [kept, other] = [await add(), await add()];
  await orderAt(kept._id, north);
  await orderAt(other._id, south);
  await manager.do(merge, { body: { customerId: kept._id, otherId: other._id } });

  expect((await eventsOf(kept._id)).filter((event) => event === 'order placed')).toHaveLength(2);
  const { records } = await manager.do(history, { params: { id: kept._id }, body: {} });
  expect(records.map(({ action }) => action)).toEqual(['merge', 'create', 'create']);
});

test('rejects the cursor of another list', async () => {
  const { _id } = await add();

  const got = await manager.call(timeline, { body: { customerId: _id, cursor: 'bm90aGluZw' } });

  expect(refusedField(got)).toEqual([400, 'cursor']);
});

test('reads view and timeline with few SQL statements, regardless of their length', async () => {
  const { _id } = await add();
  for (let index = 0; index < 5; index += 1) await orderAt(_id, north);

  const counts = await Promise.all([
    manager.call(show, { params: { id: _id } }),
    manager.call(timeline, { body: { customerId: _id } }),
  ]);

  for (const { headers } of counts) {
    expect(Number(/desc="(\d+)"/.exec(String(headers['server-timing']))?.[1])).toBeLessThanOrEqual(6);
  }
});

const addTicket = (customerId: string) =>
  shop.look((tx) =>
    sql`
      INSERT INTO tickets (id, subject, customer_id, requester, category, source, first_response_due_at,
        resolution_due_at, due_at)
      VALUES (${newId()}, 'Eggs', ${customerId}, 'customer', 'other', 'staff', now(), now(), now())`.execute(
      tx,
    ),
  );
