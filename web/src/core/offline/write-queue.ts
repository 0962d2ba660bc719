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
  /**
   * Identifies the part of the record that it changes. Replaces an unsent write with the same key, and isn't affected by the
   * rejection of others.
   */
  key?: string;
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

/** The writes that this browser has stored. Private windows can reject storage: such a write lives as long as the page. */
const stored = new Set<string>();
/** Writes that this page has finished with; another tab or an unfinished read must not bring them back. */
const dropped = new Set<string>();
const otherTabs =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('aisle-queued-writes');
otherTabs?.addEventListener('message', () => void readStored());

/** Reads the writes that this and other tabs have stored. */
async function readStored(): Promise<void> {
  const user = owner;
  if (!user) return;
  const known = new Set(stored);
  const kept = await queuedWritesOf<QueuedWrite>(user).catch(() => undefined);
  if (!kept || owner !== user) return;
  const found = kept.filter(({ id }) => !dropped.has(id));
  for (const { id } of found) stored.add(id);
  // A stored write that is gone was sent by another tab.
  const mine = held.filter(({ id }) => !known.has(id) && !found.some((one) => one.id === id));
  if (found.length + held.length > 0) change([...found, ...mine]);
}

/** Loads the queued writes of the signed-in user, including those of earlier pages. */
export function loadQueued(): Promise<void> {
  const userId = getSession()?.userId ?? null;
  if (userId === owner && loading) return loading;
  owner = userId;
  loading = readStored().then(() => {
    if (held.length > 0) void sendQueued();
  });
  return loading;
}

export const sendQueuedOf = (kind: string, send: Send): void => void senders.set(kind, send);

/** Stores a write, so that closing the page doesn't lose it, and sends it as soon as possible. */
export async function hold(write: Omit<QueuedWrite, 'id' | 'refused'>): Promise<void> {
  await loadQueued();
  const earlier = held.find((one) => isReplacedBy(one, write));
  await keep({ ...write, id: `${Date.now()}-${crypto.randomUUID()}`, refused: null }, earlier?.id);
  if (earlier) await dropQueued(earlier.id);
  void sendQueued();
}
const isReplacedBy = (one: QueuedWrite, { key, subject }: Pick<QueuedWrite, 'key' | 'subject'>): boolean =>
  key !== undefined && one.key === key && one.subject === subject;

/** Shows the write at once, instead of the one that it replaces, and then stores it. */
async function keep(write: QueuedWrite, replacedId?: string): Promise<void> {
  const others = held.filter(({ id }) => id !== replacedId);
  const isNew = !others.some(({ id }) => id === write.id);
  change(isNew ? [...others, write] : others.map((one) => (one.id === write.id ? write : one)));
  if (!owner) return;
  await queueWrite(owner, write.id, write).then(
    () => stored.add(write.id),
    () => undefined,
  );
  otherTabs?.postMessage(null);
}
export async function dropQueued(id: string): Promise<void> {
  dropped.add(id);
  change(held.filter((one) => one.id !== id));
  await removeWrite(id).catch(() => undefined);
  otherTabs?.postMessage(null);
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

let running: Promise<void> = Promise.resolve();
let next: Promise<void> | undefined;
/**
 * Sends the queued writes, oldest first. A lock prevents two tabs from sending the same write. A run that is about to end may
 * miss a new write, so another one follows it.
 */
export function sendQueued(): Promise<void> {
  next ??= running.then(() => {
    next = undefined;
    running = alone(drain);
    return running;
  });
  return next;
}
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('aisle-held', work) : work();

async function drain(): Promise<void> {
  const user = owner;
  const left = new Map<string, unknown>();
  const tried = new Set<string>();
  // Another tab can have sent some in the meantime.
  await readStored();
  for (;;) {
    const write = held.find((one) => !tried.has(one.id) && isSendable(one));
    if (!write || owner !== user) break;
    tried.add(write.id);
    try {
      const sent = await senderOf(write)(write, left.get(write.subject));
      if (sent.done) {
        left.set(write.subject, sent.left);
        await dropQueued(write.id);
      } else {
        const { message, now, body } = sent;
        await refuse({ ...write, body, refused: { message, now } });
      }
    } catch (error) {
      // The write stays queued for the user's next session.
      if (owner !== user) return;
      if (isPassing(error)) return retryLater();
      await refuse({ ...write, refused: { message: messageOf(error), now: null } });
    }
  }
  clearTimeout(timer);
  pauseMs = firstPauseMs;
}
const isSendable = (write: QueuedWrite): boolean =>
  senders.size > 0 &&
  !held.some(
    (one) => one.refused && one.subject === write.subject && !(one.key && write.key && one !== write),
  );

/** A write that another version of the app queued may have no sender anymore. */
const senderOf = ({ kind }: QueuedWrite): Send =>
  senders.get(kind) ?? (() => Promise.reject(new Error('Aisle was updated since. Make this change again')));

/** Keeps a rejected write for the user's decision, unless a later one has replaced it. */
async function refuse(write: QueuedWrite): Promise<void> {
  if (held.some(({ id }) => id === write.id)) await keep(write);
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
