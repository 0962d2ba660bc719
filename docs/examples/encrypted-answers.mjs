// Decrypts encrypted responses in plain Node (20 or newer), without packages. docs/integration.md explains them; any JOSE
// library decrypts them as well.
//
//   AISLE_URL=http://localhost:4000 AISLE_KEY=aisle_… node docs/examples/encrypted-answers.mjs /store/storeDropdown

import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

/** A key pair for this program. Create it once and use it for all calls, because each new one costs both sides time. */
export function clientKey() {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  return {
    /** The value of X-Client-Key: base64url of the public key as a JWK. */
    header: Buffer.from(JSON.stringify({ kty, crv, x })).toString('base64url'),
    /** The text of a response that was encrypted with this key (RFC 7516, ECDH-ES with A256GCM). */
    open(jwe) {
      const [head, , iv, sealed, tag] = jwe.split('.');
      const { enc, epk, zip } = JSON.parse(Buffer.from(head, 'base64url'));
      const secret = diffieHellman({ privateKey, publicKey: createPublicKey({ key: epk, format: 'jwk' }) });
      const decipher = createDecipheriv('aes-256-gcm', contentKey(secret, enc), Buffer.from(iv, 'base64url'));
      decipher.setAAD(Buffer.from(head));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      const plain = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]);
      return (zip === 'DEF' ? inflateRawSync(plain) : plain).toString('utf8');
    },
  };
}

/** One round of Concat KDF (RFC 7518 §4.6.2), which is enough for 256 bits. */
function contentKey(secret, algorithm) {
  const number = (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const parts = [number(1), secret, number(algorithm.length), algorithm, number(0), number(0), number(256)];
  return parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
}

/** Reads from the API with an encrypted response. Errors are encrypted as well, unless the key itself was rejected. */
export async function read({ url, key, path, client }) {
  const response = await fetch(`${url}/api/v2${path}`, {
    headers: { authorization: `Bearer ${key}`, 'x-client-key': client.header },
  });
  const text = await response.text();
  const isEncrypted = response.headers.get('content-type')?.startsWith('application/jose');
  return { isEncrypted, answer: JSON.parse(isEncrypted ? client.open(text) : text) };
}

async function main([path]) {
  const { AISLE_URL: url = 'http://localhost:4000', AISLE_KEY: key } = process.env;
  const { isEncrypted, answer } = await read({ url, key, path, client: clientKey() });
  console.log(isEncrypted ? 'Encrypted:' : 'Plain:', JSON.stringify(answer.data ?? answer.error));
}

// Run as a program, not imported by another. `import.meta.main` needs Node 24.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
