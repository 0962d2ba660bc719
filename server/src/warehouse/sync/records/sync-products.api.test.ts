import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { syncRoutes } from '@aisle/contract/warehouse/sync';
import { describe, expect, test } from 'vitest';
import { addCategory } from '../../../../test/catalogue-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { decideBy, firstId, minutesAgo, refusalsOf, statesOf } from '../../../../test/sync-builders.ts';
import { newId } from '../../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();
const category = await addCategory(shop);
const permissions = ['product_edit', 'sub_product_edit', 'product_add', 'sub_product_add'] as const;
const newKey = () => shop.withKey({ permissions });
const till = await newKey();

const sync = (rows: object[], person = till, dryRun = false) =>
  person.do(syncRoutes.products, { body: { rows, dryRun } });
const newSku = () => `SKU-${newId()}`;
const milk = (parts: object = {}) => ({
  sku: newSku(),
  name: 'Milk 1 gal',
  price: 399,
  categoryId: category,
  ...parts,
});
const stored = async (id: string) => {
  const [{ productId }] = (await shop.sql<{ productId: string }>`
    SELECT product_id AS "productId" FROM sub_products WHERE id = ${id}`) as [{ productId: string }];
  const product = await admin.do(productRoutes.show, { params: { id: productId } });
  return product.subProducts.find(({ _id }) => _id === id)!;
};

describe('adding', () => {
  test('adds a product with one sub-product, and changes nothing when repeated', async () => {
    const row = milk({ salePrice: 299, status: false });

    const first = await sync([row]);

    expect(first.counts).toEqual({ created: 1, changed: 0, same: 0, refused: 0 });
    const item = await stored(first.results[0]!._id!);
    expect(item).toMatchObject({
      sku: row.sku,
      name: 'Milk 1 gal',
      price: 399,
      salePrice: 299,
      unit: 'each',
      status: false,
    });
    expect(item.productData.name).toBe('Milk 1 gal');
    expect(await sync([row])).toMatchObject({
      results: [{ state: 'same', _id: item._id }],
      counts: { created: 0, same: 1 },
    });
  });

  test('needs a name, a price and a category', async () => {
    const { results } = await sync([{ sku: newSku() }]);

    expect(results[0]).toMatchObject({
      state: 'refused',
      code: 'validation-failed',
      fields: [
        { path: 'name', message: 'Name is required' },
        { path: 'price', message: 'Price is required' },
        { path: 'categoryId', message: 'Category is required' },
      ],
    });
  });

  test('refuses new products of a key that may only edit', async () => {
    const editor = await shop.withKey({ permissions: ['product_edit', 'sub_product_edit'] });

    expect((await sync([milk()], editor)).results[0]).toMatchObject({
      code: 'not-allowed',
      message: "Adding products requires the permission 'product_add'",
    });
  });

  test('adds a product once for two keys at once', async () => {
    const row = milk();
    const other = await newKey();

    const both = await Promise.all([sync([row]), sync([row], other)]);

    expect(both.flatMap(statesOf).sort()).toEqual(['created', 'same']);
    const found = await admin.do(subProductRoutes.list, { body: { search: row.sku } });
    expect(found.records).toHaveLength(1);
  });
});

describe('rows of a call', () => {
  test('writes the good rows and reports the bad ones by field', async () => {
    const good = milk();
    const got = await till.call(syncRoutes.products, {
      body: { rows: [good, milk({ price: -1 }), milk({ colour: 'red' }), { name: 'No SKU' }] },
    });

    expect(got.status).toBe(200);
    expect(statesOf(got.data)).toEqual(['created', 'refused', 'refused', 'refused']);
    expect(refusalsOf(got.data)).toEqual([
      ['validation-failed', 'price'],
      ['validation-failed', 'colour'],
      ['validation-failed', 'sku'],
    ]);
    expect(got.data.results[1]!.message).toBe('Enter a price above 0 with at most 2 decimals');
  });

  test('refuses both rows about one record, whatever their order', async () => {
    const row = milk();
    await sync([row]);

    const got = await sync([
      { sku: row.sku, price: 500 },
      milk(),
      { sku: row.sku.toLowerCase(), price: 600 },
    ]);

    expect(statesOf(got)).toEqual(['refused', 'created', 'refused']);
    expect(refusalsOf(got)).toEqual([
      ['duplicate-in-call', undefined],
      ['duplicate-in-call', undefined],
    ]);
    expect(statesOf(await sync([milk({ sku: 'TWICE' }), milk({ sku: 'twice' })]))).toEqual([
      'refused',
      'refused',
    ]);
  });

  test('refuses more than 1,000 rows, none, and unknown fields of the call', async () => {
    const rows = Array.from({ length: 1001 }, () => ({ sku: 'X' }));

    expect(await till.call(syncRoutes.products, { body: { rows } })).toMatchObject({
      status: 400,
      paths: ['rows'],
    });
    expect(await till.call(syncRoutes.products, { body: { rows: [] } })).toMatchObject({ status: 400 });
    expect(await till.send(syncRoutes.products, { body: { rows: [milk()], force: true } })).toMatchObject({
      status: 400,
      paths: ['force'],
    });
  });

  test('answers 400 for names that nothing syncs', async () => {
    for (const name of ['vendor-items', 'orders']) {
      expect(await till.call(syncRoutes.other, { params: { name } })).toMatchObject({
        status: 400,
        paths: ['name'],
      });
    }
  });

  test('reports a dry run and saves nothing', async () => {
    const row = milk();

    const got = await till.call(syncRoutes.products, { body: { rows: [row, { sku: 'X' }], dryRun: true } });

    expect(statesOf(got.data)).toEqual(['created', 'refused']);
    expect(got.message).toBe('Preview only. Nothing was changed');
    expect((await admin.do(subProductRoutes.list, { body: { search: row.sku } })).records).toEqual([]);
    const kept = await shop.sql`SELECT FROM sync_refusals WHERE row ->> 'sku' = 'X'`;
    expect(kept).toEqual([]);
  });

  test('limits products to keys of all locations', async () => {
    const { _id } = (
      await shop.sql<{ _id: string }>`INSERT INTO locations (id, name, code, address, latitude, longitude,
      time_zone, delivery_radius_km) VALUES (gen_random_uuid(), 'Store', 'S-1', '{}', 30, -97, 'America/Chicago', 5)
      RETURNING id AS _id`
    )[0]!;
    const store = await shop.withKey({ permissions, locations: [_id] });

    expect(await store.call(syncRoutes.products, { body: { rows: [milk()] } })).toMatchObject({
      status: 403,
    });
  });
});

describe('changing', () => {
  test('changes the sent fields only, and records them under the name of the key', async () => {
    const row = milk();
    const _id = firstId(await sync([row]));
    await sync([{ sku: row.sku, name: 'Whole Milk 1 gal', price: 425 }]);

    const item = await stored(_id);

    expect(item).toMatchObject({ name: 'Whole Milk 1 gal', price: 425, version: 2 });
    expect(item.productData.name).toBe('Whole Milk 1 gal');
    const log = await shop.sql<{ actor: string; fields: string[] }>`
      SELECT actor_name AS actor, fields FROM changes WHERE record_id = ${_id} AND action = 'edit'`;
    expect(log).toEqual([{ actor: 'Till', fields: ['name', 'price'] }]);
  });

  test('moves the product to another category', async () => {
    const row = milk();
    const _id = firstId(await sync([row]));
    const other = await addCategory(shop);

    expect(statesOf(await sync([{ sku: row.sku, categoryId: other }]))).toEqual(['changed']);
    expect(statesOf(await sync([{ sku: row.sku, categoryId: other }]))).toEqual(['same']);
    const { productId } = await stored(_id);
    expect((await admin.do(productRoutes.show, { params: { id: productId } })).categoryId).toBe(other);
  });

  test('removes a sale price that is no longer below the price', async () => {
    const row = milk({ salePrice: 350 });
    const _id = firstId(await sync([row]));

    await sync([{ sku: row.sku, price: 300 }]);

    expect(await stored(_id)).toMatchObject({ price: 300, salePrice: null });
    expect(refusalsOf(await sync([{ sku: row.sku, salePrice: 300 }]))).toEqual([
      ['validation-failed', 'salePrice'],
    ]);
  });

  test('refuses codes of other items and categories that do not exist', async () => {
    const [taken, free] = [milk({ barcode: '036000291452' }), milk()];
    await sync([taken, free]);

    const got = await sync([
      { sku: free.sku, barcode: '36000291452'.padStart(13, '0') },
      milk({ categoryId: '0190a0de-0000-7000-8000-000000000000' }),
      milk({ barcode: '4006381333931' }),
      milk({ barcode: '4006381333931' }),
    ]);

    expect(refusalsOf(got)).toEqual([
      ['duplicate', 'barcode'],
      ['not-found', 'categoryId'],
      ['duplicate', 'barcode'],
      ['duplicate', 'barcode'],
    ]);
  });
});

describe('external IDs', () => {
  test('find the record, also after its SKU changed and with a second key of the connection', async () => {
    const row = milk({ externalId: 'pos-1' });
    const _id = firstId(await sync([row]));
    const second = await shop.withKey({ permissions, continues: till.userId });

    const got = await sync([{ externalId: 'pos-1', sku: 'NEW-1', price: 450 }], second);

    expect(got.results[0]).toMatchObject({ state: 'changed', _id });
    expect(await stored(_id)).toMatchObject({ sku: 'NEW-1', price: 450 });
    expect(refusalsOf(await sync([{ externalId: 'pos-1', price: 1 }], await newKey()))).toEqual([
      ['validation-failed', 'sku'],
    ]);
  });

  test('are searchable in the lists of products and sub-products', async () => {
    const _id = firstId(await sync([milk({ externalId: 'Article 4711' })]));

    const search = { body: { search: 'article 4711' } };

    expect((await admin.do(subProductRoutes.list, search)).records.map((one) => one._id)).toEqual([_id]);
    expect((await admin.do(productRoutes.list, search)).records).toHaveLength(1);
  });

  test('are refused for people, who have no connection', async () => {
    expect(refusalsOf(await sync([milk({ externalId: 'mine' })], admin))).toEqual([
      ['validation-failed', 'externalId'],
    ]);
    expect(statesOf(await sync([milk()], admin))).toEqual(['created']);
  });

  test('identify one record in a call', async () => {
    const got = await sync([milk({ externalId: 'same' }), milk({ externalId: 'same' })]);

    expect(refusalsOf(got).map(([code]) => code)).toEqual(['duplicate-in-call', 'duplicate-in-call']);
  });
});

describe('precedence', () => {
  test('keeps values of Aisle once the record exists, and reports the lost ones until one is written', async () => {
    const key = await newKey();
    await decideBy(shop, key, 'products', { name: 'aisle' });
    const row = milk();
    const _id = firstId(await sync([row], key));

    const got = await sync([{ sku: row.sku, name: 'MLK', price: 410 }], key);

    expect(got.results[0]).toMatchObject({
      state: 'changed',
      lost: [{ field: 'name', kept: 'Milk 1 gal' }],
    });
    expect(await stored(_id)).toMatchObject({ name: 'Milk 1 gal', price: 410 });
    const losses = () => shop.sql<{ sent: unknown }>`SELECT sent FROM sync_losses WHERE record_id = ${_id}`;
    expect(await losses()).toEqual([{ sent: 'MLK' }]);
    await sync([{ sku: row.sku, name: 'Milk 1 gal' }], key);
    expect(await losses()).toEqual([]);
  });

  test('compares the newest value with the change log', async () => {
    const key = await newKey();
    await decideBy(shop, key, 'products', { price: 'newest' });
    const row = milk();
    const _id = firstId(await sync([{ ...row, updatedAt: minutesAgo(60) }], key));
    const { version } = await stored(_id);
    await admin.do(subProductRoutes.edit, { params: { id: _id }, body: { price: 444, version } });

    const older = await sync([{ sku: row.sku, price: 500, updatedAt: minutesAgo(5) }], key);
    const newer = await sync([{ sku: row.sku, price: 600, updatedAt: minutesAgo(-2) }], key);

    expect(older.results[0]).toMatchObject({ state: 'same', lost: [{ field: 'price', kept: 444 }] });
    expect(newer.results[0]).toMatchObject({ state: 'changed' });
    expect((await stored(_id)).price).toBe(600);
  });

  test('sees a price that was changed in the form of the product', async () => {
    const key = await newKey();
    await decideBy(shop, key, 'products', { price: 'newest' });
    const row = milk();
    const _id = firstId(await sync([{ ...row, updatedAt: minutesAgo(60) }], key));
    const { productId, version, name, sku, unit } = await stored(_id);
    const product = await admin.do(productRoutes.show, { params: { id: productId } });
    await admin.do(productRoutes.edit, {
      params: { id: productId },
      body: { version: product.version, subProducts: [{ _id, version, name, sku, unit, price: 444 }] },
    });

    const got = await sync([{ sku: row.sku, price: 500, updatedAt: minutesAgo(5) }], key);

    expect(got.results[0]).toMatchObject({ state: 'same', lost: [{ field: 'price', kept: 444 }] });
  });

  test('has the same result in any order of rows', async () => {
    const key = await newKey();
    await decideBy(shop, key, 'products', { price: 'newest' });
    const changes = [
      { price: 101, updatedAt: minutesAgo(40) },
      { price: 102, updatedAt: minutesAgo(30) },
      { price: 102, updatedAt: minutesAgo(10) },
      { price: 103, updatedAt: minutesAgo(20) },
    ];
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ];
    for (const order of orders) {
      const row = milk();
      const ids: string[] = [];
      for (const at of order) {
        const { results } = await sync([{ ...row, ...changes[at] }], key);
        ids.push(results[0]!._id!);
      }
      expect((await stored(ids[0]!)).price).toBe(102);
    }
  });

  test('needs a time, which must not be ahead, where the newest value wins', async () => {
    const key = await newKey();
    await decideBy(shop, key, 'products', { price: 'newest' });

    const got = await sync(
      [milk(), milk({ updatedAt: minutesAgo(-6) }), milk({ updatedAt: minutesAgo(-4) })],
      key,
    );

    expect(refusalsOf(got)).toEqual([
      ['validation-failed', 'updatedAt'],
      ['validation-failed', 'updatedAt'],
    ]);
    expect(statesOf(got)[2]).toBe('created');
  });
});

test('keeps a refused row until a row about the same record is accepted', async () => {
  const key = await newKey();
  const row = milk();
  const refusals = () =>
    shop.sql<{ code: string; row: object }>`SELECT r.code, r.row FROM sync_refusals r
      JOIN api_keys k ON k.connection_id = r.connection_id WHERE k.id = ${key.userId}`;

  await sync([{ ...row, price: -1 }], key);
  await sync([{ ...row, price: -2 }], key);
  expect(await refusals()).toEqual([{ code: 'validation-failed', row: { ...row, price: -2 } }]);

  await sync([row], key);
  expect(await refusals()).toEqual([]);
});
