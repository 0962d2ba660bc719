import { useSyncExternalStore } from 'react';

/** How long a toast stays. */
const toastMs = 2000;
const undoMs = 30_000;
/** More than these at once are in each other's way: the oldest goes. */
const most = 5;

/** Something told in passing, at the lower edge of the screen. */
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
  notices = next.slice(-most);
  for (const listener of listeners) listener();
}
const show = (notice: Notice): void => change([...notices.filter(({ id }) => id !== notice.id), notice]);
export const closeNotice = (id: string): void => change(notices.filter((notice) => notice.id !== id));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => notices);

/** While somebody else will say how it went. */
let held = 0;

/** Does something whose success is told by what follows, such as an offer to take it back. */
export async function withoutToast<Value>(work: () => Promise<Value>): Promise<Value> {
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
  }
}

export const tellSuccess = (message: string): void => {
  if (held > 0) return;
  show({ id: crypto.randomUUID(), kind: 'done', message, ms: toastMs });
};

/** An error goes like any toast, unless somebody wants to read it in peace. */
export function tellError(message: string): void {
  // The same thing going wrong twice at once is told once.
  const notice = { id: `error:${message}`, kind: 'failed', message } as const;
  const keepOpen = () => show({ ...notice, ms: null });
  show({ ...notice, ms: toastMs, action: { label: 'Keep open', run: keepOpen } });
}

/** Offers to take something back, for 30 s or until it is dismissed. */
export function offerUndo(message: string, undo: () => Promise<unknown>): void {
  const id = `undo:${crypto.randomUUID()}`;
  const run = () => {
    closeNotice(id);
    void undo().catch(() => undefined); // told by a toast
  };
  show({ id, kind: 'done', message, ms: undoMs, action: { label: 'Undo', run } });
}
