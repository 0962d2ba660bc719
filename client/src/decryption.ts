/** A key pair for encrypted responses. */
export interface ResponseKey {
  /** The value of `X-Client-Key`: the public key as a JWK in base64url. */
  header: string;
  /** Decrypts a compact JWE (RFC 7516) with `ECDH-ES` and `A256GCM`. */
  open(jwe: string): Promise<string>;
}

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const contentEncryption = 'A256GCM';

/** Creates a key pair whose private key can't be exported. */
export async function createResponseKey(): Promise<ResponseKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return {
    header: encode(JSON.stringify({ kty, crv, x, y })),
    open: async (jwe) => {
      const [head = '', , iv = '', text = '', tag = ''] = jwe.split('.');
      const { epk, zip } = JSON.parse(new TextDecoder().decode(decode(head)));
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: decode(iv), additionalData: new TextEncoder().encode(head) },
        await contentKey(privateKey, epk),
        joined(decode(text), decode(tag)),
      );
      return zip === 'DEF' ? inflate(plain) : new TextDecoder().decode(plain);
    },
  };
}

/** Derives the key of a response by one round of Concat KDF (RFC 7518 §4.6.2). */
async function contentKey(privateKey: CryptoKey, epk: JsonWebKey): Promise<CryptoKey> {
  const sender = await crypto.subtle.importKey('jwk', epk, curve, false, []);
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: sender }, privateKey, 256);
  const algorithm = new TextEncoder().encode(contentEncryption);
  const input = joined(
    uint32(1),
    new Uint8Array(secret),
    uint32(algorithm.length),
    algorithm,
    uint32(0),
    uint32(0),
    uint32(256),
  );
  const key = await crypto.subtle.digest('SHA-256', input);
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
}

function inflate(bytes: ArrayBuffer): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** The text must be ASCII, as a JWK is. */
const encode = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const decode = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
