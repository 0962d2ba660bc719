import { productRoutes } from '@aisle/contract/catalog/products';
import { expect, test } from 'vitest';
import {
  addBrand,
  addCategory,
  addProduct,
  addSubProduct,
  addTax,
  assign,
  receive,
} from '../../../test/catalogue-builders.ts';
import { readPages } from '../../../test/list-builders.ts';
import { addPlainLocation } from '../../../test/people-builders.ts';
import { pngOf } from '../../../test/picture-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add', 'product_edit', 'product_delete'] });
const png = await pngOf('#a00', [30, 20]);

const file = () => ({ name: 'pear.png', bytes: png });
const show = (id: string) => manager.do(productRoutes.show, { params: { id } });
const listed = async (body: Parameters<typeof list>[0]) =>
  (await list(body)).records.map((product) => product.name);
const list = (body: NonNullable<Parameters<typeof manager.do<typeof productRoutes.list>>[1]>['body']) =>
  manager.do(productRoutes.list, { body });

test('adds a product with everything that belongs to it', async () => {
  const categoryId = await addCategory(shop, { name: 'Pears' });
  const brandId = await addBrand(shop, 'Golden Orchard');

  const product = await manager.do(productRoutes.create, {
    body: { name: ' Crème de Poire ', categoryId, brandId, tags: ['ripe', 'ripe'], badge: 'newArrival' },
  });

  expect(product).toMatchObject({
    name: 'Crème de Poire',
    slug: 'creme-de-poire',
    brandData: { _id: brandId, name: 'Golden Orchard' },
    categoryData: { _id: categoryId, name: 'Pears' },
    tags: ['ripe'],
    badge: 'newArrival',
    status: true,
    addToHomePage: false,
    subProducts: [],
    lowestPrice: null,
    available: 0,
    version: 1,
  });
});

test('allows duplicate names, with a unique slug for each product', async () => {
  const categoryId = await addCategory(shop);
  const create = () => manager.do(productRoutes.create, { body: { name: 'Whole Milk', categoryId } });

  const both = await Promise.all([create(), create()]);

  expect(new Set(both.map((product) => product.slug)).size).toBe(2);
  expect(both.every((product) => product.slug.startsWith('whole-milk'))).toBe(true);
});

test('reads brand, status and home page from text, and an empty brand as none', async () => {
  const brandId = await addBrand(shop, 'Texty');
  const id = await addProduct(shop, { brandId });

  const edited = await manager.do(productRoutes.edit, {
    params: { id },
    body: { version: 1, brandId: '', status: 'false', addToHomePage: 'true' },
  });

  expect(edited).toMatchObject({ brandId: null, brandData: null, status: false, addToHomePage: true });
});

test('rejects an edit of an outdated version and returns the current product', async () => {
  const id = await addProduct(shop);
  const edit = (name: string) =>
    manager.call(productRoutes.edit, { params: { id }, body: { name, version: 1 } });
  await edit('Won');

  expect(await edit('Lost')).toMatchObject({ status: 409, data: { name: 'Won', version: 2 } });
});

test.each(['categoryId', 'brandId', 'taxIds'])(
  'rejects an unknown ID in %s and reports the error at its field',
  async (path) => {
    const id = await addProduct(shop);
    const nothing = newId();

    const refused = await manager.call(productRoutes.edit, {
      params: { id },
      body: { version: 1, [path]: path === 'taxIds' ? [nothing] : nothing },
    });

    expect(refused.status).toBe(400);
    expect(refused.paths).toEqual([path]);
  },
);

test('uses the specifications of the category and its ancestors', async () => {
  const top = await addCategory(shop, {
    specifications: [{ name: 'Origin', type: 'text', options: [], required: true }],
  });
  const categoryId = await addCategory(shop, {
    parentId: top,
    specifications: [
      { name: 'Fat', type: 'option', options: ['1%', 'Whole'], required: false },
      { name: 'Liters', type: 'number', options: [], required: false },
    ],
  });
  const create = (specifications: Record<string, string | number>) =>
    manager.call(productRoutes.create, { body: { name: 'Milk', categoryId, specifications } });

  const right = await create({ Origin: 'Texas', Fat: 'Whole', Liters: '1.5' });
  const wrong = await create({ Fat: '3%', Liters: 'many', Colour: 'white' });

  expect(right.data.specifications).toEqual({ Origin: 'Texas', Fat: 'Whole', Liters: 1.5 });
  expect(wrong.status).toBe(400);
  expect(wrong.paths.sort()).toEqual([
    'specifications.Colour',
    'specifications.Fat',
    'specifications.Liters',
    'specifications.Origin',
  ]);
});

test('keeps only specifications that are valid in the new category', async () => {
  const text = { type: 'text' as const, options: [], required: false };
  const from = await addCategory(shop, {
    specifications: [
      { name: 'Origin', ...text },
      { name: 'Roast', ...text },
    ],
  });
  const to = await addCategory(shop, { specifications: [{ name: 'Origin', ...text }] });
  const product = await manager.do(productRoutes.create, {
    body: { name: 'Beans', categoryId: from, specifications: { Origin: 'Peru', Roast: 'Dark' } },
  });

  const moved = await manager.do(productRoutes.edit, {
    params: { id: product._id },
    body: { version: 1, categoryId: to },
  });

  expect(moved.specifications).toEqual({ Origin: 'Peru' });
});

test("applies the category's taxes until the product has its own", async () => {
  const [inherited, own] = [await addTax(shop, 5), await addTax(shop, 6)];
  const top = await addCategory(shop, { name: 'Taxed shelf', taxIds: [inherited] });
  const id = await addProduct(shop, {
    name: 'Soap',
    categoryId: await addCategory(shop, { parentId: top }),
  });
  const setTaxes = async (taxIds: string[] | null) => {
    const { version } = await show(id);
    return manager.do(productRoutes.edit, { params: { id }, body: { version, taxIds } });
  };

  const before = await show(id);
  const overridden = await setTaxes([own]);
  const after = await setTaxes(null);

  expect(before).toMatchObject({
    taxIds: [],
    taxes: [{ _id: inherited }],
    taxSource: { kind: 'category', _id: top, name: 'Taxed shelf' },
  });
  expect(overridden).toMatchObject({
    taxIds: [own],
    taxes: [{ _id: own, rate: 6 }],
    taxSource: { kind: 'product', name: 'Soap' },
  });
  expect(after.taxSource?.kind).toBe('category');
});

test('stores pictures from the form with the first as cover, and reorders them', async () => {
  const categoryId = await addCategory(shop);
  const product = await manager.do(productRoutes.create, {
    body: { name: 'Pictured', categoryId },
    files: { images: [file(), file()] },
  });
  const [first, second] = product.images;

  const edited = await manager.do(productRoutes.edit, {
    params: { id: product._id },
    body: { version: 1, images: [{ _id: second!._id, alt: 'From above' }, { _id: first!._id }] },
    files: { images: file() },
  });

  expect(product.picture?._id).toBe(first!._id);
  expect(edited.images.map((image) => image._id).slice(0, 2)).toEqual([second!._id, first!._id]);
  expect(edited.images).toHaveLength(3);
  expect(edited.picture).toMatchObject({ _id: second!._id, alt: 'From above' });
});

test('adds and removes single pictures, each as an edit', async () => {
  const id = await addProduct(shop);
  const added = await manager.do(productRoutes.addImages, {
    params: { id },
    files: { images: [file(), file()] },
  });
  const imageId = added.images[0]!._id;

  const left = await manager.do(productRoutes.deleteImage, { params: { id, imageId } });
  const again = await manager.call(productRoutes.deleteImage, { params: { id, imageId } });
  const none = await manager.call(productRoutes.addImages, { params: { id } });

  expect([added.version, left.version]).toEqual([2, 3]);
  expect(left.images.map((image) => image._id)).toEqual([added.images[1]!._id]);
  expect([again.status, none.status]).toEqual([404, 400]);
});

test("rejects reordering with another product's picture", async () => {
  const [id, other] = [await addProduct(shop), await addProduct(shop)];
  const foreign = await manager.do(productRoutes.addImages, {
    params: { id: other },
    files: { images: file() },
  });

  const refused = await manager.call(productRoutes.edit, {
    params: { id },
    body: { version: 1, images: [{ _id: foreign.images[0]!._id }] },
  });

  expect(refused.status).toBe(400);
  expect((await show(other)).images).toHaveLength(1);
});

test('shows variants, price range and stock in a list row', async () => {
  const place = await addPlainLocation(shop);
  const id = await addProduct(shop, { name: 'Rowed oats' });
  const small = await addSubProduct(shop, { productId: id, price: 500, salePrice: 450 });
  const large = await addSubProduct(shop, { productId: id, price: 900 });
  await receive(shop, place, small, { quantity: 2.5 });
  await receive(shop, place, large, { quantity: 4 });

  expect((await list({ search: 'rowed' })).records).toMatchObject([
    { _id: id, subProductCount: 2, lowestPrice: 450, highestPrice: 900, available: 6.5, picture: null },
  ]);
});

test('shows store users the stock of their locations, and the whole catalog', async () => {
  const [mine, other] = [await addPlainLocation(shop), await addPlainLocation(shop)];
  const id = await addProduct(shop, { name: 'Shared beans' });
  const subProduct = await addSubProduct(shop, { productId: id });
  await receive(shop, mine, subProduct, { quantity: 3 });
  await receive(shop, other, subProduct, { quantity: 40 });
  const owner = await shop.signIn({ permissions: ['product_view'], locations: [mine] });

  const page = await owner.do(productRoutes.list, { body: { search: 'shared beans' } });
  const own = await owner.do(productRoutes.show, { params: { id } });

  expect(page.records[0]!.available).toBe(3);
  expect([own.available, own.subProducts[0]!.available]).toEqual([3, 3]);
});

test('rejects changes of the catalog by store users', async () => {
  const owner = await shop.signIn({
    permissions: ['product_edit'],
    locations: [await addPlainLocation(shop)],
  });
  const id = await addProduct(shop);

  const refused = await owner.call(productRoutes.edit, {
    params: { id },
    body: { name: 'Mine', version: 1 },
  });

  expect(refused.status).toBe(403);
});

test('finds products by name, SKU and barcode, and treats wildcards as text', async () => {
  const id = await addProduct(shop, { name: '100% Juice' });
  await addSubProduct(shop, { productId: id, sku: 'JU-100', barcode: '4012345678901' });

  for (const search of ['100%', 'ju-10', '4012345678901']) {
    expect(await listed({ search })).toEqual(['100% Juice']);
  }
  expect(await listed({ search: '0_ J' })).toEqual([]);
});

test('applies every filter of the list', async () => {
  const place = await addPlainLocation(shop);
  const top = await addCategory(shop);
  const categoryId = await addCategory(shop, { parentId: top });
  const brandId = await addBrand(shop, 'Filtered');
  const id = await addProduct(shop, { name: 'Wanted', categoryId, brandId });
  await addProduct(shop, { name: 'Unwanted', categoryId: top });
  await assign(shop, place, await addSubProduct(shop, { productId: id }));
  await manager.do(productRoutes.edit, {
    params: { id },
    body: { version: 1, badge: 'bestSeller', addToHomePage: true, status: false },
  });
  const filters = [
    { brandId },
    { categoryId },
    { categoryId: top, status: false },
    { categoryId: top, status: 'false' as const },
    { badge: 'bestSeller' as const },
    { addToHomePage: true, categoryId: top },
    { addToHomePage: 'true' as const, categoryId: top },
    { locationId: place },
  ];

  const found = await Promise.all(filters.map((one) => listed({ filters: one })));

  expect(found).toEqual(filters.map(() => ['Wanted']));
  expect(await listed({ filters: { categoryId: top } })).toEqual(['Unwanted', 'Wanted']);
});

test.each(['name', 'price', 'updatedAt', 'createdAt'] as const)(
  'continues pages sorted by %s after a cursor without skipping or repeating products',
  async (field) => {
    const categoryId = await addCategory(shop);
    for (const price of [300, 100, 100, 200, 500]) {
      await addSubProduct(shop, { productId: await addProduct(shop, { categoryId }), price });
    }
    await addProduct(shop, { categoryId });

    const seen = await readPages((cursor) =>
      list({ filters: { categoryId }, sort: { field, order: 'desc' }, limit: 2, cursor }),
    );

    expect(seen).toHaveLength(6);
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(6);
    const prices = seen.map(({ lowestPrice }) => lowestPrice);
    if (field === 'price') expect(prices).toEqual([500, 300, 200, 100, 100, null]);
  },
);

test('rejects deleting a product whose variants were in stock or ordered, with the reason', async () => {
  const id = await addProduct(shop, { name: 'Stocked' });
  await receive(shop, await addPlainLocation(shop), await addSubProduct(shop, { productId: id }));

  const refused = await manager.call(productRoutes.remove, { params: { id } });

  expect(refused.status).toBe(409);
  expect(refused.message).toContain('1 location with stock and 1 stock movement');
});

test('deletes a product that was never in stock, with its variants', async () => {
  const id = await addProduct(shop);
  await assign(shop, await addPlainLocation(shop), await addSubProduct(shop, { productId: id }));

  await manager.do(productRoutes.remove, { params: { id } });

  expect((await manager.call(productRoutes.show, { params: { id } })).status).toBe(404);
});

test('serves the dropdown and switches the status', async () => {
  const id = await addProduct(shop, { name: 'Dropped down' });

  const off = await manager.do(productRoutes.updateStatus, { params: { id }, body: { status: 'false' } });
  const choices = await manager.do(productRoutes.dropdown, { query: { search: 'dropped' } });

  expect(off).toMatchObject({ status: false, version: 2 });
  expect(choices).toEqual([{ _id: id, name: 'Dropped down' }]);
});

test('reads a page in a few statements, regardless of its number of rows', async () => {
  const categoryId = await addCategory(shop);
  const statements = async () => {
    const page = await manager.call(productRoutes.list, { body: { filters: { categoryId }, limit: 2 } });
    return Number(/"(\d+)"/.exec(String(page.headers['server-timing']))?.[1]);
  };
  for (let index = 0; index < 3; index += 1) {
    await addSubProduct(shop, { productId: await addProduct(shop, { categoryId }) });
  }

  const few = await statements();
  for (let index = 0; index < 20; index += 1) await addProduct(shop, { categoryId });

  expect(few).toBe(2);
  expect(await statements()).toBeLessThanOrEqual(few);
});

test('activates or deactivates many products in one call, and counts unchanged and deleted ones', async () => {
  const [on, off] = [await addProduct(shop), await addProduct(shop)];
  await manager.do(productRoutes.switchMany, { body: { ids: [off], status: 'false' } });
  const gone = newId();
  const other = await manager.do(productRoutes.show, { params: { id: on } });

  const done = await manager.do(productRoutes.switchMany, {
    body: { ids: [on, off, gone, on], status: false },
  });
  const edited = await manager.do(productRoutes.edit, {
    params: { id: on },
    body: { version: other.version, description: 'Written meanwhile' },
  });

  expect(done).toEqual({ changed: [on], same: [off], missing: [gone] });
  expect(edited).toMatchObject({ status: false, description: 'Written meanwhile' });
  expect((await manager.do(productRoutes.history, { params: { id: on }, body: {} })).records).toHaveLength(2);
});

test.each([[[]], [['x']], [Array.from({ length: 1001 }, () => newId())]])(
  'rejects activating or deactivating %j at its field',
  async (ids) => {
    expect(await manager.call(productRoutes.switchMany, { body: { ids, status: true } })).toMatchObject({
      status: 400,
      paths: [expect.stringMatching(/^ids/)],
    });
  },
);
