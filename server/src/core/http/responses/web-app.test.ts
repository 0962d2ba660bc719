import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSecurityHeaders } from './security-headers.ts';
import { serveWebApp } from './web-app.ts';

let root: string;
let server: FastifyInstance;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'aisle-web-'));
  await mkdir(path.join(root, 'dist/assets'), { recursive: true });
  await writeFile(path.join(root, 'secret.txt'), 'secret');
  await writeFile(path.join(root, 'dist/index.html'), '<title>Aisle</title><style nonce="STYLE-NONCE">');
  await writeFile(path.join(root, 'dist/assets/packed-1.js'), 'start()');
  await writeFile(path.join(root, 'dist/assets/packed-1.js.br'), 'packed by the build');
  await writeFile(path.join(root, 'dist/assets/app-1a2b.js'), 'start()');
  await writeFile(path.join(root, 'dist/assets/app-1a2b.js.br'), brotliCompressSync('start()'));
  await writeFile(path.join(root, 'dist/assets/app-1a2b.js.gz'), gzipSync('start()'));
  await writeFile(path.join(root, 'dist/icon.svg'), '<svg/>');
  server = Fastify();
  await setSecurityHeaders(server, { mapTiles: undefined, publicUrl: 'http://localhost' });
  await serveWebApp(server, path.join(root, 'dist'));
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

test.each(['/', '/orders', '/orders/view/0190a000', '/set-password/abc_-'])(
  'serves the app at %s without caching',
  async (url) => {
    const page = await server.inject(url);

    expect(page.body).toContain('<title>Aisle</title>');
    expect(page.headers['cache-control']).toBe('no-cache');
  },
);

test("allows only styles with the page's own nonce, different for each page", async () => {
  const [first, second] = [await server.inject('/'), await server.inject('/orders')];

  const nonces = [first, second].map(({ headers }) => {
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toContain("style-src-attr 'none'");
    return /style-src 'self' 'nonce-(\w{32})'/.exec(policy)?.[1];
  });
  expect([first.body, second.body]).toEqual(
    nonces.map((nonce) => `<title>Aisle</title><style nonce="${nonce}">`),
  );
  expect(nonces[0]).not.toBe(nonces[1]);
});

test("makes a driver's trip installable, starting with that trip", async () => {
  const manifest = await server.inject('/d/abc_-1/app.webmanifest');

  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  expect(manifest.json()).toMatchObject({ start_url: '/d/abc_-1', scope: '/d/', display: 'standalone' });
});

test('adds no nonce to files', async () => {
  const { headers } = await server.inject('/icon.svg');

  expect(headers['content-security-policy']).toContain("style-src 'self'");
  expect(headers['content-security-policy']).not.toContain('nonce');
});

test('serves built files compressed if the browser supports it, and lets browsers cache them forever', async () => {
  const plain = await server.inject('/assets/app-1a2b.js');
  const packed = (encodings: string) =>
    server.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': encodings } });
  const [older, newer] = [await packed('gzip'), await packed('gzip, deflate, br')];

  expect(plain.body).toBe('start()');
  expect(plain.headers['cache-control']).toContain('immutable');
  expect(gunzipSync(older.rawPayload).toString()).toBe('start()');
  expect(newer.headers['content-encoding']).toBe('br');
  expect(newer.headers['content-type']).toContain('javascript');
  expect(brotliDecompressSync(newer.rawPayload).toString()).toBe('start()');
});

test('requires revalidation of a file without a hash in its name', async () => {
  const icon = await server.inject({ url: '/icon.svg', headers: { 'accept-encoding': 'gzip, br' } });

  expect(icon.body).toBe('<svg/>');
  expect(icon.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
});

test('reuses files that the build compressed', async () => {
  const answer = await server.inject({
    url: '/assets/packed-1.js',
    headers: { 'accept-encoding': 'br' },
  });

  expect(answer.rawPayload.toString()).toBe('packed by the build');
  expect(answer.headers['content-encoding']).toBe('br');
});

test.each([
  '/assets/old-9f.js',
  '/api/v2/nothing',
  '/favicon.png',
  '/assets/app-1a2b.js%00',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
])('rejects %s instead of serving the app or an outside file', async (url) => {
  const missing = await server.inject(url);

  expect(missing.statusCode).toBeGreaterThanOrEqual(400);
  expect(missing.body).not.toContain('secret\n');
  expect(missing.body).not.toBe('secret');
});

test('reports that the web app was never built', async () => {
  const bare = Fastify();
  await serveWebApp(bare, path.join(root, 'nowhere'));

  const page = await bare.inject('/');

  expect(page.statusCode).toBe(503);
  expect(page.body).toContain('npm run build');
  await bare.close();
});
