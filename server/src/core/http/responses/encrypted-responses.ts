/*
 * Custom JWE over node:crypto: `jose` takes ten times the CPU time for a response of 2 KB, more than half of a list's request
 * (docs/decisions/0005). Tests and browsers decrypt with `jose`.
 */
import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type JsonWebKey,
  randomBytes,
} from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { problem } from '../../problem.ts';

/** The agreed key and header for responses to one client key. */
export interface ClientCipher {
  header: string;
  deflatedHeader: string;
  key: Buffer;
}

/** Agreements are cached, since making one costs as much as encrypting forty responses. */
const known = new LRUCache<string, ClientCipher>({ max: 2000, ttl: 30 * 60_000 });
/** Below this size, compression costs more than it saves. */
const deflateFrom = 8 * 1024;

/** Reads X-Client-Key: base64url of a public JWK, OKP X25519 or EC P-256. */
export function clientCipher(clientKey: string): ClientCipher {
  let cipher = known.get(clientKey);
  if (!cipher) {
    cipher = agree(readClientKey(clientKey));
    known.set(clientKey, cipher);
  }
  return cipher;
}

function readClientKey(clientKey: string): JsonWebKey {
  if (clientKey.length > 1000 || !/^[\w-]+$/.test(clientKey)) throw problem('client-key-invalid');
  try {
    const { kty, crv, x, y } = JSON.parse(Buffer.from(clientKey, 'base64url').toString('utf8')) as JsonWebKey;
    if (kty === 'OKP' && crv === 'X25519' && x) return { kty, crv, x };
    if (kty === 'EC' && crv === 'P-256' && x && y) return { kty, crv, x, y };
  } catch {
    // Falls through if the key is not base64url, not JSON or not an object.
  }
  throw problem('client-key-invalid');
}

/** ECDH-ES (RFC 7518 §4.6): creates a key pair for this client, and derives the content key from both keys. */
function agree(jwk: JsonWebKey): ClientCipher {
  try {
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const ours =
      jwk.kty === 'OKP' ? generateKeyPairSync('x25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const secret = diffieHellman({ privateKey: ours.privateKey, publicKey });
    const { kty, crv, x, y } = ours.publicKey.export({ format: 'jwk' });
    const epk = y === undefined ? { kty, crv, x } : { kty, crv, x, y };
    const header = { alg: 'ECDH-ES', enc: 'A256GCM', cty: 'json', kid: thumbprint(jwk), epk };
    return {
      header: encode(JSON.stringify(header)),
      deflatedHeader: encode(JSON.stringify({ ...header, zip: 'DEF' })),
      key: concatKdf(secret, 'A256GCM'),
    };
  } catch {
    throw problem('client-key-invalid');
  }
}

/** The RFC 7638 thumbprint, which tells the browser whether a response was encrypted for its key. */
function thumbprint({ kty, crv, x, y }: JsonWebKey): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

/** The single round of Concat KDF that 256 bits need. */
function concatKdf(secret: Buffer, algorithm: string): Buffer {
  const length = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  return createHash('sha256')
    .update(length(1))
    .update(secret)
    .update(length(algorithm.length))
    .update(algorithm)
    .update(length(0))
    .update(length(0))
    .update(length(256))
    .digest();
}

const encode = (text: string) => Buffer.from(text).toString('base64url');

/** The body as a compact JWE (RFC 7516). */
export function encrypt(cipher: ClientCipher, body: string): string {
  const deflate = body.length > deflateFrom;
  const header = deflate ? cipher.deflatedHeader : cipher.header;
  const iv = randomBytes(12);
  const gcm = createCipheriv('aes-256-gcm', cipher.key, iv);
  gcm.setAAD(Buffer.from(header));
  const plain = deflate ? deflateRawSync(body, { level: 1 }) : body;
  const sealed = typeof plain === 'string' ? gcm.update(plain, 'utf8') : gcm.update(plain);
  const text = Buffer.concat([sealed, gcm.final()]).toString('base64url');
  return `${header}..${iv.toString('base64url')}.${text}.${gcm.getAuthTag().toString('base64url')}`;
}
