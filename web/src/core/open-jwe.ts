import { fromBase64url } from './base64url.ts';

/*
 * Opens the one kind of JWE (RFC 7516, compact) that our server makes: ECDH-ES, A256GCM, packed with DEFLATE where
 * that pays. A library for all of JOSE is seven times as long, and every page loads it.
 */
interface Header {
  alg: string;
  enc: string;
  zip?: string;
  apu?: string;
  apv?: string;
  crit?: unknown;
  epk: JsonWebKey;
}

/** Gives the text within; throws when it is for another key, was tampered with, or would inflate beyond the limit. */
export async function openJwe(jwe: string, privateKey: CryptoKey, mostBytes: number): Promise<string> {
  const parts = jwe.split('.');
  const [headerText = '', wrappedKey, iv = '', sealed = '', tag = ''] = parts;
  if (parts.length !== 5 || wrappedKey !== '') throw new Error('Not a JWE of ours');
  const header = JSON.parse(new TextDecoder().decode(fromBase64url(headerText))) as Header;
  const [ivBytes, tagBytes] = [fromBase64url(iv), fromBase64url(tag)];
  // A shorter tag would be easier to forge, and is accepted by nobody.
  if (!isOurs(header) || ivBytes.length !== 12 || tagBytes.length !== 16)
    throw new Error('Not a JWE of ours');
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: ivBytes, additionalData: new TextEncoder().encode(headerText), tagLength: 128 },
    await contentKey(headerText, header, privateKey),
    joined(fromBase64url(sealed), tagBytes),
  );
  const bytes = header.zip ? await inflated(plain, mostBytes) : plain;
  return new TextDecoder().decode(bytes);
}

const isOurs = ({ alg, enc, zip, crit }: Header): boolean =>
  alg === 'ECDH-ES' && enc === 'A256GCM' && (zip === undefined || zip === 'DEF') && crit === undefined;

/** The server agrees once with a client, so answers that follow each other have the same key. */
let last: { headerText: string; privateKey: CryptoKey; key: Promise<CryptoKey> } | undefined;
function contentKey(headerText: string, header: Header, privateKey: CryptoKey): Promise<CryptoKey> {
  if (last?.headerText !== headerText || last.privateKey !== privateKey) {
    last = { headerText, privateKey, key: agree(header, privateKey) };
  }
  return last.key;
}

/** ECDH-ES without key wrapping (RFC 7518 §4.6): what both sides can compute, through one round of Concat KDF. */
async function agree({ epk, enc, apu = '', apv = '' }: Header, privateKey: CryptoKey): Promise<CryptoKey> {
  const theirs = await crypto.subtle.importKey('jwk', epk, privateKey.algorithm, false, []);
  const agreement = { name: privateKey.algorithm.name, public: theirs };
  const secret = new Uint8Array(await crypto.subtle.deriveBits(agreement, privateKey, 256));
  const info = [new TextEncoder().encode(enc), fromBase64url(apu), fromBase64url(apv)];
  const rounds = joined(
    number(1),
    secret,
    ...info.flatMap((part) => [number(part.length), part]),
    number(256),
  );
  const digest = await crypto.subtle.digest('SHA-256', rounds);
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['decrypt']);
}

function number(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Stops as soon as there is too much: a few bytes can inflate to gigabytes. */
async function inflated(packed: ArrayBuffer, mostBytes: number): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(...chunks);
    chunks.push(value);
    size += value.length;
    if (size <= mostBytes) continue;
    await reader.cancel();
    throw new Error('The answer is too large');
  }
}
