import { changeRoutes, changeTopicNames, type RecordChange } from '@aisle/contract/system/changes';
import pg from 'pg';
import { expect, test } from 'vitest';
import { changesAfter, presentCursor } from '../../../test/change-builders.ts';
import { addGoods, addOrderLocation, advanceTo, placeOne } from '../../../test/order-builders.ts';
import { openShop, type Person, refusal, refusedField } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();

const read = (person: Person, query: Record<string, string> = {}) =>
  person.call(changeRoutes.list, { query });
const present = () => presentCursor(shop, admin);

/** Runs statements in a separate transaction, which stays open. */
async function openTransaction(text = '') {
  const client = new pg.Client(shop.databaseUrl);
  client.on('error', () => {});
  await client.connect();
  await client.query(`BEGIN; ${text}`);
  const end = async (how: 'COMMIT' | 'ROLLBACK') => {
    await client.query(how);
    await client.end();
  };
  /** Loses the connection, like a server that crashes. */
  const crash = () =>
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  return { client, end, crash };
}
const change = (resource: string, id: string, version: number, rest = '') =>
  `INSERT INTO changes (resource, action, record_id, version${rest && ', snapshot'})
   VALUES ('${resource}', 'edit', '${id}', ${version}${rest && `, '${rest}'`})`;

test('returns nothing without a cursor, then each change once, also from the cursor of a change', async () => {
  const here = await addOrderLocation(shop);
  const cursor = await present();
  const item = await addGoods(shop, here, { stock: 5 });

  const stock = await changesAfter(shop, admin, cursor, { topics: 'stock' });
  const order = await placeOne(admin, here, item);
  const later = await changesAfter(shop, admin, stock.at(-1)!.cursor, { topics: 'stock,order' });

  expect(stock.map(({ type, id, locationId, version }) => [type, id, locationId, version])).toEqual([
    ['changed', item, here, null],
  ]);
  expect(later.map(({ topic, type, id, locationId }) => [topic, type, id, locationId]).toSorted()).toEqual([
    ['order', 'created', order._id, here],
    ['stock', 'changed', item, here],
  ]);
});

test('reads pages in one sequence', async () => {
  const here = await addOrderLocation(shop);
  const item = await addGoods(shop, here);
  const cursor = await present();
  await advanceTo(admin, await placeOne(admin, here, item), 'delivered');

  const all = await changesAfter(shop, admin, cursor, { topics: 'order,orderLine,payment,dispatch' });
  const paged = await changesAfter(shop, admin, cursor, {
    topics: 'order,orderLine,payment,dispatch',
    limit: '2',
  });

  expect(all.length).toBeGreaterThan(6);
  expect(paged).toEqual(all);
});

test('merges changes of stock within a response into the last one', async () => {
  const here = await addOrderLocation(shop);
  const [item, other] = [await addGoods(shop, here), await addGoods(shop, here)];
  const cursor = await present();
  for (const id of [item, other, item]) await placeOne(admin, here, id, { quantity: 1 });

  const merged = await changesAfter(shop, admin, cursor, { topics: 'stock', fat: '1' });
  const single = await changesAfter(shop, admin, cursor, { topics: 'stock', limit: '1' });

  expect(merged.map(({ id, record }) => [id, (record as { reserved: number }).reserved])).toEqual([
    [other, 1],
    [item, 2],
  ]);
  expect(single.map(({ id }) => id)).toEqual([item, other, item]);
});

test('starts 30 days ago with the cursor oldest', async () => {
  const here = await addOrderLocation(shop);
  const item = await addGoods(shop, here, { stock: 1 });

  const changes = await changesAfter(shop, admin, 'oldest', { topics: 'stock' });

  expect(changes.map(({ id }) => id)).toContain(item);
});

test('numbers other changes while a transaction stays open, and its own ones afterwards', async () => {
  const [slow, fast, gone] = [newId(), newId(), newId()];
  const cursor = await present();
  const open = await openTransaction(change('products', slow, 1));
  const undone = await openTransaction(change('products', gone, 1));
  await undone.end('ROLLBACK');
  await shop.sql`INSERT INTO changes (resource, action, record_id, version) VALUES ('products', 'edit', ${fast}, 1)`;

  const during = await changesAfter(shop, admin, cursor, { topics: 'product' });
  await open.end('COMMIT');
  const after = await changesAfter(shop, admin, during.at(-1)!.cursor, { topics: 'product' });

  expect(during.map(({ id }) => id)).toEqual([fast]);
  expect(after.map(({ id }) => id)).toEqual([slow]);
});

const resourceOf: Partial<Record<RecordChange['topic'], string>> = {
  order: 'orders',
  return: 'returns',
  refund: 'refunds',
  payment: 'payments',
  product: 'products',
  subProduct: 'subProducts',
  category: 'categories',
  customer: 'customers',
  ticket: 'support',
  subscription: 'subscriptions',
  statement: 'statements',
  promotion: 'promotions',
  giftCard: 'giftCards',
};
/** One change of a record, as each topic records it. */
function changeOf(topic: RecordChange['topic'], id: string, version: number): string {
  const order = (snapshot: object) => change('orders', id, version, JSON.stringify(snapshot));
  const items = (resource: string, key: string) =>
    change(resource, id, version, JSON.stringify({ [key]: [id] }));
  switch (topic) {
    case 'orderLine':
      return order({ parts: [['orderLine', 'changed', id]] });
    case 'dispatch':
      return order({ events: [{ kind: 'dispatch' }] });
    case 'payout':
      return change('statements', id, version).replace("'edit'", "'payout'");
    case 'stock':
      return items('stock', 'subProductIds');
    case 'price':
      return items('locations', 'repricedIds');
    case 'assignment':
      return items('locations', 'assignedIds');
    default:
      return change(resourceOf[topic]!, id, version);
  }
}

test('gives a reader every change of 50 writers once and in order, with rollbacks and crashes', async () => {
  const random = (below: number) => Math.floor(Math.random() * below);
  await shop.sql`CREATE TABLE test_records (topic text, id uuid PRIMARY KEY, version integer NOT NULL DEFAULT 0)`;
  const records = changeTopicNames.flatMap((topic) => [1, 2].map(() => ({ topic, id: newId() })));
  for (const { topic, id } of records) await shop.sql`INSERT INTO test_records VALUES (${topic}, ${id})`;
  const start = await present();
  let isWriting = true;

  const followed: RecordChange[] = [];
  const follow = async () => {
    let cursor = start;
    for (let isLast = false; ; ) {
      const { data } = await read(admin, { cursor, limit: String(1 + random(50)), waitSeconds: '1' });
      followed.push(...data.changes);
      cursor = data.nextCursor;
      if (isLast && !data.hasMore && data.changes.length === 0) return;
      isLast = !isWriting;
    }
  };
  const write = async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const touched = [records[random(records.length)]!, records[random(records.length)]!]
        .filter((one, index, all) => all.indexOf(one) === index)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const { client, end, crash } = await openTransaction();
      for (const { topic, id } of touched) {
        const { rows } = await client.query<{ version: number }>(
          'UPDATE test_records SET version = version + 1 WHERE id = $1 RETURNING version',
          [id],
        );
        await client.query(changeOf(topic, id, rows[0]!.version));
        await new Promise((resolve) => setTimeout(resolve, random(20)));
      }
      const outcome = random(10);
      if (outcome === 0) crash();
      else await end(outcome === 1 ? 'ROLLBACK' : 'COMMIT');
    }
  };
  const following = follow();
  await Promise.all(Array.from({ length: 50 }, write));
  isWriting = false;
  await following;

  const written = await shop.sql<{ topic: string; id: string; version: number }>`SELECT * FROM test_records`;
  const seenOf = (topic: string, id: string) =>
    followed.filter((one) => one.topic === topic && one.id === id);
  for (const { topic, id, version } of written) {
    const seen = seenOf(topic, id);
    if (['stock', 'price', 'assignment'].includes(topic)) {
      expect(seen.length > 0).toBe(version > 0);
      if (topic === 'assignment') expect(seen.length).toBe(version);
      else expect(seen.length).toBeLessThanOrEqual(version);
    } else {
      expect([topic, ...seen.map((one) => one.version)]).toEqual([
        topic,
        ...Array.from({ length: version }, (_, index) => index + 1),
      ]);
    }
  }
  expect(written.reduce((sum, { version }) => sum + version, 0)).toBeGreaterThan(100);
  expect(new Set(followed.map(({ cursor }) => cursor)).size).toBe(followed.length);
});

test('answers a waiting request as soon as a change is committed', async () => {
  const here = await addOrderLocation(shop);
  const item = await addGoods(shop, here);
  const cursor = await present();
  const started = Date.now();

  const waiting = read(admin, { cursor, topics: 'order', waitSeconds: '30' });
  await expect.poll(() => Date.now() - started).toBeGreaterThan(300);
  const order = await placeOne(admin, here, item);
  const { data } = await waiting;

  expect(data.changes.map(({ id }) => id)).toEqual([order._id]);
  expect(Date.now() - started).toBeLessThan(20_000);
});

test('holds no connection while it waits', async () => {
  const cursor = await present();
  const waiting = Array.from({ length: 30 }, () =>
    read(admin, { cursor, topics: 'giftCard', waitSeconds: '2' }),
  );
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const idle = shop.db.all.totalCount - shop.db.all.idleCount;
  const answers = await Promise.all(waiting);

  expect(idle).toBeLessThan(3);
  expect(answers.map(({ status, data }) => [status, data.changes.length])).toEqual(
    answers.map(() => [200, 0]),
  );
});

test('ends the wait of a key that was revoked', async () => {
  const key = await shop.withKey({ permissions: ['product_list'] });
  const cursor = await present();
  const waiting = read(key, { cursor, waitSeconds: '2' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await shop.sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${key.userId}`;

  expect(refusal(await waiting)).toEqual([401, 'not-signed-in']);
});

test('rejects cursors of another history, and those that are too old', async () => {
  const cursor = await present();
  const [history, number] = cursor.split('.') as [string, string];
  const old = Number(number) - 32 * 2 ** 32;

  expect(refusal(await read(admin, { cursor: `${newId()}.${number}` }))).toEqual([
    409,
    'changes.cursor-expired',
  ]);
  expect(refusal(await read(admin, { cursor: `${history}.${old}` }))).toEqual([
    409,
    'changes.cursor-expired',
  ]);
});

test('starts a new history in a restored copy, with the changes that the log still has', async () => {
  const restored = await openShop();
  const owner = await restored.signIn();
  const here = await addOrderLocation(restored);
  const item = await addGoods(restored, here, { stock: 1 });
  const cursor = await presentCursor(restored, owner);
  await restored.sql`UPDATE change_feed_state SET origin = 'another database'`;

  await presentCursor(restored, owner);
  const late = await read(owner, { cursor });
  const again = await changesAfter(restored, owner, 'oldest', { topics: 'stock' });

  expect(refusal(late)).toEqual([409, 'changes.cursor-expired']);
  expect(again.map(({ id }) => id)).toEqual([item]);
});

test('drops the changes of days that are over', async () => {
  await present();
  await shop.sql`SELECT start_change_feed_day(extract(epoch FROM now())::bigint / 86400 - 31)`;
  await shop.sql`SELECT start_change_feed_day(extract(epoch FROM now())::bigint / 86400 + 1)`;

  const days = await shop.sql<{ day: number }>`
    SELECT substr(relname, 5)::int - floor(extract(epoch FROM now()) / 86400)::int AS day FROM pg_class
    WHERE relnamespace = 'change_feed_days'::regnamespace AND relkind = 'r' ORDER BY 1`;

  expect(days.map(({ day }) => day)).toEqual([0, 1]);
});

test('returns only what a key may list, and only at its locations', async () => {
  const [here, there] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const [mine, theirs] = [await addGoods(shop, here), await addGoods(shop, there)];
  const key = await shop.withKey({
    permissions: ['inventory_list', 'order_list', 'customer_list'],
    locations: [here],
  });
  const cursor = await present();
  const [ours, other] = [await placeOne(admin, here, mine), await placeOne(admin, there, theirs)];

  const all = await changesAfter(shop, admin, cursor, { topics: 'order,stock,customer' });
  const own = await changesAfter(shop, key, cursor);
  const filtered = await changesAfter(shop, admin, cursor, { topics: 'order,stock', locationIds: there });
  const foreign = await changesAfter(shop, key, cursor, { topics: 'order', locationIds: there, fat: '1' });

  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([ours._id, other._id, mine, theirs]));
  const ids = own.map(({ topic, id }) => [topic, id]);
  expect(ids).toEqual(
    expect.arrayContaining([
      ['order', ours._id],
      ['stock', mine],
      ['customer', ours.customer._id],
    ]),
  );
  expect(own.every(({ locationId }) => locationId === here || locationId === null)).toBe(true);
  expect(ids.some(([, id]) => [other._id, theirs, other.customer._id].includes(id!))).toBe(false);
  expect(new Set(filtered.map(({ locationId }) => locationId))).toEqual(new Set([there]));
  expect(foreign).toEqual([]);
});

test('rejects a named topic without its permission, but omits it if no topic is named', async () => {
  const key = await shop.withKey({ permissions: ['product_list'] });
  const located = await shop.withKey({
    permissions: ['gift_card_list', 'product_list'],
    locations: [await addOrderLocation(shop)],
  });

  expect(refusal(await read(key, { topics: 'product,order' }))).toEqual([403, 'permission-missing']);
  expect((await read(key)).status).toBe(200);
  expect(refusal(await read(located, { topics: 'giftCard' }))).toEqual([403, 'not-allowed']);
  expect((await read(located)).status).toBe(200);
});

test.each([
  [{ topics: 'order,bill' }, 'topics.1'],
  [{ topics: 'purchase' }, 'topics.0'],
  [{ topics: '' }, 'topics.0'],
  [{ locationIds: 'here' }, 'locationIds.0'],
  [{ limit: '1001' }, 'limit'],
  [{ limit: '0' }, 'limit'],
  [{ limit: 'ten' }, 'limit'],
  [{ waitSeconds: '31' }, 'waitSeconds'],
  [{ fat: 'yes' }, 'fat'],
  [{ cursor: 'yesterday' }, 'cursor'],
  [{ since: '2026-01-01' }, 'since'],
])('rejects %o with the field %s', async (query, field) => {
  expect(refusedField(await read(admin, query as Record<string, string>))).toEqual([400, field]);
});
