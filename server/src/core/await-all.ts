/**
 * Waits for all promises, then returns their values or throws the first rejection. `Promise.all` rejects while others are still
 * running: their later statements could run after the end of the transaction, and their files and folders could be deleted
 * while in use.
 */
export async function awaitAll<Promises extends readonly unknown[] | []>(promises: Promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
