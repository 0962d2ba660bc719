import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { brandRoutes } from '@aisle/contract/catalog/brands';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { priceRoutes } from '@aisle/contract/warehouse/prices';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordReaders } from '../src/resources.ts';
import { webhookReader } from '../src/system/webhooks/webhook-reader.ts';
import { WebhookSender } from '../src/system/webhooks/webhook-sender.ts';
import { catchUp } from './change-readers.ts';
import { installClient } from './installed-client.ts';
import { openLossyProxy } from './lossy-proxy.ts';
import { addGoods, addOrderLocation, decide, moveTo, placeOne, viewOrder } from './order-builders.ts';
import { runGatewayOperations } from './return-builders.ts';
import { openShop } from './shop.ts';

// Runs the examples of the docs on the oldest Node that is installed.

const root = path.resolve(import.meta.dirname, '../..');

const shop = await openShop({ webhookAllowPrivate: true, cardGateway: 'simulated' });
const manager = await shop.signIn();
await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: false } });
const location = await addOrderLocation(shop);
const bread = await addGoods(shop, location, { price: 450, stock: 30 });
await shop.server.listen({ port: 0, host: '127.0.0.1' });
const { key } = await manager.do(apiKeyRoutes.create, {
  body: { name: 'Example', scopes: ['orders', 'catalogue'], permissions: ['order_list', 'order_view'] },
});
const wire = await openLossyProxy((shop.server.server.address() as AddressInfo).port);
const webhook = await addWebhook();

const pages = ['docs/integration.md', 'client/README.md'].map((page) =>
  readFile(path.join(root, page), 'utf8'),
);
const examples = (await Promise.all(pages)).flatMap((page) =>
  [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => withValues(text!)),
);
/** Code for a browser, with mistakes that must not compile. */
const strictTypes = `
import { createAisle, isAisleError, type Order, type WebhookEvent } from '@aisle/client';
const aisle = createAisle({ url: '', key: '', fetch: (input, init) => fetch(input, init) });
export const order: Promise<Order> = aisle.orders.view('id', {}, { signal: AbortSignal.timeout(1) });
export const upload = aisle.brands.create({ name: 'Acme', logo: new Blob([]) });
// @ts-expect-error: the body is required
void aisle.mainOrders.create();
// @ts-expect-error: no such filter
void aisle.orders.list({ filters: { color: 'red' } });
// @ts-expect-error: runs more than once
void aisle.brands.create({ name: 'Acme' }, { idempotencyKey: 'a' });
export function limit(error: unknown): string | undefined {
  if (!isAisleError(error)) return undefined;
  // @ts-expect-error: no such code
  if (error.code === 'no-such-code') return undefined;
  return error.code === 'too-large' ? error.details.limit : undefined;
}
export const kind = (event: WebhookEvent) => (event.event === 'order.late' ? event.data.wantedBy : event.id);
`;

/** Reads a long response, an error and a live event. */
const encrypted = `
import { createAisle, isAisleError } from '@aisle/client';
const aisle = createAisle({ url: 'http://localhost:4000', key: 'aisle_…', encrypted: true });
console.log((await aisle.brands.dropdown()).length);
await aisle.orders.view(crypto.randomUUID()).catch((error) => console.log(isAisleError(error) && error.code));
for await (const event of aisle.events({ sinceMs: 3_600_000 })) {
  console.log(event.type === 'change' && event.topic);
  break;
}
`;
const client = await installClient(
  {
    storefront: await readFile(path.join(root, 'docs/examples/storefront.ts'), 'utf8'),
    till: await readFile(path.join(root, 'docs/examples/till.ts'), 'utf8'),
    encrypted: withValues(encrypted),
    ...Object.fromEntries(examples.map((example, index) => [`example-${index}`, example])),
  },
  { browser: strictTypes },
);

/** An example with the values that its reader would fill in. */
function withValues(text: string): string {
  return text
    .replace(/http:\/\/localhost:4000|https:\/\/aisle\.example\.com/, wire.url)
    .replace('aisle_…', key)
    .replace('LOCATION_ID', location)
    .replace("'SKU'", `'SKU-${bread}'`)
    .replace('whsec_…', webhook.secret)
    .replace('8080', String(webhook.port));
}

/** Starts a program with the example's key. */
function run(name: string, args: string[] = [], more: Record<string, string> = {}, cwd?: string) {
  return client.run(name, {
    args,
    env: { AISLE_URL: wire.url, AISLE_KEY: key, ...more },
    ...(cwd && { cwd }),
  });
}
const started = new Set<number>();
/** Runs the first example that contains the text. */
function start(text: string) {
  const index = examples.findIndex((example) => example.includes(text));
  started.add(index);
  return run(`example-${index}`);
}

/** A webhook for a port that was free a moment ago. */
async function addWebhook() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const url = `http://127.0.0.1:${port}/`;
  const body = { name: 'Example', url, events: ['order.created' as const, 'order.status' as const] };
  const { _id, secret } = await manager.do(webhookRoutes.create, { body });
  return { _id, secret, port, url };
}

async function deliver() {
  await catchUp(shop, webhookReader);
  const sender = new WebhookSender({
    db: shop.db,
    allowPrivate: true,
    services: shop.services,
    readers: recordReaders,
    log: shop.server.log,
    onFailure: () => {},
  });
  await sender.sendDue();
}
async function listDeliveries() {
  const { records } = await manager.do(webhookRoutes.deliveries, {
    body: { filters: { webhookId: webhook._id } },
  });
  return records;
}

test('is smaller than 15 KB without types, and needs no other package', async () => {
  const installed = path.join(client.folder, 'node_modules/@aisle/client');
  const files = await readdir(path.join(installed, 'dist'), { recursive: true });
  const scripts = files.filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(
    scripts.map((file) => readFile(path.join(installed, 'dist', file), 'utf8')),
  );
  const imported = texts.flatMap((text) => [...text.matchAll(/ from '([^']+)'/g)].map(([, from]) => from!));

  expect(gzipSync(texts.join('')).length).toBeLessThan(15 * 1024);
  expect(imported.filter((from) => !from.startsWith('./'))).toEqual([]);
  expect(files.filter((file) => file.includes('test'))).toEqual([]);
  expect(JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'))).not.toHaveProperty(
    'dependencies',
  );
});

test('lists records of all pages', async () => {
  const { output, ended } = start('aisle.locations.list');
  await ended;

  expect(output.err).toBe('');
  expect(output.out).toContain(location);
});

test('shows the details of an error', async () => {
  const { output, ended } = start('stock.not-enough');
  await ended;

  expect(output.err).toBe('');
  expect(output.out).toMatch(/^Only 30 of .+\n$/);
});

test('places an order once, even if the response gets lost', async () => {
  const create = `/api/v2${mainOrderRoutes.create.path}`;
  wire.loses = create;
  const { output, ended } = start('aisle.mainOrders.quote');
  await ended;
  const { records } = await manager.do(mainOrderRoutes.list, { body: { filters: { source: 'storefront' } } });

  expect(output).toEqual({ out: `${records[0]?.number} is orderPlaced\n`, err: '' });
  expect(records).toHaveLength(1);
  expect(wire.paths.filter((path) => path === create).length).toBeGreaterThan(1);
});

test('follows changes from a cursor', async () => {
  const { output } = start('aisle.changes.list({});');
  await vi.waitFor(
    () => expect(wire.paths.filter((path) => path === '/api/v2/changes').length).toBeGreaterThan(1),
    {
      timeout: 20_000,
    },
  );

  const order = await placeOne(manager, location, bread);
  const prints = (text: string) =>
    vi.waitFor(() => expect(output.out).toContain(text), { timeout: 20_000, interval: 50 });
  await prints(`order created ${order._id} 1`);
  await prints(`orderLine created ${order.lines[0]!._id}`);

  expect(output.err).toBe('');
});

test('follows live events, also after the connection broke', async () => {
  const { output } = start('aisle.events');
  const prints = (id: string) =>
    vi.waitFor(() => expect(output.out).toContain(`Order ${id}: `), { timeout: 20_000, interval: 50 });
  await vi.waitFor(() => expect(wire.paths.includes('/api/v2/events')).toBe(true), {
    timeout: 20_000,
  });

  const before = await placeOne(manager, location, bread);
  await prints(before._id);
  wire.breakAll();
  const after = await placeOne(manager, location, bread);
  await prints(after._id);

  expect(output.err).toBe('');
});

test('decrypts encrypted responses', async () => {
  const { output, ended } = start('encrypted: true');
  await ended;

  expect(output.err).toBe('');
  expect(output.out).toContain(location);
});

test('decrypts long responses, errors and live events', async () => {
  for (let index = 0; index < 50; index += 1) {
    await manager.do(brandRoutes.create, { body: { name: `Brand ${index} ${'long name '.repeat(8)}` } });
  }
  await placeOne(manager, location, bread);
  wire.types.length = 0;
  const { output, ended } = run('encrypted');
  await ended;

  expect(output).toEqual({ out: expect.stringMatching(/^50\nnot-found\n\w+\n$/), err: '' });
  expect(wire.types.map((type) => type.split(';')[0])).toEqual([
    'application/jose',
    'application/jose',
    'text/event-stream',
  ]);
});

test('receives genuine webhooks only', async () => {
  const { output } = start('readWebhook');
  await vi.waitFor(() => fetch(webhook.url, { method: 'POST' }), { timeout: 20_000, interval: 50 });
  const forged = await fetch(webhook.url, { method: 'POST', body: '{}' });
  const order = await placeOne(manager, location, bread);
  const { status } = await moveTo(manager, order, 'processing');
  await deliver();

  expect(forged.status).toBe(400);
  await vi.waitFor(() => expect(output.out).toContain(`${order.number} is ${status}\n`), { timeout: 20_000 });
  expect((await listDeliveries()).map(({ status }) => status)).not.toContain('waiting');
});

test('lists new orders', async () => {
  const { number } = await placeOne(manager, location, bread);
  const { output, ended } = start("tab: 'new'");
  await ended;

  expect(output.err).toBe('');
  expect(output.out).toContain(number);
});

test('has a test for every example', () => {
  expect(examples.filter((_, index) => !started.has(index))).toEqual([]);
});

test('gets a quote and places an order with its key', async () => {
  const { output, ended } = run('storefront', [location, `SKU-${bread}`]);
  await ended;
  const { records } = await manager.do(mainOrderRoutes.list, { body: { filters: { source: 'storefront' } } });

  expect(output.err).toBe('');
  expect(output.out).toContain(`${records[0]?.number} is orderPlaced: 4.50\n`);
});

test('orders the minimum of the quote, and pays by card', async () => {
  const strict = await addOrderLocation(shop, { minimumOrder: 1000 });
  const milk = await addGoods(shop, strict, { price: 300, stock: 20 });

  const paid = run('storefront', [strict, `SKU-${milk}`, 'tok_ok']);
  const declined = run('storefront', [strict, `SKU-${milk}`, 'tok_lost']);
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
  const first = run('storefront', [location, `SKU-${bread}`]);
  await first.ended;
  const [, number, id] = /(O-\d+) can be viewed and cancelled as (\S+)/.exec(first.output.out)!;

  const { output, ended } = run('storefront', ['cancel', id!]);
  await ended;

  expect(output).toEqual({ out: `${number} is cancelled\n`, err: '' });
  expect((await viewOrder(manager, id!)).status).toBe('cancelled');
});

test("prints why an item can't be ordered", async () => {
  const { output, ended } = run('storefront', [location, 'NO-SUCH-SKU']);
  const [code] = await ended;

  expect([code, output.out]).toEqual([1, '']);
  expect(output.err).toContain('not-found');
});

test('prints a repeated delivery once', async () => {
  const { output } = run('storefront', ['listen', String(webhook.port)], { WEBHOOK_SECRET: webhook.secret });
  await vi.waitFor(() => fetch(webhook.url, { method: 'POST', body: '{}' }), {
    timeout: 20_000,
    interval: 50,
  });
  await placeOne(manager, location, bread);
  await deliver();
  const [delivery] = await listDeliveries();

  await manager.do(webhookRoutes.replay, { params: { id: delivery!._id } });
  await deliver();
  const [again, first] = await listDeliveries();

  expect([again, first].map((one) => [one?.status, one?.last?.response])).toEqual([
    ['delivered', 'Taken'],
    ['delivered', 'Taken'],
  ]);
  await vi.waitFor(() => expect(output.out).toContain(delivery!.eventId), { timeout: 20_000 });
  expect(output.out.split(delivery!.eventId).length - 1).toBe(1);
});

/** A CSV file of the till's example, with two items at each of two stores. */
async function openTill() {
  const cwd = await mkdtemp(path.join(tmpdir(), 'aisle-till-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const file = path.join(cwd, 'till.csv');
  const items = [];
  for (const store of [await addOrderLocation(shop), await addOrderLocation(shop)]) {
    for (const price of [300, 400]) {
      items.push({ store, id: await addGoods(shop, store, { price, stock: 100 }), stock: 100 });
    }
  }
  await writeFile(
    file,
    ['sku,locationId,price,stock', ...items.map(({ store, id }) => `SKU-${id},${store},,`), ''].join('\n'),
  );
  const { headers } = await shop.withKey({
    permissions: ['assign_subProduct', 'inventory_edit', 'inventory_list', 'sub_product_list'],
  });
  const rows = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
  return {
    items,
    rows,
    start: () => run('till', [], { AISLE_KEY: headers.authorization!.slice('Bearer '.length) }, cwd),
    /** Edits a row as the till does. */
    edit: (index: number, price: number, change: number) => {
      const all = readFileSync(file, 'utf8').split('\n');
      const cells = all[index + 1]!.split(',');
      cells[2] = String(price);
      cells[3] = String(Number(cells[3]) + change);
      all[index + 1] = cells.join(',');
      writeFileSync(`${file}.edited`, all.join('\n'));
      renameSync(`${file}.edited`, file);
    },
  };
}

test('keeps a till in step while it is killed and both sides are edited', { timeout: 120_000 }, async () => {
  const { items, rows, start, edit } = await openTill();
  const cells = async () => {
    const locationIds = [...new Set(items.map(({ store }) => store))];
    const { records } = await manager.do(priceRoutes.grid, {
      body: { filters: { locationIds }, limit: 100 },
    });
    return items.map(({ id, store }) => {
      const row = records.find(({ _id }) => _id === id)!;
      const { price, onHand } = row.cells.find(({ locationId }) => locationId === store)!;
      return { own: price, price: price ?? row.price, onHand };
    });
  };
  const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
  const mustAgree = () =>
    waitFor(async () => {
      const theirs = (await cells()).map(({ price, onHand }) => [String(price), String(onHand), '']);
      expect(rows().map(([, , price, stock, , , , sending]) => [price, stock, sending])).toEqual(theirs);
    });
  /** Edits an item in Aisle. */
  const editTheirs = async (index: number, to: number, quantity: number) => {
    const { id: subProductId, store: locationId } = items[index]!;
    await manager.do(inventoryRoutes.adjust, {
      body: { subProductId, locationId, quantity, reason: 'correction' },
    });
    const was = (await cells())[index]!.own;
    await manager.do(priceRoutes.save, {
      body: { changes: [{ subProductId, locationId, field: 'price', was, to }] },
    });
  };

  let till = start();
  await mustAgree();
  for (const [round, path] of ['sync/stock', 'sync/prices', 'changes', 'sync/stock', 'changes'].entries()) {
    const [ours, theirs] = [round % 4, (round + 1) % 4];
    wire.loses = `/api/v2/${path}`;
    edit(ours, 500 + round, -3);
    // Aisle has done what the till asked for, and the till is killed before it knows.
    await waitFor(() => expect(wire.loses).toBe(undefined));
    till.child.kill('SIGKILL');
    await till.ended;
    edit(ours, 700 + round, -2);
    await editTheirs(theirs, 600 + round, 7);
    items[ours]!.stock -= 5;
    items[theirs]!.stock += 7;
    till = start();
    await mustAgree();
    expect(rows().map(([, , , stock]) => Number(stock))).toEqual(items.map(({ stock }) => stock));
    expect([rows()[ours]![2], rows()[theirs]![2]]).toEqual([String(700 + round), String(600 + round)]);
  }
});
