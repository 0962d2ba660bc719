import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import {
  getPreferences,
  onPreferenceChange,
  setPreference,
} from '../../core/preferences/user-preferences.ts';

let stop: (() => void) | undefined;
const current = (fallback: MantineColorScheme): MantineColorScheme => getPreferences().theme ?? fallback;

/** The backgrounds of the page. index.html has the same ones. */
const barColors = { light: '#F7F7F8', dark: '#0F1113' };

/** Gives the bars of the browser, or of the installed app, the color of the chosen theme instead of the system's. */
export function followTheme(): void {
  const apply = () => {
    const theme = current('auto');
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = barColors[theme === 'auto' ? (isForDark(meta) ? 'dark' : 'light') : theme];
    }
  };
  onPreferenceChange(apply);
  apply();
}

const isForDark = (meta: HTMLMetaElement) => meta.getAttribute('media')?.includes('dark');

/** Stores the theme in the preferences, so that it follows the user to other devices. */
export const themeManager: MantineColorSchemeManager = {
  get: current,
  // Mantine also calls this with values from `subscribe`, such as the reset when a session ends.
  set: (theme) => {
    if (theme !== current('auto')) setPreference('theme', theme);
  },
  subscribe: (onUpdate) => {
    stop = onPreferenceChange(() => onUpdate(current('auto')));
  },
  unsubscribe: () => stop?.(),
  clear: () => setPreference('theme', undefined),
};
