import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { type ConnectionBounds, Connections } from './connections.ts';

let server: http.Server | undefined;
let responses: http.ServerResponse[] = [];
const sockets: net.Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  responses = [];
  await new Promise((resolve) => server?.close(resolve));
});

const trusted = '127.0.0.9';
/** A server that responds to /now and keeps every other request waiting. */
async function serverWith(bounds: Partial<ConnectionBounds>): Promise<number> {
  server = http.createServer(({ url, socket }, response) => {
    if (url === '/now') response.end(connections.isForProbes(socket) ? 'probe' : 'served');
    else responses.push(response);
  });
  const all = { perAddress: 1000, total: 1000, probes: 1, ...bounds };
  const connections = new Connections(server, all, (address) => address === trusted);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** An address of this machine that isn't loopback, so that its connections can't be probes. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

/** Connects from an address of this machine and sends nothing. */
async function connect(port: number, localAddress = '127.0.0.2'): Promise<net.Socket> {
  const host = localAddress === outside ? outside : '127.0.0.1';
  const socket = net.connect({ port, host, localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** The body of the response, or 'closed'. */
function ask(socket: net.Socket, path = '/now'): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      const [, body] = text.split('\r\n\r\n');
      if (body?.includes('served') || body?.includes('probe')) resolve(/served|probe/.exec(body)![0]);
    });
    socket.once('close', () => resolve('closed'));
  });
}
const askFrom = async (port: number, address?: string) => ask(await connect(port, address));

test.skipIf(!outside)('refuses more connections of an address than its share', async () => {
  const port = await serverWith({ perAddress: 3 });
  for (let count = 0; count < 3; count += 1) await connect(port, outside);

  expect(await askFrom(port, outside)).toBe('closed');
  expect(await askFrom(port)).toBe('served');
});

test('accepts only local probes above its limit, and serves other addresses', async () => {
  const port = await serverWith({ perAddress: 3 });
  for (let count = 0; count < 6; count += 1) await connect(port);

  expect(await askFrom(port)).toBe('probe');
  expect(await askFrom(port, '127.0.0.3')).toBe('served');
});

test('releases the slot of a closed connection', async () => {
  const port = await serverWith({ perAddress: 2 });
  const [first] = [await connect(port), await connect(port)];
  const closed = once(first, 'close');
  first.destroy();
  await closed;

  await expect.poll(() => askFrom(port)).toBe('served');
});

test('exempts trusted proxies from the limit per address', async () => {
  const port = await serverWith({ perAddress: 3 });
  for (let count = 0; count < 10; count += 1) await connect(port, trusted);

  expect(await askFrom(port, trusted)).toBe('served');
});

test('replaces the connection that has been idle longest at the total limit', async () => {
  const port = await serverWith({ total: 3 });
  const oldest = await connect(port);
  expect(await ask(oldest)).toBe('served');
  const silent = await connect(port);
  // The response made this connection idle later than the silent one.
  expect(await ask(oldest)).toBe('served');
  await connect(port);

  const closed = once(silent, 'close');
  expect(await askFrom(port)).toBe('served');
  await closed;
  expect(oldest.destroyed).toBe(false);
});

test('serves a new client despite any number of silent connections', async () => {
  const port = await serverWith({ total: 20 });
  for (let count = 0; count < 100; count += 1) await connect(port, trusted);

  expect(await askFrom(port)).toBe('served');
});

test('keeps connections with a request in progress, and reserves some for probes', async () => {
  const port = await serverWith({ total: 2, probes: 2 });
  const busy = [await connect(port), await connect(port)];
  const answers = busy.map((socket) => ask(socket, '/later'));
  await expect.poll(() => responses.length).toBe(2);

  for (let count = 0; count < 5; count += 1) await connect(port);
  expect(await askFrom(port)).toBe('probe');
  for (const response of responses) response.end('served');
  expect(await Promise.all(answers)).toEqual(['served', 'served']);
});
