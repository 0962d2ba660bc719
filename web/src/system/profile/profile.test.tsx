import { authRoutes } from '@aisle/contract/system/auth/auth';
import { profileRoutes } from '@aisle/contract/system/profile';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { otherScreens } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import * as writeQueue from '../../core/offline/write-queue.ts';
import { getPreferences } from '../../core/preferences/user-preferences.ts';
import { PreferenceSync } from '../../core/preferences/user-preferences-sync.ts';
import { sessionOf, userOf } from '../system.fixtures.ts';
import { Profile } from './profile.tsx';

const here = sessionOf({ isCurrent: true, address: '203.0.113.7' });
const phone = sessionOf({ address: '198.51.100.4' });
const showProfile = () => show(<Profile />, { at: '/profile' });

serve(profileRoutes.get, userOf({ firstName: 'Ben', lastName: 'Reed' }));
serve(profileRoutes.sessions, [here, phone]);

test("saves the user's name", async () => {
  const edits = serve(profileRoutes.edit, userOf({ firstName: 'Benjamin', version: 2 }));
  const { user } = await showProfile();

  const name = await screen.findByRole('textbox', { name: 'First name' });
  await user.type(name, 'jamin');
  await user.press('Save changes');

  await waitFor(() => expect(edits).toMatchObject([{ body: { firstName: 'Benjamin', version: 1 } }]));
});

test('saves a new email as pending until it is confirmed', async () => {
  const edits = serve(profileRoutes.edit, userOf({ version: 2, pendingEmail: 'ben@new.example' }));
  const { user } = await showProfile();

  await user.retype('Email', 'ben@new.example');
  serve(profileRoutes.get, userOf({ version: 2, pendingEmail: 'ben@new.example' }));
  await user.press('Save changes');

  await waitFor(() => expect(edits).toMatchObject([{ body: { email: 'ben@new.example', version: 1 } }]));
  expect(await screen.findByText('Waiting for ben@new.example to be confirmed')).toBeTruthy();
});

test('keeps the draft during changes by an administrator and during a save', async () => {
  let answer: () => void = () => undefined;
  const edits = serve(
    profileRoutes.edit,
    () =>
      new Promise((resolve) => {
        answer = () => resolve(userOf({ firstName: 'Ben', lastName: 'Reeds', version: 3 }));
      }),
  );
  const { user, readAgain } = await showProfile();
  const first = await screen.findByRole<HTMLInputElement>('textbox', { name: 'First name' });
  const last = screen.getByRole<HTMLInputElement>('textbox', { name: 'Last name' });
  await user.type(last, 's');

  serve(profileRoutes.get, userOf({ firstName: 'Ben', lastName: 'Reed', version: 2 }));
  await act(() => readAgain('profile'));
  expect(last.value).toBe('Reeds');
  await user.press('Save changes');
  await waitFor(() => expect(edits).toMatchObject([{ body: { lastName: 'Reeds' } }]));
  await user.type(first, 'jamin');
  await act(async () => answer());

  await waitFor(() => expect(first.isConnected && first.value).toBe('Benjamin'));
  await user.press('Save changes');
  await waitFor(() =>
    expect(edits[1]).toMatchObject({ body: { firstName: 'Benjamin', lastName: 'Reeds', version: 3 } }),
  );
});

test('disables Save without changes', async () => {
  await showProfile();

  await screen.findByRole('textbox', { name: 'First name' });

  expect(screen.getByRole('button', { name: 'Save changes' }).hasAttribute('disabled')).toBe(true);
});

test('marks the current session, and signs out others one by one', async () => {
  const ended = serve(profileRoutes.endSession, { _id: phone._id });
  const { user } = await showProfile();

  const item = (await screen.findByText(/198\.51\.100\.4/)).closest('li')!;
  await user.click(within(item).getByRole('button', { name: 'Sign out' }));

  await waitFor(() => expect(ended).toMatchObject([{ params: [phone._id] }]));
  const own = screen.getByText(/203\.0\.113\.7/).closest('li')!;
  expect(own.textContent).toContain('This device');
  expect(within(own).queryByRole('button')).toBeNull();
});

test('signs out all other sessions after confirmation', async () => {
  const ended = serve(profileRoutes.endOtherSessions, { ended: 1 });
  const { user } = await showProfile();

  await user.press('Sign out other sessions');
  const question = await screen.findByRole('dialog', { name: 'Sign out other sessions?' });
  expect(ended).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Sign out other sessions' }));

  await waitFor(() => expect(ended).toHaveLength(1));
});

async function changePassword(current: string, password: string, again = password) {
  const { user } = await showProfile();
  await user.press('Change Password');
  const dialog = await screen.findByRole('dialog', { name: 'Change Password' });
  await user.type(within(dialog).getByLabelText('Current Password'), current);
  await user.type(within(dialog).getByLabelText('New Password'), password);
  await user.type(within(dialog).getByLabelText('Confirm New Password'), again);
  await user.click(within(dialog).getByRole('button', { name: 'Change Password' }));
  return dialog;
}

test('rejects two different passwords', async () => {
  const changes = serve(authRoutes.changePassword, {});

  const dialog = await changePassword('Old#1234', 'New#12345', 'New#12346');

  expect(await within(dialog).findByText('Your Confirm password does not match')).toBeTruthy();
  expect(changes).toEqual([]);
});

test('shows a wrong current password at its field and keeps the dialog open', async () => {
  serve(
    authRoutes.changePassword,
    refusal(422, 'auth.password-wrong', 'Wrong', {
      fields: [{ path: 'previousPassword', message: 'This is not your password' }],
    }),
  );

  const dialog = await changePassword('Old#1234', 'New#12345');

  expect(await within(dialog).findByText('This is not your password')).toBeTruthy();
});

test('closes the dialog after the password was changed', async () => {
  const changes = serve(authRoutes.changePassword, {});

  await changePassword('Old#1234', 'New#12345');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(changes).toMatchObject([{ body: { previousPassword: 'Old#1234', password: 'New#12345' } }]);
});

test('applies preferences at once, and sends quick changes together', async () => {
  serve(profileRoutes.preferences, { theme: 'light', menu: 'narrow' });
  const saved = serve(profileRoutes.keepPreferences, { theme: 'light', density: 'compact' });
  const { user } = await show(
    <>
      <Profile />
      <PreferenceSync />
    </>,
    { at: '/profile' },
  );

  await waitFor(() => expect(getPreferences().menu).toBe('narrow'));
  await user.click(screen.getByRole('radio', { name: 'Compact' }));
  await user.click(screen.getByRole('radio', { name: 'Full' }));
  await user.click(screen.getByLabelText(/^Show the top bar/));

  expect(getPreferences()).toMatchObject({ density: 'compact', menu: 'wide', topBar: false });
  expect(await onlyBody(saved)).toEqual({ density: 'compact', menu: 'wide', topBar: false });
});

test('offers only start pages that the user can open', async () => {
  const { user } = await show(<Profile />, {
    at: '/profile',
    screens: { ...otherScreens, '/orders': { title: 'Orders', permission: 'order_list' } },
  });

  await user.click(await screen.findByRole('combobox', { name: 'Start page' }));

  expect(screen.queryByRole('option', { name: 'Orders' })).toBeNull();
  await user.click(await screen.findByRole('option', { name: '/inventory' }));
  expect(getPreferences().landing).toBe('/inventory');
});

test('keeps unfinished work in this browser if selected', async () => {
  const keep = vi.spyOn(writeQueue, 'setKeepAfterSignOut').mockResolvedValue();
  const { user } = await showProfile();
  const choice = await screen.findByRole('switch', { name: /^Keep unfinished work/ });

  await user.click(choice);

  expect(keep).toHaveBeenCalledWith(true);
  expect((choice as HTMLInputElement).checked).toBe(true);
});
