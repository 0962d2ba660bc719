import { useSyncExternalStore } from 'react';

/** Chrome's event before it offers to install the app. Other browsers don't have it, so TypeScript doesn't know it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();
function change(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}
// The browser sends it once, usually before the screen that shows the hint has loaded.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  change(event as InstallPrompt);
});
addEventListener('appinstalled', () => change(null));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;
export const isIphone = (): boolean => /iPhone|iPod/.test(navigator.userAgent);

/** How to install the app in this browser: by a button, by the share menu of an iPhone, or not at all. */
export function useInstall(): { way: 'button' | 'share' | null; install: () => void } {
  const prompt = useSyncExternalStore(subscribe, () => offered);
  const way = isInstalled() ? null : prompt ? 'button' : isIphone() ? 'share' : null;
  // An offer can be used once.
  const install = () => void prompt?.prompt().finally(() => change(null));
  return { way, install };
}
