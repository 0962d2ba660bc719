import { useSyncExternalStore } from 'react';

/** `unreachable`: there is a network, but the server doesn't respond. */
type Connection = 'online' | 'offline' | 'unreachable';

const retryAfterMs = 2000;
let connection: Connection = navigator.onLine === false ? 'offline' : 'online';
let retry: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const recoveries = new Set<() => void>();

function set(next: Connection): void {
  if (connection === next) return;
  const isBack = next === 'online' && connection === 'unreachable';
  connection = next;
  clearTimeout(retry);
  if (next === 'unreachable') retryLater();
  for (const listener of listeners) listener();
  if (isBack) for (const recovery of recoveries) recovery();
}
function retryLater(): void {
  retry = setTimeout(() => void tryAgain(), retryAfterMs);
}
async function tryAgain(): Promise<void> {
  const isThere = await fetch('/livez', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (connection !== 'unreachable') return;
  if (isThere) set('online');
  else retryLater();
}

export const recordOnline = (): void => set('online');
export const recordUnreachable = (): void => set(navigator.onLine === false ? 'offline' : 'unreachable');
window.addEventListener('online', recordOnline);
window.addEventListener('offline', () => set('offline'));

/** Calls the function when the server responds again. */
export function onRecovery(recovery: () => void): void {
  recoveries.add(recovery);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);
export const useOnline = (): boolean => useConnection() !== 'offline';
