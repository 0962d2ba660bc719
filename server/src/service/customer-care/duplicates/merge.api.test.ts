import { coinRoutes } from '@aisle/contract/customers/coins';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { searchRoutes } from '@aisle/contract/overview/search';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { supportRoutes } from '@aisle/contract/service/support';
import { auditRoutes } from '@aisle/contract/system/audit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  homeAddress,
  newShopper,
  place,
  placeOne,
} from '../../../../test/order-builders.ts';
import { openShop, type Person } from '../../../../test/shop.ts';
import { addTicket } from '../../../../test/support-builders.ts';
import { newId } from '../../../core/ids.ts';

const { create, show, list, edit, remove, dropdown } = customerRoutes;
const { merge, unmerge } = customerCareRoutes;

const shop = await openShop();
const manager = await shop.signIn();
const location = await addOrderLocation(shop);
const bread = await addGoods(shop, location, { name: 'Bread', price: 300, stock: 1000 });

const add = (parts: object = {}) => manager.do(create, { body: { ...newShopper(), ...parts } });
const view = (id: string, by: Person = manager) => by.do(show, { params: { id } });
const orderFor = (customerId: string, at = location, goods = bread) =>
  placeOne(manager, at, goods, { customerId, fulfilment: 'pickup' });
const joined = (customerId: string, otherId: string) => manager.do(merge, { body: { customerId, otherId } });

test('a dry run says what a merge would come to, and changes nothing', async () => {
  const [kept, other] = [await add(), await add({ addresses: [homeAddress] })];
  await orderFor(kept._id);
  await orderFor(other._id);

  const plan = await manager.do(merge, { body: { customerId: kept._id, otherId: other._id, dryRun: true } });

  expect(plan).toMatchObject({
    dryRun: true,
    customer: { _id: kept._id, orderCount: 1 },
    other: { _id: other._id, orderCount: 1 },
    moved: { orders: 1, checkouts: 1, returns: 0, addresses: 1, subscriptions: 0, tickets: 0 },
    after: { orders: 2 },
  });
  expect((await view(other._id)).mergedInto).toBeNull();
  expect((await view(kept._id)).lifetime!.orders).toBe(1);
});

test('everything of both is shown and counted under the one who stays', async () => {
  const kept = await add({ firstName: 'Wilma', lastName: 'Keeper', addresses: [homeAddress] });
  const other = await add({
    firstName: 'Willy',
    lastName: 'Gone',
    phone: '+1 737 444 0001',
    email: 'willy@gone.example',
    addresses: [{ ...homeAddress, label: 'Cabin' }],
  });
  await orderFor(kept._id);
  const otherOrder = await orderFor(other._id);

  const merged = await joined(kept._id, other._id);

  const shown = await view(kept._id);
  expect(shown.lifetime).toMatchObject({ orders: 2, total: merged.after.total });
  expect(shown.orderCount).toBe(2);
  expect(shown.addresses.map(({ label, isDefault }) => [label, isDefault])).toEqual([
    ['Home', true],
    ['Cabin', false],
  ]);
  expect(shown.merged).toEqual([
    expect.objectContaining({ _id: other._id, name: 'Willy Gone', phone: '+17374440001' }),
  ]);
  const ofThem = await manager.do(orderRoutes.list, { body: { filters: { customerId: kept._id } } });
  expect(ofThem.records.map(({ _id }) => _id)).toContain(otherOrder._id);
  for (const route of [orderRoutes.list, mainOrderRoutes.list]) {
    const linked = await manager.do(route, { body: { filters: { customerId: other._id } } });
    expect(linked.records).toHaveLength(2);
  }
  expect((await manager.do(orderRoutes.view, { params: { id: otherOrder._id } })).customer._id).toBe(
    kept._id,
  );
  expect((await view(other._id)).mergedInto).toEqual({ _id: kept._id, name: 'Wilma Keeper' });
});

test('both names, phones and emails find the one who stays, everywhere', async () => {
  const kept = await add({ firstName: 'Petra', lastName: 'Stays', phone: '+1 737 444 0010' });
  const other = await add({
    firstName: 'Quentin',
    lastName: 'Leaves',
    phone: '+1 737 444 0011',
    email: 'quentin@leaves.example',
  });
  const order = await orderFor(other._id);
  await joined(kept._id, other._id);

  for (const search of [
    'Petra Stays',
    'Quentin Leaves',
    'quentin@leaves',
    '737 444 0010',
    '737-444-0011',
    'Leaves',
  ]) {
    const page = await manager.do(list, { body: { search } });
    expect(
      page.records.map(({ _id }) => _id),
      search,
    ).toEqual([kept._id]);
    const choices = await manager.do(dropdown, { query: { search } });
    expect(
      choices.map(({ _id }) => _id),
      search,
    ).toEqual([kept._id]);
    const found = await manager.do(searchRoutes.find, { query: { q: search } });
    expect(
      found.customers.map(({ _id }) => _id),
      search,
    ).toEqual([kept._id]);
  }
  const orders = await manager.do(orderRoutes.list, { body: { search: 'Petra Stays' } });
  expect(orders.records.map(({ _id }) => _id)).toEqual([order._id]);
});

test('an order with the phone or the id of the other goes to the one who stays', async () => {
  const kept = await add();
  const shopper = { ...newShopper(), phone: '+1 737 444 0020' };
  const other = await manager.do(create, { body: shopper });
  await joined(kept._id, other._id);
  const lines = [{ subProductId: bread, locationId: location, quantity: 1 }];

  const byPhone = await place(manager, {
    customer: { ...shopper, phone: '737.444.0020' },
    fulfilment: 'pickup',
    lines,
  });
  const byId = await place(manager, { customerId: other._id, fulfilment: 'pickup', lines });

  for (const { orders } of [byPhone, byId]) {
    const order = await manager.do(orderRoutes.view, { params: { id: orders[0]!._id } });
    expect(order.customer._id).toBe(kept._id);
  }
});

test('coins of both are there for the one who stays, and their ledgers still add up', async () => {
  const [kept, other] = [await add(), await add()];
  await giveCoins(kept._id, 100);
  await giveCoins(other._id, 250);

  const merged = await joined(kept._id, other._id);

  expect(merged.after.coinBalance).toBe(350);
  expect((await view(kept._id)).coinBalance).toBe(350);
  expect(await offBy()).toEqual([]);
  await manager.do(unmerge, { body: { otherId: other._id } });
  expect([(await view(kept._id)).coinBalance, (await view(other._id)).coinBalance]).toEqual([100, 250]);
  expect(await offBy()).toEqual([]);
});

test('undone, both have what was otherOrder, and what came since stays', async () => {
  const kept = await add({ addresses: [homeAddress] });
  const other = await add({ firstName: 'Ursula', lastName: 'Undone', addresses: [homeAddress] });
  const elsewhere = await addOrderLocation(shop);
  const goods = await addGoods(shop, elsewhere, { stock: 50 });
  const otherOrder = await orderFor(other._id, elsewhere, goods);
  await joined(kept._id, other._id);
  const since = await orderFor(other._id);

  expect(await manager.do(unmerge, { body: { otherId: other._id } })).toEqual({
    _id: kept._id,
    otherId: other._id,
  });

  const [one, two] = [await view(kept._id), await view(other._id)];
  expect(one.lastOrders.map(({ _id }) => _id)).toEqual([since._id]);
  expect(two.lastOrders.map(({ _id }) => _id)).toEqual([otherOrder._id]);
  expect([one.merged, two.mergedInto]).toEqual([[], null]);
  expect([one.addresses, two.addresses].map((of) => of.map(({ isDefault }) => isDefault))).toEqual([
    [true],
    [true],
  ]);
  const clerk = await shop.signIn({ permissions: ['customer_view'], locations: [elsewhere] });
  expect((await clerk.call(show, { params: { id: kept._id } })).status).toBe(404);
  expect((await clerk.call(show, { params: { id: other._id } })).status).toBe(200);
  const page = await manager.do(list, { body: { search: 'Ursula Undone' } });
  expect(page.records.map(({ _id }) => _id)).toEqual([other._id]);
  expect((await manager.call(unmerge, { body: { otherId: other._id } })).body.error?.code).toBe(
    'customers.not-merged',
  );
});

test('assigns tickets to the remaining customer, also later ones, and separates them again', async () => {
  const [kept, other] = [await add(), await add()];
  const [before, linked] = [await addTicket(manager, { customerId: other._id }), await addTicket(manager)];
  await joined(kept._id, other._id);
  const since = await addTicket(manager, { customerId: other._id });
  await manager.do(supportRoutes.edit, {
    params: { id: linked._id },
    body: { version: linked.version, customerId: other._id },
  });
  const tickets = [before._id, since._id, linked._id];
  expect(await customersOf(tickets)).toEqual([kept._id, kept._id, kept._id]);

  await manager.do(unmerge, { body: { otherId: other._id } });

  expect(await customersOf(tickets)).toEqual([other._id, kept._id, kept._id]);
});

test('after 30 days a merge is final', async () => {
  const [kept, other] = [await add(), await add()];
  await joined(kept._id, other._id);
  await shop.look((tx) =>
    sql`UPDATE customer_merges SET undo_until = now() - interval '1 second'`.execute(tx),
  );

  const late = await manager.call(unmerge, { body: { otherId: other._id } });

  expect([late.status, late.body.error?.code]).toEqual([409, 'customers.undo-over']);
  expect((await view(kept._id)).merged[0]?.undoUntil).toBeNull();
});

test('what was merged is only looked at', async () => {
  const [kept, other, third] = [await add(), await add(), await add()];
  await joined(kept._id, other._id);

  const edited = await manager.call(edit, {
    params: { id: other._id },
    body: { lastName: 'New', version: 1 },
  });
  const removed = await manager.call(remove, { params: { id: other._id } });
  const again = await manager.call(merge, { body: { customerId: third._id, otherId: other._id } });
  const chain = await manager.call(merge, { body: { customerId: third._id, otherId: kept._id } });
  const keptRemoved = await manager.call(remove, { params: { id: kept._id } });

  expect([edited, removed, again].map(({ body }) => body.error?.code)).toEqual(
    Array(3).fill('customers.merged'),
  );
  expect(chain.body.error?.code).toBe('customers.has-merged');
  expect(keptRemoved.body.error?.code).toBe('in-use');
});

test('a clerk of where the other ordered sees the one who stays, with what is otherOrder alone', async () => {
  const [north, south] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const [kept, other] = [await add(), await add()];
  const goods = { north: await addGoods(shop, north), south: await addGoods(shop, south) };
  await orderFor(kept._id, north, goods.north);
  await orderFor(other._id, south, goods.south);
  const clerk = await shop.signIn({
    permissions: ['customer_view', 'customer_edit', 'customer_delete'],
    locations: [south],
  });

  await joined(kept._id, other._id);

  expect((await view(kept._id, clerk)).orderCount).toBe(1);
  expect((await clerk.call(show, { params: { id: other._id } })).status).toBe(404);
  const tried = await clerk.call(merge, { body: { customerId: kept._id, otherId: other._id } });
  expect([tried.status, tried.body.error?.code]).toEqual([403, 'not-allowed']);
});

test('merging takes the permissions to edit and to delete', async () => {
  const [kept, other] = [await add(), await add()];
  const body = { customerId: kept._id, otherId: other._id };
  const editor = await shop.signIn({ permissions: ['customer_edit'] });
  const both = await shop.signIn({ permissions: ['customer_edit', 'customer_delete'] });

  expect((await editor.call(merge, { body })).body.error?.details).toMatchObject({
    permission: 'customer_delete',
  });
  expect((await both.call(merge, { body })).status).toBe(200);
});

test('of many merges at once one wins, and one audit entry says so', async () => {
  const [kept, other] = [await add(), await add()];
  const tries = Array.from({ length: 8 }, () =>
    manager.call(merge, { body: { customerId: kept._id, otherId: other._id } }),
  );

  const statuses = (await Promise.all(tries)).map(({ status }) => status);

  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const log = await manager.do(auditRoutes.list, {
    body: { filters: { resource: 'customers', recordId: kept._id } },
  });
  expect(log.records.filter(({ action }) => action === 'merge')).toHaveLength(1);
});

test('two subscriptions at the same time are refused until one is cancelled', async () => {
  const [kept, other] = [await add(), await add()];
  await subscribe(kept._id);
  const subscriptionId = await subscribe(other._id);
  const body = { customerId: kept._id, otherId: other._id };

  expect((await manager.call(merge, { body })).body.error?.code).toBe('customers.overlapping');
  expect((await manager.call(merge, { body: { ...body, dryRun: true } })).status).toBe(409);
  await shop.look((tx) =>
    sql`UPDATE subscriptions SET cancelled_at = now(), reason = 'Moved' WHERE id = ${subscriptionId}`.execute(
      tx,
    ),
  );
  expect((await manager.call(merge, { body })).status).toBe(200);
});

test('a customer is not merged into themself', async () => {
  const { _id } = await add();

  const got = await manager.call(merge, { body: { customerId: _id, otherId: _id } });

  expect([got.status, got.body.error?.fields]).toEqual([
    400,
    [{ path: 'otherId', message: 'Choose another customer' }],
  ]);
});

const giveCoins = (customerId: string, coins: number) =>
  manager.do(coinRoutes.adjust, { body: { customerId, coins, reason: 'Goodwill', note: 'Late' } });
/** Customers whose balance is not the sum of their entries. */
const offBy = () =>
  shop.look(async (tx) => {
    const { rows } = await sql`
      SELECT c.id FROM customers c WHERE c.coin_balance <> (
        SELECT coalesce(sum(coins), 0) FROM coin_entries e WHERE e.customer_id = c.id)`.execute(tx);
    return rows;
  });
let plan: string | undefined;
async function subscribe(customerId: string): Promise<string> {
  const id = newId();
  await shop.look(async (tx) => {
    if (!plan) {
      plan = newId();
      await sql`
        WITH plan AS (INSERT INTO subscription_plans (id, name) VALUES (${plan}, 'Fresh'))
        INSERT INTO plan_editions (plan_id, number, name, price, period) VALUES (${plan}, 1, 'Fresh', 900, 'monthly')`.execute(
        tx,
      );
    }
    await sql`
      INSERT INTO subscriptions (id, customer_id, plan_id, edition, starts_at, ends_at, first_starts_at, months,
        payment_type, price)
      VALUES (${id}, ${customerId}, ${plan}, 1, now() - interval '1 day', now() + interval '29 days',
        now() - interval '1 day', 1, 'cash', 900)`.execute(tx);
  });
  return id;
}

const customersOf = (tickets: readonly string[]) =>
  shop.look(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      SELECT t.customer_id AS id FROM unnest(${tickets}::uuid[]) WITH ORDINALITY AS known (id, place)
      JOIN tickets t ON t.id = known.id ORDER BY known.place`.execute(tx);
    return rows.map(({ id }) => id);
  });
