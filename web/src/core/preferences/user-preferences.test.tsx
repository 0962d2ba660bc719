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

test("accepts the server's preferences but keeps unsent changes", () => {
  setPreference('theme', 'dark');
  setPreference('menu', undefined);

  acceptPreferences({ theme: 'light', menu: 'narrow', density: 'compact' });

  expect(getPreferences()).toEqual({ theme: 'dark', density: 'compact' });
});

test('sends a preference again if it changes while being sent', () => {
  setPreference('theme', 'dark');
  const sent = unsavedPreferences();
  setPreference('theme', 'light');

  recordPreferencesSaved(sent);
  expect(unsavedPreferences()).toEqual({ theme: 'light' });

  recordPreferencesSaved(unsavedPreferences());
  expect(unsavedPreferences()).toEqual({});
});

test('deletes all preferences when the session ends', () => {
  signIn([]);
  setPreference('theme', 'dark');

  endSession();

  expect(getPreferences()).toEqual({});
  expect(localStorage).toHaveLength(0);
});
