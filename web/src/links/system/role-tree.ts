import {
  isPermission,
  neededBy,
  opensNothing,
  type Permission,
  permissions,
  type Role,
} from '@aisle/contract/permissions';
import { leavesOf, type TreeNode } from '../../ui/tree/tree.ts';

/** Converts the flat list of the API to a tree: the root is 1, and each child names its parent. */
export function roleNodes(
  roles: readonly Role[],
  ticked: ReadonlySet<Permission>,
  mine: ReadonlySet<Permission>,
): TreeNode[] {
  const below = (roleId: number): TreeNode[] =>
    roles
      .filter((role) => role.subRoleId === roleId && role.roleId !== roleId)
      .map((role) => {
        const children = below(role.roleId);
        if (children.length > 0) {
          return { id: role.roleKey, label: role.roleName, note: grantedOf(children, ticked), children };
        }
        const note = reasonFor(role.roleKey, ticked);
        return {
          id: role.roleKey,
          label: role.roleName,
          ...(note && { note }),
          // Users can't grant permissions that they lack, but they can remove them.
          ...(isPermission(role.roleKey) &&
            !mine.has(role.roleKey) &&
            !ticked.has(role.roleKey) && { isDisabled: true }),
        };
      });
  return roles
    .filter((role) => role.roleId === 1)
    .map((root) => ({ id: root.roleKey, label: root.roleName, children: below(root.roleId) }));
}

/** "3 of 5": the number of granted permissions in a group. */
function grantedOf(children: readonly TreeNode[], ticked: ReadonlySet<Permission>): string {
  const keys = children.flatMap(leavesOf).filter(isPermission);
  return `${keys.filter((key) => ticked.has(key)).length} of ${keys.length}`;
}

/** The permission that requires this one, or the reason why this one has no effect. */
function reasonFor(key: string, ticked: ReadonlySet<Permission>): string | null {
  if (!isPermission(key)) return null;
  const [first, ...others] = ticked.has(key) ? neededBy(key, ticked) : [];
  const idle = opensNothing(key);
  if (!first) return idle ? `no effect: ${idle}` : null;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return `required by “${permissions[first].label}”${more}`;
}
