import type { PreferenceChanges, PreferenceName, Preferences } from '@aisle/contract/system/preferences';
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../session/session.ts';
import { readPreference, savePreference } from './preferences.ts';

// Cached in the browser for immediate use; `user-preferences-sync.ts` synchronizes them with the server, which is
// authoritative.

const copy = 'preferences';
const unsavedCopy = 'preferences.unsaved';

let current = readPreference<Preferences>(copy, {});
/** Changes that the server doesn't have yet. Stored in the browser, so that closing the tab loses nothing. */
let unsaved = readPreference<PreferenceChanges>(unsavedCopy, {});
const listeners = new Set<() => void>();

function changed(next: Preferences, nextUnsaved: PreferenceChanges): void {
  const isSame = JSON.stringify(next) === JSON.stringify(current);
  if (!isSame) current = next;
  unsaved = nextUnsaved;
  savePreference(copy, current);
  savePreference(unsavedCopy, unsaved);
  if (!isSame) for (const listener of listeners) listener();
}

export const getPreferences = (): Preferences => current;
export const unsavedPreferences = (): PreferenceChanges => unsaved;

/** Sets a preference at once in the browser and soon on the server; undefined removes it. */
export function setPreference<Name extends PreferenceName>(
  name: Name,
  value: Preferences[Name] | undefined,
): void {
  const { [name]: _, ...others } = current;
  const next = value === undefined ? others : { ...current, [name]: value };
  changed(next, { ...unsaved, [name]: value ?? null });
}

/** Accepts the preferences of the server, but keeps unsent changes. */
export function acceptPreferences(saved: Preferences): void {
  const merged = { ...saved, ...unsaved };
  const set = Object.entries(merged).filter(([, value]) => value !== null);
  changed(Object.fromEntries(set), unsaved);
}

/** Removes sent changes from the unsaved ones, unless they changed again in the meantime. */
export function recordPreferencesSaved(sent: PreferenceChanges): void {
  const isSent = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) === JSON.stringify(sent[name as PreferenceName]);
  changed(current, Object.fromEntries(Object.entries(unsaved).filter((entry) => !isSent(entry))));
}

export function onPreferenceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onSessionEnd(() => {
  current = {};
  unsaved = {};
  for (const listener of listeners) listener();
});
// Another tab of the same user changed a preference.
window.addEventListener('storage', (event) => {
  if (event.key !== `aisle.${copy}`) return;
  current = readPreference<Preferences>(copy, {});
  for (const listener of listeners) listener();
});

export const usePreference = <Name extends PreferenceName>(name: Name): Preferences[Name] =>
  useSyncExternalStore(onPreferenceChange, () => current[name]);
