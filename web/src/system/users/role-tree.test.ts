import { allPermissions, type Permission, roleTree, withNeeded } from '@aisle/contract/permissions';
import { expect, test } from 'vitest';
import type { TreeNode } from '../../ui/tree/tree.ts';
import { grantable, roleTemplates } from './role-templates.ts';
import { roleNodes } from './role-tree.ts';

const all = new Set(allPermissions);
const find = (nodes: readonly TreeNode[], id: string): TreeNode | undefined => {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
};
const tree = (ticked: Permission[], mine: ReadonlySet<Permission> = all) =>
  roleNodes(roleTree, new Set(ticked), mine);

test('the roles become one tree: everything, its groups, their permissions', () => {
  const [root] = tree([]);

  expect(root?.label).toBe('All permissions');
  expect(find(root?.children ?? [], 'brand_edit')?.label).toBe('Edit brands');
});

test('a permission says which other one it is ticked for', () => {
  const nodes = tree(['brand_list', 'brand_view', 'brand_edit']);

  expect(find(nodes, 'brand_list')?.note).toBe('required by “View a brand”, and 1 more');
  expect(find(nodes, 'brand_edit')?.note).toBeUndefined();
});

test('a permission that opens nothing says so, granted or not', () => {
  const text = "no effect: orders can't be deleted";

  expect(find(tree([]), 'order_delete')?.note).toBe(text);
  expect(find(tree(['order_delete']), 'order_delete')?.note).toBe(text);
  expect(find(tree(['brand_view']), 'brand_view')?.note).toBe('no effect: the list shows all there is');
});

test('nobody grants what they lack, but may take it away', () => {
  const nodes = tree(['tax_list'], new Set(['brand_list']));

  expect(find(nodes, 'tax_add')?.isDisabled).toBe(true);
  expect(find(nodes, 'tax_list')?.isDisabled).toBeUndefined();
  expect(find(nodes, 'brand_list')?.isDisabled).toBeUndefined();
});

test('a group says how much of it is granted', () => {
  expect(find(tree(['brand_list', 'brand_view']), 'groupBrand')?.note).toBe('2 of 5');
});

test.each(roleTemplates)(
  'the template $name grants something, with what it needs, and no settings',
  (template) => {
    const granted = grantable(template.permissions, all, new Set());

    expect(granted).toEqual(withNeeded(template.permissions));
    expect(granted.has('access_setting')).toBe(false);
    expect(granted.has('user_edit')).toBe(false);
  },
);

test('a template grants only what the person who assigns it has, or the user had', () => {
  const mine = new Set<Permission>(['brand_list', 'brand_view']);

  expect(
    [...grantable(['brand_edit', 'brand_view', 'tax_list'], mine, new Set(['tax_list']))].sort(),
  ).toEqual(['brand_list', 'brand_view', 'tax_list']);
});
