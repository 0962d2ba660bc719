import { expect, test } from 'vitest';
import { signIn } from '../../../test/render.tsx';
import { endSession } from '../session/session.ts';
import {
  acceptPreferences,
  getPreferences,
  recordPreferencesSaved,
  setPreference,
  unsavedPreferences,
} from './user-preferences.ts';

test('the answer of the server counts, except over what it has yet to be sent', () => {
  setPreference('theme', 'dark');
  setPreference('menu', undefined);

  acceptPreferences({ theme: 'light', menu: 'narrow', density: 'compact' });

  expect(getPreferences()).toEqual({ theme: 'dark', density: 'compact' });
});

test('what changes again while it is sent is sent again', () => {
  setPreference('theme', 'dark');
  const sent = unsavedPreferences();
  setPreference('theme', 'light');

  recordPreferencesSaved(sent);
  expect(unsavedPreferences()).toEqual({ theme: 'light' });

  recordPreferencesSaved(unsavedPreferences());
  expect(unsavedPreferences()).toEqual({});
});

test('nothing of a person stays behind in the browser', () => {
  signIn([]);
  setPreference('theme', 'dark');

  endSession();

  expect(getPreferences()).toEqual({});
  expect(localStorage).toHaveLength(0);
});
