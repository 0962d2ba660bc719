import { profileRoutes } from '@aisle/contract/system/profile';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { getSession } from '../session/session.ts';
import {
  acceptPreferences,
  onPreferenceChange,
  recordPreferencesSaved,
  unsavedPreferences,
} from './user-preferences.ts';

const saveAfterMs = 800;

const ignore = (): void => undefined;

/** Loads the preferences of the signed-in user. */
export async function loadPreferences(): Promise<void> {
  const token = getSession()?.token;
  const saved = await call(profileRoutes.preferences, {});
  // A response to an earlier session must not reach the next one.
  if (token && getSession()?.token === token) acceptPreferences(saved);
}

/** Sends unsaved changes; without a connection, they stay unsaved until the next attempt. */
export async function savePreferences(): Promise<void> {
  const changes = unsavedPreferences();
  const session = getSession();
  // A view-as session changes nothing, not even list preferences.
  if (!session || session.isView || Object.keys(changes).length === 0) return;
  await call(profileRoutes.keepPreferences, { body: changes });
  if (getSession()) recordPreferencesSaved(changes);
}

/** Synchronizes this browser with the server while a user is signed in. Renders nothing. */
export function PreferenceSync(): null {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      void savePreferences().catch(ignore);
    };
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, saveAfterMs);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') save();
    };
    void savePreferences()
      .catch(ignore)
      .then(() => loadPreferences())
      .catch(ignore);
    const stop = onPreferenceChange(saveSoon);
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('online', save);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('online', save);
    };
  }, []);
  return null;
}
