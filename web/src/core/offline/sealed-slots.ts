// What names people and is needed when a page is opened anew: sealed, as local storage can be read by anybody at this
// device.

import { inKeyStore } from './key-store.ts';
import { newBoxKey, openBox, type SecretBox, sealBox } from './secret-box.ts';

/** Who is signed in, and the titles of the pages they looked at. */
const slots = ['name', 'recent'] as const;
type Slot = (typeof slots)[number];
interface Kept extends SecretBox {
  key: CryptoKey;
}

const canSeal = (): boolean => Boolean(globalThis.indexedDB && globalThis.crypto?.subtle);

let writing: Promise<unknown> = Promise.resolve();
/** One after the other: what is forgotten must not be kept after all. */
function write(work: () => Promise<unknown>): void {
  if (!canSeal()) return;
  // A private window may refuse: it is then kept as long as the page.
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
/** For before a page is left. */
export const sealedWritten = (): Promise<unknown> => writing;
