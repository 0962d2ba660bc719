import type { RegisteredRouter } from '@tanstack/react-router';
import { findSealed, storeSealed } from '../offline/sealed-slots.ts';
import { getSession, onSessionEnd } from '../session/session.ts';

interface RecentPage {
  path: string;
  title: string;
}
/** One more than the palette shows, because it omits the current page. */
const maxStored = 6;
/** By then the record has loaded and set the page title. */
const titledAfterMs = 1500;

let pages: readonly RecentPage[] = [];
onSessionEnd(() => {
  pages = [];
});

export const recentPages = (): readonly RecentPage[] => pages;

const withEarlier = (earlier: readonly RecentPage[]): RecentPage[] =>
  [...pages, ...earlier.filter(({ path }) => pages.every((page) => page.path !== path))].slice(0, maxStored);

/** Stored encrypted in this browser, because a page title can be a customer's name. */
export function rememberPage(page: RecentPage): void {
  const session = getSession();
  if (!session) return;
  const earlier = pages;
  pages = [page];
  pages = withEarlier(earlier);
  storeSealed(session.userId, 'recent', pages);
}

/** Records visited pages; returns a function that stops it. */
export function rememberPages(router: RegisteredRouter): () => void {
  const userId = getSession()?.userId;
  if (userId) {
    void findSealed<RecentPage[]>(userId, 'recent').then((found = []) => {
      if (getSession()?.userId === userId) pages = withEarlier(found);
    });
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const title = document.title.split(' | ')[0] ?? '';
      if (title && window.location.pathname === pathname) rememberPage({ path: pathname, title });
    }, titledAfterMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
