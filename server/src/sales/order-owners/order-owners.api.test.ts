import { orderOwnerRoutes } from '@aisle/contract/sales/order-owners';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import { addOrderLocation, moveTo, openStore, runSql, viewOrder } from '../../../test/order-builders.ts';

const store = await openStore({ location: { name: 'North' }, goods: { stock: 1000 } });
const { shop, manager, location, addOrder } = store;

type Wish = { ownerId?: string | null; addTags?: string[]; removeTags?: string[] };
const assign = (orders: readonly Order[], wish: Wish, person = manager) =>
  person.call(orderOwnerRoutes.assign, { body: { ids: orders.map(({ _id }) => _id), ...wish } });
const view = ({ _id }: Order, person = manager) => viewOrder(person, _id);
const list = async (filters: object, person = manager) =>
  (await person.do(orderRoutes.list, { body: { filters } })).records.map(({ _id }) => _id);
const fieldOf = ({ body }: Awaited<ReturnType<typeof assign>>) => body.error?.fields?.[0];

test('sets an owner and tags and shows them in the record, the list, the timeline and the audit log', async () => {
  const order = await addOrder();

  const { data } = await assign([order], { ownerId: manager.userId, addTags: ['VIP', 'Call back'] });

  const owner = { _id: manager.userId, name: 'Ada Tester' };
  expect(data).toEqual({ changed: 1 });
  const seen = await view(order);
  expect(seen).toMatchObject({ owner, tags: ['VIP', 'Call back'] });
  expect(seen.events.slice(-2)).toMatchObject([
    { kind: 'owner', by: 'Ada Tester', note: 'Ada Tester' },
    { kind: 'tags', by: 'Ada Tester', note: 'Added: VIP, Call back' },
  ]);
  const { records } = await manager.do(orderRoutes.list, { body: { filters: { ownerId: manager.userId } } });
  expect(records).toMatchObject([{ _id: order._id, owner, tags: ['VIP', 'Call back'] }]);
  const query = `SELECT before, after FROM audit_entries WHERE record_id = '${order._id}' AND action = 'assigned'`;
  const after = { owner: 'Ada Tester', tags: ['VIP', 'Call back'] };
  expect(await runSql(shop, query)).toEqual([{ before: { owner: null, tags: [] }, after }]);
});

test("doesn't conflict with picking and keeps the last step undoable", async () => {
  const order = await addOrder();
  const picking = await moveTo(manager, order, 'processing');

  await assign([order], { ownerId: manager.userId, addTags: ['Fragile'] });
  const body = { version: picking.version };
  const undone = await manager.do(orderRoutes.undoStep, { params: { id: order._id }, body });

  const owner = { _id: manager.userId };
  expect(undone).toMatchObject({ status: 'orderPlaced', owner, tags: ['Fragile'] });
});

test('ignores the case of tags and removes them individually', async () => {
  const order = await addOrder();
  await assign([order], { addTags: ['Gift', 'gift', 'Late'] });

  const again = await assign([order], { addTags: ['GIFT'] });
  await assign([order], { removeTags: ['gift', 'never there'] });

  expect(again.data).toEqual({ changed: 0 });
  const seen = await view(order);
  expect(seen.tags).toEqual(['Late']);
  expect(seen.events.at(-1)).toMatchObject({ kind: 'tags', note: 'Removed: Gift' });
});

test('filters and counts by tag and owner and suggests tags by frequency', async () => {
  const orders = [await addOrder(), await addOrder()];
  const colleague = await shop.signIn({ permissions: ['order_edit'] });
  await assign(orders, { ownerId: colleague.userId, addTags: ['Wholesale'] });
  await assign([orders[0]!], { addTags: ['Wholesale, rare'] });

  expect((await list({ tag: 'Wholesale' })).toSorted()).toEqual(orders.map(({ _id }) => _id).toSorted());
  expect(await list({ tag: 'wholesale' })).toEqual([]);
  expect(await list({ ownerId: colleague.userId, tag: 'Wholesale, rare' })).toEqual([orders[0]!._id]);
  const counts = await manager.do(orderRoutes.counts, { body: { filters: { ownerId: colleague.userId } } });
  expect(counts).toEqual([{ status: 'orderPlaced', count: 2, isMore: false }]);
  const tags = await manager.do(orderOwnerRoutes.tags, { query: { search: 'whole' } });
  expect(tags).toEqual(['Wholesale', 'Wholesale, rare']);
});

test('requires an owner who can see the order', async () => {
  const order = await addOrder();
  const elsewhere = await addOrderLocation(shop);
  const clerk = await shop.signIn({ permissions: ['order_view'], locations: [location] });
  const stranger = await shop.signIn({ permissions: ['order_view'], locations: [elsewhere] });
  const cook = await shop.signIn({ permissions: ['product_list'] });
  const gone = await shop.signIn({ permissions: ['order_view'] });
  await shop.db.owner.query(`UPDATE users SET status = false WHERE id = '${gone.userId}'`);

  const refused = await assign([order], { ownerId: stranger.userId });

  const message = "Ada Tester can't see orders of North";
  expect([refused.status, fieldOf(refused)]).toEqual([400, { path: 'ownerId', message }]);
  for (const other of [cook, gone]) {
    expect((await assign([order], { ownerId: other.userId })).status).toBe(404);
  }
  const offered = await manager.do(orderOwnerRoutes.owners, { query: { locationId: location } });
  const ids = offered.map(({ _id }) => _id);
  expect(ids[0]).toBe(manager.userId);
  expect(ids).toContain(clerk.userId);
  for (const { userId } of [stranger, cook, gone]) expect(ids).not.toContain(userId);
  expect((await assign([order], { ownerId: clerk.userId })).data).toEqual({ changed: 1 });
});

test("rejects assigning another location's orders and hides their tags", async () => {
  const order = await addOrder();
  await assign([order], { addTags: ['Secret'] });
  const elsewhere = await addOrderLocation(shop);
  const owner = await shop.signIn({ permissions: ['order_edit'], locations: [elsewhere] });

  const refused = await assign([order], { ownerId: owner.userId }, owner);

  expect([refused.status, fieldOf(refused)?.path]).toEqual([404, 'ids']);
  expect(await owner.do(orderOwnerRoutes.tags, { query: {} })).toEqual([]);
  expect(await list({ tag: 'Secret' }, owner)).toEqual([]);
});

test('limits an order to 20 tags and rejects an empty assignment', async () => {
  const order = await addOrder();
  const tags = Array.from({ length: 20 }, (_, index) => `Tag ${index}`);
  await assign([order], { addTags: tags });

  const refused = await assign([order], { addTags: ['One more'] });
  const empty = await assign([order], {});

  expect(fieldOf(refused)).toEqual({ path: 'addTags', message: 'An order can have up to 20 tags' });
  expect([empty.status, fieldOf(empty)?.path]).toEqual([400, 'ownerId']);
  expect((await assign([order], { addTags: ['One more'], removeTags: ['Tag 0'] })).status).toBe(200);
});

test('removes an owner', async () => {
  const order = await addOrder();
  await assign([order], { ownerId: manager.userId });

  await assign([order], { ownerId: null });

  const seen = await view(order);
  expect(seen.owner).toBeNull();
  expect(seen.events.at(-1)).toMatchObject({ kind: 'owner', note: 'No owner' });
});
