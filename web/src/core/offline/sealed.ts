import { compactDecrypt } from 'jose/jwe/compact/decrypt';
import { clientKey } from '../session/client-key.ts';

/** Rejects responses that are larger than this when decompressed. */
const maxInflated = 16 * 1024 * 1024;

/** Decrypts a body that the server encrypted for this browser; throws if it was encrypted for another key. */
export async function openSealed(sealed: string): Promise<unknown> {
  const key = await clientKey();
  if (!key) throw new Error('No key in this browser');
  const { plaintext } = await compactDecrypt(sealed, key.privateKey, { maxDecompressedLength: maxInflated });
  return JSON.parse(new TextDecoder().decode(plaintext));
}
