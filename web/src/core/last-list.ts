const key = (path: string) => `aisle.last:${path}`;

/** Remembers how a list was left, so that going back to it finds it so. */
export function rememberList(path: string, search: Record<string, unknown>): void {
  sessionStorage.setItem(key(path), JSON.stringify(search));
}

export function lastSearch(path: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(key(path)) ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}
