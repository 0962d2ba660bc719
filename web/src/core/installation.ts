import { useSyncExternalStore } from 'react';

/** What the server says about itself: the name of the marketplace, what is switched on, its version. */
export interface Installation {
  brand: string;
  topBar: boolean;
  /** The demo shows the mails that went out. */
  outbox: boolean;
  version: string | null;
  /** True once the server answers with another version than the one this page was loaded with. */
  isOutdated: boolean;
}

let installation: Installation = {
  brand: 'Aisle',
  topBar: true,
  outbox: false,
  version: null,
  isOutdated: false,
};
const listeners = new Set<() => void>();

export function noteInstallation(
  told: Omit<Installation, 'version' | 'isOutdated'> & { version: string },
): void {
  const isOutdated =
    installation.isOutdated || (installation.version !== null && installation.version !== told.version);
  installation = { ...told, version: installation.version ?? told.version, isOutdated };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** One thing of it: what else the server says lays nothing out anew. */
export const useInstallation = <Name extends keyof Installation>(name: Name): Installation[Name] =>
  useSyncExternalStore(subscribe, () => installation[name]);
export const useBrand = (): string => useInstallation('brand');
