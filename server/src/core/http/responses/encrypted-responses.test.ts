import { brandRoutes } from '@aisle/contract/catalog/brands';
import { compactDecrypt, exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Person, type Shop } from '../../../../test/shop.ts';

let shop: Shop;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  admin = await shop.signIn();
});
afterAll(() => shop.close());

async function browserKey(crv: 'X25519' | 'P-256') {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv });
  return { privateKey, header: encoded(await exportJWK(publicKey)) };
}
const encoded = (jwk: JWK) => Buffer.from(JSON.stringify(jwk)).toString('base64url');
const brands = (headers: Record<string, string>) =>
  shop.server.inject({ method: 'POST', url: '/api/v2/brand/list', headers });

test.each(['X25519', 'P-256'] as const)(
  'encrypts a response so that a browser with a %s key can read it',
  async (crv) => {
    const { privateKey, header } = await browserKey(crv);

    const answer = await brands({ ...admin.headers, 'x-client-key': header });

    expect(answer.headers['content-type']).toBe('application/jose');
    const { plaintext, protectedHeader } = await compactDecrypt(answer.body, privateKey);
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM', cty: 'json' });
    expect(JSON.parse(Buffer.from(plaintext).toString())).toMatchObject({
      status: true,
      data: { records: [] },
    });
  },
);

test('compresses a long response before encryption', async () => {
  const { privateKey, header } = await browserKey('X25519');
  for (let index = 0; index < 100; index += 1)
    await admin.do(brandRoutes.create, { body: { name: `Brand ${index}` } });

  const answer = await shop.server.inject({
    method: 'POST',
    url: '/api/v2/brand/list',
    headers: { ...admin.headers, 'x-client-key': header },
    payload: { limit: 100 },
  });

  const { plaintext, protectedHeader } = await compactDecrypt(answer.body, privateKey, {
    maxDecompressedLength: 16e6,
  });
  expect(protectedHeader.zip).toBe('DEF');
  expect(JSON.parse(Buffer.from(plaintext).toString()).data.records).toHaveLength(100);
});

test('encrypts refusals too', async () => {
  const { privateKey, header } = await browserKey('X25519');

  const answer = await brands({ 'x-client-key': header });

  expect(answer.statusCode).toBe(401);
  const { plaintext } = await compactDecrypt(answer.body, privateKey);
  expect(JSON.parse(Buffer.from(plaintext).toString()).error.code).toBe('not-signed-in');
});

test.each([
  'no base64url!',
  '{"kty":"OKP","crv":"X25519","x":"AAAA"}',
  Buffer.from('{"kty":"OKP"}').toString('base64url'),
  Buffer.from('{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}').toString('base64url'),
  Buffer.from('{"kty":"OKP","crv":"X25519","x":"AAAA"}').toString('base64url'),
])('rejects an invalid key: %s', async (key) => {
  const answer = await brands({ ...admin.headers, 'x-client-key': key });

  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.code).toBe('client-key-invalid');
  expect(answer.json().message).toContain('base64url');
});

test('rejects a client without a key if encryption is required', async () => {
  const strict = await openShop({ responseEncryption: 'required' });
  const person = await strict.signIn();

  const answer = await strict.server.inject({
    method: 'POST',
    url: '/api/v2/brand/list',
    headers: person.headers,
  });

  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.code).toBe('encryption-required');
  await strict.close();
});
