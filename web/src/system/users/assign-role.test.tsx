import { type UserRoles, userRoutes } from '@aisle/contract/system/users/users';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show, type User } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { AssignRole } from './assign-role.tsx';

const roles = [
  { roleId: 1, subRoleId: 0, roleKey: 'all', roleName: 'Everything' },
  { roleId: 2, subRoleId: 1, roleKey: 'brand', roleName: 'Brands' },
  { roleId: 3, subRoleId: 2, roleKey: 'brand_list', roleName: 'See the brand list' },
  { roleId: 4, subRoleId: 2, roleKey: 'brand_edit', roleName: 'Change brands' },
];
const personOf = (more: Partial<UserRoles> = {}): UserRoles => ({
  _id: idOf(1),
  firstName: 'Ben',
  lastName: 'Reed',
  userType: 'others',
  userRoles: [],
  totalRoles: roles,
  ...more,
});
const showRoles = () =>
  show(<AssignRole />, {
    page: '/users/role/$id',
    at: `/users/role/${idOf(1)}`,
    permissions: ['user_edit', 'brand_list', 'brand_view', 'brand_edit'],
  });
const item = (name: RegExp) => screen.findByRole('treeitem', { name });
/** Opens the group of the brands by keyboard, and checks one of its permissions. */
async function tick(user: User, name: RegExp) {
  (await item(/Brands/)).focus();
  await user.keyboard('{ArrowRight}');
  (await item(name)).focus();
  await user.keyboard(' ');
}

test('grants required permissions as well, and explains why', async () => {
  serve(userRoutes.listRole, personOf());
  const { user } = await showRoles();

  await tick(user, /Change brands/);

  expect((await item(/See the brand list/)).textContent).toContain('required by');
  expect(screen.getByText(/granted/).textContent).toMatch(/^(\d) granted · \1 changed$/);
  expect((await item(/See the brand list/)).getAttribute('aria-checked')).toBe('true');
});

test('assigns the selected permissions and returns to the users', async () => {
  serve(userRoutes.listRole, personOf());
  const assigned = serve(userRoutes.assignRole, { userId: idOf(1), userRole: ['brand_list'] });
  const { user, address } = await showRoles();

  await tick(user, /See the brand list/);
  await user.press('Assign Role');

  await waitFor(() => expect(address()).toBe('/users'));
  expect(assigned).toMatchObject([{ body: { userId: idOf(1), userRole: ['brand_list'] } }]);
});

test('prevents users from changing their own role', async () => {
  serve(userRoutes.listRole, personOf({ _id: 'person-1' }));
  await showRoles();

  expect(await screen.findByText(/You can't change your own role/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Assign Role' }).hasAttribute('disabled')).toBe(true);
});

test('fills the tree from a template or another user without saving', async () => {
  const other = personOf({ _id: idOf(2), firstName: 'Luz', userRoles: ['brand_list'] });
  serve(userRoutes.listRole, ({ params }) => (params[0] === idOf(2) ? other : personOf()));
  serve(userRoutes.dropdown, [{ _id: idOf(2), name: 'Luz Reed' }]);
  const assigned = serve(userRoutes.assignRole, { userId: idOf(1), userRole: [] });
  const { user } = await showRoles();

  await user.select('Start from a template', 'Catalog manager');
  expect(screen.getByText(/granted/).textContent).toBe('3 granted · 3 changed');
  await user.select('Same as another user', 'Luz Reed');

  await waitFor(() => expect(screen.getByText(/granted/).textContent).toBe('1 granted · 1 changed'));
  expect(assigned).toEqual([]);
});
