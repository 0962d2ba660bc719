import { useSyncExternalStore } from 'react';
import { onSessionEnd } from './session.ts';

type Answer = (confirmed: boolean) => void;
let waiting: Answer[] = [];
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Asks the user for the password again; concurrent calls share one dialog. */
export const promptPassword = (): Promise<boolean> =>
  new Promise((resolve) => {
    waiting = [...waiting, resolve];
    changed();
  });

/** Called by the dialog after the correct password, or when the user cancels. */
export function submitPassword(confirmed: boolean): void {
  const answers = waiting;
  waiting = [];
  changed();
  for (const answer of answers) answer(confirmed);
}

onSessionEnd(() => submitPassword(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useIsPasswordRequired = (): boolean => useSyncExternalStore(subscribe, () => waiting.length > 0);
