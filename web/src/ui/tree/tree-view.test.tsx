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

test('opens the first level initially and exposes the level of each row', async () => {
  await show(<TreeView label="Categories" nodes={nodes} />);

  expect(names()).toEqual(['Dairy', 'Milk 1,200', 'Cheese', 'Butter', 'Fruit', 'Apples', 'Bread']);
  const cheese = item('Cheese');
  expect(cheese.getAttribute('aria-level')).toBe('2');
  expect([cheese.getAttribute('aria-posinset'), cheese.getAttribute('aria-setsize')]).toEqual(['2', '3']);
  expect(cheese.getAttribute('aria-expanded')).toBe('false');
  expect(item('Bread').hasAttribute('aria-expanded')).toBe(false);
});

test('has a single tab stop and moves by arrow keys', async () => {
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

test('stops at both ends with arrows, Home and End', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  item('Dairy').focus();
  await user.keyboard('{ArrowUp}');
  expect(here()).toBe('Dairy');
  await user.keyboard('{End}{ArrowDown}');
  expect(here()).toBe('Bread');
  await user.keyboard('{Home}');

  expect(here()).toBe('Dairy');
});

test('opens and enters a branch with right, leaves and closes it with left', async () => {
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

test('moves to the next row that starts with the typed letter, wrapping around', async () => {
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

test('checks and unchecks all leaves of a branch with Space', async () => {
  const onTick = vi.fn();
  const { user } = await show(<Ticked onTick={onTick} />);

  item('Fruit').focus();
  await user.keyboard(' ');
  expect(item('Fruit').getAttribute('aria-checked')).toBe('true');
  expect(item('Apples').getAttribute('aria-checked')).toBe('true');
  await user.keyboard(' ');

  expect(onTick.mock.calls).toEqual([[['apples']], [[]]]);
});

test('shows a partly checked branch as mixed', async () => {
  const { user } = await show(<Ticked />);

  await user.click(screen.getByText('Milk'));

  expect(item('Milk 1,200').getAttribute('aria-checked')).toBe('true');
  expect(item('Dairy').getAttribute('aria-checked')).toBe('mixed');
});

test('ignores clicks and keys on a disabled row', async () => {
  const onTick = vi.fn();
  const { user } = await show(<Ticked onTick={onTick} />);

  item('Butter').focus();
  await user.keyboard(' ');
  await user.click(screen.getByText('Butter'));

  expect(onTick).not.toHaveBeenCalled();
  expect(item('Butter').getAttribute('aria-disabled')).toBe('true');
});

test('opens a record on Enter or a click on its name', async () => {
  const onOpen = vi.fn();
  const { user } = await show(<TreeView label="Categories" nodes={nodes} onOpen={onOpen} />);

  item('Milk 1,200').focus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByText('Bread'));

  expect(onOpen.mock.calls.map(([node]) => node.id)).toEqual(['milk', 'bread']);
});

test('shows matches of the filter with their ancestors', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  await user.type(screen.getByRole('searchbox', { name: 'Filter Categories' }), 'blue');
  expect(names()).toEqual(['Dairy', 'Cheese', 'Blue cheese']);
  await user.press('Clear the filter');

  expect(names()).toContain('Bread');
});

test('shows a message if nothing matches the filter', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  await user.type(screen.getByRole('searchbox'), 'wine');

  expect(screen.getByText('Nothing matches “wine”.')).toBeTruthy();
});

test('moves from the filter into the tree with arrow down', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  await user.type(screen.getByRole('searchbox'), 'a{ArrowDown}');

  expect(here()).toBe('Dairy');
});

test('expands and collapses everything', async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  await user.press('Expand all');
  expect(names()).toContain('Blue cheese');
  await user.press('Collapse all');

  expect(names()).toEqual(['Dairy', 'Fruit', 'Bread']);
});

test('loads the children of a branch when it opens, not when it closes', async () => {
  const onExpand = vi.fn();
  const { user } = await show(
    <TreeView label="Categories" nodes={nodes} initiallyOpen={[]} onExpand={onExpand} />,
  );

  item('Dairy').focus();
  await user.keyboard('{ArrowRight}{ArrowLeft}');

  expect(onExpand).toHaveBeenCalledOnce();
  expect(onExpand.mock.calls[0]?.[0].id).toBe('dairy');
});

test('loads the rest of a long branch when it becomes visible', async () => {
  const onMore = vi.fn();
  const long: TreeNode[] = [{ id: 'more', label: '40 more', isMore: true }];

  await show(<TreeView label="Categories" nodes={long} onMore={onMore} />);

  expect(onMore).toHaveBeenCalledWith(long[0]);
  expect(item('40 more').getAttribute('aria-busy')).toBe('true');
});

test('moves a row with Alt and an arrow, and only the focus without Alt', async () => {
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

test("ignores Alt with arrows in a tree that can't be sorted", async () => {
  const { user } = await show(<TreeView label="Categories" nodes={nodes} />);

  item('Milk 1,200').focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');

  expect(here()).toBe('Milk 1,200');
});

test('announces changes to screen readers', async () => {
  await show(<TreeView label="Categories" nodes={nodes} announcement="Milk is now 2 of 3 in Dairy" />);

  expect(screen.getByRole('status').textContent).toBe('Milk is now 2 of 3 in Dairy');
});
