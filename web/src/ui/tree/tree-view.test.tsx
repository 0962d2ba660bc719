import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import type { TreeNode } from './tree.ts';
import { TreeView } from './tree-view.tsx';

const nodes: TreeNode[] = [
  {
    id: 'dairy',
    label: 'Dairy',
    children: [
      { id: 'milk', label: 'Milk', count: 1200 },
      { id: 'cheese', label: 'Cheese', children: [{ id: 'blue', label: 'Blue cheese' }] },
      { id: 'butter', label: 'Butter', isDisabled: true },
    ],
  },
  { id: 'fruit', label: 'Fruit', children: [{ id: 'apples', label: 'Apples' }] },
  { id: 'bread', label: 'Bread' },
];

function Ticked({ onTick }: { onTick?: (ids: string[]) => void }) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const leaves = (node: TreeNode): string[] => node.children?.flatMap(leaves) ?? [node.id];
  return (
    <TreeView
      label="Categories"
      nodes={nodes}
      checked={checked}
      onCheck={(node, on) => {
        const next = new Set(checked);
        for (const leaf of leaves(node)) {
          if (on) next.add(leaf);
          else next.delete(leaf);
        }
        onTick?.([...next]);
        setChecked(next);
      }}
    />
  );
}

const tree = () => screen.getByRole('tree', { name: 'Categories' });
const names = () =>
  within(tree())
    .getAllByRole('treeitem')
    .map((item) => item.getAttribute('aria-label'));
const item = (name: string) => within(tree()).getByRole('treeitem', { name });
const here = () => document.activeElement?.getAttribute('aria-label');

test('the first level is open at first, and each row says its level', async () => {
  await show(<TreeView label="Categories" nodes={nodes} />);

  expect(names()).toEqual(['Dairy', 'Milk 1,200', 'Cheese', 'Butter', 'Fruit', 'Apples', 'Bread']);
  const cheese = item('Cheese');
  expect(cheese.getAttribute('aria-level')).toBe('2');
  expect([cheese.getAttribute('aria-posinset'), cheese.getAttribute('aria-setsize')]).toEqual(['2', '3']);
  expect(cheese.getAttribute('aria-expanded')).toBe('false');
  expect(item('Bread').hasAttribute('aria-expanded')).toBe(false);
});

test('only one row is reached by Tab, the others by arrows', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);
  const stops = () =>
    within(tree())
      .getAllByRole('treeitem')
      .filter((row) => row.tabIndex === 0);

  expect(stops()).toEqual([item('Dairy')]);
  item('Dairy').focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');

  expect(here()).toBe('Cheese');
  expect(stops()).toEqual([item('Cheese')]);
});

test('up and down, Home and End stop at both ends', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  item('Dairy').focus();
  await user.keyboard('{ArrowUp}');
  expect(here()).toBe('Dairy');
  await user.keyboard('{End}{ArrowDown}');
  expect(here()).toBe('Bread');
  await user.keyboard('{Home}');

  expect(here()).toBe('Dairy');
});

test('right opens a branch, then goes into it; left goes out, then closes it', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  item('Cheese').focus();
  await user.keyboard('{ArrowRight}');
  expect(item('Cheese').getAttribute('aria-expanded')).toBe('true');
  expect(here()).toBe('Cheese');
  await user.keyboard('{ArrowRight}');
  expect(here()).toBe('Blue cheese');
  await user.keyboard('{ArrowLeft}');
  expect(here()).toBe('Cheese');
  await user.keyboard('{ArrowLeft}');

  expect(names()).not.toContain('Blue cheese');
});

test('a letter goes to the next row that begins with it, and around', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  item('Dairy').focus();
  await user.keyboard('b');
  expect(here()).toBe('Butter');
  await user.keyboard('b');
  expect(here()).toBe('Bread');
  await user.keyboard('b');
  expect(here()).toBe('Butter');
  await user.keyboard('z');

  expect(here()).toBe('Butter');
});

test('the space bar ticks a branch with all its leaves, and again none of them', async () => {
  const onTick = vi.fn();
  const { user } = await show(<Ticked onTick={onTick} />);

  item('Fruit').focus();
  await user.keyboard(' ');
  expect(item('Fruit').getAttribute('aria-checked')).toBe('true');
  expect(item('Apples').getAttribute('aria-checked')).toBe('true');
  await user.keyboard(' ');

  expect(onTick.mock.calls).toEqual([[['apples']], [[]]]);
});

test('a branch of which some leaves are ticked is mixed', async () => {
  const { user } = await show(<Ticked />);

  await user.click(screen.getByText('Milk'));

  expect(item('Milk 1,200').getAttribute('aria-checked')).toBe('true');
  expect(item('Dairy').getAttribute('aria-checked')).toBe('mixed');
});

test('what is switched off cannot be ticked', async () => {
  const onTick = vi.fn();
  const { user } = await show(<Ticked onTick={onTick} />);

  item('Butter').focus();
  await user.keyboard(' ');
  await user.click(screen.getByText('Butter'));

  expect(onTick).not.toHaveBeenCalled();
  expect(item('Butter').getAttribute('aria-disabled')).toBe('true');
});

test('Enter and a click on the name open a record', async () => {
  const onOpen = vi.fn();
  const { user } = await show(<TreeView label="Categories" nodes={nodes} onOpen={onOpen} />);

  item('Milk 1,200').focus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByText('Bread'));

  expect(onOpen.mock.calls.map(([node]) => node.id)).toEqual(['milk', 'bread']);
});

test('a filter shows what matches with the way to it', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  await user.type(screen.getByRole('searchbox', { name: 'Filter Categories' }), 'blue');
  expect(names()).toEqual(['Dairy', 'Cheese', 'Blue cheese']);
  await user.press('Clear the filter');

  expect(names()).toContain('Bread');
});

test('a filter that nothing matches says so', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  await user.type(screen.getByRole('searchbox'), 'wine');

  expect(screen.getByText('Nothing matches “wine”.')).toBeTruthy();
});

test('the arrow leads from the filter into the tree', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  await user.type(screen.getByRole('searchbox'), 'a{ArrowDown}');

  expect(here()).toBe('Dairy');
});

test('everything is opened and closed at once', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  await user.press('Expand all');
  expect(names()).toContain('Blue cheese');
  await user.press('Collapse all');

  expect(names()).toEqual(['Dairy', 'Fruit', 'Bread']);
});

test('the children of a branch are fetched when it opens, not when it closes', async () => {
  const onExpand = vi.fn();
  const { user } = await show(
    <TreeView label="Categories" nodes={nodes} initiallyOpen={[]} onExpand={onExpand} />,
  );

  item('Dairy').focus();
  await user.keyboard('{ArrowRight}{ArrowLeft}');

  expect(onExpand).toHaveBeenCalledOnce();
  expect(onExpand.mock.calls[0]?.[0].id).toBe('dairy');
});

test('the rest of a long branch is fetched when it comes into sight', async () => {
  const onMore = vi.fn();
  const long: TreeNode[] = [{ id: 'more', label: '40 more', isMore: true }];

  await show(<TreeView label="Categories" nodes={long} onMore={onMore} />);

  expect(onMore).toHaveBeenCalledWith(long[0]);
  expect(item('40 more').getAttribute('aria-busy')).toBe('true');
});

test('Alt with an arrow moves a row, and plain arrows move the focus only', async () => {
  const onMove = vi.fn();
  const { user } = await show(<TreeView label="Categories" nodes={nodes} onMove={onMove} />);

  item('Milk 1,200').focus();
  await user.keyboard('{Alt>}{ArrowDown}{ArrowRight}{/Alt}{ArrowDown}');

  expect(onMove.mock.calls.map(([node, how]) => [node.id, how])).toEqual([
    ['milk', { to: 'down' }],
    ['milk', { to: 'in' }],
  ]);
  expect(here()).toBe('Cheese');
});

test('a tree that cannot be moved leaves Alt to the browser', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  item('Milk 1,200').focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');

  expect(here()).toBe('Milk 1,200');
});

test('what has happened is said to those who listen', async () => {
  await show(<TreeView label="Categories" nodes={nodes} announcement="Milk is now 2 of 3 in Dairy" />);

  expect(screen.getByRole('status').textContent).toBe('Milk is now 2 of 3 in Dairy');
});
