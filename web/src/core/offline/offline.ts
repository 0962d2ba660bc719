import { useEffect } from 'react';

/**
 * Keeps the code of the screens that people work with between the shelves in this browser, so that they open, and
 * open again, without a connection. Not before one of them is on the screen: nobody else pays for it.
 */
export function useKeptOffline(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // A private window may refuse: it then works as long as the page.
    navigator.serviceWorker.register('/offline.js').catch(() => undefined);
  }, []);
}
