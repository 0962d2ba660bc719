import { type SubProduct, subProductRoutes, type VariantInput } from '@aisle/contract/catalog/sub-products';
import { expect, test } from 'vitest';
import { addProduct, addSubProduct, assign, receive } from '../../../test/catalogue-builders.ts';
import { addPlainLocation } from '../../../test/people-builders.ts';
import { pngOf } from '../../../test/picture-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { hashToken } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop({}, { isBroken: true });
const manager = await shop.signIn({
  permissions: ['sub_product_add', 'sub_product_edit', 'sub_product_delete'],
});

let number = 0;
/** A variant as a form sends it, with a new SKU. */
const variant = (parts: Partial<VariantInput> = {}): VariantInput => {
  number += 1;
  return { name: `${number} oz`, sku: `V-${number}`, unit: 'each', price: 500, ...parts };
};
const save = (productId: string, subProducts: VariantInput[], person = manager) =>
  person.call(subProductRoutes.saveEdit, { body: { productId, subProducts } });
const find = async (search: string) =>
  (await manager.do(subProductRoutes.list, { body: { search } })).records.map(({ _id }) => _id);
const variantsOf = async (productId: string) =>
  (await manager.do(subProductRoutes.list, { body: { filters: { productId } } })).records;

test('adds and changes variants in one call, and returns them in the order sent', async () => {
  const productId = await addProduct(shop, { name: 'Oat milk' });
  const first = await save(productId, [variant({ name: 'Small', barcode: '4006381333931' })]);
  const [small] = first.data.subProducts;

  const second = await save(productId, [
    variant({ name: 'Large', soldByWeight: true, unit: 'lb', unitSize: 1.5, optionValues: { Size: 'L' } }),
    { ...variant({ name: 'Small one', sku: small!.sku, price: 450 }), _id: small!._id, version: 1 },
  ]);

  expect(second.data.subProducts).toMatchObject([
    { name: 'Large', unitSize: 1.5, soldByWeight: true, optionValues: { Size: 'L' }, version: 1 },
    { _id: small!._id, name: 'Small one', price: 450, barcode: '4006381333931', version: 2 },
  ]);
  expect(second.data.subProducts[0]!.productData).toEqual({ _id: productId, name: 'Oat milk' });
});

test('counts sub-products in the list as totalDocs', async () => {
  const productId = await addProduct(shop);
  await save(productId, [variant(), variant({ status: false })]);

  const page = await manager.do(subProductRoutes.list, { body: { filters: { productId, status: true } } });

  expect(page.totalDocs).toBe(1);
  expect(page).not.toHaveProperty('totalRecords');
});

test('saves no variant if one is invalid, and names its field', async () => {
  const productId = await addProduct(shop);

  expect(await save(productId, [variant(), variant({ barcode: '4006381333930' })])).toMatchObject({
    status: 400,
    paths: ['subProducts.1.barcode'],
  });
  expect(await variantsOf(productId)).toEqual([]);
});

test('rejects a duplicate SKU at its field, ignoring case', async () => {
  await addSubProduct(shop, { sku: 'Taken-1' });
  const productId = await addProduct(shop);

  expect(await save(productId, [variant(), variant({ sku: 'TAKEN-1' })])).toMatchObject({
    status: 409,
    code: 'subProducts.sku-taken',
    message: expect.stringContaining('TAKEN-1'),
    paths: ['subProducts.1.sku'],
  });
  expect(await variantsOf(productId)).toEqual([]);
});

test('rejects a duplicate barcode at its field', async () => {
  await addSubProduct(shop, { barcode: '96385074' });

  const refused = await save(await addProduct(shop), [variant({ barcode: '96385074' })]);

  expect([refused.status, refused.code]).toEqual([409, 'subProducts.barcode-taken']);
  expect(refused.paths).toEqual(['subProducts.0.barcode']);
});

test('recognizes a barcode with leading zeros at any length', async () => {
  await addSubProduct(shop, { barcode: '049000006346' });
  const productId = await addProduct(shop);

  const refused = await save(productId, [variant(), variant({ barcode: '0049000006346' })]);
  const twins = await save(productId, [
    variant({ barcode: '00012345678905' }),
    variant({ barcode: '012345678905' }),
  ]);
  const saved = await save(productId, [variant({ barcode: '00012345678905' })]);
  const [{ _id, sku, version }] = saved.data.subProducts as [SubProduct];
  const shortened = await save(productId, [{ ...variant({ sku, barcode: '012345678905' }), _id, version }]);

  expect([refused.status, refused.code]).toEqual([409, 'subProducts.barcode-taken']);
  expect(refused.body.error?.fields).toEqual([
    { path: 'subProducts.1.barcode', message: 'This barcode is already taken' },
  ]);
  expect(twins.paths).toEqual(['subProducts.1.barcode']);
  expect(shortened.data.subProducts[0]?.barcode).toBe('012345678905');
});

test('rejects two variants of one call with the same SKU or barcode', async () => {
  const twin = { sku: 'TWIN', barcode: '036000291452' };

  const refused = await save(await addProduct(shop), [variant(twin), variant({ ...twin, sku: 'twin' })]);

  expect(refused).toMatchObject({ status: 409, paths: ['subProducts.1.sku', 'subProducts.1.barcode'] });
});

test('gives a SKU to one of two concurrent users and rejects the other', async () => {
  const [one, other] = [await addProduct(shop), await addProduct(shop)];

  const both = await Promise.all([
    save(one, [variant({ sku: 'RACE' })]),
    save(other, [variant({ sku: 'RACE' })]),
  ]);

  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  const loser = both.find((answer) => answer.status === 409);
  expect(loser?.code).toBe('subProducts.sku-taken');
});

test('lets two variants swap SKUs and barcodes', async () => {
  const productId = await addProduct(shop);
  const saved = await save(productId, [
    variant({ name: 'A', sku: 'X-A', barcode: '4006381333955' }),
    variant({ name: 'B', sku: 'X-B', barcode: '4006381333948' }),
  ]);
  const [a, b] = saved.data.subProducts;

  const exchanged = await save(productId, [
    { ...variant({ name: 'A', sku: 'X-B', barcode: '4006381333948' }), _id: a!._id, version: 1 },
    { ...variant({ name: 'B', sku: 'X-A', barcode: '4006381333955' }), _id: b!._id, version: 1 },
  ]);

  expect(exchanged.status).toBe(200);
  expect(exchanged.data.subProducts.map((one) => `${one.name} ${one.sku}`)).toEqual(['A X-B', 'B X-A']);
});

test('rejects all variants if one is outdated, and returns its current data', async () => {
  const productId = await addProduct(shop);
  const [_id, other] = [await addSubProduct(shop, { productId }), await addSubProduct(shop, { productId })];
  await manager.do(subProductRoutes.edit, { params: { id: _id }, body: { price: 700, version: 1 } });

  const late = await save(productId, [
    { ...variant({ price: 100 }), _id: other, version: 1 },
    { ...variant({ price: 100 }), _id, version: 1 },
  ]);

  expect(late).toMatchObject({ status: 409, code: 'version-stale', paths: ['subProducts.1.version'] });
  expect(late.data.subProducts).toMatchObject([{ _id, price: 700, version: 2 }]);
  expect((await variantsOf(productId)).map((one) => one.price).sort()).toEqual([500, 700]);
});

test.each<[Partial<VariantInput>, string]>([
  [{ salePrice: 500 }, 'subProducts.0.salePrice'],
  [{ minPerOrder: 3, maxPerOrder: 2 }, 'subProducts.0.maxPerOrder'],
  [{ price: 0 }, 'subProducts.0.price'],
  [{ unit: 'barrel' as 'each' }, 'subProducts.0.unit'],
  [{ _id: '00000000-0000-7000-8000-000000000000' }, 'subProducts.0.version'],
])('rejects %j at %s', async (parts, path) => {
  const refused = await save(await addProduct(shop), [variant(parts)]);

  expect(refused.status).toBe(400);
  expect(refused.paths).toEqual([path]);
});

test('rejects a price that is not above the existing sale price', async () => {
  const id = await addSubProduct(shop, { price: 500, salePrice: 400 });

  const refused = await manager.call(subProductRoutes.edit, {
    params: { id },
    body: { price: 400, version: 1 },
  });

  expect(refused).toMatchObject({ status: 400, paths: ['salePrice'] });
});

test('rejects changing a variant of another product', async () => {
  const foreign = await addSubProduct(shop);

  expect(await save(await addProduct(shop), [{ ...variant(), _id: foreign, version: 1 }])).toMatchObject({
    status: 400,
    paths: ['subProducts.0._id'],
  });
});

test('allows 250 variants per product, and saves that many at once', async () => {
  const productId = await addProduct(shop);
  const most = Array.from({ length: 250 }, () => variant());

  const full = await save(productId, most);
  const more = await save(productId, [variant()]);

  expect(full.data.subProducts.map((one) => one.sku)).toEqual(most.map((one) => one.sku));
  expect([more.status, more.code]).toEqual([409, 'subProducts.too-many']);
});

test('lets users with only the edit permission change variants without adding any', async () => {
  const editor = await shop.signIn({ permissions: ['sub_product_edit'] });
  const productId = await addProduct(shop);
  const _id = await addSubProduct(shop, { productId });

  const changed = await save(productId, [{ ...variant(), _id, version: 1 }], editor);
  const added = await save(productId, [variant()], editor);

  expect([changed.status, added.status]).toEqual([200, 403]);
  expect(added.message).toContain('sub_product_add');
});

test('lets users with only the add permission add variants without changing any', async () => {
  const adder = await shop.signIn({ permissions: ['sub_product_add'] });
  const productId = await addProduct(shop);
  const _id = await addSubProduct(shop, { productId });

  const added = await save(productId, [variant()], adder);
  const changed = await save(productId, [{ ...variant(), _id, version: 1 }], adder);

  expect([added.status, changed.status]).toEqual([200, 403]);
  expect(changed.message).toContain('sub_product_edit');
});

test("finds a sub-product by part of its SKU, its name or its product's name", async () => {
  const productId = await addProduct(shop, { name: 'Almond drink' });
  const id = await addSubProduct(shop, { productId, name: 'Barista 1 l', sku: 'ALM-77' });

  for (const search of ['lm-7', 'barist', 'almond']) expect(await find(search)).toEqual([id]);
});

test('finds a sub-product by every form of its full barcode', async () => {
  const id = await addSubProduct(shop, { barcode: '036000291452' });

  for (const search of ['036000291452', '0036000291452', '00036000291452']) {
    expect(await find(search)).toEqual([id]);
  }
});

test('finds only the sub-product for a full or partial barcode', async () => {
  const id = await addSubProduct(shop, { barcode: '5901234123457' });

  expect(await find('59012341234')).toEqual([id]);
});

test('names a variant with its product in the dropdown', async () => {
  const productId = await addProduct(shop, { name: 'Rye bread' });
  await addSubProduct(shop, { productId, name: 'Sliced' });
  await addSubProduct(shop, { productId, name: 'Rye bread, whole' });

  const choices = await manager.do(subProductRoutes.dropdown, { query: { productId } });

  expect(choices.map((choice) => choice.name)).toEqual(['Rye bread, Sliced', 'Rye bread, whole']);
});

test('shows stock per location that sells it or has some, without expired lots', async () => {
  const [sells, holds, neither] = [
    await addPlainLocation(shop, 'A sells'),
    await addPlainLocation(shop, 'B holds'),
    await addPlainLocation(shop, 'C neither'),
  ];
  const id = await addSubProduct(shop);
  await assign(shop, sells, id);
  await receive(shop, holds, id, { quantity: 7.5 });
  await receive(shop, holds, id, { quantity: 2, expiresOn: '2020-01-01' });
  const owner = await shop.signIn({ permissions: ['sub_product_view'], locations: [holds, neither] });

  const all = await manager.do(subProductRoutes.showInventory, { params: { id } });
  const own = await owner.do(subProductRoutes.showInventory, { params: { id } });

  const held = { locationId: holds, locationName: 'B holds', onHand: 9.5, reserved: 0, available: 7.5 };
  expect(all).toEqual([
    { locationId: sells, locationName: 'A sells', onHand: 0, reserved: 0, available: 0 },
    held,
  ]);
  expect(own).toEqual([held]);
});

test('shows users the available quantity at their own locations', async () => {
  const [mine, other] = [await addPlainLocation(shop), await addPlainLocation(shop)];
  const productId = await addProduct(shop);
  const id = await addSubProduct(shop, { productId });
  await receive(shop, mine, id, { quantity: 3 });
  await receive(shop, other, id, { quantity: 4 });
  const owner = await shop.signIn({ permissions: ['sub_product_list'], locations: [mine] });

  const [everywhere] = await variantsOf(productId);
  const own = await owner.do(subProductRoutes.list, { body: { filters: { productId } } });

  expect([everywhere!.available, own.records[0]!.available]).toEqual([7, 3]);
});

test('rejects deleting a sub-product that was ever in stock, with location and count', async () => {
  const id = await addSubProduct(shop);
  await receive(shop, await addPlainLocation(shop), id);
  await receive(shop, await addPlainLocation(shop), id);

  const refused = await manager.call(subProductRoutes.remove, { params: { id } });

  expect(refused.status).toBe(409);
  expect(refused.message).toContain('2 locations with stock and 2 stock movements');
});

test('rejects deleting a sub-product in orders, with their number', async () => {
  const place = await addPlainLocation(shop);
  const id = await addSubProduct(shop);
  await receive(shop, place, id, { quantity: 5 });
  const order = newId();
  await shop.look((tx) =>
    tx
      .insertInto('stock_movements')
      .values({
        location_id: place,
        sub_product_id: id,
        id: newId(),
        kind: 'reserve',
        reserved: 2,
        cause_kind: 'order',
        cause_id: order,
        order_id: order,
      })
      .execute(),
  );

  const refused = await manager.call(subProductRoutes.remove, { params: { id } });

  expect(refused.status).toBe(409);
  expect(refused.message).toContain('1 location with stock, 2 stock movements, and 1 order');
});

test('lets storefront keys read the catalog without cost prices, and write nothing', async () => {
  const productId = await addProduct(shop);
  await save(productId, [variant({ costPrice: 300 })]);
  const key = newId();
  await shop.look((tx) =>
    tx
      .insertInto('api_keys')
      .values({ id: key, name: 'Shop', key_hash: hashToken(key), prefix: 'k', scopes: ['catalogue'] })
      .execute(),
  );
  const headers = { authorization: `Bearer ${key}` };
  const body = { filters: { productId } };

  const read = await shop.anonymous.call(subProductRoutes.list, { headers, body });
  const written = await shop.anonymous.call(subProductRoutes.saveEdit, {
    headers,
    body: { productId, subProducts: [variant()] },
  });

  expect(read.data.records).toMatchObject([{ price: 500, costPrice: null }]);
  expect((await variantsOf(productId))[0]!.costPrice).toBe(300);
  expect(written.status).toBe(403);
});

test('deletes a sub-product that was only assigned', async () => {
  const id = await addSubProduct(shop);
  await assign(shop, await addPlainLocation(shop), id);

  await manager.do(subProductRoutes.remove, { params: { id } });

  expect((await manager.call(subProductRoutes.showInventory, { params: { id } })).status).toBe(404);
});

test('adds pictures at the end, reorders and removes them', async () => {
  const id = await addSubProduct(shop);
  const png = await pngOf('#00a', [9, 9]);
  const file = { name: 'can.png', bytes: png };
  const added = await manager.do(subProductRoutes.addImages, {
    params: { id },
    files: { images: [file, file, file] },
  });
  const [first, , third] = added.images;

  const arranged = await manager.do(subProductRoutes.edit, {
    params: { id },
    body: { version: added.version, images: [{ _id: third!._id, alt: 'Front' }, { _id: first!._id }] },
  });

  expect(arranged.images.map((image) => image._id)).toEqual([third!._id, first!._id]);
  expect(arranged.picture).toMatchObject({ _id: third!._id, alt: 'Front' });
});

test('keeps a deactivated sub-product and increments its version', async () => {
  const id = await addSubProduct(shop);

  const off = await manager.do(subProductRoutes.updateStatus, { params: { id }, body: { status: 'false' } });

  expect(off).toMatchObject({ status: false, version: 2 });
});
