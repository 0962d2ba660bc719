import { expect, test } from 'vitest';
import { signIn } from '../../../test/render.tsx';
import { acceptPreferences, getPreferences, setPreference } from '../../core/preferences/user-preferences.ts';
import { endSession } from '../../core/session/session.ts';
import { followTheme, themeManager } from './theme-manager.ts';

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

test("gives the browser's bars the color of the chosen theme, or of the system's", () => {
  const metas = ['light', 'dark'].map((scheme) => {
    const meta = document.createElement('meta');
    meta.name = 'theme-color';
    meta.setAttribute('media', `(prefers-color-scheme: ${scheme})`);
    document.head.append(meta);
    return meta;
  });
  const colors = () => metas.map(({ content }) => content);
  signIn([]);
  followTheme();

  setPreference('theme', 'dark');
  expect(colors()).toEqual(['#0F1113', '#0F1113']);
  setPreference('theme', 'auto');
  expect(colors()).toEqual(['#F7F7F8', '#0F1113']);
  for (const meta of metas) meta.remove();
});
