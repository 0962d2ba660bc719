import { categoryRoutes } from '@aisle/contract/catalog/categories';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../../test/server.ts';
import { categoryOf, impactOf, nodeOf } from '../../catalog.fixtures.ts';
import { CategoryTree } from './category-tree.tsx';

const cheese = nodeOf('Cheese', { productCount: 4 });
const dairy = nodeOf('Dairy', { productCount: 3, children: [cheese, nodeOf('Milk')] });
const bakery = nodeOf('Bakery', { sortOrder: 2 });
const all: Permission[] = [
  'category_list',
  'category_view',
  'category_add',
  'category_edit',
  'category_delete',
];

const showTree = (permissions = all) =>
  show(<CategoryTree />, {
    page: '/category',
    at: '/category',
    permissions,
  });

serve(categoryRoutes.tree, [dairy, bakery]);

test('counts the products of subcategories', async () => {
  await showTree();

  const item = await screen.findByRole('treeitem', { name: /Dairy/ });

  expect(item.textContent).toContain('7');
});

test('marks subcategories of an inactive category as hidden', async () => {
  serve(categoryRoutes.tree, [{ ...dairy, status: false }]);

  await showTree();

  expect((await screen.findByRole('treeitem', { name: /Dairy/ })).textContent).toContain('Inactive');
  expect(screen.getByRole('treeitem', { name: /Cheese/ }).textContent).toContain('Hidden with its parent');
});

test('offers to add the first category', async () => {
  serve(categoryRoutes.tree, []);
  const { user } = await showTree();

  expect(await screen.findByText('No categories yet')).toBeTruthy();
  await user.press('New category');

  expect(await screen.findByRole('form', { name: 'New category' })).toBeTruthy();
});

test('moves a category down among its siblings', async () => {
  const sorts = serve(categoryRoutes.sort, []);
  const { user } = await showTree();

  await user.choose('More for Dairy', 'Move down');

  expect(await onlyBody(sorts)).toMatchObject({ parentId: null, orderedIds: [bakery._id, dairy._id] });
});

test('keeps the first category from moving up and the last from moving down', async () => {
  const { user } = await showTree();

  await user.press('More for Dairy');
  expect(await screen.findByRole('menuitem', { name: 'Move down' })).toBeTruthy();

  expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull();
});

test('moves without confirmation if nothing changes for customers', async () => {
  serve(categoryRoutes.impact, impactOf());
  serve(categoryRoutes.sort, []);
  const edits = serve(categoryRoutes.edit, categoryOf());
  const { user } = await showTree();

  await user.choose('More for Bakery', 'Move into the category above');

  expect(await onlyRequest(edits)).toMatchObject({
    params: [bakery._id],
    body: { parentId: dairy._id, version: 1 },
  });
});

test('asks before a move hides products, and cancels it on refusal', async () => {
  serve(categoryRoutes.impact, impactOf({ hiddenCount: 12, productCount: 12 }));
  const edits = serve(categoryRoutes.edit, categoryOf());
  const { user } = await showTree();

  await user.choose('More for Bakery', 'Move into the category above');
  const question = await screen.findByRole('dialog', { name: 'Move Bakery into Dairy?' });
  expect(question.textContent).toContain('12');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(edits).toEqual([]);
});

test('shows why a move is not allowed', async () => {
  serve(
    categoryRoutes.impact,
    impactOf({ refusal: { code: 'categories.too-deep', message: 'Categories go three levels deep' } }),
  );
  const { user } = await showTree();

  await user.choose('More for Bakery', 'Move into the category above');

  expect(await screen.findByText('Categories go three levels deep')).toBeTruthy();
});

test('asks before deactivation hides products', async () => {
  serve(categoryRoutes.impact, impactOf({ hiddenCount: 7 }));
  const switched = serve(categoryRoutes.updateStatus, categoryOf({ status: false }));
  const { user } = await showTree();

  await user.choose('More for Dairy', 'Deactivate');
  await user.answer('Deactivate Dairy?', 'Deactivate');

  await waitFor(() => expect(switched).toMatchObject([{ params: [dairy._id], body: { status: false } }]));
});

test('deactivates an empty category without confirmation, with an undo', async () => {
  serve(categoryRoutes.impact, impactOf());
  const switched = serve(categoryRoutes.updateStatus, categoryOf({ status: false }));
  const { user } = await showTree();

  await user.choose('More for Bakery', 'Deactivate');
  const toast = (await screen.findByText('Bakery is now inactive.')).closest<HTMLElement>('[data-kind]')!;
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));

  await waitFor(() =>
    expect(switched.map(({ body }) => body)).toEqual([{ status: false }, { status: true }]),
  );
});

test('deletes an empty category after confirmation', async () => {
  serve(categoryRoutes.impact, impactOf());
  const removed = serve(categoryRoutes.remove, { _id: bakery._id });
  const { user } = await showTree();

  await user.choose('More for Bakery', 'Delete');
  await user.answer('Delete Bakery?', 'Delete');

  await waitFor(() => expect(removed).toMatchObject([{ params: [bakery._id] }]));
});

test('keeps a category with products and shows them instead', async () => {
  serve(
    categoryRoutes.impact,
    impactOf({ productCount: 7, refusal: { code: 'in-use', message: 'There are products in it' } }),
  );
  const removed = serve(categoryRoutes.remove, { _id: dairy._id });
  const { user, address, search } = await showTree();

  await user.choose('More for Dairy', 'Delete');
  await user.answer('Dairy is not empty', 'View products');

  await waitFor(() => expect(address()).toBe('/products'));
  expect(search()).toEqual({ categoryId: dairy._id });
  expect(removed).toEqual([]);
});

test('adds no subcategories below the third level', async () => {
  const blue = nodeOf('Blue', { level: 3 });
  const middle = { ...cheese, level: 2, children: [blue], childCount: 1 };
  serve(categoryRoutes.tree, [nodeOf('Dairy', { children: [middle] })]);
  const { user } = await showTree();

  (await screen.findByRole('treeitem', { name: /Cheese/ })).focus();
  await user.keyboard('{ArrowRight}');
  await user.press('More for Blue');

  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Add below' })).toBeNull();
});

test('hides add and move from read-only users', async () => {
  await showTree(['category_list']);

  await screen.findByRole('treeitem', { name: /Dairy/ });

  expect(screen.queryByRole('button', { name: /^(New category|More for Dairy)$/ })).toBeNull();
  expect(screen.queryByText(/Drag to sort/)).toBeNull();
});

test('shows a loading error and retries', async () => {
  let isDown = true;
  serve(categoryRoutes.tree, () => (isDown ? refusal(500, 'unexpected', 'Something went wrong') : [dairy]));
  const { user } = await showTree();

  await screen.findByText(/Something went wrong/);
  isDown = false;
  await user.press('Try again');

  expect(await screen.findByRole('treeitem', { name: /Dairy/ })).toBeTruthy();
});

test('merges a category for users who can delete it and edit products', async () => {
  serve(categoryRoutes.impact, impactOf({ productCount: 7, categoryCount: 3 }));
  const merged = serve(categoryRoutes.merge, {
    _id: bakery._id,
    name: 'Bakery',
    productCount: 7,
    categoryCount: 2,
  });
  const { user } = await showTree([...all, 'product_edit']);

  await user.choose('More for Dairy', 'Merge into…');
  await user.select(/Merge into/, 'Bakery');
  await user.press('Merge');

  await waitFor(() => expect(merged.map(({ body }) => body)).toEqual([{ intoId: bakery._id }]));
  expect(merged[0]!.params).toEqual([dairy._id]);
});

test('loads a missing level page by page when it is opened', async () => {
  const leaves = Array.from({ length: 4 }, (_, at) => nodeOf(`Leaf ${at}`, { level: 2 }));
  const large = nodeOf('Large', { childCount: 4, allProductCount: 90 });
  serve(categoryRoutes.tree, ({ query }) => {
    if (!query.parentId) return [large];
    return query.after ? leaves.slice(2) : leaves.slice(0, 2);
  });
  const { user } = await showTree();
  const item = await screen.findByRole('treeitem', { name: /Large/ });
  expect(item.textContent).toContain('90');

  item.focus();
  await user.keyboard('{ArrowRight}');

  expect(await screen.findByRole('treeitem', { name: /Leaf 3/ })).toBeTruthy();
  expect(screen.getAllByRole('treeitem', { name: /Leaf/ })).toHaveLength(4);
  expect(screen.queryByText('Loading more…')).toBeNull();
});

test('searches an incomplete tree on the server', async () => {
  const large = nodeOf('Large', { childCount: 4000 });
  const leaf = nodeOf('Leaf 39', { level: 2 });
  serve(categoryRoutes.tree, ({ query }) =>
    query.search === 'leaf 39' ? [{ ...large, children: [leaf] }] : query.parentId ? [] : [large],
  );
  const { user } = await showTree();

  await user.type(await screen.findByRole('searchbox'), 'leaf 39');

  expect(await screen.findByRole('treeitem', { name: /Leaf 39/ })).toBeTruthy();
});

test('reports that a search found more than it shows', async () => {
  const large = nodeOf('Large', { childCount: 4000 });
  const leaves = Array.from({ length: 200 }, (_, at) => nodeOf(`Leaf ${at}`, { level: 2 }));
  const found = (search: string) => [{ ...large, children: search === 'leaf' ? leaves : leaves.slice(0, 3) }];
  serve(categoryRoutes.tree, ({ query }) =>
    query.search ? found(query.search) : query.parentId ? [] : [large],
  );
  const { user } = await showTree();

  await user.type(await screen.findByRole('searchbox'), 'leaf');
  expect(await screen.findByText(/The first 200 matches/)).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), ' 3');

  await waitFor(() => expect(screen.queryByText(/The first 200 matches/)).toBeNull());
});
