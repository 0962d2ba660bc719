import { compactDecrypt } from 'jose/jwe/compact/decrypt';
import { clientKey } from '../session/client-key.ts';

/** Larger answers than this are refused unread, however small they were sent. */
const maxInflated = 16 * 1024 * 1024;

/** Opens a body the server encrypted for this browser; throws when it is for another key. */
export async function openSealed(sealed: string): Promise<unknown> {
  const key = await clientKey();
  if (!key) throw new Error('No key in this browser');
  const { plaintext } = await compactDecrypt(sealed, key.privateKey, { maxDecompressedLength: maxInflated });
  return JSON.parse(new TextDecoder().decode(plaintext));
}
