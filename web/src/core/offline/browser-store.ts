// Stores unsent writes, last responses and drafts in the browser, encrypted with a non-extractable key per user.

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
  /** Kept after signing out. */
  outlives: boolean;
  /** The address where the user continues after a session that the server ended. */
  address?: SecretBox;
}
interface Sealed extends SecretBox {
  id: string;
  userId: string;
}

const canStore = (): boolean => Boolean(globalThis.indexedDB && globalThis.crypto?.subtle);

/** Whether anything was ever stored in this browser. */
export async function hasStoredData(): Promise<boolean> {
  if (!canStore()) return false;
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
  if (!(await hasStoredData())) return [];
  const person = await findPerson(userId);
  if (!person) return [];
  const all = await within<Sealed[]>('writes', 'readonly', (store) => store.getAll());
  // IDs start with the time, so that the oldest is first.
  const own = all.filter((one) => one.userId === userId).sort((a, b) => a.id.localeCompare(b.id));
  return Promise.all(own.map((one) => unseal<Write>(person, one)));
}

export const removeWrite = (id: string): Promise<unknown> =>
  within('writes', 'readwrite', (store) => store.delete(id));

/** More than a user needs at once: the oldest responses are removed. */
const maxResponses = 60;
interface StoredResponse extends Sealed {
  at: number;
}
/** Includes the build of the app: a response that another build stored can lack fields that this one reads. */
function responseId(userId: string, name: string): string {
  const build = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  return [userId, build, name].filter(Boolean).join(' ');
}

export async function storeResponse(
  userId: string,
  name: string,
  answer: unknown,
  at: number,
): Promise<void> {
  const sealed = await seal(userId, responseId(userId, name), answer);
  await within('answers', 'readwrite', (store) => store.put({ ...sealed, at } satisfies StoredResponse));
  const all = await within<StoredResponse[]>('answers', 'readonly', (store) => store.getAll());
  const oldest = all.sort((a, b) => b.at - a.at).slice(maxResponses);
  for (const { id } of oldest) await within('answers', 'readwrite', (store) => store.delete(id));
}
export async function findStoredResponse<Answer>(
  userId: string,
  name: string,
): Promise<{ answer: Answer; at: number } | undefined> {
  if (!(await hasStoredData())) return undefined;
  const person = await findPerson(userId);
  const id = responseId(userId, name);
  const kept = await within<StoredResponse | undefined>('answers', 'readonly', (store) => store.get(id));
  return person && kept && { answer: await unseal<Answer>(person, kept), at: kept.at };
}

const draftId = (userId: string, id: string): string => `${userId} ${id}`;
/** Distinguishes drafts of forms, which are found by name, from drafts of orders, which are listed. */
const formDraftId = (name: string): string => `form ${name}`;

export async function storeDraft(userId: string, id: string, content: unknown, at: number): Promise<void> {
  const sealed = await seal(userId, draftId(userId, id), { content, at });
  await within('drafts', 'readwrite', (store) => store.put(sealed));
}
/** The user's unfinished orders, the most recently changed first. */
export async function draftsOf<Content>(
  userId: string,
): Promise<{ id: string; at: number; content: Content }[]> {
  if (!(await hasStoredData())) return [];
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
  if (!(await hasStoredData())) return undefined;
  const person = await findPerson(userId);
  const id = draftId(userId, formDraftId(name));
  const kept = await within<Sealed | undefined>('drafts', 'readonly', (store) => store.get(id));
  return person && kept && (await unseal<{ content: Content; at: number }>(person, kept));
}

export const storedSettings = async (userId: string): Promise<boolean> =>
  (await hasStoredData()) && ((await findPerson(userId))?.outlives ?? false);
export async function putSettings(userId: string, outlives: boolean): Promise<void> {
  const person = await personFor(userId);
  await within('people', 'readwrite', (store) => store.put({ ...person, outlives }));
}

/** Deletes everything of the user except unfinished work, which stays only if the user chose so. */
export async function deletePersonData(userId: string): Promise<void> {
  if (!(await hasStoredData())) return;
  const outlives = (await findPerson(userId))?.outlives ?? false;
  // Deletes the key first: if the browser is closed in between, the remaining data can't be decrypted.
  if (!outlives) await within('people', 'readwrite', (store) => store.delete(userId));
  await forget('answers', userId);
  if (outlives) return;
  await forget('writes', userId);
  await forget('drafts', userId);
}
/** After a session that the server ended, keeps unfinished work for the same user, and where it was. */
async function suspendPerson(userId: string, address: string): Promise<void> {
  if (!canStore()) return;
  if (await hasStoredData()) await forget('answers', userId);
  const person = await ensurePerson(userId);
  const box = await sealBox(person.key, address);
  await within('people', 'readwrite', (store) => store.put({ ...person, address: box } satisfies Person));
}
/** At a sign-in, deletes the unfinished work of others, and returns the address where this user continues. */
export async function resumePerson(userId: string): Promise<string | undefined> {
  if (!(await hasStoredData())) return undefined;
  const people = await within<Person[]>('people', 'readonly', (store) => store.getAll());
  for (const other of people) {
    if (other.userId !== userId && !other.outlives) await deletePersonData(other.userId);
  }
  const own = people.find((one) => one.userId === userId);
  if (!own?.address) return undefined;
  const { address, ...person } = own;
  await within('people', 'readwrite', (store) => store.put(person));
  return openBox(person.key, address);
}
onSessionEnd(({ userId, isChosen, address }) => {
  // Another tab that ended the session has done the same.
  if (!isChosen && address === null) return;
  const work = address === null ? deletePersonData(userId) : suspendPerson(userId, address);
  void work.catch(() => undefined);
});
async function forget(from: 'writes' | 'answers' | 'drafts', userId: string): Promise<void> {
  const all = await within<Sealed[]>(from, 'readonly', (store) => store.getAll());
  for (const one of all) {
    if (one.userId === userId) await within(from, 'readwrite', (store) => store.delete(one.id));
  }
}

const findPerson = (userId: string): Promise<Person | undefined> =>
  within('people', 'readonly', (store) => store.get(userId));
function personFor(userId: string): Promise<Person> {
  // A write that finishes after the end of the session must not create a new key.
  if (getSession()?.userId !== userId) return Promise.reject(new Error('The session has ended'));
  return ensurePerson(userId);
}
const ensuring = new Map<string, Promise<Person>>();
/** Concurrent calls share one key. */
function ensurePerson(userId: string): Promise<Person> {
  const ensured = ensuring.get(userId) ?? findOrCreatePerson(userId).finally(() => ensuring.delete(userId));
  ensuring.set(userId, ensured);
  return ensured;
}
async function findOrCreatePerson(userId: string): Promise<Person> {
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
