import { categoryRoutes, type Specification } from '@aisle/contract/catalog/categories';
import { productRoutes } from '@aisle/contract/catalog/products';
import { expect, test } from 'vitest';
import {
  addCategory,
  addProduct,
  addSubProduct,
  addTax,
  assign,
} from '../../../../test/catalogue-builders.ts';
import { addPlainLocation } from '../../../../test/people-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['category_edit', 'category_delete'] });

type Change = NonNullable<Parameters<typeof manager.do<typeof categoryRoutes.impact>>[1]>['body'];
const impact = (id: string, body: Change) => manager.do(categoryRoutes.impact, { params: { id }, body });
const text = { type: 'text' as const, options: [], required: false };
const say = (productId: string, values: Record<string, string | number>) =>
  shop.sql`UPDATE products SET specifications = ${JSON.stringify(values)} WHERE id = ${productId}`;

const valuesOf = async (id: string) =>
  (await shop.sql`SELECT specifications FROM products WHERE id = ${id}`)[0]!.specifications;

test('counts the products and locations affected by deactivating a category', async () => {
  const top = await addCategory(shop);
  const below = await addCategory(shop, { parentId: top });
  const sold = await addSubProduct(shop, { productId: await addProduct(shop, { categoryId: below }) });
  await addProduct(shop, { categoryId: top });
  for (const place of [await addPlainLocation(shop), await addPlainLocation(shop)])
    await assign(shop, place, sold);

  expect(await impact(top, { status: false })).toMatchObject({
    categoryCount: 1,
    productCount: 2,
    subProductCount: 1,
    locationCount: 2,
    hiddenCount: 2,
    shownCount: 0,
  });
  await manager.do(categoryRoutes.updateStatus, { params: { id: top }, body: { status: false } });
  expect(await impact(below, { status: false })).toMatchObject({ hiddenCount: 0 });
  expect(await impact(top, { status: true })).toMatchObject({ hiddenCount: 0, shownCount: 2 });
});

test('shows users limited to locations only their own locations', async () => {
  const [mine, other] = [await addPlainLocation(shop), await addPlainLocation(shop)];
  const categoryId = await addCategory(shop);
  const sold = await addSubProduct(shop, { productId: await addProduct(shop, { categoryId }) });
  for (const place of [mine, other]) await assign(shop, place, sold);
  const clerk = await shop.signIn({ permissions: ['category_view'], locations: [mine] });

  const seen = await clerk.do(categoryRoutes.impact, { params: { id: categoryId }, body: {} });

  expect(seen.locationCount).toBe(1);
});

test('counts inheriting categories whose taxes change in a move, without those with their own taxes', async () => {
  const [low, high, own] = [await addTax(shop, 1), await addTax(shop, 9), await addTax(shop, 5)];
  const [cheap, dear] = [
    await addCategory(shop, { taxIds: [low] }),
    await addCategory(shop, { taxIds: [high] }),
  ];
  const moved = await addCategory(shop, { parentId: cheap });
  const stubborn = await addCategory(shop, { parentId: moved, taxIds: [own] });
  await addProduct(shop, { categoryId: moved });
  await addProduct(shop, { categoryId: moved, taxIds: [own] });
  await addProduct(shop, { categoryId: stubborn });

  expect((await impact(moved, { parentId: dear })).taxes).toMatchObject({
    before: [{ _id: low }],
    after: [{ _id: high }],
    categoryCount: 1,
    productCount: 1,
  });
});

test('counts every category and product whose taxes change when applied to all descendants', async () => {
  const [old, wanted] = [await addTax(shop, 1), await addTax(shop, 2)];
  const top = await addCategory(shop, { taxIds: [old] });
  const below = await addCategory(shop, { parentId: top, taxIds: [old] });
  await addProduct(shop, { categoryId: below });

  const alone = await impact(top, { taxIds: [wanted] });
  const all = await impact(top, { taxIds: [wanted], applyToChildren: true });

  expect(alone.taxes).toMatchObject({ categoryCount: 1, productCount: 0 });
  expect(all.taxes).toMatchObject({ categoryCount: 2, productCount: 1 });
});

test('counts products with values of changed specifications, and values that become invalid', async () => {
  const fat = { name: 'Fat', type: 'option' as const, options: ['Skim', 'Whole'], required: false };
  const categoryId = await addCategory(shop, { specifications: [fat, { name: 'Origin', ...text }] });
  const [skim, whole] = [await addProduct(shop, { categoryId }), await addProduct(shop, { categoryId })];
  await say(skim, { Fat: 'Skim', Origin: 'Texas' });
  await say(whole, { Fat: 'Whole' });

  const { specifications } = await impact(categoryId, {
    specifications: [
      { ...fat, options: ['Skim', '2%'] },
      { name: 'Brix', type: 'number', required: true },
    ],
  });

  expect(specifications).toEqual([
    { name: 'Origin', change: 'lost', from: null, required: false, saidCount: 1, wrongCount: 0 },
    { name: 'Fat', change: 'changed', from: null, required: false, saidCount: 2, wrongCount: 1 },
    { name: 'Brix', change: 'gained', from: null, required: true, saidCount: 0, wrongCount: 2 },
  ]);
});

test('renames a specification in products, and only where it applies', async () => {
  const top = await addCategory(shop, {
    specifications: [
      { name: 'Fat', ...text },
      { name: 'Origin', ...text },
    ],
  });
  const below = await addCategory(shop, { parentId: top });
  const redeclaring = await addCategory(shop, { parentId: top, specifications: [{ name: 'Fat', ...text }] });
  const [milk, cream, oil] = [
    await addProduct(shop, { categoryId: top }),
    await addProduct(shop, { categoryId: below }),
    await addProduct(shop, { categoryId: redeclaring }),
  ];
  await say(milk, { Fat: '2%', Origin: 'Texas' });
  await say(cream, { Fat: '30%', 'Fat content': 'left over' });
  await say(oil, { Fat: 'Olive' });
  const { specifications, version } = await manager.do(categoryRoutes.get, { params: { id: top } });
  const [fat, origin] = specifications as [Specification, Specification];
  const renamed = [
    { ...fat, name: 'Origin' },
    { ...origin, name: 'Country' },
  ];

  const seen = await impact(top, { specifications: [{ ...fat, name: 'Fat content' }, origin] });
  const saved = await manager.do(categoryRoutes.edit, {
    params: { id: top },
    body: { version, specifications: [{ ...fat, name: 'Fat content' }, origin] },
  });

  expect(seen.specifications).toMatchObject([
    { name: 'Fat content', change: 'renamed', from: 'Fat', saidCount: 2, wrongCount: 0 },
    { name: 'Fat content', change: 'gained', from: null, saidCount: 0 },
  ]);
  expect(saved.specifications.map(({ _id, name }) => [_id, name])).toEqual([
    [fat._id, 'Fat content'],
    [origin._id, 'Origin'],
  ]);
  expect(await valuesOf(milk)).toEqual({ 'Fat content': '2%', Origin: 'Texas' });
  expect(await valuesOf(cream)).toEqual({ 'Fat content': '30%' });
  expect(await valuesOf(oil)).toEqual({ Fat: 'Olive' });

  await manager.do(categoryRoutes.edit, {
    params: { id: top },
    body: { version: saved.version, specifications: renamed },
  });
  expect(await valuesOf(milk)).toEqual({ Origin: '2%', Country: 'Texas' });
});

test('saves an open product after a specification was renamed, and shows the rename in its history', async () => {
  const categoryId = await addCategory(shop, { specifications: [{ name: 'Roast', ...text }] });
  const id = await addProduct(shop, { categoryId });
  await say(id, { Roast: 'Dark' });
  const editor = await shop.signIn({ permissions: ['product_edit', 'category_edit'] });
  const opened = await editor.do(productRoutes.show, { params: { id } });
  const { specifications, version } = await manager.do(categoryRoutes.get, { params: { id: categoryId } });
  await manager.do(categoryRoutes.edit, {
    params: { id: categoryId },
    body: { version, specifications: [{ ...specifications[0]!, name: 'Roasting' }] },
  });

  const saved = await editor.do(productRoutes.edit, {
    params: { id },
    body: { version: opened.version, name: 'Strong coffee' },
  });
  const clash = await editor.call(productRoutes.edit, {
    params: { id },
    body: { version: opened.version, specifications: { Roast: 'Light' } },
  });

  expect(saved).toMatchObject({ name: 'Strong coffee', specifications: { Roasting: 'Dark' } });
  expect(clash.status).toBe(409);
});

test('rejects specification IDs that are duplicates or belong to another category', async () => {
  const id = await addCategory(shop, { specifications: [{ name: 'Fat', ...text }] });
  const { specifications, version } = await manager.do(categoryRoutes.get, { params: { id } });
  const fat = specifications[0]!;
  const save = (sent: (Omit<Specification, '_id'> & { _id?: string })[]) =>
    manager.call(categoryRoutes.edit, { params: { id }, body: { version, specifications: sent } });

  const answers = [
    await save([{ ...fat, _id: id }]),
    await save([fat, { ...fat, name: 'Fat again' }]),
    await save([{ name: 'fat', ...text }]),
  ];

  expect(answers.map(({ status, paths }) => [status, paths[0]])).toEqual([
    [400, 'specifications.0._id'],
    [400, 'specifications.1._id'],
    [200, undefined],
  ]);
  expect(answers[2]!.data.specifications[0]!._id).toBe(fat._id);
});

test('shows specifications lost and gained by a move, down to the lowest level', async () => {
  const from = await addCategory(shop, { specifications: [{ name: 'Roast', ...text }] });
  const to = await addCategory(shop, { specifications: [{ name: 'Grape', ...text, required: true }] });
  const moved = await addCategory(shop, { parentId: from });
  const productId = await addProduct(shop, { categoryId: moved });
  await say(productId, { Roast: 'Dark' });

  expect((await impact(moved, { parentId: to })).specifications).toMatchObject([
    { name: 'Roast', change: 'lost', saidCount: 1 },
    { name: 'Grape', change: 'gained', wrongCount: 1 },
  ]);
});

test('previews the same error with which the change would be rejected', async () => {
  const top = await addCategory(shop);
  const middle = await addCategory(shop, { parentId: top });
  const tall = await addCategory(shop);
  await addCategory(shop, { parentId: tall });
  await addProduct(shop, { categoryId: top });

  const removed = await impact(top, { remove: true });
  const refused = await manager.call(categoryRoutes.remove, { params: { id: top } });
  const codes = [await impact(tall, { parentId: middle }), await impact(top, { parentId: middle })];

  expect(removed.refusal).toEqual({ code: 'in-use', message: refused.message });
  expect(codes.map(({ refusal }) => refusal?.code)).toEqual([
    'categories.too-deep',
    'categories.into-itself',
  ]);
  expect((await impact(middle, { remove: true })).refusal).toBeNull();
});

test('rejects missing records at their field, and previews no effects for an empty change', async () => {
  const id = await addCategory(shop);
  const call = (body: object) => manager.call(categoryRoutes.impact, { params: { id }, body });

  const wrong = [
    await call({ parentId: '01900000-0000-7000-8000-000000000000' }),
    await call({ taxIds: [id] }),
    await call({ colour: 'red' }),
  ];

  expect(wrong.map(({ status, paths }) => [status, paths[0]])).toEqual([
    [400, 'parentId'],
    [400, 'taxIds'],
    [400, 'colour'],
  ]);
  expect(await impact(id, {})).toMatchObject({ hiddenCount: 0, specifications: [], refusal: null });
});
