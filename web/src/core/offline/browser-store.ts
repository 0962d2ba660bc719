// What waits in this browser for a server that cannot be reached, what it said last, and what is only half written
// down, encrypted for each person with a key that cannot be read out.

import { getSession, onSessionEnd } from '../session/session.ts';
import { newBoxKey, openBox, type SecretBox, sealBox } from './secret-box.ts';

const name = 'aisle-held';
const stores = [
  { name: 'writes', keyPath: 'id' },
  { name: 'answers', keyPath: 'id' },
  { name: 'people', keyPath: 'userId' },
  { name: 'drafts', keyPath: 'id' },
] as const;
interface Person {
  userId: string;
  key: CryptoKey;
  /** Kept when they sign out. */
  outlives: boolean;
}
interface Sealed extends SecretBox {
  id: string;
  userId: string;
}

/** Whether anything was ever kept here: else there is nothing to look for. */
export async function holdsAnything(): Promise<boolean> {
  if (!globalThis.indexedDB || !globalThis.crypto?.subtle) return false;
  const databases = await indexedDB.databases?.().catch(() => []);
  return databases?.some((one) => one.name === name) ?? true;
}

async function seal(userId: string, id: string, content: unknown): Promise<Sealed> {
  const { key } = await personFor(userId);
  return { id, userId, ...(await sealBox(key, content)) };
}
const unseal = <Content>({ key }: Person, box: Sealed): Promise<Content> => openBox(key, box);

export async function queueWrite(userId: string, id: string, write: unknown): Promise<void> {
  const sealed = await seal(userId, id, write);
  await within('writes', 'readwrite', (store) => store.put(sealed));
}

export async function queuedWritesOf<Write>(userId: string): Promise<Write[]> {
  if (!(await holdsAnything())) return [];
  const person = await findPerson(userId);
  if (!person) return [];
  const all = await within<Sealed[]>('writes', 'readonly', (store) => store.getAll());
  // Keys begin with the time, so the oldest is first.
  const own = all.filter((one) => one.userId === userId).sort((a, b) => a.id.localeCompare(b.id));
  return Promise.all(own.map((one) => unseal<Write>(person, one)));
}

export const removeWrite = (id: string): Promise<unknown> =>
  within('writes', 'readwrite', (store) => store.delete(id));

/** More than anybody works on at once: what was kept longest gives way. */
const maxAnswers = 60;
interface StoredResponse extends Sealed {
  at: number;
}
const responseId = (userId: string, name: string): string => `${userId} ${name}`;

export async function storeResponse(
  userId: string,
  name: string,
  answer: unknown,
  at: number,
): Promise<void> {
  const sealed = await seal(userId, responseId(userId, name), answer);
  await within('answers', 'readwrite', (store) => store.put({ ...sealed, at } satisfies StoredResponse));
  const all = await within<StoredResponse[]>('answers', 'readonly', (store) => store.getAll());
  const oldest = all.sort((a, b) => b.at - a.at).slice(maxAnswers);
  for (const { id } of oldest) await within('answers', 'readwrite', (store) => store.delete(id));
}
export async function findAnswer<Answer>(
  userId: string,
  name: string,
): Promise<{ answer: Answer; at: number } | undefined> {
  if (!(await holdsAnything())) return undefined;
  const person = await findPerson(userId);
  const id = responseId(userId, name);
  const kept = await within<StoredResponse | undefined>('answers', 'readonly', (store) => store.get(id));
  return person && kept && { answer: await unseal<Answer>(person, kept), at: kept.at };
}

const draftId = (userId: string, id: string): string => `${userId} ${id}`;
/** Parts the drafts of forms, which are found by name, from the orders that are listed. */
const formDraftId = (name: string): string => `form ${name}`;

export async function storeDraft(userId: string, id: string, content: unknown, at: number): Promise<void> {
  const sealed = await seal(userId, draftId(userId, id), { content, at });
  await within('drafts', 'readwrite', (store) => store.put(sealed));
}
/** The user's unfinished orders, the latest change first. */
export async function draftsOf<Content>(
  userId: string,
): Promise<{ id: string; at: number; content: Content }[]> {
  if (!(await holdsAnything())) return [];
  const person = await findPerson(userId);
  if (!person) return [];
  const all = await within<Sealed[]>('drafts', 'readonly', (store) => store.getAll());
  const forms = draftId(userId, formDraftId(''));
  const own = all.filter((one) => one.userId === userId && !one.id.startsWith(forms));
  const drafts = await Promise.all(
    own.map(async (one) => ({
      ...(await unseal<{ content: Content; at: number }>(person, one)),
      id: one.id.slice(draftId(userId, '').length),
    })),
  );
  return drafts.sort((a, b) => b.at - a.at);
}
export const removeDraft = (userId: string, id: string): Promise<unknown> =>
  within('drafts', 'readwrite', (store) => store.delete(draftId(userId, id)));

export const storeFormDraft = (userId: string, name: string, content: unknown, at: number): Promise<void> =>
  storeDraft(userId, formDraftId(name), content, at);
export const removeFormDraft = (userId: string, name: string): Promise<unknown> =>
  removeDraft(userId, formDraftId(name));
export async function findFormDraft<Content>(
  userId: string,
  name: string,
): Promise<{ content: Content; at: number } | undefined> {
  if (!(await holdsAnything())) return undefined;
  const person = await findPerson(userId);
  const id = draftId(userId, formDraftId(name));
  const kept = await within<Sealed | undefined>('drafts', 'readonly', (store) => store.get(id));
  return person && kept && (await unseal<{ content: Content; at: number }>(person, kept));
}

export const storedSettings = async (userId: string): Promise<boolean> =>
  (await holdsAnything()) && ((await findPerson(userId))?.outlives ?? false);
export async function putSettings(userId: string, outlives: boolean): Promise<void> {
  const person = await personFor(userId);
  await within('people', 'readwrite', (store) => store.put({ ...person, outlives }));
}

/** At the end of a session: nothing of the person stays but what they have not finished, and that only if they wished so. */
export async function deletePersonData(userId: string): Promise<void> {
  if (!(await holdsAnything())) return;
  const outlives = (await findPerson(userId))?.outlives ?? false;
  // The key goes first: a browser that is closed meanwhile keeps nothing that anyone can read.
  if (!outlives) await within('people', 'readwrite', (store) => store.delete(userId));
  await forget('answers', userId);
  if (outlives) return;
  await forget('writes', userId);
  await forget('drafts', userId);
}
const watched = new Set<string>();
/** Also of a draft that is the first thing kept here since the page was opened. */
function deleteAtSessionEnd(userId: string): void {
  if (watched.has(userId)) return;
  watched.add(userId);
  const stop = onSessionEnd(() => {
    stop();
    watched.delete(userId);
    void deletePersonData(userId).catch(() => undefined);
  });
}
async function forget(from: 'writes' | 'answers' | 'drafts', userId: string): Promise<void> {
  const all = await within<Sealed[]>(from, 'readonly', (store) => store.getAll());
  for (const one of all) {
    if (one.userId === userId) await within(from, 'readwrite', (store) => store.delete(one.id));
  }
}

const findPerson = (userId: string): Promise<Person | undefined> =>
  within('people', 'readonly', (store) => store.get(userId));
async function personFor(userId: string): Promise<Person> {
  // What was still being kept when the session ended must not bring a new key.
  if (getSession()?.userId !== userId) throw new Error('The session has ended');
  deleteAtSessionEnd(userId);
  const known = await findPerson(userId);
  if (known) return known;
  const person = { userId, key: await newBoxKey(), outlives: false };
  await within('people', 'readwrite', (store) => store.put(person));
  return person;
}

function within<Result>(
  storeName: (typeof stores)[number]['name'],
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 2);
    opening.onupgradeneeded = () => {
      const missing = stores.filter((store) => !opening.result.objectStoreNames.contains(store.name));
      for (const { name: store, keyPath } of missing) opening.result.createObjectStore(store, { keyPath });
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result as Result);
      };
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    };
  });
}
