import { authRoutes } from '@aisle/contract/system/auth/auth';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { openShop } from '../../../../test/shop.ts';
import { isShed } from './load-shedding.ts';

const request = (url: string, route?: object) =>
  ({ url, routeOptions: { config: { route } } }) as unknown as FastifyRequest;

test.each([
  [request('/api/v2/order/list', { path: '/order/list' }), 1001, true],
  [request('/api/v2/order/list', { path: '/order/list' }), 999, false],
  [request('/api/v2/auth/login', authRoutes.login), 3999, false],
  [request('/api/v2/auth/login', authRoutes.login), 4001, true],
  [request('/livez'), 60_000, false],
  [request('/readyz'), 60_000, false],
  [request('/'), 1001, true],
])('decides whether to refuse %s at a lag of %i ms', (of, lag, shed) => {
  expect(isShed(of, lag, 1000)).toBe(shed);
});

test('refuses requests with Retry-After while lagging, and passes liveness probes', async () => {
  const shop = await openShop({ maxLagMs: 1 });
  try {
    const admin = await shop.signIn();
    const end = Date.now() + 1500;
    while (Date.now() < end) {
      const block = Date.now() + 50;
      while (Date.now() < block);
      await new Promise((resolve) => setImmediate(resolve));
    }

    const refused = await shop.server.inject({ url: '/api/v2/brand/get', headers: admin.headers });
    const alive = await shop.server.inject('/livez');

    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'busy']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(alive.statusCode).toBe(200);
  } finally {
    await shop.close();
  }
});
