import { allPermissions, type Permission, roleTree, withNeeded } from '@aisle/contract/permissions';
import { expect, test } from 'vitest';
import { roleNodes } from '../../links/system/role-tree.ts';
import type { TreeNode } from '../../ui/tree/tree.ts';
import { grantable, roleTemplates } from './role-templates.ts';

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

test('builds one tree of all groups and permissions', () => {
  const [root] = tree([]);

  expect(root?.label).toBe('All permissions');
  expect(find(root?.children ?? [], 'brand_edit')?.label).toBe('Edit brands');
});

test('shows which permissions require another one', () => {
  const nodes = tree(['brand_list', 'brand_view', 'brand_edit']);

  expect(find(nodes, 'brand_list')?.note).toBe('required by “View a brand”, and 1 more');
  expect(find(nodes, 'brand_edit')?.note).toBeUndefined();
});

test('marks permissions without effect, whether granted or not', () => {
  const text = "no effect: orders can't be deleted";

  expect(find(tree([]), 'order_delete')?.note).toBe(text);
  expect(find(tree(['order_delete']), 'order_delete')?.note).toBe(text);
  expect(find(tree(['brand_view']), 'brand_view')?.note).toBe('no effect: the list shows all there is');
});

test('prevents granting permissions that the user lacks, but allows removing them', () => {
  const nodes = tree(['tax_list'], new Set(['brand_list']));

  expect(find(nodes, 'tax_add')?.isDisabled).toBe(true);
  expect(find(nodes, 'tax_list')?.isDisabled).toBeUndefined();
  expect(find(nodes, 'brand_list')?.isDisabled).toBeUndefined();
});

test('counts the granted permissions of a group', () => {
  expect(find(tree(['brand_list', 'brand_view']), 'groupBrand')?.note).toBe('2 of 5');
});

test.each(roleTemplates)(
  'grants the permissions of $name with required ones, but no settings',
  (template) => {
    const granted = grantable(template.permissions, all, new Set());

    expect(granted).toEqual(withNeeded(template.permissions));
    expect(granted.has('access_setting')).toBe(false);
    expect(granted.has('user_edit')).toBe(false);
  },
);

test('grants only permissions that either of the two users has', () => {
  const mine = new Set<Permission>(['brand_list', 'brand_view']);

  expect(
    [...grantable(['brand_edit', 'brand_view', 'tax_list'], mine, new Set(['tax_list']))].sort(),
  ).toEqual(['brand_list', 'brand_view', 'tax_list']);
});
