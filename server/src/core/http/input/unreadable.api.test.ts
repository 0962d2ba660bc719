import type { AddressInfo } from 'node:net';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const admin = await shop.signIn();

const send = (url: string, headers: Record<string, string> = {}, payload?: string) =>
  ask('POST', url, headers, payload);
const ask = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}, payload?: string) =>
  shop.server.inject({
    method,
    url: `/api/v2${url}`,
    headers: { ...admin.headers, ...headers },
    payload,
  });
const form = (parts: Record<string, string>, end = '--x--\r\n') =>
  Object.entries(parts)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('') + end;
const formType = { 'content-type': 'multipart/form-data; boundary=x' };

test.each(['/%', '/brand/delete/%ff', '/nowhere'])('returns a regular 404 response for %s', async (url) => {
  const answer = await send(url);

  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ status: false, error: { code: 'not-found' } });
});

test.each(['GET', 'POST'] as const)('encrypts the 404 response to a %s with a key', async (method) => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'X25519' });
  const key = Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url');

  const answer = await ask(method, '/nowhere', { 'x-client-key': key });

  expect(answer.headers['content-type']).toBe('application/jose');
  const { plaintext } = await compactDecrypt(answer.body, privateKey);
  expect(JSON.parse(Buffer.from(plaintext).toString())).toMatchObject({ error: { code: 'not-found' } });
});

test('rejects plain text instead of JSON', async () => {
  expect((await send('/brand/create', { 'content-type': 'text/plain' }, '{"name":"A"}')).statusCode).toBe(
    415,
  );
});

test.each([
  ['without a boundary', { 'content-type': 'multipart/form-data' }, form({ name: 'A' })],
  ['with other content', formType, 'neither here nor there'],
  ['without an end', formType, form({ name: 'A' }, '')],
])('rejects a form %s as malformed', async (_, headers, payload) => {
  const answer = await send('/brand/create', headers, payload);

  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.code).toBe('malformed-request');
});

test.each([100, 10_000, 500_000])('rejects a body nested %i levels deep as malformed', async (depth) => {
  const body = `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  const answer = await send('/brand/create', { 'content-type': 'application/json' }, body);

  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.code).toBe('malformed-request');
});

test('accepts a single value for a list in a form', async () => {
  const tax = await send('/tax/add', { 'content-type': 'application/json' }, '{"name":"City","rate":1}');
  const taxId = tax.json().data._id;

  const plain = await send('/category/create', formType, form({ name: 'Fruit', taxIds: taxId }));
  const asList = await send('/category/create', formType, form({ name: 'Herbs', taxIds: `["${taxId}"]` }));

  expect([plain, asList].map((answer) => answer.json().data?.taxIds)).toEqual([[taxId], [taxId]]);
});

test('responds to a far too large request instead of breaking the connection', async () => {
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = shop.server.server.address() as AddressInfo;

  const answer = await fetch(`http://127.0.0.1:${port}/api/v2/brand/create`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: 'x'.repeat(40 * 1024 * 1024),
  });

  expect(answer.status).toBe(413);
});
