import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchesOf, checkState, leavesOf, type TreeNode, treeRows } from './tree.ts';

const nodes: TreeNode[] = [
  {
    id: 'food',
    label: 'Food',
    children: [
      {
        id: 'dairy',
        label: 'Dairy',
        children: [
          { id: 'milk', label: 'Milk' },
          { id: 'kefir', label: 'Kefir' },
        ],
      },
      { id: 'bread', label: 'Bread' },
    ],
  },
  { id: 'pets', label: 'Pets' },
];
const shown = (open: string[], filter?: string) =>
  treeRows(nodes, new Set(open), filter).map(({ node, level }) => `${level} ${node.id}`);

test('shows only the rows of open branches', () => {
  expect(shown([])).toEqual(['1 food', '1 pets']);
  expect(shown(['food'])).toEqual(['1 food', '2 dairy', '2 bread', '1 pets']);
});

test('shows and opens the ancestors of a match', () => {
  expect(shown([], 'kef')).toEqual(['1 food', '2 dairy', '3 kefir']);
});

test('keeps all descendants of a match by its own name', () => {
  expect(shown(['dairy'], 'dairy')).toEqual(['1 food', '2 dairy', '3 milk', '3 kefir']);
});

test('caches the rows of a branch of leaves until its list or position changes', () => {
  const leaves = [{ id: 'a', label: 'A' }];
  const rowsOf = (id: string, children: typeof leaves) =>
    treeRows([{ id, label: id, children }], new Set([id]))[1];

  expect(rowsOf('food', leaves)).toBe(rowsOf('food', leaves));
  expect(rowsOf('pets', leaves)).toMatchObject({ parent: 'pets', level: 2 });
  expect(rowsOf('food', [...leaves])).toMatchObject({ parent: 'food' });
});

test('derives the state of a branch from its leaves', () => {
  const food = nodes[0]!;

  expect(checkState(food, new Set())).toBe('none');
  expect(checkState(food, new Set(['milk']))).toBe('some');
  expect(checkState(food, new Set(['milk', 'kefir', 'bread']))).toBe('all');
});

/** Generates forests of a few nodes, each named by its position. */
const forest = fc.letrec<{ node: TreeNode }>((tie) => ({
  node: fc.record({
    id: fc.uuid(),
    label: fc.constantFrom('Milk', 'Bread', 'Cheese', 'Tea'),
    children: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('node'), { maxLength: 3 })),
  }),
})).node;
const trees = fc.array(forest, { maxLength: 3 });
const everyNode = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(node.children ?? [])]);

test('shows every node below its parent if everything is open', () => {
  forAll(trees, (all) => {
    const rows = treeRows(all, new Set(branchesOf(all)));

    expect(rows.map(({ node }) => node.id)).toEqual(everyNode(all).map(({ id }) => id));
    for (const { parent, level } of rows) {
      const above = rows.find(({ node }) => node.id === parent);
      expect(level).toBe(above ? above.level + 1 : 1);
    }
  });
});

test('numbers the rows within their branch', () => {
  forAll(trees, (all) => {
    const rows = treeRows(all, new Set(branchesOf(all)));
    const branches = Map.groupBy(rows, ({ parent }) => parent);

    for (const [, branch] of branches) {
      expect(branch.map(({ position }) => position)).toEqual(branch.map((__, at) => at + 1));
      expect(branch.every(({ siblings }) => siblings === branch.length)).toBe(true);
    }
  });
});

test('shows all matches of a filter, whichever branches are open', () => {
  forAll(trees, (all) => {
    const shownIds = new Set(treeRows(all, new Set(), 'milk').map(({ node }) => node.id));
    const matching = everyNode(all).filter(({ label }) => label === 'Milk');

    // Nodes below a match stay collapsed until the user opens it.
    const isBelowMatch = (id: string) =>
      matching.some((one) => one.id !== id && everyNode(one.children ?? []).some((below) => below.id === id));
    expect(matching.filter(({ id }) => !shownIds.has(id) && !isBelowMatch(id))).toEqual([]);
  });
});

test('marks a branch as checked or unchecked exactly if all its leaves are', () => {
  forAll(forest, fc.nat(), (tree, mask) => {
    const leaves = leavesOf(tree);
    const checked = new Set(leaves.filter((__, at) => (mask >> (at % 30)) & 1));
    const expected = checked.size === 0 ? 'none' : checked.size === leaves.length ? 'all' : 'some';

    expect(checkState(tree, checked)).toBe(expected);
  });
});

test("uses the server's state for a branch that isn't fully loaded", () => {
  expect(checkState({ id: 'food', label: 'Food', isBranch: true, state: 'some' }, new Set(['food']))).toBe(
    'some',
  );
});

test('makes an unloaded branch expandable, but not a leaf', () => {
  const rows = treeRows(
    [
      { id: 'a', label: 'A', isBranch: true },
      { id: 'b', label: 'B' },
    ],
    new Set(['a', 'b']),
  );

  expect(rows.map(({ hasChildren, isOpen }) => [hasChildren, isOpen])).toEqual([
    [true, true],
    [false, false],
  ]);
});
