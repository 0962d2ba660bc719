import { useEffect } from 'react';

/**
 * Caches the code of screens used on the store floor, so that they open and reload without a connection. Starts when the first
 * of them is shown, so that other users don't load it.
 */
export function useQueuedOffline(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Private windows can reject this: offline use then ends with the page.
    navigator.serviceWorker.register('/offline.js').catch(() => undefined);
  }, []);
}
