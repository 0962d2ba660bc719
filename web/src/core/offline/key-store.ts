const store = 'keys';

/** Runs a request on the IndexedDB store of non-extractable keys and the data encrypted with them. */
export function inKeyStore<Result>(
  mode: IDBTransactionMode,
  work: (keys: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('aisle', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const request = work(database.transaction(store, mode).objectStore(store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.transaction?.addEventListener('complete', () => database.close());
    };
  });
}
