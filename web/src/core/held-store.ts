// What waits in this browser for a server that cannot be reached, encrypted for each person with a key that
// cannot be read out.

const name = 'aisle-held';
interface Person {
  userId: string;
  key: CryptoKey;
  /** Kept when they sign out. */
  outlives: boolean;
}
interface Sealed {
  id: string;
  userId: string;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** Whether anything was ever kept here: else there is nothing to look for. */
export async function holdsAnything(): Promise<boolean> {
  if (!globalThis.indexedDB || !globalThis.crypto?.subtle) return false;
  const databases = await indexedDB.databases?.().catch(() => []);
  return databases?.some((one) => one.name === name) ?? true;
}

export async function keepWrite(userId: string, id: string, write: unknown): Promise<void> {
  const { key } = await personFor(userId);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(JSON.stringify(write));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes);
  await within('writes', 'readwrite', (store) => store.put({ id, userId, iv, sealed } satisfies Sealed));
}

export async function keptOf<Write>(userId: string): Promise<Write[]> {
  if (!(await holdsAnything())) return [];
  const person = await findPerson(userId);
  if (!person) return [];
  const all = await within<Sealed[]>('writes', 'readonly', (store) => store.getAll());
  // Keys begin with the time: what was done first comes first.
  const own = all.filter((one) => one.userId === userId).sort((a, b) => a.id.localeCompare(b.id));
  return Promise.all(
    own.map(async ({ iv, sealed }) => {
      const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, person.key, sealed);
      return JSON.parse(new TextDecoder().decode(bytes)) as Write;
    }),
  );
}

export const removeWrite = (id: string): Promise<unknown> =>
  within('writes', 'readwrite', (store) => store.delete(id));

export const keptSettings = async (userId: string): Promise<boolean> =>
  (await holdsAnything()) && ((await findPerson(userId))?.outlives ?? false);
export async function putSettings(userId: string, outlives: boolean): Promise<void> {
  const person = await personFor(userId);
  await within('people', 'readwrite', (store) => store.put({ ...person, outlives }));
}

/** At the end of a session: nothing of the person stays, unless they wished so. */
export async function forgetPerson(userId: string): Promise<void> {
  if (!(await holdsAnything())) return;
  const person = await findPerson(userId);
  if (!person || person.outlives) return;
  const all = await within<Sealed[]>('writes', 'readonly', (store) => store.getAll());
  for (const one of all) if (one.userId === userId) await removeWrite(one.id);
  await within('people', 'readwrite', (store) => store.delete(userId));
}

const findPerson = (userId: string): Promise<Person | undefined> =>
  within('people', 'readonly', (store) => store.get(userId));
async function personFor(userId: string): Promise<Person> {
  const known = await findPerson(userId);
  if (known) return known;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const person = { userId, key, outlives: false };
  await within('people', 'readwrite', (store) => store.put(person));
  return person;
}

function within<Result>(
  storeName: 'writes' | 'people',
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('writes', { keyPath: 'id' });
      opening.result.createObjectStore('people', { keyPath: 'userId' });
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
