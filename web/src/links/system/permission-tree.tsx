import { isPermission, type Permission, type Role, withNeeded, without } from '@aisle/contract/permissions';
import { useMemo } from 'react';
import { leavesOf, type TreeNode } from '../../ui/tree/tree.ts';
import { TreeView } from '../../ui/tree/tree-view.tsx';
import { roleNodes } from './role-tree.ts';

interface PermissionTreeProps {
  label: string;
  roles: readonly Role[];
  /** The permissions of the signed-in user, who can't grant others. */
  mine: ReadonlySet<Permission>;
  value: ReadonlySet<Permission>;
  onChange: (permissions: ReadonlySet<Permission>) => void;
  maxHeight: number;
}

/** Chooses permissions. Choosing one also chooses the permissions that it depends on, and each permission names its dependents. */
export function PermissionTree({ label, roles, mine, value, onChange, maxHeight }: PermissionTreeProps) {
  function check(node: TreeNode, on: boolean): void {
    const keys = leavesOf(node).filter(isPermission);
    if (on) {
      const allowed = keys.filter((key) => mine.has(key) || value.has(key));
      onChange(withNeeded([...value, ...allowed]));
    } else {
      onChange(keys.reduce<Set<Permission>>((left, key) => without(left, key), new Set(value)));
    }
  }
  // Typing in other fields of a form doesn't render the tree again.
  const nodes = useMemo(() => roleNodes(roles, value, mine), [roles, value, mine]);
  return <TreeView label={label} nodes={nodes} checked={value} onCheck={check} maxHeight={maxHeight} />;
}
