import type { Permission } from '@aisle/contract/permissions';
import { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { userRoutes } from '@aisle/contract/system/users/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { bulkActionOf, serveBulkActions } from '../../links/bulk/bulk.fixtures.ts';
import { sessionOf, userOf } from '../system.fixtures.ts';
import { UserList } from './user-list.tsx';

const ben = userOf({ firstName: 'Ben', lastName: 'Reed' });
const kim = userOf({
  firstName: 'Kim',
  lastName: 'Hale',
  email: 'kim@shop.example',
  userType: 'store',
  locations: [{ _id: idOf(7), name: 'Downtown' }],
  status: false,
  hasPassword: false,
  hasSecondFactor: false,
  lastLoginAt: null,
});
const all: Permission[] = ['user_list', 'user_view', 'user_add', 'user_edit', 'user_delete'];

const listed = serve(userRoutes.list, pageOf(ben, kim));
const showUsers = (permissions = all) =>
  show(<UserList />, {
    at: '/users',
    permissions,
  });
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('shows type, locations and state without a switch', async () => {
  await showUsers();

  const row = await rowOf('Kim Hale');
  expect(row.textContent).toContain('Downtown');
  expect(row.textContent).toContain('Invited');
  expect(within(row).getByText('Inactive')).toBeTruthy();
  expect(within(await rowOf('Ben Reed')).getByText('Active')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('deactivates a user in the form', async () => {
  const edited = serve(userRoutes.edit, { ...ben, status: false });
  const { user } = await showUsers();

  await user.choose('More for Ben Reed', 'Edit');
  const form = await screen.findByRole('form', { name: 'Edit user' });
  await user.click(within(form).getByRole('switch'));
  await user.click(within(form).getByRole('button', { name: 'Save changes' }));

  await waitFor(() => expect(edited).toMatchObject([{ params: [ben._id], body: { status: false } }]));
});

test('resends a pending invitation', async () => {
  const sent = serve(userRoutes.resendInvitation, {});
  serve(userRoutes.list, pageOf(ben, { ...kim, status: true }));
  const { user } = await showUsers();

  await user.choose('More for Kim Hale', 'Resend invitation');
  await screen.findByText('Invitation sent');
  expect(sent.map(({ params }) => params)).toEqual([[kim._id]]);
  await user.press('More for Ben Reed');
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: 'Resend invitation' })).toBeNull();
});

test('invites a new user, and shows a duplicate email at its field', async () => {
  const made = serve(
    userRoutes.create,
    refusal(409, 'duplicate', 'This email is already taken', {
      fields: [{ path: 'email', message: 'This email is already taken' }],
    }),
  );
  const { user } = await showUsers();
  await rowOf('Ben Reed');

  await user.press('New user');
  const form = await screen.findByRole('form', { name: 'New user' });
  await user.type(within(form).getByRole('textbox', { name: 'First name' }), 'Ada');
  await user.type(within(form).getByRole('textbox', { name: 'Last name' }), 'Novak');
  await user.type(within(form).getByRole('textbox', { name: 'Email' }), 'ben@shop.example');
  await user.click(within(form).getByRole('button', { name: 'Send invitation' }));

  expect((await within(form).findAllByText('This email is already taken')).length).toBeGreaterThan(0);
  expect(made).toMatchObject([{ body: { firstName: 'Ada', lastName: 'Novak', email: 'ben@shop.example' } }]);
});

test('opens the role of a new store user', async () => {
  serve(userRoutes.create, { ...kim, locations: [] });
  const { user, address } = await showUsers();
  await rowOf('Ben Reed');

  await user.press('New user');
  const form = await screen.findByRole('form', { name: 'New user' });
  await user.type(within(form).getByRole('textbox', { name: 'First name' }), 'Kim');
  await user.type(within(form).getByRole('textbox', { name: 'Last name' }), 'Hale');
  await user.type(within(form).getByRole('textbox', { name: 'Email' }), 'kim@shop.example');
  await user.click(within(form).getByRole('button', { name: 'Send invitation' }));

  await waitFor(() => expect(address()).toBe(`/users/role/${kim._id}`));
});

test('invites a user with the permissions of a template, and stays at the list', async () => {
  serve(userRoutes.dropdown, []);
  const made = serve(userRoutes.create, { ...kim, locations: [] });
  const { user, address } = await showUsers([...all, 'order_list', 'order_view', 'order_edit']);
  await rowOf('Ben Reed');

  await user.press('New user');
  const form = await screen.findByRole('form', { name: 'New user' });
  expect(within(form).getByText(/^No role chosen/)).toBeTruthy();
  await user.type(within(form).getByRole('textbox', { name: 'First name' }), 'Kim');
  await user.type(within(form).getByRole('textbox', { name: 'Last name' }), 'Hale');
  await user.type(within(form).getByRole('textbox', { name: 'Email' }), 'kim@shop.example');
  await user.click(within(form).getByRole('combobox', { name: 'Start from a template' }));
  await user.click(await screen.findByRole('option', { name: 'Picker' }));
  expect(await within(form).findByText(/permissions granted/)).toBeTruthy();
  await user.click(within(form).getByRole('button', { name: 'Send invitation' }));

  await waitFor(() => expect(screen.queryByRole('form', { name: 'New user' })).toBeNull());
  expect(made).toMatchObject([{ body: { userRole: expect.arrayContaining(['order_edit', 'order_list']) } }]);
  expect(address()).toBe('/users');
});

test('rejects an invitation without a name', async () => {
  const made = serve(userRoutes.create, ben);
  const { user } = await showUsers();
  await rowOf('Ben Reed');

  await user.press('New user');
  const form = await screen.findByRole('form', { name: 'New user' });
  await user.type(within(form).getByRole('textbox', { name: 'Email' }), 'x');
  await user.click(within(form).getByRole('button', { name: 'Send invitation' }));

  expect(await within(form).findByText('First name is required')).toBeTruthy();
  expect(within(form).getByText('Enter a valid email')).toBeTruthy();
  expect(made).toEqual([]);
});

test('deletes a user after confirmation, which explains the effects', async () => {
  const removed = serve(userRoutes.remove, { _id: ben._id });
  const { user } = await showUsers();

  await user.choose('More for Ben Reed', 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete Ben Reed?' });
  expect(question.textContent).toContain('signed out everywhere');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(removed).toEqual([]);
  await user.choose('More for Ben Reed', 'Delete');
  await user.answer('Delete Ben Reed?', 'Delete');

  await waitFor(() => expect(removed).toMatchObject([{ params: [ben._id] }]));
});

test('resets the second factor only of users who have one', async () => {
  serve(userRoutes.list, pageOf({ ...ben, hasSecondFactor: true }, kim));
  const reset = serve(userRoutes.resetSecondFactor, ben);
  const { user } = await showUsers();

  await user.choose('More for Ben Reed', 'Reset second factor');
  const question = await screen.findByRole('dialog', { name: 'Reset the second factor of Ben Reed?' });
  expect(reset).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Reset second factor' }));

  await waitFor(() => expect(reset).toMatchObject([{ params: [ben._id] }]));
  await user.press('More for Kim Hale');
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Reset second factor' })).toBeNull();
});

test('opens the role of a user', async () => {
  const { user, address } = await showUsers();

  await user.choose('More for Kim Hale', 'Assign Role');

  await waitFor(() => expect(address()).toBe(`/users/role/${kim._id}`));
});

test('shows the sessions of a user, and ends one or all', async () => {
  const desk = sessionOf({ address: '198.51.100.4' });
  serve(userSessionRoutes.list, [desk]);
  const ended = serve(userSessionRoutes.end, { _id: desk._id });
  const endedAll = serve(userSessionRoutes.endAll, { ended: 1 });
  const { user } = await showUsers();

  await user.choose('More for Ben Reed', 'Sessions');
  const drawer = await screen.findByRole('dialog', { name: 'Sessions of Ben Reed' });
  await user.click(await within(drawer).findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(ended).toMatchObject([{ params: [ben._id, desk._id] }]));
  await user.click(within(drawer).getByRole('button', { name: 'Sign out everywhere' }));
  const question = await screen.findByRole('dialog', { name: 'Sign Ben Reed out everywhere?' });
  expect(endedAll).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Sign out everywhere' }));

  await waitFor(() => expect(endedAll).toMatchObject([{ params: [ben._id] }]));
});

test('offers no sign-out without sessions', async () => {
  serve(userSessionRoutes.list, []);
  const { user } = await showUsers();

  await user.choose('More for Kim Hale', 'Sessions');

  const drawer = await screen.findByRole('dialog', { name: 'Sessions of Kim Hale' });
  expect(await within(drawer).findByText("Kim Hale isn't signed in anywhere.")).toBeTruthy();
  expect(within(drawer).queryByRole('button', { name: /Sign out/ })).toBeNull();
});

test('searches users by name or email', async () => {
  const { user } = await showUsers();
  await rowOf('Ben Reed');

  await user.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'kim');

  await waitFor(() => expect(listed.at(-1)?.body).toMatchObject({ search: 'kim' }));
});

test('hides edit controls from read-only users', async () => {
  await showUsers(['user_list']);

  await rowOf('Ben Reed');
  expect(screen.queryByRole('button', { name: 'New user' })).toBeNull();
});

test('deactivates the selected users and reports who stays active, with the reason', async () => {
  const ann = userOf({ firstName: 'Ann', lastName: 'Orr', _id: idOf(31) });
  serve(userRoutes.list, pageOf(ben, kim, ann));
  const changed = serveBulkActions({
    counts: { ...bulkActionOf(1).counts, refused: 1 },
    reasons: [{ reason: "You can't deactivate yourself", count: 1 }],
  });
  const { user } = await showUsers();

  for (const name of ['Ben Reed', 'Kim Hale', 'Ann Orr']) {
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  }
  await user.press('Deactivate');

  expect(await screen.findByText(/1 of 2 users deactivated\. You can't deactivate yourself/)).toBeTruthy();
  expect(changed).toMatchObject([
    { params: ['deactivate-users'], body: { target: { ids: [ben._id, ann._id] } } },
  ]);
});
