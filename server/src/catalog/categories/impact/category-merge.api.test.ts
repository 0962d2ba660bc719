import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addProduct } from '../../../../test/catalogue-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({
  permissions: ['category_add', 'category_delete', 'category_view', 'product_edit'],
});

const create = async (name: string, parentId?: string) =>
  (await manager.do(categoryRoutes.create, { body: { name, ...(parentId && { parentId }) } }))._id;
const merge = (id: string, intoId: string, person = manager) =>
  person.call(categoryRoutes.merge, { params: { id }, body: { intoId } });
const categoryOf = async (productId: string) =>
  (await shop.sql`SELECT category_id FROM products WHERE id = ${productId}`)[0]!.category_id;
const notedOf = (recordId: string) =>
  shop.look((tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['action', sql<object>`after`.as('after')])
      .where('record_id', '=', recordId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );

test('moves products and subcategories, merges those with the same name, and deletes the category', async () => {
  const [snacks, sweets] = [await create('Snacks & Candy'), await create('snacks')];
  const [chips, theirChips] = [await create('Chips', snacks), await create('CHIPS', sweets)];
  const nuts = await create('Nuts', sweets);
  const first = await addProduct(shop, { categoryId: sweets });
  const second = await addProduct(shop, { categoryId: theirChips });
  const third = await addProduct(shop, { categoryId: nuts });

  const { data, body } = await merge(sweets, snacks);

  expect(body.message).toBe('Categories merged');
  expect(data).toEqual({ _id: snacks, name: 'Snacks & Candy', productCount: 2, categoryCount: 1 });
  expect(await Promise.all([first, second, third].map(categoryOf))).toEqual([snacks, chips, nuts]);
  expect(await manager.do(categoryRoutes.get, { params: { id: nuts } })).toMatchObject({
    parentId: snacks,
    level: 2,
    sortOrder: 1,
  });
  for (const gone of [sweets, theirChips]) {
    expect((await manager.call(categoryRoutes.get, { params: { id: gone } })).status).toBe(404);
    expect(await notedOf(gone)).toMatchObject({ action: 'merge' });
  }
  expect(await notedOf(second)).toMatchObject({ action: 'edit', after: { categoryId: chips } });
});

test('adjusts levels when subcategories move up or down', async () => {
  const [drinks, cold] = [await create('Drinks'), await create('Cold drinks')];
  const soda = await create('Soda', drinks);
  const juice = await create('Juice', cold);
  await create('Orange', juice);

  expect((await merge(cold, soda)).code).toBe('categories.too-deep');
  await manager.do(categoryRoutes.merge, { params: { id: juice }, body: { intoId: drinks } });

  const tree = await manager.do(categoryRoutes.tree);
  const below = tree.find(({ _id }) => _id === drinks)!.children;
  expect(below.map(({ name, level }) => [name, level])).toEqual([
    ['Soda', 2],
    ['Orange', 2],
  ]);
});

test('rejects merging a category into its own branch or into a deleted one', async () => {
  const top = await create('Household');
  const below = await create('Paper', top);
  const gone = await create('Gone');
  await manager.do(categoryRoutes.remove, { params: { id: gone } });

  expect((await merge(top, below)).code).toBe('categories.into-itself');
  expect((await merge(top, top)).code).toBe('categories.into-itself');
  expect((await merge(top, gone)).body.error?.fields).toEqual([
    { path: 'intoId', message: 'This category no longer exists' },
  ]);
  expect((await merge(gone, top)).status).toBe(404);
  const remover = await shop.signIn({ permissions: ['category_delete'] });
  expect((await merge(below, top, remover)).status).toBe(403);
});
