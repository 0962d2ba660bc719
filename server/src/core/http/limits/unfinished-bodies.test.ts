import net, { type AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { type BodyBounds, limitUnfinishedBodies } from './unfinished-bodies.ts';

const route = {
  resource: 'table',
  method: 'POST',
  path: '/table',
  permission: 'signedIn',
  summary: '',
  data: {} as never,
  files: { file: { kind: 'table' } },
} as const;

let app: FastifyInstance | undefined;
const sockets: net.Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
});

async function serverWith(bounds: Partial<BodyBounds>): Promise<number> {
  app = Fastify();
  limitUnfinishedBodies(app, { usualMs: 60_000, uploadMs: 60_000, perAddress: 40, ...bounds });
  app.addContentTypeParser('multipart/form-data', (_, body, done) => {
    body.resume().on('end', () => done(null));
  });
  app.post('/', async () => 'read');
  app.post('/table', { config: { route } }, async () => 'read');
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Announces a body and sends only a part of it. */
function begin(port: number, path = '/', type = 'application/json') {
  const socket = net.connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 8\r\n\r\n"abc`);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  const status = new Promise<number>((resolve) =>
    socket.once('data', (chunk) => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(chunk))?.[1]))),
  );
  return { socket, closed, status };
}

test('closes a request whose body never ends', async () => {
  const port = await serverWith({ usualMs: 50 });

  expect(await begin(port).closed).toMatch(/^HTTP\/1.1 408 /);
});

test('allows more time for files, but not unlimited time', async () => {
  const port = await serverWith({ usualMs: 50, uploadMs: 1500 });
  const upload = begin(port, '/table', 'multipart/form-data; boundary=x');
  const plain = begin(port);

  const first = await Promise.race([upload.closed.then(() => 'upload'), plain.closed.then(() => 'plain')]);

  expect(first).toBe('plain');
  expect(await upload.closed).toMatch(/^HTTP\/1.1 408 /);
});

test("limits an address's unfinished bodies until some of them end", async () => {
  const port = await serverWith({ perAddress: 2 });
  const [first, second] = [begin(port), begin(port)];
  await new Promise((resolve) => setImmediate(resolve));

  expect(await begin(port).status).not.toBe(200);
  first.socket.write('def"');
  expect(await first.status).toBe(200);
  second.socket.destroy();
  const next = begin(port);
  next.socket.write('def"');

  expect(await next.status).toBe(200);
});
