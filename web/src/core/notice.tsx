import { useSyncExternalStore } from 'react';
import { onSessionEnd } from './session/session.ts';

/** How long a toast is shown. */
const toastMs = 2000;
const undoMs = 30_000;
/** More toasts at a time would cover each other: the oldest is removed. */
const maxNotices = 5;

/** A toast at the bottom edge of the screen. */
export interface Notice {
  id: string;
  kind: 'done' | 'failed';
  message: string;
  /** How long it is shown; null until the user closes it. */
  ms: number | null;
  /** An action that the toast offers. */
  action?: { label: string; run: () => void };
}

let notices: readonly Notice[] = [];
const listeners = new Set<() => void>();
function change(next: readonly Notice[]): void {
  notices = next.slice(-maxNotices);
  for (const listener of listeners) listener();
}
const show = (notice: Notice): void => change([...notices.filter(({ id }) => id !== notice.id), notice]);
// Offers to undo end with the session as well.
onSessionEnd(() => change([]));
export const closeNotice = (id: string): void => change(notices.filter((notice) => notice.id !== id));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => notices);

/** Greater than 0 while other code reports the result. */
let held = 0;

/** Runs work without its success toast, because another message reports it, such as an offer to undo. */
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
  // An identical error replaces the earlier toast, so that screen readers announce it again and its time restarts.
  const earlier = notices.find((one) => one.kind === 'failed' && one.message === message);
  if (earlier) closeNotice(earlier.id);
  const notice = { id: `error:${crypto.randomUUID()}`, kind: 'failed', message } as const;
  const keepOpen = () => show({ ...notice, ms: null });
  show({ ...notice, ms: toastMs, action: { label: 'Keep open', run: keepOpen } });
}

const undoOf = (subject: string): string => `undo:${subject}:`;

/** Withdraws offers to undo earlier changes of this subject, because it changed since. */
export const endUndo = (subject: string): void => {
  for (const { id } of notices) if (id.startsWith(undoOf(subject))) closeNotice(id);
};

/**
 * Offers to undo a change for 30 s or until the offer is dismissed. Earlier changes of the same subject can no longer be
 * undone.
 */
export function offerUndo(message: string, undo: () => Promise<unknown>, subject = ''): void {
  if (subject) endUndo(subject);
  const id = `${undoOf(subject)}${crypto.randomUUID()}`;
  const run = () => {
    closeNotice(id);
    void undo().catch(() => undefined); // a toast has reported the error
  };
  show({ id, kind: 'done', message, ms: undoMs, action: { label: 'Undo', run } });
}

/** Deletes a record and offers to restore it. Toasts report both, and errors; returns whether the record was deleted. */
export async function deleteWithUndo(
  name: string,
  remove: () => Promise<unknown>,
  restore: () => Promise<unknown>,
): Promise<boolean> {
  const attempt = async (work: () => Promise<unknown>, onDone: () => void) => {
    try {
      await withoutToast(work);
    } catch (error) {
      notifyError(error instanceof Error ? error.message : String(error));
      return false;
    }
    onDone();
    return true;
  };
  const undo = () => attempt(restore, () => notifySuccess(`${name} restored`));
  return attempt(remove, () => offerUndo(`${name} deleted`, undo));
}

/** Offers to open a record that the user has left or created, for as long as an undo. */
export function offerToOpen(message: string, open: () => void, label = 'Open'): void {
  const id = crypto.randomUUID();
  const run = () => {
    closeNotice(id);
    open();
  };
  show({ id, kind: 'done', message, ms: undoMs, action: { label, run } });
}
