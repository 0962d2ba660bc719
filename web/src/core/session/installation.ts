import { useSyncExternalStore } from 'react';

/** What the server reports about itself: the name of the marketplace, the enabled features, its version. */
export interface Installation {
  brand: string;
  topBar: boolean;
  /** The demo shows the emails that were sent. */
  outbox: boolean;
  /** A URL template, and the credit its provider asks for; without one, maps have a plain background. */
  tilesUrl: string | null;
  tilesCredit: string;
  version: string | null;
  /** True once the server answers with another version than the one this page was loaded with. */
  isOutdated: boolean;
}

let installation: Installation = {
  brand: 'Aisle',
  topBar: true,
  outbox: false,
  tilesUrl: null,
  tilesCredit: '',
  version: null,
  isOutdated: false,
};
const listeners = new Set<() => void>();

export function recordInstallation(
  reported: Omit<Installation, 'version' | 'isOutdated'> & { version: string },
): void {
  const isOutdated =
    installation.isOutdated || (installation.version !== null && installation.version !== reported.version);
  installation = { ...reported, version: installation.version ?? reported.version, isOutdated };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** One of its fields: changes of the others cause no render. */
export const useInstallation = <Name extends keyof Installation>(name: Name): Installation[Name] =>
  useSyncExternalStore(subscribe, () => installation[name]);
export const useBrand = (): string => useInstallation('brand');
