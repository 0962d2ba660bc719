// Stores personal data that a reloaded page needs, encrypted, because anyone with this device can read local storage.

import { inKeyStore } from './key-store.ts';
import { newBoxKey, openBox, type SecretBox, sealBox } from './secret-box.ts';

/** The name of the signed-in user, and the titles of recent pages. */
const slots = ['name', 'recent'] as const;
type Slot = (typeof slots)[number];
interface Kept extends SecretBox {
  key: CryptoKey;
}

const canSeal = (): boolean => Boolean(globalThis.indexedDB && globalThis.crypto?.subtle);

let writing: Promise<unknown> = Promise.resolve();
/** Runs writes in sequence, so that a deleted value isn't stored afterwards. */
function write(work: () => Promise<unknown>): void {
  if (!canSeal()) return;
  // Private windows can reject storage: the value then lives as long as the page.
  writing = writing.then(work).catch(() => undefined);
}

export const storeSealed = (userId: string, slot: Slot, content: unknown): void =>
  write(async () => {
    const key = await newBoxKey();
    const kept: Kept = { key, ...(await sealBox(key, content)) };
    await inKeyStore('readwrite', (keys) => keys.put(kept, `${slot} ${userId}`));
  });

export async function findSealed<Content>(userId: string, slot: Slot): Promise<Content | undefined> {
  if (!canSeal()) return undefined;
  try {
    const kept = await inKeyStore<Kept | undefined>('readonly', (keys) => keys.get(`${slot} ${userId}`));
    return kept && (await openBox<Content>(kept.key, kept));
  } catch {
    return undefined;
  }
}

export function deleteSealed(userId: string): void {
  for (const slot of slots) {
    write(() => inKeyStore('readwrite', (keys) => keys.delete(`${slot} ${userId}`)));
  }
}
/** Resolves when all values are written; await it before leaving the page. */
export const sealedWritten = (): Promise<unknown> => writing;
