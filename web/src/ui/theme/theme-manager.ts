import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import {
  getPreferences,
  onPreferenceChange,
  setPreference,
} from '../../core/preferences/user-preferences.ts';

let stop: (() => void) | undefined;
const current = (fallback: MantineColorScheme): MantineColorScheme => getPreferences().theme ?? fallback;

/** Keeps the theme among the preferences, so that it follows the person to another device. */
export const themeManager: MantineColorSchemeManager = {
  get: current,
  // Mantine also calls this with what it got from `subscribe`, such as the reset at the end of a session.
  set: (theme) => {
    if (theme !== current('auto')) setPreference('theme', theme);
  },
  subscribe: (onUpdate) => {
    stop = onPreferenceChange(() => onUpdate(current('auto')));
  },
  unsubscribe: () => stop?.(),
  clear: () => setPreference('theme', undefined),
};
