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

test('only what is open shows', () => {
  expect(shown([])).toEqual(['1 food', '1 pets']);
  expect(shown(['food'])).toEqual(['1 food', '2 dairy', '2 bread', '1 pets']);
});

test('filtering keeps everything above a match, and opens it', () => {
  expect(shown([], 'kef')).toEqual(['1 food', '2 dairy', '3 kefir']);
});

test('what matches by its own name keeps all that is below it', () => {
  expect(shown(['dairy'], 'dairy')).toEqual(['1 food', '2 dairy', '3 milk', '3 kefir']);
});

test('a branch of leaves is laid out once, and anew when its list or its place is another', () => {
  const leaves = [{ id: 'a', label: 'A' }];
  const rowsOf = (id: string, children: typeof leaves) =>
    treeRows([{ id, label: id, children }], new Set([id]))[1];

  expect(rowsOf('food', leaves)).toBe(rowsOf('food', leaves));
  expect(rowsOf('pets', leaves)).toMatchObject({ parent: 'pets', level: 2 });
  expect(rowsOf('food', [...leaves])).toMatchObject({ parent: 'food' });
});

test('a branch is ticked as its leaves are', () => {
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

test('with everything open, every entry has a row, below the one it belongs to', () => {
  forAll(trees, (all) => {
    const rows = treeRows(all, new Set(branchesOf(all)));

    expect(rows.map(({ node }) => node.id)).toEqual(everyNode(all).map(({ id }) => id));
    for (const { parent, level } of rows) {
      const above = rows.find(({ node }) => node.id === parent);
      expect(level).toBe(above ? above.level + 1 : 1);
    }
  });
});

test('entries are counted within their branch, from the first to the last', () => {
  forAll(trees, (all) => {
    const rows = treeRows(all, new Set(branchesOf(all)));
    const branches = Map.groupBy(rows, ({ parent }) => parent);

    for (const [, branch] of branches) {
      expect(branch.map(({ position }) => position)).toEqual(branch.map((__, at) => at + 1));
      expect(branch.every(({ siblings }) => siblings === branch.length)).toBe(true);
    }
  });
});

test('while filtering, all that matches is shown, whatever is open', () => {
  forAll(trees, (all) => {
    const shownIds = new Set(treeRows(all, new Set(), 'milk').map(({ node }) => node.id));
    const matching = everyNode(all).filter(({ label }) => label === 'Milk');

    // Nodes below a match stay collapsed until the user opens it.
    const isBelowMatch = (id: string) =>
      matching.some((one) => one.id !== id && everyNode(one.children ?? []).some((below) => below.id === id));
    expect(matching.filter(({ id }) => !shownIds.has(id) && !isBelowMatch(id))).toEqual([]);
  });
});

test('a branch is ticked all or not at all exactly when its leaves are', () => {
  forAll(forest, fc.nat(), (tree, mask) => {
    const leaves = leavesOf(tree);
    const checked = new Set(leaves.filter((__, at) => (mask >> (at % 30)) & 1));
    const expected = checked.size === 0 ? 'none' : checked.size === leaves.length ? 'all' : 'some';

    expect(checkState(tree, checked)).toBe(expected);
  });
});

test('a branch of which not all is loaded is as the server says', () => {
  expect(checkState({ id: 'food', label: 'Food', isBranch: true, state: 'some' }, new Set(['food']))).toBe(
    'some',
  );
});

test('a branch still to be fetched can be opened, a leaf cannot', () => {
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
