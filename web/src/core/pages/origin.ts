import type { RegisteredRouter } from '@tanstack/react-router';

const key = (pathname: string) => `aisle.origin:${pathname}`;

/** The list from which this tab opened a record, if it isn't the one that the record's address belongs to. */
export const originOf = (pathname: string): string | undefined =>
  sessionStorage.getItem(key(pathname)) ?? undefined;

/**
 * Remembers from which list records are opened, for the way back and for the menu. A record that is opened from another one has
 * the same origin. Returns a function that stops it.
 */
export function rememberOrigins(
  router: RegisteredRouter,
  /** The entry of the menu that a path belongs to. */
  entryOf: (pathname: string) => string | undefined,
): () => void {
  return router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const [from, to] = [fromLocation.pathname, toLocation.pathname];
    const [list, own] = [entryOf(from), entryOf(to)];
    if (!list || !own || to === own || !isWithin(list, own)) return;
    const origin = from === list ? list : originOf(from);
    if (origin && origin !== own) sessionStorage.setItem(key(to), origin);
    else sessionStorage.removeItem(key(to));
  });
}
const isWithin = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`);
