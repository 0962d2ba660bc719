import { useSyncExternalStore } from 'react';

let online = navigator.onLine;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (online === next) return;
  online = next;
  for (const listener of listeners) listener();
}
export const noteOnline = (): void => set(true);
export const noteOffline = (): void => set(navigator.onLine === false ? false : online);
window.addEventListener('online', noteOnline);
window.addEventListener('offline', () => set(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => online);
