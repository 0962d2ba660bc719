/**
 * Waits for all promises, then returns their values or throws the first rejection. `Promise.all` rejects while the others are
 * still running: their later statements would meet the end of the transaction, and their files and folders would be
 * cleaned up under them.
 */
export async function awaitAll<Promises extends readonly unknown[] | []>(promises: Promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
