import { customerRoutes } from '@aisle/contract/customers/customers';
import { searchRoutes } from '@aisle/contract/overview/search';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { supportRoutes } from '@aisle/contract/service/support';
import { auditRoutes } from '@aisle/contract/system/audit';
import { expect, test } from 'vitest';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  giveCoins,
  homeAddress,
  newShopper,
  openStore,
  place,
  placeOne,
  runSql,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { addPlan, subscribeTo } from '../../../../test/plan-builders.ts';
import { type Person, refusal } from '../../../../test/shop.ts';
import { addTicket } from '../../../../test/support-builders.ts';

const { create, show, list, edit, remove, dropdown } = customerRoutes;
const { merge, unmerge } = customerCareRoutes;

const store = await openStore({ goods: { name: 'Bread', price: 300, stock: 1000 } });
const { shop, manager, location, goods: bread } = store;

const add = (parts: object = {}) => addCustomer(manager, parts);
const addTwo = async () => [await add(), await add()] as const;
const idsOf = (records: readonly { _id: string }[]) => records.map(({ _id }) => _id);
const view = (id: string, by: Person = manager) => by.do(show, { params: { id } });
const orderFor = (customerId: string, at = location, goods = bread) =>
  placeOne(manager, at, goods, { customerId, fulfilment: 'pickup' });
const joined = (customerId: string, otherId: string) => manager.do(merge, { body: { customerId, otherId } });
const tryMerge = (customerId: string, otherId: string, by = manager, dryRun = false) =>
  by.call(merge, { body: { customerId, otherId, dryRun } });

test('counts the records to merge in a dry run and changes nothing', async () => {
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

test('shows and counts all records under the remaining customer', async () => {
  const kept = await add({ firstName: 'Wilma', lastName: 'Keeper', addresses: [homeAddress] });
  const willy = { firstName: 'Willy', lastName: 'Gone', phone: '+1 737 444 0001' };
  const other = await add({ ...willy, addresses: [{ ...homeAddress, label: 'Cabin' }] });
  await orderFor(kept._id);
  const otherOrder = await orderFor(other._id);

  const merged = await joined(kept._id, other._id);

  const shown = await view(kept._id);
  expect(shown.lifetime).toMatchObject({ orders: 2, total: merged.after.total });
  expect(shown.orderCount).toBe(2);
  const addresses = [
    { label: 'Home', isDefault: true },
    { label: 'Cabin', isDefault: false },
  ];
  expect(shown.addresses).toMatchObject(addresses);
  expect(shown.merged).toMatchObject([{ _id: other._id, name: 'Willy Gone', phone: '+17374440001' }]);
  const ofThem = await manager.do(orderRoutes.list, { body: { filters: { customerId: kept._id } } });
  expect(ofThem.records.map(({ _id }) => _id)).toContain(otherOrder._id);
  for (const route of [orderRoutes.list, mainOrderRoutes.list]) {
    const linked = await manager.do(route, { body: { filters: { customerId: other._id } } });
    expect(linked.records).toHaveLength(2);
  }
  expect((await viewOrder(manager, otherOrder._id)).customer._id).toBe(kept._id);
  expect((await view(other._id)).mergedInto).toEqual({ _id: kept._id, name: 'Wilma Keeper' });
});

test('finds the remaining customer by both names, phones and emails', async () => {
  const kept = await add({ firstName: 'Petra', lastName: 'Stays', phone: '+1 737 444 0010' });
  const other = await add({
    firstName: 'Quentin',
    lastName: 'Leaves',
    phone: '+1 737 444 0011',
    email: 'quentin@leaves.example',
  });
  const order = await orderFor(other._id);
  await joined(kept._id, other._id);

  const names = ['Petra Stays', 'Quentin Leaves', 'Leaves'];
  for (const search of [...names, 'quentin@leaves', '737 444 0010', '737-444-0011']) {
    const page = await manager.do(list, { body: { search } });
    const choices = await manager.do(dropdown, { query: { search } });
    const found = await manager.do(searchRoutes.find, { query: { q: search } });
    for (const shown of [page.records, choices, found.customers])
      expect(idsOf(shown), search).toEqual([kept._id]);
  }
  const orders = await manager.do(orderRoutes.list, { body: { search: 'Petra Stays' } });
  expect(orders.records.map(({ _id }) => _id)).toEqual([order._id]);
});

test("assigns an order with the other's phone or ID to the remaining customer", async () => {
  const kept = await add();
  const shopper = { ...newShopper(), phone: '+1 737 444 0020' };
  const other = await manager.do(create, { body: shopper });
  await joined(kept._id, other._id);
  const lines = [{ subProductId: bread, locationId: location, quantity: 1 }];

  const customer = { ...shopper, phone: '737.444.0020' };
  const byPhone = await place(manager, { customer, fulfilment: 'pickup', lines });
  const byId = await place(manager, { customerId: other._id, fulfilment: 'pickup', lines });

  for (const { orders } of [byPhone, byId]) {
    const order = await viewOrder(manager, orders[0]!._id);
    expect(order.customer._id).toBe(kept._id);
  }
});

test('adds up the coins of both and keeps the ledgers balanced', async () => {
  const [kept, other] = await addTwo();
  await giveCoins(manager, kept._id, 100);
  await giveCoins(manager, other._id, 250);

  expect((await joined(kept._id, other._id)).after.coinBalance).toBe(350);
  expect((await view(kept._id)).coinBalance).toBe(350);
  expect(await offBy()).toEqual([]);
  await manager.do(unmerge, { body: { otherId: other._id } });
  expect([(await view(kept._id)).coinBalance, (await view(other._id)).coinBalance]).toEqual([100, 250]);
  expect(await offBy()).toEqual([]);
});

test("returns each customer's records when undone and leaves later ones with the remaining customer", async () => {
  const kept = await add({ addresses: [homeAddress] });
  const other = await add({ firstName: 'Ursula', lastName: 'Undone', addresses: [homeAddress] });
  const elsewhere = await addOrderLocation(shop);
  const goods = await addGoods(shop, elsewhere, { stock: 50 });
  const otherOrder = await orderFor(other._id, elsewhere, goods);
  await joined(kept._id, other._id);
  const since = await orderFor(other._id);

  const undone = await manager.do(unmerge, { body: { otherId: other._id } });
  expect(undone).toEqual({ _id: kept._id, otherId: other._id });

  const [one, two] = [await view(kept._id), await view(other._id)];
  expect(one.lastOrders.map(({ _id }) => _id)).toEqual([since._id]);
  expect(two.lastOrders.map(({ _id }) => _id)).toEqual([otherOrder._id]);
  expect([one.merged, two.mergedInto]).toEqual([[], null]);
  for (const { addresses } of [one, two]) expect(addresses).toMatchObject([{ isDefault: true }]);
  const clerk = await shop.signIn({ permissions: ['customer_view'], locations: [elsewhere] });
  expect((await clerk.call(show, { params: { id: kept._id } })).status).toBe(404);
  expect((await clerk.call(show, { params: { id: other._id } })).status).toBe(200);
  const page = await manager.do(list, { body: { search: 'Ursula Undone' } });
  expect(page.records.map(({ _id }) => _id)).toEqual([other._id]);
  const again = await manager.call(unmerge, { body: { otherId: other._id } });
  expect(again.body.error?.code).toBe('customers.not-merged');
});

test('assigns current and later tickets to the remaining customer and returns the moved ones on undo', async () => {
  const [kept, other] = await addTwo();
  const [before, linked] = [await addTicket(manager, { customerId: other._id }), await addTicket(manager)];
  await joined(kept._id, other._id);
  const since = await addTicket(manager, { customerId: other._id });
  const link = { version: linked.version, customerId: other._id };
  await manager.do(supportRoutes.edit, { params: { id: linked._id }, body: link });
  const tickets = [before._id, since._id, linked._id];
  expect(await customersOf(tickets)).toEqual([kept._id, kept._id, kept._id]);

  await manager.do(unmerge, { body: { otherId: other._id } });

  expect(await customersOf(tickets)).toEqual([other._id, kept._id, kept._id]);
});

test('rejects an undo after 30 days', async () => {
  const [kept, other] = await addTwo();
  await joined(kept._id, other._id);
  await runSql(shop, "UPDATE customer_merges SET undo_until = now() - interval '1 second'");

  const late = await manager.call(unmerge, { body: { otherId: other._id } });

  expect(refusal(late)).toEqual([409, 'customers.undo-over']);
  expect((await view(kept._id)).merged[0]?.undoUntil).toBeNull();
});

test('rejects edits, deletion and another merge of a merged customer', async () => {
  const [kept, other, third] = [await add(), await add(), await add()];
  await joined(kept._id, other._id);

  const params = { id: other._id };
  const edited = await manager.call(edit, { params, body: { lastName: 'New', version: 1 } });
  const removed = await manager.call(remove, { params });
  const again = await tryMerge(third._id, other._id);
  const chain = await tryMerge(third._id, kept._id);
  const keptRemoved = await manager.call(remove, { params: { id: kept._id } });

  for (const { body } of [edited, removed, again]) expect(body.error?.code).toBe('customers.merged');
  expect(chain.body.error?.code).toBe('customers.has-merged');
  expect(keptRemoved.body.error?.code).toBe('in-use');
});

test("shows a clerk of the other's location the remaining customer with that location's records only", async () => {
  const [north, south] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const [kept, other] = await addTwo();
  const goods = { north: await addGoods(shop, north), south: await addGoods(shop, south) };
  await orderFor(kept._id, north, goods.north);
  await orderFor(other._id, south, goods.south);
  const permissions = ['customer_view' as const, 'customer_edit' as const, 'customer_delete' as const];
  const clerk = await shop.signIn({ permissions, locations: [south] });

  await joined(kept._id, other._id);

  expect((await view(kept._id, clerk)).orderCount).toBe(1);
  expect((await clerk.call(show, { params: { id: other._id } })).status).toBe(404);
  const tried = await tryMerge(kept._id, other._id, clerk);
  expect(refusal(tried)).toEqual([403, 'not-allowed']);
});

test('requires the permissions to edit and to delete', async () => {
  const [kept, other] = await addTwo();
  const body = { customerId: kept._id, otherId: other._id };
  const editor = await shop.signIn({ permissions: ['customer_edit'] });
  const both = await shop.signIn({ permissions: ['customer_edit', 'customer_delete'] });

  const refused = await editor.call(merge, { body });
  expect(refused.body.error?.details).toMatchObject({ permission: 'customer_delete' });
  expect((await both.call(merge, { body })).status).toBe(200);
});

test('lets one of many simultaneous merges win and records one audit entry', async () => {
  const [kept, other] = await addTwo();
  const tries = Array.from({ length: 8 }, () => tryMerge(kept._id, other._id));

  const statuses = (await Promise.all(tries)).map(({ status }) => status);

  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const filters = { resource: 'customers', recordId: kept._id };
  const log = await manager.do(auditRoutes.list, { body: { filters } });
  expect(log.records.filter(({ action }) => action === 'merge')).toHaveLength(1);
});

test('rejects overlapping subscriptions until one is cancelled', async () => {
  const [kept, other] = await addTwo();
  const planId = await addPlan(shop);
  await subscribeTo(shop, kept._id, planId);
  const subscriptionId = await subscribeTo(shop, other._id, planId);

  expect((await tryMerge(kept._id, other._id)).body.error?.code).toBe('customers.overlapping');
  expect((await tryMerge(kept._id, other._id, manager, true)).status).toBe(409);
  await runSql(shop, `UPDATE subscriptions SET cancelled_at = now() WHERE id = '${subscriptionId}'`);
  expect((await tryMerge(kept._id, other._id)).status).toBe(200);
});

test('rejects merging a customer into themself', async () => {
  const { _id } = await add();

  const fields = [{ path: 'otherId', message: 'Choose another customer' }];
  expect(await tryMerge(_id, _id)).toMatchObject({ status: 400, body: { error: { fields } } });
});

/** Customers whose balance differs from the sum of their entries. */
const offBy = () =>
  runSql(
    shop,
    `SELECT c.id FROM customers c WHERE c.coin_balance <> (
      SELECT coalesce(sum(coins), 0) FROM coin_entries e WHERE e.customer_id = c.id)`,
  );
const customersOf = (tickets: readonly string[]) =>
  Promise.all(
    tickets.map(async (id) => (await manager.do(supportRoutes.get, { params: { id } })).customer?._id),
  );
