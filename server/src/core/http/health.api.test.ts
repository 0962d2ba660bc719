import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { openShop, type Shop } from '../../../test/shop.ts';

const token = 'a-token-of-this-server';

test('serves metrics only to requests with the token', async () => {
  const { server } = await openShop({ metricsToken: token });
  const ask = (authorization?: string) =>
    server.inject({ url: '/metrics', headers: { ...(authorization && { authorization }) } });

  expect((await ask(`Bearer ${token}`)).body).toContain('aisle_request_seconds');
  for (const wrong of [undefined, 'Bearer something-else', token]) {
    const refused = await ask(wrong);
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  }
});

test('serves the metrics of the process from every server in it', async () => {
  for (let opened = 0; opened < 2; opened += 1) {
    const { server, close } = await openShop({ metricsToken: token });
    const { body } = await server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds');
    await close();
  }
});

test('releases the memory of a closed server', async () => {
  const openAndClose = async () => {
    const shop = await openShop();
    await shop.close();
    return new WeakRef(shop.server);
  };
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');

  const closed = await openAndClose();

  await vi.waitFor(() => {
    collectGarbage();
    expect(closed.deref() === undefined).toBe(true);
  });
});

test('allows metrics without a token only from this machine, and through no proxy', async () => {
  const { server } = await openShop();
  const ask = (remoteAddress: string, headers = {}) =>
    server.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode);

  expect(await ask('127.0.0.1')).toBe(200);
  expect(await ask('::1')).toBe(200);
  expect(await ask('::ffff:127.0.0.1')).toBe(200);
  expect(await ask('192.0.2.7')).toBe(401);
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-real-ip',
    'forwarded',
    'via',
    'cf-connecting-ip',
    'true-client-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
    'x-envoy-external-address',
  ]) {
    expect(await ask('127.0.0.1', { [name]: 'a' })).toBe(401);
  }
});

test('trusts X-Forwarded-For only from trusted proxies', async () => {
  const addressOf = async (shop: Shop, remoteAddress: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.5', 'content-type': 'application/json' };
    const payload = { email: 'nobody@people.example', password: 'Wrong1!a' };
    await shop.server.inject({ method: 'POST', url: '/api/v2/auth/login', remoteAddress, headers, payload });
    const last = (await shop.sql`SELECT address FROM sign_in_failures ORDER BY failed_at DESC`)[0];
    return last?.address;
  };

  const local = await openShop();
  expect(await addressOf(local, '127.0.0.1')).toBe('203.0.113.5');
  expect(await addressOf(local, '10.0.0.2')).toBe('10.0.0.2');
  const proxied = await openShop({ trustedProxies: ['10.0.0.0/8'] });
  expect(await addressOf(proxied, '10.0.0.2')).toBe('203.0.113.5');
  expect(await addressOf(proxied, '127.0.0.1')).toBe('127.0.0.1');
  const trusting = await openShop({ trustedProxies: [] });
  expect(await addressOf(trusting, '127.0.0.1')).toBe('127.0.0.1');
});

test('reports a job runner that gets no jobs in log, metric and probe until it recovers', async () => {
  const lines: string[] = [];
  const shop = await openShop({ metricsToken: token }, { logTo: { write: (line) => lines.push(line) } });
  const seen = async () => {
    const [ready, metrics] = await Promise.all([
      shop.server.inject('/readyz'),
      shop.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } }),
    ]);
    return [ready.statusCode, /^aisle_job_runner_down (\d)/m.exec(metrics.body)?.[1]];
  };
  const patience = { timeout: 15_000, interval: 50 };
  await shop.jobs.start();
  expect(await seen()).toEqual([200, '0']);

  await shop.sql`ALTER SCHEMA graphile_worker RENAME TO away`;
  await vi.waitFor(async () => expect(await seen()).toEqual([503, '1']), patience);
  await shop.sql`ALTER SCHEMA away RENAME TO graphile_worker`;

  await vi.waitFor(async () => expect(await seen()).toEqual([200, '0']), patience);
  expect(lines.join('')).toContain('the job runner gets no jobs; it tries again');
});
