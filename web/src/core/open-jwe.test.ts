import { CompactEncrypt } from 'jose';
import { expect, test } from 'vitest';
import { fromBase64url, toBase64url } from './base64url.ts';
import { openJwe } from './open-jwe.ts';

const limit = 1_000_000;
const curves = [{ name: 'X25519' }, { name: 'ECDH', namedCurve: 'P-256' }];
const makePair = async (curve: { name: string } = curves[0]!) =>
  (await crypto.subtle.generateKey(curve, false, ['deriveBits'])) as CryptoKeyPair;
const seal = (text: string, publicKey: CryptoKey, header: Record<string, string> = {}) =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', ...header })
    .encrypt(publicKey);

test.each(curves)('what a library sealed for a key on %o is opened', async (curve) => {
  const { privateKey, publicKey } = await makePair(curve);
  const text = JSON.stringify({ price: '€ 4.99', lines: 'milk '.repeat(2000) });

  const plain = await openJwe(await seal(text, publicKey), privateKey, limit);
  const packed = await openJwe(await seal(text, publicKey, { zip: 'DEF' }), privateKey, limit);

  expect(plain).toBe(text);
  expect(packed).toBe(text);
});

test('it opens for nobody else, nor after a change of any part', async () => {
  const [mine, other] = [await makePair(), await makePair()];
  const sealed = await seal('secret', mine.publicKey);
  const swapped = (part: string) => part.slice(0, -3) + (part.at(-3) === 'A' ? 'B' : 'A') + part.slice(-2);
  const changed = [0, 2, 3, 4].map((index) =>
    sealed
      .split('.')
      .map((part, at) => (at === index ? swapped(part) : part))
      .join('.'),
  );
  const shortTag = sealed.slice(0, -4);

  await expect(openJwe(sealed, other.privateKey, limit)).rejects.toThrow();
  for (const broken of [...changed, shortTag, `${sealed}.`, 'abc', '....']) {
    await expect(openJwe(broken, mine.privateKey, limit)).rejects.toThrow();
  }
  expect(await openJwe(sealed, mine.privateKey, limit)).toBe('secret');
});

test('what would inflate beyond the limit is left unread', async () => {
  const { privateKey, publicKey } = await makePair();
  const sealed = await seal('0'.repeat(limit + 1), publicKey, { zip: 'DEF' });

  await expect(openJwe(sealed, privateKey, limit)).rejects.toThrow('too large');
});

test('base64url goes there and back', () => {
  const text = '{"x":"~~??ÿ€"}';

  expect(new TextDecoder().decode(fromBase64url(toBase64url(text)))).toBe(text);
  expect(toBase64url(text)).toMatch(/^[\w-]+$/);
});
