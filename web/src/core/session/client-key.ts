import { encode } from 'jose/base64url';
import { inKeyStore } from '../offline/key-store.ts';

const slot = 'answers';
/** Marks that a key is stored. */
const isKept = 'aisle.keptKey';

interface ClientKey {
  privateKey: CryptoKey;
  /** The value of X-Client-Key: the public JWK in base64url. */
  header: string;
}

let loaded: Promise<ClientKey | null> | undefined;

/**
 * This browser's key pair for encrypted responses; the private key isn't extractable. Null in a browser without Web Crypto
 * (plain HTTP on another machine); the server then decides.
 */
export function clientKey(): Promise<ClientKey | null> {
  loaded ??= loadOrMake();
  return loaded;
}

/** A new session gets a new key. */
export async function clearClientKey(): Promise<void> {
  loaded = undefined;
  localStorage.removeItem(isKept);
  if (globalThis.indexedDB) await inKeyStore('readwrite', (keys) => keys.delete(slot)).catch(() => undefined);
}

async function loadOrMake(): Promise<ClientKey | null> {
  if (!globalThis.crypto?.subtle) return null;
  // Skips the lookup on the first visit, because the first request would wait for an empty store.
  if (localStorage.getItem(isKept)) {
    const kept = await inKeyStore<ClientKey | undefined>('readonly', (keys) => keys.get(slot)).catch(
      () => undefined,
    );
    if (kept) return kept;
  }
  const made = await makeKey();
  void keep(made);
  return made;
}

/** Private windows can reject storage: the key then lives as long as the page. */
async function keep(key: ClientKey): Promise<void> {
  try {
    await inKeyStore('readwrite', (keys) => keys.put(key, slot));
    localStorage.setItem(isKept, '1');
  } catch {
    localStorage.removeItem(isKept);
  }
}

async function makeKey(): Promise<ClientKey> {
  const { privateKey, publicKey } = await makePair();
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, header: encode(JSON.stringify({ kty, crv, x, ...(y && { y }) })) };
}

async function makePair(): Promise<CryptoKeyPair> {
  try {
    return (await crypto.subtle.generateKey({ name: 'X25519' }, false, ['deriveBits'])) as CryptoKeyPair;
  } catch {
    return crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  }
}
