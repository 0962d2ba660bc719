import type { OrderPage } from '@aisle/contract/sales/orders/order-list';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  moveTo,
  newShopper,
  openStore,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';

const numbers: string[] = [];

const store = await openStore({ location: { name: 'Near' }, goods: { price: 100, stock: 1000 } });
const { shop, manager, location: near, goods: rice, addOrder } = store;
const far = await addOrderLocation(shop, { name: 'Far' });
const beans = await addGoods(shop, far, { price: 150, stock: 1000 });
const names = ['Ann Apple', 'Bob Berry', 'Cyd Cherry', 'Ann Damson'];
for (const [index, name] of names.entries()) {
  const [firstName, lastName] = name.split(' ') as [string, string];
  const customer = { ...newShopper(), firstName, lastName };
  const at = index === 3 ? far : near;
  const order = await placeOne(manager, at, index === 3 ? beans : rice, {
    customer,
    quantity: index + 1,
    ...(index === 1 && { fulfilment: 'pickup' as const }),
  });
  numbers.push(order.number);
  if (index === 0) await moveTo(manager, order, 'cancelled');
  if (index === 2) await advanceTo(manager, order, 'awaitingForDelivery');
}

const list = async (body: Partial<OrderPage>, person = manager) =>
  (await person.do(orderRoutes.list, { body: body as OrderPage })).records.map((row) => row.number);
const [ann, bob, cyd, damson] = [0, 1, 2, 3] as const;
const those = (...indexes: number[]) => indexes.map((index) => numbers[index]);

test('sorts orders newest first', async () => {
  expect(await list({})).toEqual(those(damson, cyd, bob, ann));
});

test('returns rows with the fields of the list', async () => {
  expect((await manager.do(orderRoutes.list, { body: { search: 'damson' } })).records).toMatchObject([
    {
      number: numbers[damson],
      locationName: 'Far',
      timeZone: 'America/Chicago',
      customerName: 'Ann Damson',
      status: 'orderPlaced',
      headlineStatus: 'orderPlaced',
      fulfilment: 'delivery',
      lineCount: 1,
      total: 600,
      paymentType: 'cashOnDelivery',
      slot: null,
      version: 1,
    },
  ]);
});

test.each<[string, Partial<OrderPage>, number[]]>([
  ['by total', { sort: { field: 'total', order: 'desc' } }, [damson, cyd, bob, ann]],
  ['by number, oldest first', { sort: { field: 'number', order: 'asc' } }, [ann, bob, cyd, damson]],
  ['by customer', { sort: { field: 'customer', order: 'asc' } }, [ann, damson, bob, cyd]],
  ['by due time', { sort: { field: 'slot', order: 'asc' } }, [ann, bob, cyd, damson]],
  ['by due time, latest first', { sort: { field: 'slot', order: 'desc' } }, [damson, cyd, bob, ann]],
  [
    'by status, in the sequence of the work',
    { sort: { field: 'status', order: 'asc' } },
    [bob, damson, cyd, ann],
  ],
  ['by status, last first', { sort: { field: 'status', order: 'desc' } }, [ann, cyd, damson, bob]],
  ['by status within a search', { search: 'ann', sort: { field: 'status', order: 'asc' } }, [damson, ann]],
])('sorts orders %s, also page by page', async (_, body, expected) => {
  expect(await list(body)).toEqual(those(...expected));

  for (const next of ['page', 'cursor'] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= expected.length; page += 1) {
      const request = { ...body, limit: 1, ...(next === 'page' ? { page } : { cursor }) } as OrderPage;
      const response = await manager.do(orderRoutes.list, { body: request });
      seen.push(...response.records.map((row) => row.number));
      cursor = response.nextCursor ?? undefined;
    }
    expect(seen).toEqual(those(...expected));
    expect(cursor).toBeUndefined();
  }
});

test('filters orders by the tab of their status', async () => {
  expect(await list({ filters: { tab: 'new' } })).toEqual(those(damson, bob));
  expect(await list({ filters: { tab: 'ready' } })).toEqual(those(cyd));
});

test('filters orders by location, status, headline, time, payment and customer', async () => {
  const filtered = (filters: OrderPage['filters']) => list({ filters });
  const view = (await manager.do(orderRoutes.list, { body: { search: 'cyd' } })).records[0]!;
  const { customer } = await viewOrder(manager, view._id);

  expect(await filtered({ locationId: far })).toEqual(those(damson));
  expect(await filtered({ status: 'cancelled' })).toEqual(those(ann));
  expect(await filtered({ status: 'awaitingForDelivery' })).toEqual(those(cyd));
  expect(await filtered({ headlineStatus: 'awaitingForDelivery' })).toEqual([]);
  expect(await filtered({ headlineStatus: 'inQueue' })).toEqual(those(cyd));
  expect(await filtered({ headlineStatus: ['inQueue', 'cancelled'] })).toEqual(those(cyd, ann));
  expect(await filtered({ from: '2099-01-01T00:00:00Z' })).toEqual([]);
  expect(await filtered({ to: '2099-01-01T00:00:00Z', paymentType: 'cashOnDelivery' })).toHaveLength(4);
  expect(await filtered({ paymentType: 'card' })).toEqual([]);
  expect(await filtered({ customerId: customer._id })).toEqual(those(cyd));
  expect(await filtered({ driverId: customer._id })).toEqual([]);
});

test('rejects an unknown filter or sort field', async () => {
  const list = (body: object) => manager.call(orderRoutes.list, { body: body as OrderPage });

  expect((await list({ filters: { colour: 'red' } })).status).toBe(400);
  expect((await list({ sort: { field: 'customerName', order: 'asc' } })).status).toBe(400);
  expect((await list({ filters: { headlineStatus: 'lost' } })).status).toBe(400);
});

test('finds an order by its number with and without letter, by name or by phone', async () => {
  const digits = numbers[bob]!.slice(2);

  expect(await list({ search: numbers[bob]! })).toEqual(those(bob));
  expect(await list({ search: numbers[bob]!.toLowerCase() })).toEqual(those(bob));
  expect(await list({ search: digits })).toEqual(those(bob));
  expect(await list({ search: 'ann' })).toEqual(those(damson, ann));
  expect(await list({ search: 'nn dam' })).toEqual(those(damson));
  expect(await list({ search: 'cy' })).toEqual(those(cyd));
  const { records } = await manager.do(orderRoutes.list, { body: { search: 'cyd' } });
  const { customer } = await viewOrder(manager, records[0]!._id);
  expect(await list({ search: customer.phone })).toEqual(those(cyd));
  const digits7 = customer.phone.replace(/\D/g, '').slice(-7);
  expect(await list({ search: digits7 })).toEqual(those(cyd));
  const area = customer.phone.replace(/\D/g, '').slice(-10, -7);
  expect(await list({ search: `(${area}) ${digits7}` })).toEqual(those(cyd));
  expect(await list({ search: '%' })).toEqual([]);
  expect(await list({ search: 'ann', filters: { locationId: near } })).toEqual(those(ann));
});

test('limits every search by users of one location to their orders', async () => {
  const owner = await shop.signIn({ permissions: ['order_list'], locations: [far] });
  const both = await shop.signIn({ permissions: ['order_list'], locations: [far, near] });

  expect(await list({}, owner)).toEqual(those(damson));
  expect(await list({ search: 'ann' }, owner)).toEqual(those(damson));
  expect(await list({ search: 'bob' }, owner)).toEqual([]);
  expect(await list({ search: numbers[bob]! }, owner)).toEqual([]);
  expect(await list({ filters: { locationId: near } }, owner)).toEqual([]);
  expect(await list({}, both)).toEqual(those(damson, cyd, bob, ann));
});

test('finds orders by a common name', async () => {
  await runSql(
    shop,
    `INSERT INTO customers (id, first_name, last_name, phone, phone_digits)
      SELECT gen_random_uuid(), 'Ann', 'Common ' || i, '777' || i, '777' || i FROM generate_series(0, 304) i`,
  );

  const page = (filters: OrderPage['filters']) =>
    manager.do(orderRoutes.list, { body: { search: 'ann', limit: 1, filters } });
  const all = await page({});
  const paidSo = await page({ paymentType: 'cashOnDelivery' });
  // The word is on more orders than a list counts.
  await shop.db.owner.query(`INSERT INTO order_words (location_id, word, created_at, order_id)
    SELECT '${near}', 'ann', '2020-01-01', gen_random_uuid() FROM generate_series(1, 1001)`);
  const ofMany = await page({ paymentType: 'cashOnDelivery' });

  for (const { records } of [all, paidSo, ofMany])
    expect(records.map((row) => row.number)).toEqual(those(damson));
  expect([all, paidSo, ofMany].map((one) => one.totalIsEstimate)).toEqual([undefined, undefined, true]);
  expect([all.totalRecords, paidSo.totalRecords]).toEqual([2, 2]);
  expect(await list({ search: 'ann' })).toEqual(those(damson, ann));
  const filters = { paymentType: 'cashOnDelivery' as const };
  expect(await list({ search: 'ann', filters })).toEqual(those(damson, ann));
});

/** The numbers of all orders of a list, read page by page with the cursor. */
async function walked(body: Partial<OrderPage>, cursor?: string): Promise<string[]> {
  const page = await manager.do(orderRoutes.list, { body: { ...body, ...(cursor && { cursor }) } });
  const seen = page.records.map((row) => row.number);
  return page.nextCursor ? [...seen, ...(await walked(body, page.nextCursor))] : seen;
}

test('returns consecutive pages by cursor', async () => {
  expect(await walked({ limit: 1 })).toEqual(those(damson, cyd, bob, ann));
});

test('shows the customer, the number of earlier orders and the amount paid', async () => {
  const first = await addOrder();
  const second = await addOrder({ customerId: first.customer._id });

  expect(second.customer).toMatchObject({ name: 'Grace Shopper', earlierOrders: 1 });
  expect(second.payments).toMatchObject([{ kind: 'cashOnDelivery', status: 'due', amount: second.total }]);
  expect(second.returns).toEqual([]);
  expect(second.timeZone).toBe('America/Chicago');
});

test("continues after the cursor's row for every sort order, also with equal times and totals", async () => {
  const twins = [await addOrder(), await addOrder()];
  const ids = twins.map(({ _id }) => `'${_id}'`);
  await runSql(shop, `UPDATE orders SET created_at = '2026-01-01T00:00:00.123456Z' WHERE id IN (${ids})`);

  for (const field of ['createdAt', 'number', 'total'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const sort = { field, order };
      expect(await walked({ sort, limit: 1 }), `${field} ${order}`).toEqual(await list({ sort }));
    }
  }
});

test('sorts by due time with slots before and after the hour of other orders', async () => {
  const slot = { from: '2031-05-01T10:00:00Z', to: '2031-05-01T11:00:00Z' };
  const late = await addOrder({ slot });

  expect((await list({ sort: { field: 'slot', order: 'desc' } }))[0]).toBe(late.number);
  await runSql(
    shop,
    `UPDATE orders SET slot_from = '2019-01-01', slot_to = '2019-01-02' WHERE id = '${late._id}'`,
  );
  expect(await list({ sort: { field: 'slot', order: 'asc' }, limit: 1 })).toEqual([late.number]);
});
