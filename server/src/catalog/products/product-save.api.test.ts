import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { auditRoutes } from '@aisle/contract/system/audit';
import { expect, test } from 'vitest';
import { addCategory, addProduct, addSubProduct, receive } from '../../../test/catalogue-builders.ts';
import { addPlainLocation } from '../../../test/people-builders.ts';
import { pngOf } from '../../../test/picture-builders.ts';
import { openShop, type Person, type SentFile } from '../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn();
const categoryId = await addCategory(shop, { name: 'Pasta' });
const pngs = await Promise.all(['#a00', '#0a0', '#00a'].map((background) => pngOf(background, [30, 20])));

const files = (count: number): { images: SentFile[] } => ({
  images: pngs.slice(0, count).map((bytes, index) => ({ name: `picture-${index}.png`, bytes })),
});
const text: SentFile = { name: 'notes.png', bytes: Buffer.from('no picture at all') };
const show = (id: string) => manager.do(productRoutes.show, { params: { id } });
const entries = async (recordId: string) =>
  (await manager.do(auditRoutes.list, { body: { filters: { recordId } } })).records;
const alts = (images: readonly { alt: string }[]) => images.map(({ alt }) => alt);

test('adds a product with pictures and variants in one request and one history entry', async () => {
  const product = await manager.do(productRoutes.create, {
    body: {
      name: 'Fusilli',
      categoryId,
      images: [{ file: 1, alt: 'Cover' }],
      subProducts: [
        { name: '500 g', sku: 'FUS-500', unit: 'g', unitSize: 500, price: 199 },
        {
          name: '1 kg',
          sku: 'FUS-1000',
          unit: 'kg',
          unitSize: 1,
          price: 349,
          images: [{ file: 2, alt: 'Bag' }],
        },
      ],
    },
    files: files(3),
  });

  expect(product.subProducts.map(({ name, price }) => [name, price])).toEqual([
    ['500 g', 199],
    ['1 kg', 349],
  ]);
  // A file that no list names is added at the end.
  expect(alts(product.images)).toEqual(['Cover', 'Fusilli']);
  const [small, large] = product.subProducts;
  expect([small?.images, alts(large?.images ?? [])]).toEqual([[], ['Bag']]);
  expect([small?.picture?._id, large?.picture?._id]).toEqual([product.images[0]?._id, large?.images[0]?._id]);
  const audited = await entries(product._id);
  expect(audited.map(({ action }) => action)).toEqual(['create']);
  expect(audited[0]?.after).toMatchObject({ subProducts: [{ sku: 'FUS-500' }, { sku: 'FUS-1000' }] });
  expect(await entries(small!._id)).toEqual([]);
});

test('changes fields, pictures, their order and variants in one edit and one history entry', async () => {
  const id = await addProduct(shop, { name: 'Penne', categoryId });
  const kept = await addSubProduct(shop, { productId: id, price: 199 });
  const left = await addSubProduct(shop, { productId: id, price: 299 });
  const gone = await addSubProduct(shop, { productId: id });
  const before = await manager.do(productRoutes.addImages, { params: { id }, files: files(2) });
  const [first, second] = before.images.map(({ _id }) => _id);
  const variant = before.subProducts.find(({ _id }) => _id === kept)!;

  const after = await manager.do(productRoutes.edit, {
    params: { id },
    body: {
      version: before.version,
      name: 'Penne rigate',
      images: [{ _id: second, alt: 'Open' }, { file: 0 }],
      subProducts: [
        { _id: kept, version: variant.version, name: '500 g', sku: variant.sku, unit: 'g', price: 219 },
        { name: '1 kg', sku: 'PEN-1000', unit: 'kg', price: 399 },
      ],
      removeSubProducts: [gone],
    },
    files: files(1),
  });

  expect(after).toMatchObject({ name: 'Penne rigate', version: before.version + 1 });
  expect(after.images.map(({ _id }) => _id)).toEqual([second, expect.not.stringMatching(first!)]);
  expect(after.subProducts.map(({ name, price }) => [name, price])).toEqual([
    ['500 g', 219],
    [expect.any(String), 299],
    ['1 kg', 399],
  ]);
  const [entry, ...others] = (await entries(id)).filter(({ action }) => action === 'edit');
  // An earlier request added the pictures.
  expect(others).toHaveLength(1);
  const ids = (side: unknown) => (side as typeof after).subProducts.map(({ _id }) => _id).sort();
  expect(ids(entry?.before)).toEqual([kept, gone].sort());
  expect(ids(entry?.after)).toEqual([kept, after.subProducts.at(-1)!._id].sort());
  expect(await entries(left)).toEqual([]);
  expect(await entries(kept)).toEqual([]);
});

test.each([
  ['a duplicate SKU', () => ({ sku: 'TAKEN-1' }), 409, 'subProducts.1.sku'],
  ['a price below the sale price', () => ({ salePrice: 900 }), 400, 'subProducts.1.salePrice'],
  ['a file that is not a picture', () => ({ images: [{ file: 1 }] }), 415, 'subProducts.1.images.0'],
  ['a file that was not sent', () => ({ images: [{ file: 7 }] }), 400, 'subProducts.1.images.0.file'],
] as const)(
  'rejects %s at its field and saves no product, variants or pictures',
  async (_, wrong, status, path) => {
    const id = await addProduct(shop, { name: 'Rigatoni', categoryId });
    if (!(await skuExists('TAKEN-1'))) await addSubProduct(shop, { sku: 'TAKEN-1' });
    const before = await show(id);

    const refused = await manager.call(productRoutes.edit, {
      params: { id },
      body: {
        version: before.version,
        name: 'Changed',
        images: [{ file: 0 }],
        subProducts: [
          { name: '500 g', sku: `RIG-${path}`, unit: 'g', price: 219 },
          { name: '1 kg', sku: `RIG-KG-${path}`, unit: 'kg', price: 399, ...wrong() },
        ],
      },
      files: { images: [...files(1).images, text] },
    });

    expect([refused.status, refused.paths[0]]).toEqual([status, path]);
    expect(await show(id)).toEqual(before);
    expect((await entries(id)).filter(({ action }) => action === 'edit')).toEqual([]);
  },
);
const skuExists = async (search: string) =>
  (await manager.do(subProductRoutes.dropdown, { query: { search } })).length > 0;

test('merges edits of the product and of different variants by two users', async () => {
  const id = await addProduct(shop, { name: 'Orzo', categoryId });
  const [one, two] = [
    await addSubProduct(shop, { productId: id }),
    await addSubProduct(shop, { productId: id }),
  ];
  const read = await show(id);
  const of = (variant: string, price: number) => {
    const { version, name, sku, unit } = read.subProducts.find(({ _id }) => _id === variant)!;
    return { _id: variant, version, name, sku, unit, price };
  };
  const save = (more: object) =>
    manager.call(productRoutes.edit, { params: { id }, body: { version: read.version, ...more } });

  const mine = await save({ name: 'Orzo No. 5', subProducts: [of(one, 111)] });
  const other = await save({ description: 'Rice-shaped', subProducts: [of(two, 222)] });
  const late = await save({ tags: ['soup'], subProducts: [of(one, 333)] });

  expect([mine.status, other.status, late.status]).toEqual([200, 200, 409]);
  expect(late.body.error).toMatchObject({
    code: 'version-stale',
    fields: [{ path: 'subProducts.0.version' }],
  });
  expect(late.body.data).toMatchObject({ _id: id, name: 'Orzo No. 5' });
  const now = await show(id);
  expect(now).toMatchObject({ name: 'Orzo No. 5', description: 'Rice-shaped', tags: [] });
  expect(now.subProducts.map(({ price }) => price)).toEqual([111, 222]);
});

test("requires the variants' own permissions, and leaves the product's version unchanged", async () => {
  const id = await addProduct(shop, { name: 'Farfalle', categoryId });
  const variant = await addSubProduct(shop, { productId: id });
  const pricer = await shop.signIn({ permissions: ['sub_product_edit'] });
  const writer = await shop.signIn({ permissions: ['product_edit'] });
  const read = await show(id);
  const { version, name, sku, unit } = read.subProducts[0]!;
  const save = (person: Person, more: object) =>
    person.call(productRoutes.edit, { params: { id }, body: { version: read.version, ...more } });
  const changed = { _id: variant, version, name, sku, unit, price: 77 };

  const refusals = await Promise.all([
    save(writer, { subProducts: [changed] }),
    save(pricer, { subProducts: [{ name: 'New', sku: 'FAR-2', unit: 'g', price: 1 }] }),
    save(pricer, { removeSubProducts: [variant] }),
  ]);
  const saved = await save(pricer, { subProducts: [{ ...changed, images: [] }] });

  expect(refusals.map(({ status, body }) => [status, body.error?.details])).toEqual([
    [403, { permission: 'sub_product_edit' }],
    [403, { permission: 'sub_product_add' }],
    [403, { permission: 'sub_product_delete' }],
  ]);
  expect(saved.status).toBe(200);
  expect(await show(id)).toMatchObject({ version: read.version, subProducts: [{ price: 77 }] });
});

test('treats an empty text in a form with files as missing', async () => {
  const product = await manager.do(productRoutes.create, {
    body: { name: 'Ziti', categoryId, description: null, brandId: null },
    files: files(1),
  });

  expect([product.description, product.brandId]).toEqual([null, null]);
});

test('rejects the whole save if a removed variant was ever in stock', async () => {
  const id = await addProduct(shop, { name: 'Ditalini', categoryId });
  const variant = await addSubProduct(shop, { productId: id });
  await receive(shop, await addPlainLocation(shop), variant);

  const refused = await manager.call(productRoutes.edit, {
    params: { id },
    body: { version: 1, name: 'Gone', removeSubProducts: [variant] },
  });

  expect([refused.status, refused.code]).toEqual([409, 'in-use']);
  expect(await show(id)).toMatchObject({ name: 'Ditalini', subProducts: [{ _id: variant }] });
});

test('adds no second product for a repeated submission, and rejects one with other files', async () => {
  const subProducts = [{ name: '500 g', sku: 'LAS-1', unit: 'g' as const, price: 1 }];
  const body = { name: 'Lasagne', categoryId, subProducts };
  const send = (count: number) =>
    manager.call(productRoutes.create, {
      body,
      files: files(count),
      headers: { 'idempotency-key': 'lasagne' },
    });

  const [first, again, other] = [await send(1), await send(1), await send(2)];

  expect(first.status).toBe(200);
  expect((again.data as { _id: string })._id).toBe((first.data as { _id: string })._id);
  expect(other.code).toBe('idempotency-key-reused');
});
