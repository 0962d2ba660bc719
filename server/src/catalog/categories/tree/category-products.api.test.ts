import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { expect, test } from 'vitest';
import { addCategory, addProduct, addSubProduct, assign } from '../../../../test/catalogue-builders.ts';
import { addPlainLocation } from '../../../../test/people-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';

const shop = await openShop();
const clerk = await shop.signIn({ permissions: ['category_product_tree'] });

test("counts all descendants of a branch, and the location's assortment in it", async () => {
  const locationId = await addPlainLocation(shop);
  const drinks = await addCategory(shop, { name: 'Drinks' });
  const sodas = await addCategory(shop, { name: 'Sodas', parentId: drinks });
  const productId = await addProduct(shop, { categoryId: sodas, name: 'Cola' });
  const small = await addSubProduct(shop, { productId, name: 'Can' });
  await addSubProduct(shop, { productId, name: 'Bottle' });
  await assign(shop, locationId, small);

  const top = await clerk.do(categoryRoutes.productTree, { query: { locationId } });
  const branch = await clerk.do(categoryRoutes.productTree, { query: { locationId, parentId: sodas } });

  expect(top.categories).toMatchObject([
    { name: 'Drinks', childCount: 1, productCount: 1, subProductCount: 2, assignedCount: 1 },
  ]);
  expect(branch.categories).toEqual([]);
  expect(branch.products).toMatchObject([
    {
      name: 'Cola',
      subProducts: [
        { name: 'Can', assigned: true },
        { name: 'Bottle', assigned: false },
      ],
    },
  ]);
});

test("finds products by a variant's SKU within the open branch", async () => {
  const [here, elsewhere] = [await addCategory(shop), await addCategory(shop)];
  const found = await addProduct(shop, { categoryId: await addCategory(shop, { parentId: here }) });
  await addSubProduct(shop, { productId: found, sku: 'FIND-1' });
  const other = await addProduct(shop, { categoryId: elsewhere });
  await addSubProduct(shop, { productId: other, sku: 'FIND-2' });

  const branch = await clerk.do(categoryRoutes.productTree, { query: { parentId: here, search: 'find-' } });

  expect(branch.products.map((product) => product._id)).toEqual([found]);
});

test('finds categories by name, and returns the ancestors of all matches', async () => {
  const store = await addCategory(shop, { name: 'Delicatessen' });
  const olives = await addCategory(shop, { name: 'Olives', parentId: store });
  const jars = await addCategory(shop, { name: 'In jars', parentId: olives });
  const found = await addProduct(shop, { categoryId: jars, name: 'Kalamata olives' });
  await addSubProduct(shop, { productId: found });

  const byProduct = await clerk.do(categoryRoutes.productTree, { query: { search: 'kalamata' } });
  const byCategory = await clerk.do(categoryRoutes.productTree, { query: { search: 'delicates' } });
  const elsewhere = await clerk.do(categoryRoutes.productTree, {
    query: { parentId: await addCategory(shop), search: 'olives' },
  });

  expect(byProduct.categories.map(({ name, parentId }) => [name, parentId])).toEqual([
    ['Delicatessen', null],
    ['Olives', store],
    ['In jars', olives],
  ]);
  expect(byProduct.products.map(({ _id }) => _id)).toEqual([found]);
  expect(byCategory).toMatchObject({
    categories: [{ name: 'Delicatessen', subProductCount: 1 }],
    products: [],
  });
  expect(elsewhere).toMatchObject({ categories: [], products: [] });
});

test('limits search results to pages of 1,000 rows', async () => {
  const categoryId = await addCategory(shop, { name: 'Crowd' });
  const ids = Array.from({ length: 450 }, () => newId());
  await shop.look(async (tx) => {
    const products = ids.map((id) => ({ id, name: `Crowded ${id}`, slug: id, category_id: categoryId }));
    await tx.insertInto('products').values(products).execute();
  });

  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const part = await clerk.do(categoryRoutes.productTree, { query: { search: 'crowded', after } });
    expect(part.products.length + part.categories.length).toBeLessThanOrEqual(1000);
    expect(part.categories.map(({ name }) => name)).toEqual(['Crowd']);
    for (const { _id } of part.products) seen.add(_id);
    after = part.nextAfter ?? undefined;
  } while (after);

  expect(seen.size).toBe(450);
});

test('returns a large branch in pages of up to 1,000 rows, without skipping any', async () => {
  const categoryId = await addCategory(shop);
  const count = 700;
  const ids = Array.from({ length: count }, () => newId());
  await shop.look(async (tx) => {
    const products = ids.map((id, index) => ({
      id,
      name: `Many ${index}`,
      slug: id,
      category_id: categoryId,
    }));
    await tx.insertInto('products').values(products).execute();
    const variants = ids.map((id) => ({ id, product_id: id, name: 'Only', sku: id, price: 100 }));
    await tx.insertInto('sub_products').values(variants).execute();
  });

  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const part = await clerk.do(categoryRoutes.productTree, { query: { parentId: categoryId, after } });
    const rows = part.products.reduce((sum, product) => sum + 1 + product.subProducts.length, 0);
    expect(rows).toBeLessThanOrEqual(1000);
    for (const product of part.products) seen.add(product._id);
    after = part.nextAfter ?? undefined;
  } while (after);

  expect(seen.size).toBe(count);
});

test("hides other locations' trees, and requires users with two locations to choose one", async () => {
  const [mine, also, other] = [
    await addPlainLocation(shop),
    await addPlainLocation(shop),
    await addPlainLocation(shop),
  ];
  const ofOne = await shop.signIn({ permissions: ['category_product_tree'], locations: [mine] });
  const ofTwo = await shop.signIn({ permissions: ['category_product_tree'], locations: [mine, also] });

  const own = await ofOne.call(categoryRoutes.productTree);
  const foreign = await ofOne.call(categoryRoutes.productTree, { query: { locationId: other } });
  const unsaid = await ofTwo.call(categoryRoutes.productTree);

  expect([own.status, own.data.locationId]).toEqual([200, mine]);
  expect(foreign.status).toBe(404);
  expect([unsaid.status, unsaid.paths[0]]).toEqual([400, 'locationId']);
});
