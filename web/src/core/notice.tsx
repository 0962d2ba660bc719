import { useSyncExternalStore } from 'react';
import { onSessionEnd } from './session/session.ts';

/** How long a toast stays. */
const toastMs = 2000;
const undoMs = 30_000;
/** More than these at once get in each other's way: the oldest is removed. */
const maxNotices = 5;

/** A toast at the lower edge of the screen. */
export interface Notice {
  id: string;
  kind: 'done' | 'failed';
  message: string;
  /** How long it stays; null until it is closed. */
  ms: number | null;
  /** What can be done about it. */
  action?: { label: string; run: () => void };
}

let notices: readonly Notice[] = [];
const listeners = new Set<() => void>();
function change(next: readonly Notice[]): void {
  notices = next.slice(-maxNotices);
  for (const listener of listeners) listener();
}
const show = (notice: Notice): void => change([...notices.filter(({ id }) => id !== notice.id), notice]);
// An offer to undo ends with the session, too.
onSessionEnd(() => change([]));
export const closeNotice = (id: string): void => change(notices.filter((notice) => notice.id !== id));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => notices);

/** While other code reports the outcome. */
let held = 0;

/** Runs work without its success toast, where something else reports it, such as an offer to undo. */
export async function withoutToast<Value>(work: () => Promise<Value>): Promise<Value> {
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
  }
}

export const notifySuccess = (message: string): void => {
  if (held > 0) return;
  show({ id: crypto.randomUUID(), kind: 'done', message, ms: toastMs });
};

/** An error closes by itself like any toast, unless the user chooses to keep it open. */
export function notifyError(message: string): void {
  // The same error twice at once is shown once, and is read aloud and stays anew.
  const earlier = notices.find((one) => one.kind === 'failed' && one.message === message);
  if (earlier) closeNotice(earlier.id);
  const notice = { id: `error:${crypto.randomUUID()}`, kind: 'failed', message } as const;
  const keepOpen = () => show({ ...notice, ms: null });
  show({ ...notice, ms: toastMs, action: { label: 'Keep open', run: keepOpen } });
}

const undoOf = (subject: string): string => `undo:${subject}:`;

/** Offers to undo what was done to this before: something else has happened to it since. */
export const endUndo = (subject: string): void => {
  for (const { id } of notices) if (id.startsWith(undoOf(subject))) closeNotice(id);
};

/**
 * Offers to take something back, for 30 s or until it is dismissed. What was done to the same subject before can't be
 * undone any more.
 */
export function offerUndo(message: string, undo: () => Promise<unknown>, subject = ''): void {
  if (subject) endUndo(subject);
  const id = `${undoOf(subject)}${crypto.randomUUID()}`;
  const run = () => {
    closeNotice(id);
    void undo().catch(() => undefined); // reported by a toast
  };
  show({ id, kind: 'done', message, ms: undoMs, action: { label: 'Undo', run } });
}
