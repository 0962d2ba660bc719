import { z } from 'zod';
import {
  BooleanLike,
  Choice,
  Deleted,
  Email,
  Id,
  Instant,
  optionalPhone,
  Ref,
  requiredText,
  SearchText,
  StatusBody,
  tooLong,
  Version,
} from '../../core/fields.ts';
import { pageOf, pageRequest } from '../../core/page.ts';
import { noData, routes } from '../../core/route.ts';
import { isPermission } from '../../permissions.ts';

export const userTypes = ['admin', 'store', 'others'] as const;
export const UserType = z.enum(userTypes, { error: 'Choose a user type' });
export type UserType = z.infer<typeof UserType>;

export const User = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** A new email whose confirmation link hasn't been opened yet. */
  pendingEmail: z.string().nullable(),
  phone: z.string().nullable(),
  userType: UserType,
  /** The locations of a store user; empty for all other users, who have access to every location. */
  locations: z.array(Ref),
  status: z.boolean(),
  /** False until the user has accepted the invitation. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastLoginAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type User = z.infer<typeof User>;

export const UserInput = z.strictObject({
  firstName: requiredText('First name', 60),
  lastName: requiredText('Last name', 60),
  email: Email,
  phone: optionalPhone,
  userType: UserType,
  /** Required for store users: at least one location. */
  locationIds: z.array(Id).max(1000).optional(),
  status: BooleanLike.optional(),
});
export type UserInput = z.infer<typeof UserInput>;
const Permissions = z
  .array(z.string().max(100, tooLong('Not a permission')).refine(isPermission, 'Not a permission'))
  .max(1000);
export const NewUser = UserInput.extend({
  /** The first permissions, together with the ones they require. Only administrators can set them. */
  userRole: Permissions.optional(),
});
export type NewUser = z.infer<typeof NewUser>;
export const UserEdit = UserInput.partial().extend({ version: Version });
export type UserEdit = z.infer<typeof UserEdit>;
export const UserPage = pageRequest(['name', 'email', 'userType', 'lastLoginAt', 'createdAt'], {
  userType: UserType,
  status: z.boolean(),
  locationId: Id,
});
export type UserPage = z.infer<typeof UserPage>;

/**
 * One node of the role tree. The root has the ID 1, groups have the `subRoleId` 1, and permissions have the ID of their group
 * there.
 */
export const RoleNode = z.object({
  roleId: z.int(),
  subRoleId: z.int(),
  roleKey: z.string(),
  roleName: z.string(),
});
export const UserRoles = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  userType: UserType,
  /** The current permissions, without groups and the root. */
  userRoles: z.array(z.string()),
  totalRoles: z.array(RoleNode),
});
export type UserRoles = z.infer<typeof UserRoles>;
export const RoleAssignment = z.strictObject({
  userId: Id,
  userRole: Permissions,
});

export const userRoutes = routes('users', {
  list: {
    method: 'POST',
    path: '/user/list',
    permission: 'user_list',
    confirms: 'access',
    summary: 'Lists users',
    body: UserPage,
    data: pageOf(User),
    reads: true,
    list: { screen: '/users', exportAs: 'users' },
  },
  create: {
    method: 'POST',
    path: '/user/create',
    permission: 'user_add',
    confirms: 'access',
    when: 'if it adds an administrator',
    summary: 'Adds a user and emails an invitation',
    body: NewUser,
    data: User,
    message: "User added. We've emailed the invitation",
    problems: ['duplicate', 'not-allowed', 'permission-missing', 'reauth-required'],
    changes: ['users'],
  },
  edit: {
    method: 'PUT',
    path: '/user/edit/{id}',
    permission: 'user_edit',
    confirms: 'access',
    when: 'if it changes the email or the type',
    summary: 'Changes a user',
    body: UserEdit,
    data: User,
    message: 'User saved',
    problems: [
      'duplicate',
      'version-stale',
      'not-allowed',
      'reauth-required',
      'users.last-admin',
      'users.not-yourself',
    ],
    changes: ['users'],
  },
  remove: {
    method: 'DELETE',
    path: '/user/delete/{id}',
    permission: 'user_delete',
    confirms: 'access',
    summary: 'Deletes a user and ends their sessions. Their name stays on past work',
    data: Deleted,
    message: 'User deleted',
    problems: ['in-use', 'not-allowed', 'users.last-admin', 'users.not-yourself'],
    changes: ['users'],
  },
  get: {
    method: 'GET',
    path: '/user/get',
    permission: 'signedIn',
    confirms: 'access',
    summary: 'Shows your own account or, with `_id`, another user (requires user_view)',
    query: z.strictObject({ _id: Id.optional() }),
    data: User,
    reads: true,
  },
  dropdown: {
    method: 'GET',
    path: '/user/dropdown',
    permission: 'user_list',
    confirms: 'access',
    summary: 'Lists up to 50 users by name',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(Choice),
    reads: true,
  },
  updateStatus: {
    method: 'PUT',
    path: '/user/update-status/{id}',
    permission: 'user_edit',
    confirms: 'access',
    summary: 'Activates or deactivates a user. Deactivating ends their sessions',
    body: StatusBody,
    data: User,
    message: 'User saved',
    problems: ['not-allowed', 'users.last-admin', 'users.not-yourself'],
    changes: ['users'],
  },
  resendInvitation: {
    method: 'POST',
    path: '/user/resend-invitation/{id}',
    permission: 'user_edit',
    confirms: 'access',
    summary: 'Emails another invitation to a user who has no password yet, up to five links an hour',
    data: noData,
    message: 'Invitation sent',
    problems: ['users.not-invited', 'users.links-used-up'],
  },
  resetSecondFactor: {
    method: 'POST',
    path: '/user/reset-second-factor/{id}',
    permission: 'user_edit',
    confirms: 'access',
    when: 'always',
    adminsOnly: true,
    summary:
      'Removes all second factors of a user who lost them, ends their sessions and tells them by email. Never your own',
    data: User,
    message: 'Second factor reset',
    problems: ['not-allowed', 'reauth-required', 'users.not-yourself', 'second-factors.none'],
    changes: ['users'],
  },
  listRole: {
    method: 'GET',
    path: '/user/listrole/{id}',
    permission: 'user_view',
    confirms: 'access',
    adminsOnly: true,
    summary: "Shows a user's permissions and the tree of all permissions",
    data: UserRoles,
    reads: true,
  },
  assignRole: {
    method: 'POST',
    path: '/user/assignrole',
    permission: 'user_edit',
    confirms: 'access',
    when: 'always',
    adminsOnly: true,
    summary: 'Grants exactly these permissions and the ones they require',
    body: RoleAssignment,
    data: z.object({
      userId: Id,
      /** The stored permissions, each key once, including all permissions that they need. */
      userRole: z.array(z.string()),
    }),
    message: 'Roles assigned',
    problems: ['not-allowed', 'reauth-required', 'users.last-admin', 'users.not-yourself'],
    changes: ['users'],
  },
});
