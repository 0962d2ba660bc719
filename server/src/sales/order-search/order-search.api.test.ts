import { hasEveryWord } from '@aisle/contract/core/fold-text';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation, openStore, placeOne, runSql } from '../../../test/order-builders.ts';

let count = 0;

const names = [
  'Anna Hanna',
  'Mary Ann O’Larkin-Smith',
  'Jörg MÜLLER',
  'Lee Li',
  '50% Off_Deal',
  'Back\\slash Larkin',
];
const placeFor = (name: string, location: string, sold: string) => {
  const [firstName = '', ...others] = name.split(' ');
  count += 1;
  const customer = { firstName, lastName: others.join(' '), phone: `+1 512 555 ${1000 + count}` };
  return placeOne(manager, location, sold, { customer });
};

const { shop, manager, location: near, goods, addOrder } = await openStore({ goods: { stock: 1000 } });
const far = await addOrderLocation(shop);
const there = await addGoods(shop, far, { stock: 1000 });
for (const name of names) await placeFor(name, near, goods);
await placeFor('Faye Larkin', far, there);
const found = async (search: string, person = manager) =>
  (await person.do(orderRoutes.list, { body: { search } })).records.map((row) => row.customerName);
/** Adds a word to more orders than a test could place. */
const addWords = (word: string, orders: number) =>
  shop.db.owner.query(
    `INSERT INTO order_words (location_id, word, created_at, order_id)
      SELECT '${near}', '${word}', '2020-01-01', gen_random_uuid() FROM generate_series(1, ${orders})`,
  );
const nearby = async (search: string) => {
  const clerk = await shop.signIn({ permissions: ['order_list'], locations: [near] });
  return (await found(search, clerk)).toSorted();
};

test.each([
  'anna',
  'nna',
  'na han',
  'Anna Hanna',
  'ann o',
  'y ann o’lark',
  'LARKIN',
  'larkin-sm',
  'jörg mül',
  'üller',
  'ÖRG',
  'lee li',
  'ee l',
  '0% off',
  'f_d',
  'a%a',
  'ann_',
  'back\\slash',
  'k\\sl',
  'hanna a',
  'smith ',
  'zzz',
  'muller',
  'MÜLLER jorg',
  'mu\u0308ller',
  'olarkin',
  "smith o'larkin",
  'smith, mary',
  'larkin-smith mary',
  'anna anna',
])('finds only orders whose customer name has every word of: %s', async (typed) => {
  const holds = (name: string) => hasEveryWord(name, typed);

  expect((await found(typed)).toSorted()).toEqual([...names, 'Faye Larkin'].filter(holds).toSorted());
  expect(await nearby(typed)).toEqual(names.filter(holds).toSorted());
});

test("finds customers by their current name for the marketplace and by the order's name for a store", async () => {
  const order = await placeFor('Olive Before', near, goods);
  const params = { id: order.customer._id };
  const { version } = await manager.do(customerRoutes.show, { params });
  await manager.do(customerRoutes.edit, { params, body: { version, lastName: 'Afterwards' } });

  expect(await found('afterwards')).toEqual(['Olive Before']);
  expect(await nearby('olive after')).toEqual([]);
  expect(await nearby('afterwards')).toEqual([]);
  expect(await nearby('olive before')).toEqual(['Olive Before']);
  expect(await found('olive before')).toEqual([]);
  // The name on the order stays, and a single word finds it, also with filters and in counts.
  expect(await found('before')).toEqual(['Olive Before']);
  for (const search of ['before', 'afterwards']) {
    const filters = { status: 'orderPlaced' } as const;
    expect((await manager.do(orderRoutes.list, { body: { search, filters } })).records).toHaveLength(1);
    const counts = await manager.do(orderRoutes.counts, { body: { search } });
    expect(counts.map(({ count }) => count)).toEqual([1]);
  }
});

test('finds the orders of a checkout by its number, typed with its letter', async () => {
  const { _id, number } = await placeFor('Checkout Person', near, goods);
  const { mainOrder } = await manager.do(orderRoutes.view, { params: { id: _id } });
  const numbers = async (search: string, filters = {}) =>
    (await manager.do(orderRoutes.list, { body: { search, filters } })).records.map((row) => row.number);

  expect(mainOrder.number).toMatch(/^M-\d+$/);
  expect(await numbers(mainOrder.number)).toEqual([number]);
  expect(await numbers(mainOrder.number.replace('-', '').toLowerCase())).toEqual([number]);
  expect(await numbers(mainOrder.number, { fulfilment: 'pickup' })).toEqual([]);
  expect(await numbers(mainOrder.number.slice(0, -1))).toContain(number);
  const { total } = await manager
    .do(orderRoutes.counts, { body: { search: mainOrder.number } })
    .then((counts) => ({ total: counts.reduce((sum, { count }) => sum + count, 0) }));
  expect(total).toBe(1);
});

test('finds a backdated order by its new date', async () => {
  const made = [await placeFor('Ottmar Q', near, goods), await placeFor('Ottmar Q', near, goods)];
  await runSql(shop, `UPDATE orders SET created_at = '2020-01-01' WHERE id = '${made[1]!._id}'`);
  const listed = async (body: object) => {
    const { records } = await manager.do(orderRoutes.list, { body: { search: 'ottmar', ...body } });
    return records.map((row) => row._id);
  };

  expect(await listed({})).toEqual([made[0]!._id, made[1]!._id]);
  expect(await listed({ filters: { to: '2021-01-01T00:00:00Z' } })).toEqual([made[1]!._id]);
  const filters = { from: '2021-01-01T00:00:00Z', locationId: near };
  expect(await listed({ filters })).toEqual([made[0]!._id]);
  expect(await listed({ filters: { locationId: far } })).toEqual([]);
});

test('finds the orders of both if people and items share a word, each once', async () => {
  const quinoa = await addGoods(shop, near, { name: 'Red quinoa', stock: 100 });
  await placeFor('Sam Quinoa', near, quinoa);
  await placeFor('Sam Quinoa', near, goods);
  await placeFor('Una Other', near, quinoa);

  expect(await found('quinoa')).toEqual(['Una Other', 'Sam Quinoa', 'Sam Quinoa']);
  expect(await nearby('quinoa')).toHaveLength(3);
});

test('treats a word in the names on more than 200 orders as a name, also in counts', async () => {
  const sorrel = await addGoods(shop, near, { name: 'Fresh sorrel', stock: 100 });
  await placeFor('Sid Sorrel', near, goods);
  await placeFor('Una Other', near, sorrel);
  const counted = async () => {
    const counts = await manager.do(orderRoutes.counts, { body: { search: 'sorrel' } });
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  await addWords('sorrel', 199);
  const numbers = [(await found('sorrel')).length, (await nearby('sorrel')).length, await counted()];
  expect(numbers).toEqual([2, 2, 2]);
  await addWords('sorrel', 1);
  expect(await found('sorrel')).toEqual(['Sid Sorrel']);
  expect(await nearby('sorrel')).toEqual(['Sid Sorrel']);
  expect(await counted()).toBe(1);
  // An incomplete name can still match anything.
  expect(await found('sorre')).toEqual(['Una Other', 'Sid Sorrel']);
  const filters = { from: '2021-01-01T00:00:00Z', locationId: near };
  const { records } = await manager.do(orderRoutes.list, { body: { search: 'sorrel', filters } });
  expect(records).toHaveLength(1);
});

test("doesn't look for several words of a name among items", async () => {
  const leaves = await addGoods(shop, near, { name: 'Basil leaves', stock: 100 });
  await placeFor('Una Other', near, leaves);
  expect(await found('basil leaves')).toEqual(['Una Other']);
  await placeFor('Basil Leaves', near, goods);

  expect(await found('basil leaves')).toEqual(['Basil Leaves']);
  expect(await nearby('asil lea')).toEqual(['Basil Leaves']);
});

test('finds the latest orders of items on too many orders and estimates their number', async () => {
  const chervil = await addGoods(shop, near, { name: 'Fresh chervil', stock: 100 });
  const order = await placeFor('Una Other', near, chervil);
  const request = { search: 'fresh chervil' };
  const total = async () => {
    const { totalRecords, totalIsEstimate } = await manager.do(orderRoutes.list, { body: request });
    const counts = await manager.do(orderRoutes.counts, { body: request });
    return { totalRecords, totalIsEstimate, isMore: counts.some(({ isMore }) => isMore) };
  };
  expect(await total()).toEqual({ totalRecords: 1, totalIsEstimate: undefined, isMore: false });

  const copied =
    'id, position, sub_product_id, name, sku, unit, quantity, picked_quantity, unit_price, total';
  await shop.db.owner.query(`BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO order_lines (location_id, order_id, ${copied}) SELECT location_id, gen_random_uuid(), ${copied}
      FROM order_lines, generate_series(1, 6000) WHERE order_id = '${order._id}'; COMMIT`);
  expect(await total()).toMatchObject({ totalIsEstimate: true, isMore: true });
});

test('finds a customer at another location after their first order there', async () => {
  const order = await placeFor('Wanda Wanderer', far, await addGoods(shop, far));
  expect(await nearby('wanderer')).toEqual([]);
  await addOrder({ customerId: order.customer._id });

  expect(await nearby('ander')).toEqual(['Wanda Wanderer']);
});

test.each(['asc', 'desc'] as const)(
  'returns consecutive pages for several matching words, %s',
  async (order) => {
    for (const name of ['Xann Xannis', 'Xannis Two', 'Three Oxann', 'Four Xannis'])
      await placeFor(name, near, goods);
    const search = { search: 'xann', sort: { field: 'createdAt' as const, order } };
    const page = (body: object) => manager.do(orderRoutes.list, { body: { ...search, ...body } });
    const whole = await page({});
    const numbers = whole.records.map((row) => row.number);
    const seen: string[] = [];
    let cursor: string | null | undefined = null;
    do {
      const next: typeof whole = await page({ limit: 3, ...(cursor && { cursor }) });
      expect(next.totalRecords).toBe(numbers.length);
      seen.push(...next.records.map((row) => row.number));
      cursor = next.nextCursor ?? null;
    } while (cursor);

    expect(seen).toEqual(numbers);
    expect(new Set(seen).size).toBe(seen.length);
    const second = await page({ limit: 3, page: 2 });
    expect(second.records.map((row) => row.number)).toEqual(numbers.slice(3, 6));
  },
);

test('returns the total and the next cursor with each page of a search', async () => {
  for (let made = 0; made < 4; made += 1) await placeFor('Paige Turner', near, goods);
  const page = (body: object) => manager.do(orderRoutes.list, { body: { search: 'paige turner', ...body } });

  const first = await page({ limit: 2 });
  const second = await page({ limit: 3, page: 2 });
  const next = await page({ limit: 2, cursor: first.nextCursor });

  expect([first.totalRecords, second.totalRecords, next.totalRecords]).toEqual([4, 4, 4]);
  expect([first.totalIsEstimate, second.records.length, next.nextCursor]).toEqual([undefined, 1, null]);
  expect([...first.records, ...next.records]).toEqual((await page({})).records);
  expect((await page({ page: 9 })).totalRecords).toBe(4);
});

test('estimates the total for a name on more orders than are counted', async () => {
  for (let made = 0; made < 3; made += 1) await placeFor('Carla Commons', near, goods);
  await addWords('commons', 1500);
  await shop.db.owner.query('ANALYZE order_words');

  for (const person of [manager, await shop.signIn({ permissions: ['order_list'], locations: [near] })]) {
    const page = await person.do(orderRoutes.list, { body: { search: 'commons', limit: 2 } });
    expect(page.records.map((row) => row.customerName)).toEqual(['Carla Commons', 'Carla Commons']);
    expect(page.totalIsEstimate).toBe(true);
    expect(page.totalRecords).toBeGreaterThan(1000);
  }
});

test("finds an order by its name and the store's name, and by the marketplace's name only there", async () => {
  const { _id, customer } = await placeFor('Quinta Sheet', near, goods);
  const renamed = (table: string, first: string, where: string) =>
    shop.db.owner.query(`UPDATE ${table} SET first_name = '${first}', last_name = 'Quill' WHERE ${where}`);
  await renamed('customers', 'Winona', `id = '${customer._id}'`);
  await renamed('customer_locations', 'Vesna', `customer_id = '${customer._id}'`);

  // Moving an order in time indexes it under the current names, as if it was placed now.
  await runSql(shop, `UPDATE orders SET created_at = created_at - interval '1 day' WHERE id = '${_id}'`);

  const kept = await runSql(
    shop,
    `SELECT o.created_at = w.created_at AS fresh, string_agg(word, ' ' ORDER BY word) AS words,
       string_agg(word, ' ' ORDER BY word) FILTER (WHERE w.is_hidden) AS hidden
     FROM order_words w JOIN orders o ON o.location_id = w.location_id AND o.id = w.order_id
     WHERE w.order_id = '${_id}' GROUP BY 1`,
  );
  expect(kept).toEqual([{ fresh: true, words: 'quill quinta sheet vesna winona', hidden: 'winona' }]);
  expect([await found('winona'), await nearby('winona')]).toEqual([['Quinta Sheet'], []]);
  expect([await nearby('vesna'), await nearby('quinta')]).toEqual([['Quinta Sheet'], ['Quinta Sheet']]);
});
