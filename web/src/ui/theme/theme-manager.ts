import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import {
  getPreferences,
  onPreferenceChange,
  setPreference,
} from '../../core/preferences/user-preferences.ts';

let stop: (() => void) | undefined;
const current = (fallback: MantineColorScheme): MantineColorScheme => getPreferences().theme ?? fallback;

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
