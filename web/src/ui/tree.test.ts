import { expect, test } from 'vitest';
import { checkState, type TreeNode, treeRows } from './tree.ts';

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

test('filtering keeps what stands above a match, and opens it', () => {
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
