import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { afterEach, expect, test } from 'vitest';
import { addCategory, addProduct, addSubProduct, assign } from '../../../test/catalogue-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import {
  addLocation,
  addStocked,
  dayAt,
  disagreements,
  levelOf,
  picks,
} from '../../../test/stock-builders.ts';
import { newId } from '../../core/ids.ts';
import { reserve, takeFromLots } from '../../ledgers/stock/stock.ts';

const { create, view, items, enter, review, recount, choose, post, cancel, list } = stockCountRoutes;

const shop = await openShop({}, { isBroken: true });
const manager = await shop.signIn({ permissions: ['inventory_add', 'inventory_edit', 'inventory_view'] });
/** Counters without permission to decide. */
const ann = await shop.signIn({ permissions: ['inventory_add'] });
const ben = await shop.signIn({ permissions: ['inventory_add'] });
/** A reviewer who doesn't count. */
const cora = await shop.signIn({ permissions: ['inventory_edit', 'inventory_view'] });
afterEach(async () => expect(await disagreements(shop)).toEqual([]));

/** Adds a location with stock of some items, and starts a count there. */
async function begin(quantities: number[], { blind = false } = {}) {
  const place = await addLocation(shop);
  const goods: string[] = [];
  for (const quantity of quantities) {
    goods.push((await addStocked(shop, manager, place, { quantity })).subProductId);
  }
  const count = await manager.do(create, { body: { locationId: place, blind } });
  return { place, goods, count, params: { id: count._id } };
}
const enterAs = (person: Person, params: { id: string }, counted: Record<string, number>) =>
  person.do(enter, {
    params,
    body: {
      entries: Object.entries(counted).map(([subProductId, quantity]) => ({ subProductId, quantity })),
    },
  });
const onHand = async (place: string, subProductId: string) =>
  (await levelOf(shop, place, subProductId)).onHand;

test('posts a count once, and adjusts the ledger to the counted quantities', async () => {
  const { place, goods, params } = await begin([10, 10, 10]);
  const [less, more, same] = goods as [string, string, string];
  await enterAs(ann, params, { [less]: 7, [more]: 12.5, [same]: 10 });

  const before = await manager.do(view, { params });
  const posted = await Promise.all([1, 2].map(() => manager.call(post, { params, body: {} })));

  expect(before).toMatchObject({ items: 3, counted: 3, differing: 2, variance: { more: 2.5, less: -3 } });
  expect(posted.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect(await Promise.all(goods.map((id) => onHand(place, id)))).toEqual([7, 12.5, 10]);
  const ledger = await manager.do(inventoryRoutes.movements, {
    body: { filters: { locationId: place, kind: 'count' } },
  });
  expect(ledger.records.map((movement) => movement.onHand).sort()).toEqual([-3, 2.5]);
});

test('counts selected shelves separately, in walking order', async () => {
  const place = await addLocation(shop);
  const names = ['A10', 'A2-1', 'A2-2', 'B1', null];
  const goods: string[] = [];
  for (const shelf of names) {
    const { subProductId } = await addStocked(shop, manager, place);
    goods.push(subProductId);
    await manager.do(inventoryRoutes.shelve, {
      body: { locationId: place, rows: [{ subProductId, shelf }] },
    });
  }

  const count = await manager.do(create, { body: { locationId: place, shelves: ['a'] } });
  const page = await manager.do(items, {
    body: { filters: { countId: count._id }, sort: { field: 'shelf', order: 'asc' } },
  });
  const nothing = await manager.call(create, { body: { locationId: place, shelves: ['Z9'] } });

  expect(count).toMatchObject({ items: 3, shelves: ['A'] });
  expect(page.records.map((item) => item.shelf)).toEqual(['A2-1', 'A2-2', 'A10']);
  expect(nothing.code).toBe('stockCounts.nothing');
});

test('keeps sales made after an item was counted', async () => {
  const { place, goods, params } = await begin([10]);
  const subProductId = goods[0]!;
  await enterAs(ann, params, { [subProductId]: 9 });
  await sell(place, subProductId, 4);

  await manager.do(post, { params, body: {} });

  expect(await onHand(place, subProductId)).toBe(5);
});
async function sell(locationId: string, subProductId: string, quantity: number) {
  const cause = { locationId, orderId: newId(), eventId: newId(), actor: { userId: null } };
  const lines = [{ lineId: newId(), subProductId, quantity }];
  await shop.look((tx) => reserve(tx, { ...cause, lines }));
  await shop.look((tx) =>
    takeFromLots(tx, { ...cause, eventId: newId(), picked: picks({ subProductId, quantity }) }),
  );
}

test("keeps two users' different counts until one is chosen", async () => {
  const { place, goods, params } = await begin([10]);
  const subProductId = goods[0]!;
  await enterAs(ann, params, { [subProductId]: 8 });
  await enterAs(ben, params, { [subProductId]: 9 });
  const [item] = (await manager.do(items, { body: { filters: { countId: params.id } } })).records;
  expect([item!.state, item!.quantity, item!.entries.map((entry) => entry.quantity)]).toEqual([
    'conflict',
    null,
    [8, 9],
  ]);

  const listed = await manager.do(list, { body: { search: (await manager.do(view, { params })).number } });
  expect(listed.records[0]).toMatchObject({ items: 1, counted: 1 });
  expect(await manager.do(view, { params })).toMatchObject({ items: 1, counted: 1, conflicts: 1 });

  const early = await manager.call(post, { params, body: {} });
  const unknown = await manager.call(choose, { params, body: { subProductId, entryId: newId() } });
  await manager.do(choose, { params, body: { subProductId, entryId: item!.entries[1]!._id } });
  await manager.do(post, { params, body: {} });

  expect([early.status, early.code, unknown.status]).toEqual([409, 'stockCounts.unsettled', 404]);
  expect(await onHand(place, subProductId)).toBe(9);
});

test("accepts two equal counts, and replaces a user's count with their correction", async () => {
  const { goods, params } = await begin([10]);
  const subProductId = goods[0]!;
  await enterAs(ann, params, { [subProductId]: 8 });
  await enterAs(ben, params, { [subProductId]: 9 });
  const { items: after } = await enterAs(ann, params, { [subProductId]: 9 });

  expect([after[0]!.state, after[0]!.quantity, after[0]!.difference]).toEqual(['counted', 9, -1]);
});

test('sets aside counts for a recount, and requires it before posting', async () => {
  const { place, goods, params } = await begin([10, 10]);
  const [again, other] = goods as [string, string];
  await enterAs(ann, params, { [again]: 1, [other]: 10 });

  const requested = await manager.do(recount, { params, body: { subProductIds: [again] } });
  const listed = await manager.do(list, { body: { search: requested.number } });
  const early = await manager.call(post, { params, body: {} });
  await enterAs(ben, params, { [again]: 10 });
  await manager.do(post, { params, body: {} });

  expect([requested.recounts, requested.counted, listed.records[0]!.counted, early.status]).toEqual([
    1, 1, 1, 409,
  ]);
  expect(await onHand(place, again)).toBe(10);
});

test("hides expected quantities and other users' counts in a blind count", async () => {
  const { goods, params } = await begin([10], { blind: true });
  const subProductId = goods[0]!;
  await enterAs(ben, params, { [subProductId]: 4 });
  const mine = await enterAs(ann, params, { [subProductId]: 9 });

  const viewed = await ann.do(view, { params });
  const page = await ann.do(items, { body: { filters: { countId: params.id } } });
  const sneaky = await ann.call(items, { body: { filters: { countId: params.id, differs: true } } });

  expect(mine.items[0]!.entries.map((entry) => [entry.quantity, entry.expected])).toEqual([[9, null]]);
  expect(page.records[0]).toMatchObject({ quantity: 9, expected: null, difference: null });
  expect([viewed.variance, viewed.differing, sneaky.status]).toEqual([null, null, 400]);
});

/** Everything that a user can read about a count and that could reveal the expected quantities. */
async function quantitiesSeenBy(person: Person, params: { id: string }) {
  const count = await person.do(view, { params });
  const { records } = await person.do(items, { body: { filters: { countId: params.id } } });
  const ofItems = records.flatMap((item) => [item.expected, item.difference, item.differenceMoney]);
  const ofEntries = records.flatMap((item) => item.entries.map(({ expected }) => expected));
  return [count.differing, count.variance, ...ofItems, ...ofEntries].filter((figure) => figure !== null);
}

test("hides a blind count's quantities from everyone until its review", async () => {
  const { goods, params } = await begin([10], { blind: true });
  const { items: entered } = await enterAs(manager, params, { [goods[0]!]: 7 });
  const admin = await shop.signIn({ userType: 'admin' });
  const seenWhileOpen = await Promise.all(
    [manager, cora, ann, admin].map((one) => quantitiesSeenBy(one, params)),
  );
  const others = await cora.do(items, { body: { filters: { countId: params.id } } });

  const answer = await manager.do(review, { params });
  const [byCounter, byReviewer, byClerk] = await Promise.all(
    [manager, cora, ann].map((one) => quantitiesSeenBy(one, params)),
  );

  expect([entered[0]!.quantity, entered[0]!.expected, entered[0]!.entries[0]!.expected]).toEqual([
    7,
    null,
    null,
  ]);
  expect(seenWhileOpen).toEqual([[], [], [], []]);
  expect(others.records[0]!.entries).toEqual([]);
  expect([answer.status, answer.seesFigures, byCounter, byClerk]).toEqual(['review', false, [], []]);
  expect(byReviewer).toContain(-3);
});

test("accepts during review only recounts, and only from users who haven't seen the quantities", async () => {
  const { place, goods, params } = await begin([10, 10], { blind: true });
  const [again, other] = goods as [string, string];
  await enterAs(ann, params, { [again]: 1, [other]: 10 });
  await enterAs(ben, params, { [other]: 9 });
  const empty = await begin([10], { blind: true });
  const entriesOf = (person: Person, subProductId: string) =>
    person.call(enter, { params, body: { entries: [{ subProductId, quantity: 10 }] } });
  const [item] = (await cora.do(items, { body: { filters: { countId: params.id, state: 'conflict' } } }))
    .records;
  const emptyUsage = await manager.call(review, { params: empty.params });
  const unseen = await manager.call(choose, { params, body: { subProductId: item!._id, entryId: newId() } });

  await manager.do(review, { params });
  const late = await entriesOf(ann, again);
  await cora.do(recount, { params, body: { subProductIds: [again] } });
  const bySeer = await entriesOf(manager, again);
  const requested = await entriesOf(ben, again);
  const { records } = await cora.do(items, { body: { filters: { countId: params.id, state: 'conflict' } } });
  await cora.do(choose, {
    params,
    body: { subProductId: other, entryId: records[0]!.entries.find(({ quantity }) => quantity === 10)!._id },
  });
  await cora.do(post, { params, body: {} });

  const codes = [emptyUsage, unseen, late, bySeer].map(({ code }) => code);
  expect(codes).toEqual([
    'stockCounts.nothing',
    'stockCounts.blind',
    'stockCounts.in-review',
    'stockCounts.seen',
  ]);
  expect(requested.status).toBe(200);
  expect(await Promise.all(goods.map((id) => onHand(place, id)))).toEqual([10, 10]);
});

test('lets a sole counter post a blind count, and hides the quantities of a cancelled one', async () => {
  const { place, goods, params } = await begin([10], { blind: true });
  await enterAs(manager, params, { [goods[0]!]: 8 });
  const dropped = await begin([10], { blind: true });
  await enterAs(manager, dropped.params, { [dropped.goods[0]!]: 8 });

  await manager.do(cancel, { params: dropped.params });
  const posted = await manager.do(post, { params, body: {} });
  const open = await begin([10]);
  const notBlind = await manager.call(review, { params: open.params });

  expect(await quantitiesSeenBy(manager, dropped.params)).toEqual([]);
  expect([posted.differing, posted.variance?.less, await onHand(place, goods[0]!)]).toEqual([1, -2, 8]);
  expect(notBlind.code).toBe('stockCounts.not-blind');
});

test('keeps missing reserved stock in the ledger, and shows it on the item', async () => {
  const { place, goods, params } = await begin([10]);
  const subProductId = goods[0]!;
  const lines = [{ lineId: newId(), subProductId, quantity: 6 }];
  await shop.look((tx) =>
    reserve(tx, { locationId: place, orderId: newId(), eventId: newId(), actor: { userId: null }, lines }),
  );
  await enterAs(ann, params, { [subProductId]: 2 });

  await manager.do(post, { params, body: {} });

  const [item] = (await manager.do(items, { body: { filters: { countId: params.id } } })).records;
  expect([item!.difference, item!.posted, await onHand(place, subProductId)]).toEqual([-8, -4, 6]);
});

test('takes losses by earliest expiration, and from expired lots last', async () => {
  const place = await addLocation(shop);
  const soon = await addStocked(shop, manager, place, {
    quantity: 2,
    expiresOn: await dayAt(shop, place, 2),
  });
  const { subProductId } = soon;
  const receive = async (quantity: number, days: number) =>
    (
      await manager.do(inventoryRoutes.create, {
        body: { locationId: place, subProductId, quantity, expiresOn: await dayAt(shop, place, days) },
      })
    )._id;
  const [late, expired] = [await receive(3, 30), await receive(4, -1)];
  const count = await manager.do(create, { body: { locationId: place } });
  await enterAs(ann, { id: count._id }, { [subProductId]: 3 });

  await manager.do(post, { params: { id: count._id }, body: {} });

  const lots = await manager.do(inventoryRoutes.list, { body: { filters: { locationId: place } } });
  const left = new Map(lots.records.map((lot) => [lot._id, lot.onHand]));
  expect([left.get(soon.lotId), left.get(late), left.get(expired)]).toEqual([0, 0, 3]);
});

test('limits a count to its categories and subcategories, and adds other items found', async () => {
  const place = await addLocation(shop);
  const dairy = await addCategory(shop, { name: `Dairy ${newId()}` });
  const milk = await addCategory(shop, { name: `Milk ${newId()}`, parentId: dairy });
  const inside = await addSubProduct(shop, { productId: await addProduct(shop, { categoryId: milk }) });
  await assign(shop, place, inside);
  const outside = await addSubProduct(shop);

  const count = await manager.do(create, { body: { locationId: place, categoryIds: [dairy] } });
  const params = { id: count._id };
  expect(count.items).toBe(1);
  await enterAs(ann, params, { [outside]: 2 });
  await manager.do(post, { params, body: {} });

  expect(await onHand(place, outside)).toBe(2);
});

test('rejects entries after a count is over', async () => {
  const { place, goods, params } = await begin([10]);
  await enterAs(ann, params, { [goods[0]!]: 1 });

  const cancelled = await manager.do(cancel, { params });
  const late = await ann.call(enter, {
    params,
    body: { entries: [{ subProductId: goods[0]!, quantity: 3 }] },
  });

  expect([cancelled.status, late.status, late.code]).toEqual(['cancelled', 409, 'stockCounts.closed']);
  expect(await onHand(place, goods[0]!)).toBe(10);
});

test('limits counters to counting, and hides counts from other locations', async () => {
  const { place, goods, count, params } = await begin([10]);
  const elsewhere = await shop.signIn({
    permissions: ['inventory_add', 'inventory_edit', 'inventory_view'],
    locations: [await addLocation(shop)],
  });
  const body = { entries: [{ subProductId: goods[0]!, quantity: 3 }] };

  const answers = [
    await ann.call(create, { body: { locationId: place } }),
    await ann.call(post, { params, body: {} }),
    await elsewhere.call(view, { params }),
    await elsewhere.call(items, { body: { filters: { countId: params.id } } }),
    await elsewhere.call(enter, { params, body }),
    await elsewhere.call(post, { params, body: {} }),
    await elsewhere.call(create, { body: { locationId: place } }),
    await ann.call(enter, { params, body: { entries: [{ subProductId: newId(), quantity: 3 }] } }),
    await ann.call(enter, { params, body: { entries: [...body.entries, ...body.entries] } }),
  ];

  expect(answers.map((answer) => answer.status)).toEqual([403, 403, 404, 404, 404, 404, 404, 404, 400]);
  const seen = (await elsewhere.do(list, { body: {} })).records.map((row) => row._id);
  expect(seen).not.toContain(count._id);
});
