import type { PreferenceChanges, PreferenceName, Preferences } from '@aisle/contract/system/preferences';
import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../session/session.ts';
import { readPreference, savePreference } from './preferences.ts';

// A copy in this browser answers at once; `user-preferences-sync.ts` exchanges it with the server, whose word counts.

const copy = 'preferences';
const unsavedCopy = 'preferences.unsaved';

let current = readPreference<Preferences>(copy, {});
/** What the server doesn't have yet. Kept in the browser, so that a closed tab loses nothing. */
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

/** Sets one preference, here at once and on the server soon; undefined forgets it. */
export function setPreference<Name extends PreferenceName>(
  name: Name,
  value: Preferences[Name] | undefined,
): void {
  const { [name]: _, ...others } = current;
  const next = value === undefined ? others : { ...current, [name]: value };
  changed(next, { ...unsaved, [name]: value ?? null });
}

/** Takes over what the server has; what it has yet to be sent still counts. */
export function acceptPreferences(saved: Preferences): void {
  const merged = { ...saved, ...unsaved };
  const set = Object.entries(merged).filter(([, value]) => value !== null);
  changed(Object.fromEntries(set), unsaved);
}

/** Forgets what has been sent, unless it changed again meanwhile. */
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
// Another tab of the same person changed something.
window.addEventListener('storage', (event) => {
  if (event.key !== `aisle.${copy}`) return;
  current = readPreference<Preferences>(copy, {});
  for (const listener of listeners) listener();
});

export const usePreference = <Name extends PreferenceName>(name: Name): Preferences[Name] =>
  useSyncExternalStore(onPreferenceChange, () => current[name]);
