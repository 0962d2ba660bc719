import { auditRoutes } from '@aisle/contract/system/audit';
import { tools } from '@aisle/contract/tools';
import { expect, test } from 'vitest';
import { addressOf, connectAssistant, revisions } from '../../../test/assistant-builders.ts';
import { addOrderLocation, openStore } from '../../../test/order-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { sizeOf } from './answers.ts';
import { prepareTool } from './tool-schemas.ts';

const { shop, manager, location, addOrder } = await openStore({ goods: { name: 'Oat Milk' } });
const reader = await shop.withKey({ permissions: ['order_view', 'product_view', 'inventory_view'] });

const post = async ({ headers }: Pick<Person, 'headers'>, more: Record<string, string> = {}, body = '{}') =>
  shop.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...headers, 'content-type': 'application/json', ...more },
    payload: body,
  });

test.each(revisions)('answers a client of the revision %s', async (revision) => {
  const order = await addOrder();
  const { client, call } = await connectAssistant(shop, reader, { revision });

  const { tools: listed } = await client.listTools();
  expect(listed.length).toBeGreaterThanOrEqual(10);
  expect(listed.map(({ name }) => name)).not.toContain('cancel_order');
  const { text, data } = await call('find_orders', { search: order.number });
  expect(text).toContain(order.number);
  expect(data).toMatchObject({
    totalRecords: 1,
    records: [
      {
        _id: order._id,
        number: order.number,
        customerName: '<data>Grace Shopper</data>',
        link: `http://localhost:4000/orders/view/${order._id}`,
      },
    ],
  });
});

test('rejects requests without a valid key before any other check', async () => {
  const wrong = { headers: { authorization: 'Bearer aisle_wrong' } };
  for (const who of [shop.anonymous, wrong, manager]) {
    const { statusCode, headers } = await post(who, { origin: 'https://evil.example' }, 'not json');
    expect(statusCode).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
  }
  expect((await shop.server.inject({ url: '/mcp' })).statusCode).toBe(401);
});

test('accepts only POST', async () => {
  for (const method of ['GET', 'DELETE'] as const) {
    const { statusCode, headers } = await shop.server.inject({
      method,
      url: '/mcp',
      headers: reader.headers,
    });
    expect([statusCode, headers.allow]).toEqual([405, 'POST']);
  }
});

test('accepts pages of Aisle and of the settings only', async () => {
  const own = await post(reader, { origin: 'http://localhost:4000' });
  expect(own.statusCode).not.toBe(403);
  expect((await post(reader, { origin: 'https://evil.example' })).statusCode).toBe(403);
  expect((await post(reader, { origin: 'null' })).statusCode).toBe(403);
});

test('lets a page of the settings call from a browser, and no other', async () => {
  const page = 'https://tools.example.com';
  const open = await openShop({ mcpOrigins: [page] });
  const preflight = (origin: string) =>
    open.server.inject({ method: 'OPTIONS', url: '/mcp', headers: { origin } });
  const { statusCode, headers } = await preflight(page);
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, page]);
  expect(headers['access-control-allow-headers']).toContain('authorization');

  const refused = await preflight('https://evil.example');
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, undefined]);
});

test('takes one message per request', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const many = await post(reader, {}, JSON.stringify([message, { ...message, id: 2 }]));
  expect([many.statusCode, many.json().error.code]).toEqual([400, 'malformed-request']);
});

test('is off where responses must be encrypted', async () => {
  const strict = await openShop({ responseEncryption: 'required' });
  const key = await strict.withKey({ permissions: ['order_view'] });
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const { statusCode } = await strict.server.inject({ method, url: '/mcp', headers: key.headers });
    expect(statusCode).toBe(404);
  }
});

test('rejects headers that differ from the body, and lists its revisions for an unknown one', async () => {
  const meta = (version: string) => ({
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  });
  const list = (version: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta(version) } });
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' };

  const other = await post(reader, { ...headers, 'mcp-method': 'tools/call' }, list('2026-07-28'));
  expect(other.statusCode).toBe(400);
  const unknown = await post(
    reader,
    { ...headers, 'mcp-protocol-version': '2031-01-01', 'mcp-method': 'tools/list' },
    list('2031-01-01'),
  );
  expect(unknown.statusCode).toBe(400);
  expect(unknown.json().error.data.supported).toContain('2026-07-28');
  const good = await post(reader, { ...headers, 'mcp-method': 'tools/list' }, list('2026-07-28'));
  expect(good.json().result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
});

test('shows only the locations of the key', async () => {
  const elsewhere = await addOrderLocation(shop);
  const order = await addOrder();
  const key = await shop.withKey({ permissions: ['order_view'], locations: [elsewhere] });
  const { call } = await connectAssistant(shop, key);

  expect((await call('find_orders', { search: order.number })).data.totalRecords).toBe(0);
  const { isError, data } = await call('get_order', { id: order._id });
  expect([isError, data.code]).toEqual([true, 'not-found']);
  expect((await call('find_orders', { locationId: location })).data.totalRecords).toBe(0);
});

test('answers invalid input with the field, and unknown tools with an error of the protocol', async () => {
  const { call } = await connectAssistant(shop, reader);
  const wrong = await call('find_orders', { locationId: 'Downtown' });
  expect(wrong).toMatchObject({
    isError: true,
    data: { code: 'validation-failed', fields: [{ path: 'filters.locationId' }] },
  });
  const unknown = await call('find_orders', { shop: 'Downtown' });
  expect(unknown.data).toMatchObject({ fields: [{ path: 'shop' }] });
  await expect(call('cancel_order', {})).rejects.toThrow(/no tool cancel_order/);
});

test('limits calls per key', async () => {
  const limited = await openShop({ mcpLimit: 2 });
  const key = await limited.withKey({ permissions: ['order_view'] });
  const list = () =>
    limited.server.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        ...key.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  for (let count = 0; count < 2; count += 1) expect((await list()).statusCode).toBe(200);
  const refused = await list();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('records each call with its tool and key', async () => {
  const { call } = await connectAssistant(shop, reader);
  await call('list_late_orders');
  await call('get_order', { id: location });

  const { records } = await manager.do(auditRoutes.list, { body: { filters: { action: 'assistantCall' } } });
  expect(records.slice(0, 2)).toMatchObject([
    { recordId: reader.userId, actorName: 'Till', after: { tool: 'get_order', outcome: 'not-found' } },
    { recordId: reader.userId, actorName: 'Till', after: { tool: 'list_late_orders', outcome: 'answered' } },
  ]);
});

test('keeps answers within 8 KB and says what was cut', async () => {
  for (let count = 0; count < 40; count += 1) await addOrder();
  const { call } = await connectAssistant(shop, reader);
  const { text, data } = await call('find_orders', { limit: 50 });

  expect(sizeOf({ text, structured: data })).toBeLessThanOrEqual(8000);
  const total = Number(data.totalRecords);
  expect(total).toBeGreaterThan(40);
  expect((data.records as unknown[]).length).toBeGreaterThan(5);
  expect(text).toMatch(/The answer is cut: the first \d+ of \d+ records\./);
  expect(data.nextCursor).toBeUndefined();
});

test('lists all tools in at most 100 KB, with names and hints', async () => {
  const listed = tools.map((tool) => prepareTool(tool).listed);

  expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(100 * 1024);
  expect(new Set(listed.map(({ name }) => name)).size).toBe(tools.length);
  for (const { name, annotations, outputSchema } of listed) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(name.length).toBeLessThanOrEqual(48);
    expect(annotations).toMatchObject({
      readOnlyHint: expect.any(Boolean),
      destructiveHint: expect.any(Boolean),
      idempotentHint: expect.any(Boolean),
      openWorldHint: false,
    });
    expect(outputSchema.type).toBe('object');
  }
});

test('names only fields that routes take and answer', () => {
  for (const tool of tools) {
    const { listed, inputs } = prepareTool(tool);
    for (const path of tool.takes ?? []) {
      expect(
        inputs.map(({ name }) => name),
        `${tool.name} takes ${path}`,
      ).toContain(path.split('.').at(-1));
    }
    if (tool.change) continue;
    const missing = JSON.stringify(listed.outputSchema).match(/"(\w+)":\{\}/g);
    expect(missing ?? [], `${tool.name} answers unknown fields`).toEqual([]);
  }
});

test('is not part of the web app', async () => {
  const page = await fetch(`${await addressOf(shop)}/mcp`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(401);
});
