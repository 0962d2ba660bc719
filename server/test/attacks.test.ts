import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Settings } from '../src/core/settings.ts';
import { longestTurn } from './longest-turn.ts';
import { addPlainLocation } from './people-builders.ts';
import { received } from './received.ts';
import { openShop, type Person, type Shop } from './shop.ts';

// Requests that once blocked the server for all users. Each attack starts first, and others get their responses before it ends.
// Only the order of the responses counts, not their times.

const json = { 'content-type': 'application/json' };
const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${base}/api/v2${url}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });

/** Requests of another user: one that needs nothing, and one that needs the database, with a session. */
async function others(): Promise<void> {
  const alive = await fetch(`${base}/livez`);
  const list = await post('/brand/list', '{}', admin.headers);
  expect([alive.status, list.status]).toEqual([200, 200]);
}

function upload(url: string, who: Person, bytes: Buffer, signal?: AbortSignal): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'table.csv');
  return fetch(`${base}/api/v2${url}`, {
    method: 'POST',
    headers: who.headers,
    body: form,
    ...(signal && { signal }),
  });
}
const readTable = (bytes: Buffer, signal?: AbortSignal) =>
  upload('/inventory/read-table', clerk, bytes, signal);

const shop = await openShop();
await shop.server.listen({ port: 0, host: '127.0.0.1' });
const base = `http://127.0.0.1:${(shop.server.server.address() as AddressInfo).port}`;
const admin = await shop.signIn();
const clerk = await shop.signIn({
  permissions: ['inventory_add', 'product_add'],
  locations: [await addPlainLocation(shop)],
});
// Loads its code before the measurements.
await readTable(Buffer.from('code,quantity\nA,1\n'));

/** Expects responses to other requests while the attack goes on. */
async function expectOthersFirst(attack: Promise<unknown>): Promise<void> {
  const order: string[] = [];
  const begun = received(shop.server.server);
  const over = attack.then(() => order.push('attack'));
  await begun;
  await others().then(() => order.push('others'));
  await over;
  expect(order).toEqual(['others', 'attack']);
}

const manyKeys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;

test('rejects seven megabytes of unknown fields without a session unread and with a short message', async () => {
  const attacks = Array.from({ length: 4 }, () => post('/auth/login', manyKeys(650_000)));
  await others();

  for (const answer of await Promise.all(attacks)) {
    expect(answer.status).toBe(413);
    expect((await answer.text()).length).toBeLessThan(1000);
  }
});

test('rejects the maximum number of unknown fields with a short message', async () => {
  const answer = await post('/brand/create', manyKeys(80_000), admin.headers);

  expect(answer.status).toBe(400);
  expect((await answer.text()).length).toBeLessThan(1000);
});

test.each([
  ['empty lines', '\n', 1_000_000],
  ['rows of another length', 'a,b,c\n', 400_000],
  ['one very long quoted cell', '"', 4_000_000],
])('answers other requests while it reads tables of %s', async (_, line, count) => {
  const bytes = Buffer.from(`code,quantity\n${line.repeat(count)}`);

  await expectOthersFirst(Promise.all(Array.from({ length: 8 }, () => readTable(bytes))));
});

test('rejects twenty megabytes of empty lines while it answers other requests', async () => {
  const attack = upload('/import/upload', admin, Buffer.from(`sku,name\n${'\n'.repeat(20_000_000)}`));
  await others();

  const answer = await attack;
  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
    400,
    'imports.unreadable',
  ]);
});

test('stops reading tables of disconnected clients, and reads the next one at once', async () => {
  const bytes = Buffer.from(`code,quantity\n${'a,b,c\n'.repeat(1_000_000)}`);
  const gone = new AbortController();
  const begun = received(shop.server.server);
  const attacks = Array.from({ length: 12 }, () => readTable(bytes, gone.signal).catch(() => 'gone'));
  await begun;
  gone.abort();
  await Promise.all(attacks);

  expect((await readTable(Buffer.from('code,quantity\nA,1\n'))).status).toBe(200);
});

test('limits unfinished bodies per address, and answers others', async () => {
  const { port } = new URL(base);
  const answered: number[] = [];
  const sockets = Array.from({ length: 270 }, () => {
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('data', (chunk) => answered.push(Number(/^HTTP\/1.1 (\d+)/.exec(String(chunk))?.[1])));
    socket.write(
      'POST /api/v2/auth/login HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.77\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n{"email":',
    );
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });

  await others();
  await expect.poll(() => answered.length, { timeout: 15_000 }).toBe(20);

  expect(new Set(answered)).toEqual(new Set([429]));
});

test('keeps connections available during sign-ins for one email from many addresses', async () => {
  const body = JSON.stringify({ email: 'nobody@people.example', password: 'Wrong1!a' });
  const attacks = Array.from({ length: 120 }, (_, index) =>
    post('/auth/login', body, { 'x-forwarded-for': `203.0.113.${index}` }),
  );

  await expectOthersFirst(Promise.all(attacks));

  for (const { status } of await Promise.all(attacks)) expect([400, 429, 503]).toContain(status);
});

test('rejects a cursor with a date out of range', async () => {
  const cursor = Buffer.from(
    '["+275760-09-13T00:00:00.001Z","01a2024d-8579-7cb8-950e-4fc1ddd04c6c"]',
  ).toString('base64url');

  const answer = await post('/customer/list', JSON.stringify({ limit: 25, cursor }), admin.headers);

  expect(answer.status).toBe(400);
});

describe('silent connections', () => {
  let other: Shop;
  let port: number;
  const sockets: net.Socket[] = [];
  const openSilent = async (count: number, localAddress: string) => {
    for (let opened = 0; opened < count; opened += 1) {
      const socket = net.connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => {});
      sockets.push(socket);
      if (opened % 100 === 99) await once(socket, 'connect');
    }
  };
  const statusOf = async (path: string, localAddress: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = http.get({ port, host: '127.0.0.1', path, localAddress, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject);
    });
  const serve = async (settings: Partial<Settings>) => {
    other = await openShop(settings);
    await other.server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = other.server.server.address() as AddressInfo);
  };
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await other.close();
  });

  test('leave room for other addresses and for probes', async () => {
    await serve({ trustedProxies: [] });
    await openSilent(600, '127.0.0.2');

    expect(await statusOf('/api/v2/nothing', '127.0.0.3')).toBe(404);
    expect([await statusOf('/livez', '127.0.0.2'), await statusOf('/readyz', '127.0.0.2')]).toEqual([
      200, 200,
    ]);
    expect(await statusOf('/api/v2/nothing', '127.0.0.2')).toBe(503);
  });

  test('leave room for new connections when thousands come through a trusted proxy', {
    timeout: 60_000,
  }, async () => {
    await serve({});
    await openSilent(5_050, '127.0.0.2');

    expect(await statusOf('/livez', '127.0.0.3')).toBe(200);
    expect(await statusOf('/api/v2/nothing', '127.0.0.3')).toBe(404);
  });
});

const tokenRoutes = Object.values(api)
  .flatMap((routes): Route[] => Object.values(routes))
  .filter(({ method, permission, path }) => {
    return method !== 'GET' && permission === 'public' && path.includes('{token}');
  });
const bodies: [type: string, start: string][] = [
  ['application/json', '{"deliveryId":"'],
  ['application/x-www-form-urlencoded', 'List-Unsubscribe='],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n',
  ],
];

test.each(tokenRoutes.map(({ path }) => path))(
  'rejects a made-up token before the body is read: %s',
  async (path) => {
    const { port } = new URL(base);
    for (const [type, start] of bodies) {
      const socket = net.connect(Number(port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
      socket.write(
        `POST /api/v2${path.replace('{token}', 'made-up')} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 9900\r\n\r\n${start}`,
      );

      expect(await answer).toMatch(/^HTTP\/1.1 404 /);
    }
  },
);

/** The maximum processor time, in milliseconds, for which one request can block all others. */
const maxTurn = 100;
const message = { name: 'n', channel: 'email', audience: {}, subject: 'Hi', dryRun: true };
async function expectRefusedQuickly(url: string, body: object): Promise<void> {
  let status = 0;

  const turn = await longestTurn(async () => {
    status = (await post(url, JSON.stringify(body), admin.headers)).status;
  }, maxTurn);

  expect(status).toBe(400);
  expect(turn).toBeLessThan(maxTurn);
}
const hostile = (before: string, piece: string, length: number) =>
  `${before}${piece.repeat(Math.floor(length / piece.length))}x`;

test.each([
  ['blanks in an open field', '/notification/send-bulk-notification', hostile('Hello {{', ' ', 9900)],
  ['open fields', '/notification/send-bulk-notification', hostile('', '{{ ', 9900)],
  ['blanks in a test message', '/notification/test-bulk-notification', hostile('Hello {{', ' ', 9900)],
  ['a message above its limit', '/notification/send-bulk-notification', hostile('{{', ' ', 900_000)],
])('reads %s without delaying other requests', async (_, url, body) => {
  await expectRefusedQuickly(url, { ...message, body });
});

test.each([
  ['an email', '/user/create', { email: hostile('a', '@a', 200_000) }],
  ['a phone number', '/customer/create', { phone: hostile('1', ' ()', 900_000) }],
  ['a search', '/customer/list', { search: hostile('x', ' ', 900_000) }],
])('rejects %s of any length without delaying other requests', async (_, url, body) => {
  await expectRefusedQuickly(url, body);
});
