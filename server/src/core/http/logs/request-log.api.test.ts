import { brandRoutes } from '@aisle/contract/catalog/brands';
import { beforeEach, expect, test, vi } from 'vitest';
import { openShop } from '../../../../test/shop.ts';
import { problem } from '../../problem.ts';

let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
});

const requests = () => lines.filter(({ msg }) => msg === 'request');
/** The line is written after the response. */
const line = () => vi.waitFor(() => requests()[0] ?? expect.fail('There is no line'));

const shop = await openShop(
  { logLevel: 'debug' },
  { logTo: { write: (line) => lines.push(JSON.parse(line)) } },
);
const admin = await shop.signIn();
const [debug, info, warn] = [20, 30, 40];

test('writes one line with ID, route, status, duration, actor and statement count', async () => {
  const { headers } = await admin.call(brandRoutes.create, { body: { name: 'Sunny Acres' } });

  expect(await line()).toMatchObject({
    level: info,
    id: headers['x-request-id'],
    method: 'POST',
    route: '/api/v2/brand/create',
    status: 200,
    ms: expect.any(Number),
    who: admin.userId,
    address: '127.0.0.1',
  });
  expect(requests()).toHaveLength(1);
  expect(requests()[0]!.sql).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain('Sunny Acres');
});

test('omits request content, link tokens and credentials', async () => {
  const secrets = ['a-secret-link', 'hidden-word', 'wrong-token'];
  await shop.server.inject({
    url: '/api/v2/auth/link/a-secret-link?search=hidden-word&s=a-secret-link',
    headers: { 'admin-token': 'wrong-token', _id: admin.userId, authorization: 'Bearer wrong-token' },
  });
  await shop.server.inject({ url: '/d/a-secret-link?search=hidden-word' });

  await vi.waitFor(() => expect(requests()).toHaveLength(2));
  for (const secret of secrets) expect(JSON.stringify(lines)).not.toContain(secret);
});

test('logs a refused request as a warning and a successful probe as debug output', async () => {
  const clerk = await shop.signIn({ permissions: ['product_list'] });
  lines = [];
  await clerk.call(brandRoutes.create, { body: { name: 'Sunny Acres' } });
  expect(await line()).toMatchObject({ level: warn, status: 403, who: clerk.userId, sql: 0 });

  lines = [];
  await shop.server.inject('/livez');
  expect(await line()).toMatchObject({ level: debug, route: '/livez', status: 200, who: null });
});

test('counts the statements of a failed request', async () => {
  const name = 'Twice';
  await admin.do(brandRoutes.create, { body: { name } });
  lines = [];
  await admin.call(brandRoutes.create, { body: { name } });

  const { status, sql } = await line();
  expect(status).toBe(409);
  expect(sql).toBeGreaterThan(0);
});

test('repeats a line at most once a minute while writes fail', async () => {
  shop.server.writeTrouble.note(problem('disk-full'), shop.server.log);
  for (let count = 0; count < 5; count += 1) await admin.call(brandRoutes.list, { body: {} });
  await shop.server.inject('/livez');

  await vi.waitFor(() => expect(requests().at(-1)).toMatchObject({ route: '/livez' }));
  expect(requests().map(({ route }) => route)).toEqual(['/api/v2/brand/list', '/livez']);
  shop.server.writeTrouble.isOver();
});
