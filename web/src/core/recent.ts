import type { RegisteredRouter } from '@tanstack/react-router';
import { keepPreference, readPreference } from './preferences.ts';
import { getSession } from './session.ts';

export interface RecentPage {
  path: string;
  title: string;
}
const kept = 'recent';
/** One more than the palette shows, as it leaves out the page that it is opened on. */
const maxKept = 6;
/** By then a record has come, and its page is titled by it. */
const titledAfterMs = 1500;

export const recentPages = (): RecentPage[] => readPreference<RecentPage[]>(kept, []);

/** Remembers in this browser which pages were looked at; returns what stops it. */
export function rememberPages(router: RegisteredRouter): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const title = document.title.split(' | ')[0] ?? '';
      if (!getSession() || !title || window.location.pathname !== pathname) return;
      const others = recentPages().filter(({ path }) => path !== pathname);
      keepPreference(kept, [{ path: pathname, title }, ...others].slice(0, maxKept));
    }, titledAfterMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
