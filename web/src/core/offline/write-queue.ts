import { useSyncExternalStore } from 'react';
import { isPassing, messageOf } from '../api-error.ts';
import { getSession, onSessionEnd } from '../session/session.ts';
import { putSettings, queuedWritesOf, queueWrite, removeWrite, storedSettings } from './browser-store.ts';

/** A change made while the server was unreachable; sent in order when it responds again. */
export interface QueuedWrite {
  id: string;
  /** Identifies the sender function. */
  kind: string;
  /** The record it changes: later writes to the same record wait for earlier ones. */
  subject: string;
  label: string;
  body: unknown;
  /** Why the server rejected it, and the current record; it then waits for the user's decision. */
  refused: { message: string; now: unknown } | null;
}
export type Sent =
  | { done: true /** The starting point of the next write to the same record. */; left: unknown }
  | { done: false; message: string; now: unknown /** The remaining part of the write. */; body: unknown };
export type Send = (write: QueuedWrite, left: unknown) => Promise<Sent>;

const firstPauseMs = 2000;
const longestPauseMs = 30_000;
let owner: string | null = null;
let held: readonly QueuedWrite[] = [];
const listeners = new Set<() => void>();
const senders = new Map<string, Send>();
let loading: Promise<void> | undefined;

function change(next: readonly QueuedWrite[]): void {
  held = next;
  for (const listener of listeners) listener();
}

/** Loads the queued writes of the signed-in user, including those of earlier pages. */
export function loadQueued(): Promise<void> {
  const userId = getSession()?.userId ?? null;
  if (userId === owner && loading) return loading;
  owner = userId;
  loading = (async () => {
    const kept = userId ? await queuedWritesOf<QueuedWrite>(userId).catch(() => []) : [];
    if (owner === userId) change(kept);
    if (kept.length > 0) void sendQueued();
  })();
  return loading;
}

export const sendQueuedOf = (kind: string, send: Send): void => void senders.set(kind, send);

/** Queues a write until it can be sent. */
export async function hold(write: Omit<QueuedWrite, 'id' | 'refused'>): Promise<void> {
  await loadQueued();
  await keep({ ...write, id: `${Date.now()}-${crypto.randomUUID()}`, refused: null });
  retryLater();
}
async function keep(write: QueuedWrite): Promise<void> {
  const isNew = !held.some(({ id }) => id === write.id);
  change(isNew ? [...held, write] : held.map((one) => (one.id === write.id ? write : one)));
  // Private windows can reject storage: the write then lives as long as the page.
  if (owner) await queueWrite(owner, write.id, write).catch(() => undefined);
}
export async function dropQueued(id: string): Promise<void> {
  change(held.filter((one) => one.id !== id));
  await removeWrite(id).catch(() => undefined);
}
/** Sends a rejected write again, with a new body. */
export async function tryAgain(write: QueuedWrite, body: unknown): Promise<void> {
  await keep({ ...write, body, refused: null });
  await sendQueued();
}

let pauseMs = firstPauseMs;
let timer: ReturnType<typeof setTimeout> | undefined;
function retryLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendQueued(), pauseMs);
  pauseMs = Math.min(pauseMs * 2, longestPauseMs);
}
window.addEventListener('online', () => void sendQueued());

let sending: Promise<void> | undefined;
/** Sends the queued writes, oldest first. A lock prevents two tabs from sending the same write. */
export function sendQueued(): Promise<void> {
  sending ??= alone(drain).finally(() => {
    sending = undefined;
  });
  return sending;
}
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('aisle-held', work) : work();

async function drain(): Promise<void> {
  const user = owner;
  const left = new Map<string, unknown>();
  // Another tab can have sent some in the meantime.
  const kept = user ? await queuedWritesOf<QueuedWrite>(user).catch(() => undefined) : undefined;
  if (kept && owner === user) change(kept.length > 0 ? kept : held.filter(({ refused }) => refused));
  for (const write of held) {
    const send = senders.get(write.kind);
    const isBlocked = held.some((one) => one.refused && one.subject === write.subject);
    if (!send || isBlocked || owner !== user) continue;
    try {
      const sent = await send(write, left.get(write.subject));
      if (sent.done) {
        left.set(write.subject, sent.left);
        await dropQueued(write.id);
      } else {
        const { message, now, body } = sent;
        await keep({ ...write, body, refused: { message, now } });
      }
    } catch (error) {
      // The write stays queued for the user's next session.
      if (owner !== user) return;
      if (isPassing(error)) return retryLater();
      const message = messageOf(error);
      await keep({ ...write, refused: { message, now: null } });
    }
  }
  pauseMs = firstPauseMs;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useQueuedWrites = (): readonly QueuedWrite[] => useSyncExternalStore(subscribe, () => held);
export const queuedWrites = (): readonly QueuedWrite[] => held;

/** Whether queued writes stay after signing out: encrypted, and sent when the same user signs in again. */
export const outlivesSignOut = async (): Promise<boolean> =>
  owner !== null && (await storedSettings(owner).catch(() => false));
export const setKeepAfterSignOut = async (yes: boolean): Promise<void> => {
  if (owner) await putSettings(owner, yes).catch(() => undefined);
};
onSessionEnd(() => {
  owner = null;
  loading = undefined;
  clearTimeout(timer);
  change([]);
});
