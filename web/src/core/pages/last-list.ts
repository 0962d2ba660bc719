const key = (pathname: string) => `aisle.last:${pathname}`;

/** Remembers the state of a list, so that it is restored on return. */
export function rememberList(pathname: string, search: object): void {
  sessionStorage.setItem(key(pathname), JSON.stringify(search));
}

/** The last search of a list, for a link back to it; the list parses it again like any URL. */
export function lastSearch(pathname: string): object {
  try {
    return JSON.parse(sessionStorage.getItem(key(pathname)) ?? '{}') as object;
  } catch {
    return {};
  }
}
