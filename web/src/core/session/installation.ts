import { useSyncExternalStore } from 'react';

/** Information that the server reports about itself: the marketplace's name, enabled features and version. */
export interface Installation {
  brand: string;
  topBar: boolean;
  /** Whether the dashboard shows the setup steps of a new marketplace. */
  setup: boolean;
  /** The demo shows sent emails. */
  outbox: boolean;
  /** A URL template, and the attribution that its provider requires; without it, maps have a plain background. */
  tilesUrl: string | null;
  tilesCredit: string;
  version: string | null;
  /** True if the server's version differs from the one that this page was loaded with. */
  isOutdated: boolean;
}

let installation: Installation = {
  brand: 'Aisle',
  topBar: true,
  setup: false,
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
/** A single field, so that changes of other fields cause no render. */
export const useInstallation = <Name extends keyof Installation>(name: Name): Installation[Name] =>
  useSyncExternalStore(subscribe, () => installation[name]);
export const useBrand = (): string => useInstallation('brand');
