import { expect, test } from 'vitest';
import { signIn } from '../../../test/render.tsx';
import { acceptPreferences, getPreferences, setPreference } from '../../core/preferences/user-preferences.ts';
import { endSession } from '../../core/session/session.ts';
import { themeManager } from './theme-manager.ts';

test('resets the theme when a session ends without storing a choice', () => {
  signIn([]);
  themeManager.subscribe((theme) => themeManager.set(theme));
  setPreference('theme', 'dark');

  endSession();
  expect(getPreferences()).toEqual({});

  signIn([]);
  acceptPreferences({ theme: 'dark' });
  expect(themeManager.get('auto')).toBe('dark');
  themeManager.unsubscribe();
});
