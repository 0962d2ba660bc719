import { type CategoryNode, categoryRoutes } from '@aisle/contract/catalog/categories';
import { beforeAll, describe, expect, test } from 'vitest';
import { addCategory, addProduct, addTax } from '../../../test/catalogue-builders.ts';
import { pngOf } from '../../../test/picture-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addCategoryPaths, pathKey } from './tree/category-paths.service.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['category_add', 'category_edit', 'category_delete'] });

const create = (body: { name: string; parentId?: string }) => manager.do(categoryRoutes.create, { body });
const get = (id: string) => manager.do(categoryRoutes.get, { params: { id } });
const move = (id: string, parentId: string | null, version: number) =>
  manager.call(categoryRoutes.edit, { params: { id }, body: { parentId, version } });
/** Finds the node of a category anywhere in the tree. */
const nodeIn = (nodes: CategoryNode[], id: string): CategoryNode | undefined =>
  nodes.find((node) => node._id === id) ??
  nodes.map((node) => nodeIn(node.children, id)).find((found) => found !== undefined);

test('returns a category with its ancestors, and nests it below them in the tree', async () => {
  const produce = await create({ name: 'Produce' });
  const fruit = await create({ name: 'Fruit', parentId: produce._id });
  const citrus = await create({ name: 'Citrus', parentId: fruit._id });
  await addProduct(shop, { categoryId: citrus._id });

  const tree = await manager.do(categoryRoutes.tree);

  expect(citrus).toMatchObject({
    level: 3,
    path: [
      { _id: produce._id, name: 'Produce' },
      { _id: fruit._id, name: 'Fruit' },
    ],
  });
  const [node] = nodeIn(tree, produce._id)!.children;
  expect(node).toMatchObject({ name: 'Fruit', productCount: 0, childCount: 1 });
  expect(node!.children).toMatchObject([{ name: 'Citrus', productCount: 1, children: [] }]);
});

test('requires unique names only among siblings', async () => {
  const [one, other] = [await create({ name: 'One side' }), await create({ name: 'Other side' })];
  await create({ name: 'Sauces', parentId: one._id });

  const again = await manager.call(categoryRoutes.create, { body: { name: 'SAUCES', parentId: one._id } });
  const elsewhere = await manager.call(categoryRoutes.create, {
    body: { name: 'Sauces', parentId: other._id },
  });

  expect([again.status, elsewhere.status]).toEqual([409, 200]);
  expect(again.paths[0]).toBe('name');
});

test('rejects a fourth level when adding a category or moving one with subcategories', async () => {
  const top = await create({ name: 'Top' });
  const middle = await create({ name: 'Middle', parentId: top._id });
  const low = await create({ name: 'Low', parentId: middle._id });
  const tall = await create({ name: 'Tall' });
  await create({ name: 'Below tall', parentId: tall._id });

  const added = await manager.call(categoryRoutes.create, { body: { name: 'Lower', parentId: low._id } });
  const moved = await move(tall._id, middle._id, tall.version);

  expect([added.status, moved.status]).toEqual([409, 409]);
  expect([added.code, moved.code]).toEqual(Array(2).fill('categories.too-deep'));
});

test('keeps the subcategories of a moved category and places it last', async () => {
  const home = await create({ name: 'Home' });
  await create({ name: 'First there', parentId: home._id });
  const bath = await create({ name: 'Bath' });
  const towels = await create({ name: 'Towels', parentId: bath._id });

  const moved = await move(bath._id, home._id, bath.version);

  expect(moved.data).toMatchObject({ parentId: home._id, level: 2, sortOrder: 1 });
  expect(await get(towels._id)).toMatchObject({ level: 3, path: [{ name: 'Home' }, { name: 'Bath' }] });

  const back = await move(bath._id, null, moved.data.version);
  expect(back.data).toMatchObject({ parentId: null, level: 1, path: [] });
  expect((await get(towels._id)).level).toBe(2);
});

test('rejects moving a category into itself or its descendants', async () => {
  const outer = await create({ name: 'Outer' });
  const inner = await create({ name: 'Inner', parentId: outer._id });

  const into = [
    await move(outer._id, inner._id, outer.version),
    await move(outer._id, outer._id, outer.version),
  ];

  expect(into.map((answer) => answer.code)).toEqual(Array(2).fill('categories.into-itself'));
});

test('prevents a cycle when two users move two categories into each other', async () => {
  const [one, two] = [await create({ name: 'Ring one' }), await create({ name: 'Ring two' })];

  const both = await Promise.all([move(one._id, two._id, one.version), move(two._id, one._id, two.version)]);

  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
});

test('rejects an edit of an outdated version and returns the current category', async () => {
  const category = await create({ name: 'Contested' });
  const edit = (name: string) =>
    manager.call(categoryRoutes.edit, { params: { id: category._id }, body: { name, version: 1 } });
  await edit('Won');

  expect(await edit('Lost')).toMatchObject({ status: 409, data: { name: 'Won', version: 2 } });
});

test('accepts an image as a file and the rest of the form as text', async () => {
  const png = await pngOf('#0a0', [40, 40]);

  const category = await manager.do(categoryRoutes.create, {
    body: {
      name: 'Pictured',
      status: 'false',
      specifications: [{ name: 'Fat', type: 'option', options: ['Skim', 'Whole'], required: true }],
    },
    files: { image: { name: 'pears.png', bytes: png } },
  });

  expect(category.image?.alt).toBe('Pictured');
  expect(category).toMatchObject({ status: false, specifications: [{ name: 'Fat', required: true }] });
});

test('rejects deleting a category with subcategories or products and returns their number', async () => {
  const category = await create({ name: 'Full' });
  await create({ name: 'In it', parentId: category._id });
  await addProduct(shop, { categoryId: category._id });
  await addProduct(shop, { categoryId: category._id });

  const refused = await manager.call(categoryRoutes.remove, { params: { id: category._id } });

  expect(refused.status).toBe(409);
  expect(refused.message).toContain('1 category below it and 2 products');
});

test('deletes an empty category', async () => {
  const category = await create({ name: 'Empty' });

  await manager.do(categoryRoutes.remove, { params: { id: category._id } });

  expect((await manager.call(categoryRoutes.get, { params: { id: category._id } })).status).toBe(404);
});

test('reorders the children of a category, but only all of them at once', async () => {
  const parent = await create({ name: 'Sorted' });
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C']) ids.push((await create({ name, parentId: parent._id }))._id);
  const [a, b, c] = ids as [string, string, string];
  const sort = (orderedIds: string[]) =>
    manager.call(categoryRoutes.sort, { body: { parentId: parent._id, orderedIds } });

  const sorted = await sort([c, a, b]);
  const answers = [await sort([a, b]), await sort([a, b, c, parent._id]), await sort([a, a, b])];

  expect(sorted.data.map((child) => child._id)).toEqual([c, a, b]);
  expect(answers.map((answer) => answer.status)).toEqual([409, 409, 400]);
  const tree = await manager.do(categoryRoutes.tree);
  expect(nodeIn(tree, parent._id)!.children.map((node) => node.name)).toEqual(['C', 'A', 'B']);
});

test('sorts top-level categories without a parent in the request', async () => {
  const before = (await manager.do(categoryRoutes.tree)).map((node) => node._id);
  const orderedIds = [...before].reverse();

  await manager.do(categoryRoutes.sort, { body: { orderedIds } });

  expect((await manager.do(categoryRoutes.tree)).map((node) => node._id)).toEqual(orderedIds);
});

test('inherits specifications, and lets a lower declaration override them', async () => {
  const text = { type: 'text' as const, options: [], required: false };
  const dairy = await addCategory(shop, {
    name: 'Dairy shelf',
    specifications: [
      { name: 'Origin', ...text },
      { name: 'Fat', ...text },
    ],
  });
  const fat = { name: 'Fat', type: 'option' as const, options: ['1%', '2%'], required: true };
  const milk = await addCategory(shop, { parentId: dairy, specifications: [fat] });

  const held = await manager.do(categoryRoutes.specificationsOf, { params: { id: milk } });
  const declared = await manager.do(categoryRoutes.specificationList, {
    body: { search: 'fat', filters: { categoryId: milk } },
  });

  expect(held).toEqual([
    { _id: expect.any(String), name: 'Origin', ...text, inheritedFrom: { _id: dairy, name: 'Dairy shelf' } },
    { _id: expect.any(String), ...fat, inheritedFrom: null },
  ]);
  expect(declared.records).toMatchObject([{ ...fat, categoryData: { _id: milk } }]);
});

test.each([
  [{ name: 'Fat', type: 'option' }, 'specifications.0.options'],
  [{ name: 'Fat', type: 'text', options: ['x'] }, 'specifications.0.options'],
  [{ name: 'Fat', type: 'option', options: ['a', 'A'] }, 'specifications.0.options'],
  [{ name: 'Fat', type: 'colour' }, 'specifications.0.type'],
])('rejects the specification %j at its field', async (specification, path) => {
  const refused = await manager.call(categoryRoutes.create, {
    body: { name: 'Misdeclared', specifications: [specification as { name: string; type: 'text' }] },
  });

  expect(refused.status).toBe(400);
  expect(refused.paths).toContain(path);
});

test('returns the category that taxes come from in the tax flow', async () => {
  const tax = await addTax(shop, 5);
  const top = await addCategory(shop, { name: 'Taxed', taxIds: [tax] });
  const below = await addCategory(shop, { name: 'Untaxed', parentId: top });

  expect(await manager.do(categoryRoutes.taxFlow, { params: { id: below } })).toMatchObject({
    taxes: [{ _id: tax, rate: 5 }],
    source: { _id: top, name: 'Taxed' },
    inherited: true,
    steps: [
      { name: 'Taxed', applies: true },
      { name: 'Untaxed', taxes: [], applies: false },
    ],
  });
});

test("replaces the children's own taxes if taxes are applied to children", async () => {
  const [old, other] = [await addTax(shop, 5), await addTax(shop, 6)];
  const top = await addCategory(shop);
  const below = await addCategory(shop, { parentId: top, taxIds: [old] });
  const edit = (applyToChildren: boolean) =>
    manager.do(categoryRoutes.editTax, { params: { id: top }, body: { taxIds: [other], applyToChildren } });
  const flowBelow = () => manager.do(categoryRoutes.taxFlow, { params: { id: below } });

  await edit(false);
  const kept = await flowBelow();
  await edit(true);
  const replaced = await flowBelow();

  expect(kept.taxes.map((tax) => tax._id)).toEqual([old]);
  expect(replaced).toMatchObject({ taxes: [{ _id: other }], inherited: true, version: kept.version + 1 });
});

test('rejects a missing tax at its field', async () => {
  const category = await create({ name: 'Oddly taxed' });

  const refused = await manager.call(categoryRoutes.editTax, {
    params: { id: category._id },
    body: { taxIds: [category._id] },
  });

  expect(refused).toMatchObject({ status: 400, paths: ['taxIds'] });
});

test('filters the list by tax to categories that have the tax themselves', async () => {
  const tax = await addTax(shop, 3);
  const naming = await addCategory(shop, { taxIds: [tax] });
  await addCategory(shop, { parentId: naming });

  const page = await manager.do(categoryRoutes.list, { body: { filters: { taxId: tax } } });

  expect(page.records.map(({ _id }) => _id)).toEqual([naming]);
});

test("rejects an order that doesn't match the children, and returns the current children", async () => {
  const parent = await create({ name: 'Exactly these' });
  const child = await create({ name: 'Only one', parentId: parent._id });
  const sort = (body: object) =>
    manager.call(categoryRoutes.sort, { body: body as { orderedIds: string[] } });

  const foreign = await sort({ parentId: parent._id, orderedIds: [parent._id] });
  const wrong = [
    await sort({ parentId: child._id.replace(/^./, 'f'), orderedIds: [child._id] }),
    await sort({ parentId: parent._id, orderedIds: [] }),
    await sort({ parentId: parent._id, orderedIds: ['first'] }),
    await sort({ parentId: parent._id, orderedIds: [child._id], order: 'asc' }),
  ];

  expect([foreign.status, foreign.code]).toEqual([409, 'categories.children-changed']);
  expect(foreign.data).toMatchObject([{ _id: child._id }]);
  expect(wrong.map(({ status }) => status)).toEqual([404, 400, 400, 400]);
});

test.each(['🥬 Greens', 'ألبان وبيض', 'Größe <b>XL</b>', "'; --"])(
  'accepts the name %s for a category',
  async (name) => {
    const category = await create({ name });

    const page = await manager.do(categoryRoutes.list, { body: { search: name } });

    expect(page.records.map(({ _id }) => _id)).toEqual([category._id]);
  },
);

test('rejects a new category whose image is not a picture', async () => {
  const refused = await manager.call(categoryRoutes.create, {
    body: { name: 'Not pictured' },
    files: { image: { name: 'pears.jpg', bytes: Buffer.from('%PDF-1.7'), type: 'image/jpeg' } },
  });

  const page = await manager.do(categoryRoutes.list, { body: { search: 'Not pictured' } });
  expect([refused.status, page.totalRecords]).toEqual([415, 0]);
});

test('filters the list by parent and level, and searches by part of the name', async () => {
  const parent = await create({ name: 'Listed parent' });
  await create({ name: 'Listed child', parentId: parent._id });

  const children = await manager.do(categoryRoutes.list, { body: { filters: { parentId: parent._id } } });
  const topmost = await manager.do(categoryRoutes.list, {
    body: { search: 'listed', filters: { parentId: null } },
  });

  expect(children.records.map((category) => category.name)).toEqual(['Listed child']);
  expect(topmost.records.map((category) => category.name)).toEqual(['Listed parent']);
});

test('finds import paths ignoring case, and adds only the missing parts', async () => {
  const pantry = await create({ name: 'Pantry' });

  const ids = await shop.look((tx) =>
    addCategoryPaths(tx, { userId: null, name: 'An import' }, [
      ['PANTRY', 'Pasta'],
      ['pantry', 'Rice'],
      ['Pantry', 'pasta'],
      ['Frozen'],
    ]),
  );

  expect(ids.get(pathKey(['Pantry']))).toBe(pantry._id);
  const tree = await manager.do(categoryRoutes.tree);
  expect(nodeIn(tree, pantry._id)!.children.map((node) => node.name)).toEqual(['Pasta', 'Rice']);
  expect(ids.size).toBe(4);
});

describe('a tree larger than one response', () => {
  let big: string;
  let middles: string[];
  beforeAll(async () => {
    big = (await create({ name: 'Big' }))._id;
    const rows = await shop.sql`WITH middle AS (
        INSERT INTO categories (id, name, parent_id, level, sort_order)
        SELECT gen_random_uuid(), 'Group ' || n, ${big}, 2, n FROM generate_series(1, 3) AS n RETURNING id, sort_order
      ), leaf AS (
        INSERT INTO categories (id, name, parent_id, level, sort_order)
        SELECT gen_random_uuid(), 'Leaf ' || middle.sort_order || '-' || n, middle.id, 3, n
        FROM middle CROSS JOIN generate_series(1, 700) AS n RETURNING id
      ), product AS (
        INSERT INTO products (id, name, slug, category_id)
        SELECT gen_random_uuid(), 'In ' || id, 'in-' || id, id FROM leaf
      ) SELECT id FROM middle ORDER BY sort_order`;
    middles = rows.map(({ id }) => id);
  });

  test('counts the products and children of each category', async () => {
    const tree = await manager.do(categoryRoutes.tree);

    const node = nodeIn(tree, big)!;
    expect(node).toMatchObject({ allProductCount: 2100, productCount: 0, childCount: 3 });
    expect(node.children.map(({ allProductCount, childCount }) => [allProductCount, childCount])).toEqual([
      [700, 700],
      [700, 700],
      [700, 700],
    ]);
    expect(node.children.flatMap(({ children }) => children).length).toBeLessThan(1000);
  });

  test('returns the children of a category in order, page by page', async () => {
    const parentId = middles[2]!;
    const first = await manager.do(categoryRoutes.tree, { query: { parentId } });
    const second = await manager.do(categoryRoutes.tree, { query: { parentId, after: first.at(-1)!._id } });

    expect([first.length, second.length]).toEqual([500, 200]);
    expect([first[0]?.name, second.at(-1)?.name]).toEqual(['Leaf 3-1', 'Leaf 3-700']);
    expect(first[0]).toMatchObject({ parentId, allProductCount: 1, childCount: 0 });
  });

  test('searches the whole tree, with names that begin with the search first', async () => {
    const names = (nodes: readonly CategoryNode[]): string[] =>
      nodes.flatMap((node) => [node.name, ...names(node.children)]);
    const search = async (text: string) => manager.do(categoryRoutes.tree, { query: { search: text } });

    expect(names(await search('leaf 3-699'))).toEqual(['Big', 'Group 3', 'Leaf 3-699']);
    expect(names(await search('big 3-699'))).toEqual(['Big', 'Group 3', 'Leaf 3-699']);
    const many = names(await search('Leaf 2-69'));
    expect(many.slice(0, 4)).toEqual(['Big', 'Group 2', 'Leaf 2-69', 'Leaf 2-690']);
    // Finds the exact name although 200 other names begin with it.
    expect(names(await search('Leaf 2-6')).slice(0, 3)).toEqual(['Big', 'Group 2', 'Leaf 2-6']);
    expect((await search(middles[0]!))[0]?.children.map(({ name }) => name)).toEqual(['Group 1']);
    expect(await search('nothing of the kind')).toEqual([]);
  });
});
