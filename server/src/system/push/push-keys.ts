import { createECDH } from 'node:crypto';
import type { Services } from '../../core/services.ts';

/**
 * The keys by which push services recognize this installation (VAPID). The private one is its server secret: any 32 random
 * bytes are a valid key of the curve P-256.
 */
export function pushKeysOf(secret: Buffer): Services['pushKeys'] {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}
