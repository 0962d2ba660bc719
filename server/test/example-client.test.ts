import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brandRoutes } from '@aisle/contract/catalog/brands';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { webhookReader } from '../src/system/webhooks/webhook-reader.ts';
import { WebhookSender } from '../src/system/webhooks/webhook-sender.ts';
import { catchUp } from './change-readers.ts';
import { addGoods, addOrderLocation, decide, placeOne } from './order-builders.ts';
import { runGatewayOperations } from './return-builders.ts';
import { openShop } from './shop.ts';

// Runs the example of the docs unchanged, as a separate program that imports none of our code.

const example = path.resolve(import.meta.dirname, '../../docs/examples/storefront.mjs');
const opener = path.resolve(import.meta.dirname, '../../docs/examples/encrypted-answers.mjs');

/** Uses the oldest installed Node that satisfies the promised version. */
const oldestNode = [
  process.execPath,
  ...(process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node')),
]
  .flatMap((node) => {
    try {
      const [major = 0, minor = 0] = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
        .split('.')
        .map(Number);
      return major >= 20 ? [{ node, age: major * 1000 + minor }] : [];
    } catch {
      return [];
    }
  })
  .sort((a, b) => a.age - b.age)[0]!.node;

const shop = await openShop({ webhookAllowPrivate: true, cardGateway: 'simulated' });
const manager = await shop.signIn();
await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: false } });
const location = await addOrderLocation(shop);
const bread = await addGoods(shop, location, { price: 450, stock: 10 });
await shop.server.listen({ port: 0, host: '127.0.0.1' });
const { key } = await manager.do(apiKeyRoutes.create, { body: { name: 'Example', scopes: ['orders'] } });
const { port } = shop.server.server.address() as AddressInfo;
const environment = { AISLE_URL: `http://127.0.0.1:${port}`, AISLE_KEY: key };

function run(args: string[], more: Record<string, string> = {}, program = example) {
  const child = spawn(oldestNode, [program, ...args], { env: { ...environment, ...more } });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  onTestFinished(() => void child.kill());
  return { child, output };
}

test('gets a quote and places an order with its key', async () => {
  const { child, output } = run([location, `SKU-${bread}`]);
  await once(child, 'close');

  const { records } = await manager.do(mainOrderRoutes.list, { body: { filters: { source: 'storefront' } } });

  expect(output.err).toBe('');
  expect(output.out).toContain(`${records[0]?.number} is orderPlaced: 4.50\n`);
});

test('orders the minimum of the quote, and pays by card', async () => {
  const strict = await addOrderLocation(shop, { minimumOrder: 1000 });
  const milk = await addGoods(shop, strict, { price: 300, stock: 20 });

  const paid = run([strict, `SKU-${milk}`, 'tok_ok']);
  const declined = run([strict, `SKU-${milk}`, 'tok_lost']);
  let running = 2;
  for (const { child } of [paid, declined]) {
    child.once('close', () => {
      running -= 1;
    });
  }
  await vi.waitFor(
    async () => {
      await runGatewayOperations(shop);
      expect(running).toBe(0);
    },
    { timeout: 30_000, interval: 50 },
  );

  expect(paid.output.err + declined.output.err).toBe('');
  expect(paid.output.out).toMatch(/^M-\d+ is pending: 12\.00\n.+\nCard of O-\d+ authorised: 12\.00\n$/);
  expect(declined.output.out).toMatch(/\nCard of O-\d+ failed: Declined: .+\n$/);
});

test('cancels an order that its key placed', async () => {
  const store = (await import(example)).aisle({ url: environment.AISLE_URL, key: environment.AISLE_KEY });
  const placed = await store.placeOrder(
    {
      customer: { firstName: 'Ada', lastName: 'Undecided', phone: '+1 512 555 0778' },
      fulfilment: 'pickup',
      paymentType: 'cashOnDelivery',
      lines: [{ subProductId: bread, quantity: 1, locationId: location }],
    },
    'basket-to-cancel',
  );
  const [{ _id, number }] = placed.orders;

  const { child, output } = run(['cancel', _id]);
  await once(child, 'close');

  expect(output).toEqual({ out: `${number} is cancelled\n`, err: '' });
  expect((await store.order(_id)).status).toBe('cancelled');
});

test('decrypts an encrypted response', async () => {
  const { key } = await manager.do(apiKeyRoutes.create, { body: { name: 'Reader', scopes: ['catalogue'] } });

  const { child, output } = run(['/store/storeDropdown'], { AISLE_KEY: key }, opener);
  await once(child, 'close');

  expect(output.err).toBe('');
  expect(output.out).toMatch(/^Encrypted: \[/);
  expect(output.out).toContain(location);
});

test('decrypts a long response and an error', async () => {
  const { clientKey, read } = await import(opener);
  const { key } = await manager.do(apiKeyRoutes.create, { body: { name: 'Reader', scopes: ['catalogue'] } });
  const ask = (path: string) => read({ url: environment.AISLE_URL, key, path, client: clientKey() });
  for (let index = 0; index < 50; index += 1) {
    await manager.do(brandRoutes.create, { body: { name: `Brand ${index} ${'long name '.repeat(8)}` } });
  }

  const [long, refused] = [await ask('/brand/dropdown'), await ask('/settings/get')];

  expect([long.isEncrypted, long.answer.data.length]).toEqual([true, 50]);
  expect([refused.isEncrypted, refused.answer.error.code]).toEqual([true, 'permission-missing']);
});

test("prints why an item can't be ordered", async () => {
  const { child, output } = run([location, 'NO-SUCH-SKU']);
  const [code] = await once(child, 'close');

  expect([code, output.out]).toEqual([1, '']);
  expect(output.err).toContain('not-found');
});

test('repeats an order without a response, which is placed once', async () => {
  const { aisle } = await import(example);
  let calls = 0;
  // The connection breaks after the order has arrived, the first time only.
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    calls += 1;
    const answer = await fetch(`${environment.AISLE_URL}${request.url}`, {
      method: 'POST',
      headers: {
        authorization: String(request.headers.authorization),
        'content-type': 'application/json',
        'idempotency-key': String(request.headers['idempotency-key']),
      },
      body: Buffer.concat(chunks),
    });
    const text = await answer.text();
    if (calls === 1) response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const store = aisle({
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    key: environment.AISLE_KEY,
  });

  const placed = await store.placeOrder(
    {
      customer: { firstName: 'Alan', lastName: 'Twice', phone: '+1 512 555 0777' },
      fulfilment: 'pickup',
      paymentType: 'cashOnDelivery',
      lines: [{ subProductId: bread, quantity: 1, locationId: location }],
    },
    'basket-1',
  );
  const { records } = await manager.do(mainOrderRoutes.list, { body: { search: 'Alan Twice' } });

  expect(calls).toBe(2);
  expect(records.map(({ number }) => number)).toEqual([placed.number]);
});

test('accepts a signed delivery once, and rejects an unsigned one', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const body = { name: 'Example', url, events: ['order.created' as const] };
  const { _id, secret } = await manager.do(webhookRoutes.create, { body });
  const { output } = run(['listen', String(port)], { WEBHOOK_SECRET: secret });
  await vi.waitFor(() => fetch(url, { method: 'POST', body: '{}' }), { timeout: 20_000, interval: 50 });
  const forged = await fetch(url, {
    method: 'POST',
    body: '{"id":"1","event":"forged"}',
    headers: {
      'webhook-id': '1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
  });

  const order = await placeOne(manager, location, bread);
  const sender = new WebhookSender({
    db: shop.db,
    allowPrivate: true,
    seals: shop.services.seals,
    liveEvents: shop.services.liveEvents,
    log: shop.server.log,
    onFailure: () => {},
  });
  await catchUp(shop, webhookReader);
  await sender.sendDue();
  const [delivery] = (await manager.do(webhookRoutes.deliveries, { body: { filters: { webhookId: _id } } }))
    .records;
  await manager.do(webhookRoutes.replay, { params: { id: delivery!._id } });
  await sender.sendDue();
  const again = await manager.do(webhookRoutes.deliveries, { body: { filters: { webhookId: _id } } });

  expect(forged.status).toBe(401);
  expect(again.records.map(({ status, last }) => [status, last?.response])).toEqual([
    ['delivered', 'Taken'],
    ['delivered', 'Taken'],
  ]);
  await vi.waitFor(() => expect(output.out).toContain(order.number), { timeout: 20_000, interval: 50 });
  expect(output.out.split(order.number).length - 1).toBe(1);
  expect(output.out).not.toContain('forged');
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
