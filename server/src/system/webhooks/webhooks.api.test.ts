import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ProductInput, productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { supportRoutes } from '@aisle/contract/service/support';
import { auditRoutes } from '@aisle/contract/system/audit';
import { userRoutes } from '@aisle/contract/system/users/users';
import { webhookData } from '@aisle/contract/system/webhooks/webhook-events';
import {
  type WebhookEvent,
  type WebhookInput,
  webhookHeaders,
  webhookRoutes,
} from '@aisle/contract/system/webhooks/webhooks';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { addBrand, addCategory, addProduct } from '../../../test/catalogue-builders.ts';
import { catchUp } from '../../../test/change-readers.ts';
import { addGoods, addOrderLocation, advanceTo, place, placeOne } from '../../../test/order-builders.ts';
import { dayAgo, state } from '../../../test/payable-builders.ts';
import { requestReturn } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { systemActor } from '../../core/audit.ts';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { recordReaders } from '../../resources.ts';
import { blankEvents } from '../erasure/erasure.queries.ts';
import { webhookReader } from './webhook-reader.ts';
import { WebhookSender } from './webhook-sender.ts';

const shop = await openShop({ webhookAllowPrivate: true });
const manager = await shop.signIn();
const location = await addOrderLocation(shop);
const bread = await addGoods(shop, location, { name: 'Bread', price: 300, stock: 1000 });

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}
/** A program that receives webhooks and responds as the test requests. */
async function listen(answer: (response: ServerResponse) => void = (response) => response.end('Thank you')) {
  const received: Received[] = [];
  const current = { answer };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    current.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return {
    url,
    received,
    answers: (next: (response: ServerResponse) => void) => {
      current.answer = next;
    },
    events: () =>
      received.map(({ body }) => {
        const event = JSON.parse(body) as { id: string; event: string; data: Record<string, unknown> };
        // Parses with the documented schema, which drops other fields.
        expect(z.parse(webhookData[event.event as keyof typeof webhookData], event.data)).toEqual(event.data);
        return event;
      }),
  };
}

/** Verifies like a client library of Standard Webhooks: throws if the signature is wrong or too old. */
const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
function isVerified(secret: string, received: Received): boolean {
  try {
    return verify(secret, received) !== undefined;
  } catch {
    return false;
  }
}

const logged: unknown[] = [];
const sender = (allowPrivate = true, hosts: readonly string[] = []) =>
  new WebhookSender({
    db: shop.db,
    allowPrivate,
    hosts,
    services: shop.services,
    readers: recordReaders,
    log: { info: (...line) => logged.push(line), warn: (...line) => logged.push(line) },
    onFailure: (reason) => {
      throw new Error(reason);
    },
  });
const readAll = () => catchUp(shop, webhookReader);
async function sendDue(): Promise<void> {
  await readAll();
  await sender().sendDue();
}

/** Adds an endpoint that is removed after the test, so that it doesn't get events of other tests. */
async function subscribe(url: string, events: WebhookEvent[], options: Partial<WebhookInput> = {}) {
  const made = await manager.do(webhookRoutes.create, { body: { name: 'Shop', url, events, ...options } });
  onTestFinished(async () => {
    await manager.call(webhookRoutes.remove, { params: { id: made._id } });
  });
  return made;
}
async function logOf(webhookId: string) {
  await readAll();
  return (await manager.do(webhookRoutes.deliveries, { body: { filters: { webhookId } } })).records;
}
/** Moves the next attempt of all deliveries into the past. */
const makeAttemptsDue = () =>
  shop.sql`UPDATE webhook_deliveries SET next_at = now() - interval '1 second';
    UPDATE webhook_endpoints SET next_at = now() - interval '1 second'`;

test('sends an order and its steps in order, signed with the secret that was shown once', async () => {
  const program = await listen();
  const { secret, _id } = await subscribe(program.url, ['order.created', 'order.status', 'dispatch.status']);

  const order = await placeOne(manager, location, bread);
  await advanceTo(manager, order, 'awaitingForDelivery');
  await sendDue();

  expect(program.events().map(({ event, data }) => [event, data.from, data.to])).toEqual([
    ['order.created', null, 'pending'],
    ['order.status', 'pending', 'orderPlaced'],
    ['order.status', 'orderPlaced', 'processing'],
    ['order.status', 'processing', 'prepared'],
    ['order.status', 'prepared', 'awaitingForDelivery'],
    ['dispatch.status', 'awaiting', 'inQueue'],
  ]);
  expect(program.events()[0]!.data).toMatchObject({
    orderId: order._id,
    number: order.number,
    locationId: location,
    total: order.total,
  });
  for (const { headers, body } of program.received) {
    expect(verify(secret, { headers, body })).toEqual(JSON.parse(body));
    expect(() => verify(secret, { headers, body: `${body} ` })).toThrow();
    expect(headers[webhookHeaders.id]).toBe(JSON.parse(body).id);
  }
  expect((await logOf(_id)).every(({ status }) => status === 'delivered')).toBe(true);
  const line = { webhook: _id, event: 'order.created', status: 200, delivery: expect.any(String) };
  expect(logged).toContainEqual([{ ...line, ms: expect.any(Number) }, 'webhook sent']);
  expect(JSON.stringify(logged)).not.toContain(program.url);
  const seen = JSON.stringify([
    await manager.do(webhookRoutes.list),
    await manager.do(auditRoutes.list, { body: { filters: { resource: 'webhooks' } } }),
    await logOf(_id),
  ]);
  expect(seen).not.toContain(secret);
});

test('sends nothing that was rolled back', async () => {
  const program = await listen();
  const { _id } = await subscribe(program.url, ['order.created']);
  const lines = [{ subProductId: bread, quantity: 999_999, locationId: location }];

  await expect(place(manager, { lines })).rejects.toThrow('stock.not-enough');

  expect(await logOf(_id)).toEqual([]);
});

test('sends only subscribed events, and none while the endpoint is off', async () => {
  const program = await listen();
  const { _id: id } = await subscribe(program.url, ['product.changed']);

  await placeOne(manager, location, bread);
  const product = await createProduct();
  await readAll();
  await manager.do(webhookRoutes.updateStatus, { params: { id }, body: { status: false } });
  await createProduct();
  await readAll();
  await sendDue();
  expect(program.events()).toEqual([]);
  await manager.do(webhookRoutes.updateStatus, { params: { id }, body: { status: true } });
  await sendDue();

  expect(program.events().map(({ event, data }) => [event, data.productId])).toEqual([
    ['product.changed', product],
  ]);
});

test('sends an edit of any product field, but no edit without changes', async () => {
  const program = await listen();
  const id = await addProduct(shop, {
    categoryId: await addCategory(shop, {
      specifications: [{ name: 'Fat', type: 'text', options: [], required: false }],
    }),
  });
  const [categoryId, brandId] = [await addCategory(shop), await addBrand(shop)];
  const fields: Required<Omit<ProductInput, 'taxIds'>> = {
    name: 'Oat bread',
    description: 'With seeds',
    specifications: { Fat: '2 %' },
    tags: ['whole grain'],
    badge: 'newArrival',
    addToHomePage: true,
    status: false,
    brandId,
    categoryId,
  };
  await subscribe(program.url, ['product.changed']);
  const edit = async (body: Partial<ProductInput>) => {
    const { version } = await manager.do(productRoutes.show, { params: { id } });
    await manager.do(productRoutes.edit, { params: { id }, body: { version, ...body } });
    await sendDue();
    return program.events().length;
  };

  const counts: number[] = [];
  for (const field of Object.keys(fields) as (keyof typeof fields)[]) {
    counts.push(await edit({ [field]: fields[field] }));
  }
  counts.push(await edit({ name: fields.name }));

  const all = Object.keys(fields).length;
  expect(counts).toEqual([...Array.from({ length: all }, (_, index) => index + 1), all]);
});

async function createProduct(): Promise<string> {
  const body = { name: `Cheese ${newId()}`, categoryId: await addCategory(shop) };
  return (await manager.do(productRoutes.create, { body }))._id;
}

test('sends events of its locations, and those that concern all locations', async () => {
  const program = await listen();
  const there = await addOrderLocation(shop);
  const item = await addGoods(shop, there);
  await subscribe(program.url, ['order.created', 'stock.changed', 'product.changed'], {
    locationIds: [there],
  });
  await placeOne(manager, location, bread);
  const order = await placeOne(manager, there, item);
  const product = await createProduct();

  await shop.sql`UPDATE webhook_deliveries SET next_at = now()`;
  await sendDue();
  await shop.sql`UPDATE webhook_deliveries SET next_at = now()`;
  await sendDue();

  const sent = program.events().map(({ event, data }) => [event, data.locationId ?? null]);
  expect(sent).toContainEqual(['order.created', there]);
  expect(sent).toContainEqual(['stock.changed', there]);
  expect(sent).toContainEqual(['product.changed', null]);
  expect(sent.every(([, at]) => at === there || at === null)).toBe(true);
  expect(program.events().map(({ data }) => data.orderId ?? data.productId)).toEqual(
    expect.arrayContaining([order._id, product]),
  );
});

test('adds the current record to fat deliveries, and repeats it unchanged', async () => {
  let fails = true;
  const program = await listen((response) => response.writeHead(fails ? 500 : 200).end());
  const { _id: id } = await subscribe(program.url, ['order.created', 'stock.changed', 'credit.changed'], {
    body: 'fat',
  });
  const order = await placeOne(manager, location, bread);
  await readAll();
  await shop.sql`UPDATE webhook_deliveries SET next_at = now()`;
  await sender().sendDue();
  await advanceTo(manager, order, 'processing');
  fails = false;
  await makeAttemptsDue();
  await sender().sendDue();

  const bodies = program.received.map(({ body }) => JSON.parse(body));
  const orders = bodies.filter(({ event }) => event === 'order.created');
  const stock = bodies.find(({ event }) => event === 'stock.changed');
  expect(orders.map(({ record }) => [record._id, record.status])).toEqual([
    [order._id, 'orderPlaced'],
    [order._id, 'orderPlaced'],
  ]);
  expect(stock.records).toMatchObject([{ id: bread, record: { _id: `${location}:${bread}` } }]);
  const [logged] = (await logOf(id)).filter(({ event }) => event === 'order.created');
  const { payload } = await manager.do(webhookRoutes.delivery, { params: { id: logged!._id } });
  expect(payload).toBe(program.received.find(({ body }) => body.includes('order.created'))!.body);
});

test('reads the records of a fat delivery at the locations of its endpoint', async () => {
  const program = await listen();
  const there = await addOrderLocation(shop);
  await subscribe(program.url, ['customer.changed'], { body: 'fat', locationIds: [there] });
  const order = await placeOne(manager, location, bread);
  const { version } = await manager.do(customerRoutes.show, { params: { id: order.customer._id } });
  await manager.do(customerRoutes.edit, {
    params: { id: order.customer._id },
    body: { version, firstName: 'Ida' },
  });

  await sendDue();

  const bodies = program.received.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ data, record }) => [data.customerId, record])).toContainEqual([
    order.customer._id,
    null,
  ]);
});

test('erases the records of fat deliveries with the person', async () => {
  const program = await listen();
  const { _id: id } = await subscribe(program.url, ['order.created'], { body: 'fat' });
  const order = await placeOne(manager, location, bread);
  await sendDue();

  await shop.look((tx) => blankEvents(tx, [order._id], [order.customer._id]));

  const [delivery] = await logOf(id);
  const { payload } = await manager.do(webhookRoutes.delivery, { params: { id: delivery!._id } });
  expect(program.received[0]!.body).toContain('"record"');
  expect(JSON.parse(payload)).not.toHaveProperty('record');
});

test('requires the permission of the list for fat deliveries, and the password for more locations', async () => {
  const clerk = await shop.signIn({ permissions: ['access_setting', 'dispute_list'] });
  const made = await subscribe('https://shop.example.com/hook', ['order.created'], {
    locationIds: [location],
  });
  const wrong = await manager.call(webhookRoutes.edit, {
    params: { id: made._id },
    body: { version: made.version, locationIds: [newId()] },
  });
  await shop.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = ${manager.userId}`;
  const edit = await manager.call(webhookRoutes.edit, {
    params: { id: made._id },
    body: { version: made.version, locationIds: null },
  });
  await shop.sql`UPDATE sessions SET confirmed_at = now() WHERE user_id = ${manager.userId}`;
  const fat = await clerk.call(webhookRoutes.create, {
    body: { name: 'Fat', url: 'https://shop.example.com/hook', events: ['order.created'], body: 'fat' },
  });

  expect([wrong.status, wrong.paths]).toEqual([400, ['locationIds.0']]);
  expect([edit.status, edit.code]).toEqual([403, 'reauth-required']);
  expect(fat.status).toBe(403);
  expect([made.locationIds, made.body]).toEqual([[location], 'thin']);
});

test('retries a failed delivery at growing intervals until it is dead, and can send it again', async () => {
  const program = await listen((response) => response.writeHead(500).end('Out of order\u0000'));
  const { _id: id } = await subscribe(program.url, ['order.created']);
  const listed = async () =>
    (await manager.do(webhookRoutes.list, { body: { search: 'Shop' } })).records.find(
      ({ _id }) => _id === id,
    );
  await placeOne(manager, location, bread);

  await sendDue();
  await sendDue();
  const [first] = await logOf(id);
  const failing = await listed();
  for (let attempt = 2; attempt <= 11; attempt += 1) {
    await makeAttemptsDue();
    await sendDue();
  }
  const dead = await manager.do(webhookRoutes.delivery, { params: { id: first!._id } });

  expect(first).toMatchObject({
    status: 'waiting',
    attemptCount: 1,
    last: { httpStatus: 500, problem: 'Answered 500', response: 'Out of order\ufffd' },
  });
  expect(failing!.failingSince).not.toBeNull();
  expect(dead).toMatchObject({ status: 'dead', attemptCount: 11, nextAt: null });
  expect(program.received.length).toBe(11);

  program.answers((response) => response.end());
  const replay = await manager.do(webhookRoutes.replay, { params: { id: dead._id } });
  await sendDue();

  expect(program.received.at(-1)!.body).toBe(dead.payload);
  expect(program.received.at(-1)!.headers[webhookHeaders.id]).toBe(dead.eventId);
  expect((await logOf(id)).map(({ _id, status, replayOf }) => [_id, status, replayOf])).toEqual([
    [replay._id, 'delivered', dead._id],
    [dead._id, 'dead', null],
  ]);
  expect((await listed())!.failingSince).toBeNull();
});

test('waits longer after each failure, from a minute to half a day', async () => {
  const program = await listen((response) => response.writeHead(503).end());
  const { _id: id } = await subscribe(program.url, ['order.created']);
  await placeOne(manager, location, bread);
  const minutes: number[] = [];

  for (let attempt = 0; attempt < 10; attempt += 1) {
    await makeAttemptsDue();
    await sendDue();
    const rows = await shop.sql`SELECT round(extract(epoch FROM next_at - now()) / 60)::int AS minutes
      FROM webhook_deliveries WHERE endpoint_id = ${id}`;
    minutes.push(rows[0]!.minutes);
  }

  expect(minutes).toEqual([1, 5, 15, 30, 60, 120, 240, 480, 720, 720]);
});

test('sends each event once with two servers', async () => {
  const program = await listen((response) => setTimeout(() => response.end(), 5));
  await subscribe(program.url, ['order.created']);
  for (let count = 0; count < 6; count += 1) await placeOne(manager, location, bread);

  await Promise.all([sendDue(), sendDue(), sendDue()]);

  const ids = program.events().map(({ data }) => data.number);
  expect(ids.length).toBe(6);
  expect(ids).toEqual([...ids].sort());
});

test('shows with a ping whether the endpoint responds', async () => {
  const program = await listen();
  const { _id: id } = await subscribe(program.url, ['order.created']);

  await manager.do(webhookRoutes.test, { params: { id } });
  await sendDue();

  expect(program.events().map(({ event }) => event)).toEqual(['ping']);
});

test('signs with the old and the new secret until the old one expires', async () => {
  const program = await listen();
  const made = await subscribe(program.url, ['order.created']);

  const { secret } = await manager.do(webhookRoutes.rotateSecret, { params: { id: made._id } });
  await manager.do(webhookRoutes.test, { params: { id: made._id } });
  await sendDue();
  await shop.sql`UPDATE webhook_endpoints SET old_secret_until = now()`;
  await manager.do(webhookRoutes.test, { params: { id: made._id } });
  await sendDue();

  const signed = program.received.map((received) =>
    [secret, made.secret].map((one) => isVerified(one, received)),
  );
  expect(signed).toEqual([
    [true, true],
    [true, false],
  ]);
});

test('follows no redirect', async () => {
  const elsewhere = await listen();
  const program = await listen((response) => response.writeHead(307, { location: elsewhere.url }).end());
  const { _id: id } = await subscribe(program.url, ['order.created']);

  await manager.do(webhookRoutes.test, { params: { id } });
  await sendDue();

  expect(elsewhere.received).toEqual([]);
  expect((await logOf(id))[0]!.last!.problem).toBe("Responded with 307. Redirects aren't followed");
});

test('rejects addresses in private networks in any spelling', async () => {
  const closed = await openShop();
  const admin = await closed.signIn();
  const program = await listen();
  const { port } = new URL(program.url);
  const create = (url: string) =>
    admin.call(webhookRoutes.create, { body: { name: 'Inside', url, events: ['order.created'] } });
  const hosts = '127.0.0.1 2130706433 [::1] [::ffff:127.0.0.1] localhost 169.254.169.254 10.0.0.8'.split(' ');
  const refused = await Promise.all(hosts.map((host) => create(`https://${host}:${port}/`)));
  const plain = await create('http://shop.example.com/');
  // An endpoint that was allowed anyway, or whose name resolves to a private address by now.
  const { _id: id } = await subscribe(`http://localhost:${port}/`, ['order.created']);
  await manager.do(webhookRoutes.test, { params: { id } });
  await sender(false).sendDue();

  expect(refused.map(({ status, paths }) => [status, paths[0]])).toEqual(hosts.map(() => [400, 'url']));
  expect(plain.status).toBe(400);
  expect(program.received).toEqual([]);
  expect((await logOf(id))[0]!.last).toMatchObject({
    httpStatus: null,
    problem: 'This URL is in a private network',
  });
});

test('calls only listed hosts, even for endpoints created before the list', async () => {
  const program = await listen();
  const { _id: id } = await subscribe(program.url, ['order.created']);
  const before = shop.services.settings.webhookHosts;
  shop.services.settings.webhookHosts = ['till.example.com', '*.shop.example'];
  onTestFinished(() => {
    shop.services.settings.webhookHosts = before;
  });
  const create = (url: string) =>
    manager.call(webhookRoutes.create, { body: { name: 'Hook', url, events: ['order.created'] } });

  const answers = await Promise.all(
    [
      'https://till.example.com/a',
      'https://a.b.shop.example',
      'https://shop.example',
      'https://eviltill.example.com',
    ].map(create),
  );
  await manager.do(webhookRoutes.test, { params: { id } });
  await sender(true, ['till.example.com']).sendDue();
  for (const { data } of answers.slice(0, 2)) {
    await manager.call(webhookRoutes.remove, { params: { id: data._id } });
  }

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400]);
  expect(answers[3]!.paths[0]).toBe('url');
  expect(program.received).toEqual([]);
  expect((await logOf(id))[0]!.last).toMatchObject({ problem: 'This host is not in WEBHOOK_HOSTS' });
});

test('rejects an edit of an older version and returns the current record', async () => {
  const { _id: id, version } = await subscribe('https://shop.example.com/hook', ['order.created']);
  await manager.do(webhookRoutes.edit, { params: { id }, body: { version, name: 'New name' } });

  const late = await manager.call(webhookRoutes.edit, { params: { id }, body: { version, name: 'Another' } });

  expect([late.status, (late.body.data as { name: string }).name]).toEqual([409, 'New name']);
});

test('requires access to the events to send them or read them in the log', async () => {
  const clerk = await shop.signIn({ permissions: ['access_setting'] });
  const body = { name: 'Mine', url: 'https://shop.example.com/hook' };
  const { _id: id, version } = await subscribe('https://shop.example.com/hook', ['order.status']);
  const catalog = await shop.signIn({ permissions: ['access_setting', 'product_view'] });
  const statuses = [
    await clerk.call(webhookRoutes.create, { body: { ...body, events: ['order.created'] } }),
    await clerk.call(webhookRoutes.create, { body: { ...body, events: ['product.changed'] } }),
    await catalog.call(webhookRoutes.edit, {
      params: { id },
      body: { version, url: 'https://other.example.com/' },
    }),
    await catalog.call(webhookRoutes.rotateSecret, { params: { id } }),
    await catalog.call(webhookRoutes.takeOver, { params: { id } }),
    await catalog.call(webhookRoutes.updateStatus, { params: { id }, body: { status: true } }),
  ].map(({ status, body: answer }) => [status, answer.error?.code]);
  const order = await placeOne(manager, location, bread);
  await manager.do(orderRoutes.updateStatus, { params: { id: order._id }, body: { status: 'processing' } });
  const [delivery] = await logOf(id);

  expect(statuses).toEqual(statuses.map(() => [403, 'permission-missing']));
  expect((await clerk.call(webhookRoutes.delivery, { params: { id: delivery!._id } })).status).toBe(403);
  expect((await manager.call(webhookRoutes.delivery, { params: { id: delivery!._id } })).status).toBe(200);
  const off = await catalog.call(webhookRoutes.updateStatus, { params: { id }, body: { status: false } });
  expect(off.status).toBe(200);
});

test('requires the password for changes that send more', async () => {
  const { _id: id, version } = await subscribe('https://shop.example.com/hook', ['order.status']);
  const unconfirmed = await shop.signIn();
  await shop.sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00Z'
    WHERE user_id = ${unconfirmed.userId}`;
  const url = 'https://other.example.com/';
  const answers = [
    await unconfirmed.call(webhookRoutes.create, { body: { name: 'Mine', url, events: ['order.created'] } }),
    await unconfirmed.call(webhookRoutes.edit, { params: { id }, body: { version, url } }),
    await unconfirmed.call(webhookRoutes.rotateSecret, { params: { id } }),
  ];

  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'reauth-required'));
  const named = await unconfirmed.call(webhookRoutes.edit, {
    params: { id },
    body: { version, name: 'Other' },
  });
  expect(named.status).toBe(200);
});

test('sends nothing to an expired endpoint until its date is extended', async () => {
  const program = await listen();
  const { _id: id, expiresAt } = await subscribe(program.url, ['order.created']);
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(365);
  await shop.sql`UPDATE webhook_endpoints SET expires_at = '2020-01-01T00:00:00Z' WHERE id = ${id}`;
  await placeOne(manager, location, bread);
  const { version } = await manager.do(webhookRoutes.get, { params: { id } });
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await manager.do(webhookRoutes.edit, { params: { id }, body: { version, expiresAt: later } });
  const order = await placeOne(manager, location, bread);

  await sendDue();

  expect(program.events().map(({ data }) => data.orderId)).toEqual([order._id]);
});

test('keeps working after its creator leaves, until another user takes it over', async () => {
  const maker = await shop.signIn();
  const body = { name: 'Left', url: 'https://shop.example.com/hook', events: ['order.status' as const] };
  const { _id: id } = await maker.do(webhookRoutes.create, { body });
  await (await shop.signIn()).do(userRoutes.remove, { params: { id: maker.userId } });
  const left = await manager.do(webhookRoutes.get, { params: { id } });

  const taken = await manager.do(webhookRoutes.takeOver, { params: { id } });

  expect(left).toMatchObject({ status: true, createdBy: 'Ada Tester', makerLeftAt: expect.any(String) });
  expect(taken.makerLeftAt).toBeNull();
  await manager.do(webhookRoutes.remove, { params: { id } });
});

test('shows a notice if the creator lost access to the events', async () => {
  const admin = await shop.signIn();
  const maker = await shop.signIn({ permissions: ['access_setting', 'order_view'] });
  const { _id: id } = await maker.do(webhookRoutes.create, {
    body: { name: 'Till', url: 'https://till.example/hook', events: ['order.created'] },
  });

  await admin.do(userRoutes.assignRole, { body: { userId: maker.userId, userRole: ['access_setting'] } });

  expect((await manager.do(webhookRoutes.get, { params: { id } })).makerLeftAt).not.toBeNull();
  await manager.do(webhookRoutes.remove, { params: { id } });
});

test('denies access to users of locations', async () => {
  const owner = await shop.signIn({ permissions: ['access_setting'], locations: [location] });

  expect((await owner.call(webhookRoutes.list)).status).toBe(403);
});

test('sends a return and its refund', async () => {
  const program = await listen();
  await subscribe(program.url, ['return.created', 'refund.created']);
  const order = await advanceTo(manager, await placeOne(manager, location, bread), 'delivered');
  const request = await requestReturn(manager, order, {
    lines: [{ lineId: order.lines[0]!._id, quantity: 1 }],
  });

  await manager.do(refundRoutes.create, { params: { id: order._id }, body: { reason: 'Stale' } });
  await sendDue();

  expect(program.events().map(({ event, data }) => [event, data.to, data.orderId])).toEqual([
    ['return.created', 'requested', order._id],
    ['refund.created', 'refundInitiated', order._id],
  ]);
  expect(program.events()[0]!.data).toMatchObject({ returnId: request._id, number: request.number });
});

test('names edited sub-products in one event of their product', async () => {
  const program = await listen();
  const product = await createProduct();
  await subscribe(program.url, ['product.changed']);
  const { version } = await manager.do(productRoutes.show, { params: { id: product } });
  const variant = (name: string) => ({ name, sku: newId(), unit: 'each' as const, price: 100 });
  const saved = await manager.do(productRoutes.edit, {
    params: { id: product },
    body: { version, subProducts: [variant('Small'), variant('Large')] },
  });
  const [small, large] = saved.subProducts.map(({ _id }) => _id);

  await readAll();
  await manager.do(subProductRoutes.remove, { params: { id: large! } });
  await readAll();
  await manager.do(productRoutes.remove, { params: { id: product } });
  await sendDue();

  const [edited, removed, deleted] = program.events().map(({ data }) => data);
  expect(edited).toMatchObject({ productId: product, change: 'edited', subProductIds: [small, large] });
  expect(removed).toMatchObject({ productId: product, change: 'edited', subProductIds: [large] });
  expect(deleted).toMatchObject({ productId: product, change: 'deleted', name: saved.name, status: true });
});

/** Begins a transaction; returns the function that commits it. */
async function begin(work: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  const transaction = shop.look(async (tx) => {
    await work(tx);
    // The statements of `work` may only be sent with the next one.
    await sql`SELECT`.execute(tx);
    begun();
    await mayEnd;
  });
  await hasBegun;
  return async () => {
    end();
    await transaction;
  };
}

test('sends no change that was committed before the endpoint was added', async () => {
  const program = await listen();
  const record = (tx: Tx, name: string) =>
    recordChange(tx, systemActor, {
      resource: 'products',
      action: 'delete',
      recordId: newId(),
      before: { name, version: 1 },
      snapshot: { name, status: true },
    });
  // Its transaction begins before the endpoint is added, and commits afterwards.
  const end = await begin((tx) => record(tx, 'slow'));
  await shop.look((tx) => record(tx, 'before'));
  await subscribe(program.url, ['product.changed']);
  await end();
  await shop.look((tx) => record(tx, 'after'));

  await sendDue();

  expect(program.events().map(({ data }) => data.name)).toEqual(['slow', 'after']);
});

test('sends nothing twice when it reads changes again from an earlier position', async () => {
  const program = await listen();
  await subscribe(program.url, ['order.created', 'order.status', 'product.changed']);
  const position = await shop.db.owner.query("SELECT * FROM change_readers WHERE name = 'webhooks'");
  await advanceTo(manager, await placeOne(manager, location, bread), 'processing');
  await createProduct();
  await sendDue();
  const count = program.received.length;

  const { transaction_id: transaction, change_id: id } = position.rows[0];
  await shop.sql`UPDATE change_readers SET transaction_id = ${transaction}, change_id = ${id}
    WHERE name = 'webhooks'`;
  await sendDue();

  expect(count).toBe(4);
  expect(program.received.length).toBe(count);
});

test('sends changes made after a restore into another cluster', async () => {
  const program = await listen();
  await subscribe(program.url, ['order.created']);
  await shop.sql`UPDATE webhook_endpoints SET active_from_cluster = 17,
    active_from = (pg_snapshot_xmax(active_from)::text::bigint + 1000000 || ':'
      || pg_snapshot_xmax(active_from)::text::bigint + 1000000 || ':')::pg_snapshot`;

  const order = await placeOne(manager, location, bread);
  await sendDue();

  expect(program.events().map(({ data }) => data.orderId)).toEqual([order._id]);
});

test('sends nothing about a customer who was erased before the change was read', async () => {
  const program = await listen();
  const { _id } = await subscribe(program.url, ['order.created', 'order.status']);
  // An older transaction holds the reader back.
  const end = await begin((tx) => sql`SELECT pg_current_xact_id()`.execute(tx));
  const order = await placeOne(manager, location, bread);
  await manager.do(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: 'processing', note: 'Alan Turing rings twice' },
  });

  await shop.look((tx) => blankEvents(tx, [order._id], ['nobody']));
  await end();
  await sendDue();

  expect(JSON.stringify(await logOf(_id))).not.toContain('Turing');
  expect(program.received).toEqual([]);
});

test('sends only the IDs and the names of changed fields of a customer', async () => {
  const program = await listen();
  await subscribe(program.url, ['customer.changed', 'ticket.created', 'ticket.status']);
  const about = { firstName: 'Quilla', lastName: 'Featherstone', email: 'quilla@home.example' };
  const customer = await manager.do(customerRoutes.create, { body: { ...about, phone: '+15125550188' } });
  const params = { id: customer._id };
  await manager.do(customerRoutes.edit, { params, body: { version: customer.version, lastName: 'Penrose' } });
  const message = 'Quilla Penrose rang twice';
  const ticket = await manager.do(supportRoutes.create, {
    body: { subject: 'Ring Quilla', category: 'order', message, customerId: customer._id },
  });
  await manager.do(supportRoutes.updateStatus, { params: { id: ticket._id }, body: { status: 'resolved' } });

  await sendDue();

  const customerId = customer._id;
  const events = program.events().map(({ event, data }) => ({ event, ...data }));
  expect(events).toMatchObject([
    { event: 'customer.changed', customerId, change: 'added', fields: [] },
    { event: 'customer.changed', customerId, change: 'edited' },
    { event: 'ticket.created', ticketId: ticket._id, number: ticket.number, customerId, from: null },
    { event: 'ticket.status', ticketId: ticket._id, to: 'resolved' },
  ]);
  expect((events[1] as unknown as { fields: string[] }).fields).toContain('lastName');
  expect(JSON.stringify(program.received.map(({ body }) => body))).not.toMatch(
    /quilla|featherstone|penrose|5550188/i,
  );
});

test('sends statements and their payouts', async () => {
  const program = await listen();
  await subscribe(program.url, ['statement.created', 'statement.status', 'payout.status']);
  const here = await addOrderLocation(shop);
  await manager.do(statementRoutes.adjust, {
    body: { locationId: here, amount: 5000, reason: 'Shelf fee' },
  });
  const { _id, version, number, total } = await state(manager, here);
  const paid = { method: 'bankTransfer' as const, reference: 'WIRE-7', paidOn: dayAgo(), version };
  await manager.do(payoutRoutes.payout, { params: { id: _id }, body: paid });
  await manager.do(payoutRoutes.void, { params: { id: _id }, body: { reason: 'Account closed' } });

  await sendDue();

  const statement = { statementId: _id, number, locationId: here };
  expect(program.events().map(({ event, data }) => ({ event, ...data }))).toEqual([
    { event: 'statement.created', ...statement, total, from: null, to: 'open' },
    { event: 'statement.status', ...statement, total, from: 'open', to: 'paid' },
    { event: 'payout.status', ...statement, amount: total, to: 'paid' },
    { event: 'statement.status', ...statement, total, from: 'paid', to: 'open' },
    { event: 'payout.status', ...statement, amount: total, to: 'voided' },
  ]);
});

test('merges changes of stock by location and sends them a few seconds later', async () => {
  const program = await listen();
  await subscribe(program.url, ['stock.changed']);
  const [here, there] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const first = await addGoods(shop, here, { stock: 5 });
  await sendDue();
  const second = await addGoods(shop, here, { stock: 5 });
  const third = await addGoods(shop, there, { stock: 5 });
  await sendDue();
  expect(program.received).toEqual([]);
  await makeAttemptsDue();
  await sendDue();

  const items = program.events().map(({ data }) => data);
  const idsAt = (place: string) =>
    items.filter(({ locationId }) => locationId === place).flatMap(({ subProductIds }) => subProductIds);
  expect(idsAt(here).toSorted()).toEqual([first, second].toSorted());
  expect(idsAt(there)).toEqual([third]);
  expect(items.every(({ hasMore }) => hasMore === false)).toBe(true);
});

test('names at most 500 items of a location in one delivery', async () => {
  const program = await listen();
  await subscribe(program.url, ['stock.changed']);
  const record = (count: number) =>
    shop.sql`SELECT record_stock_change('moved', ${location}, ${Array.from({ length: count }, newId)})`;
  await record(300);
  await record(300);
  await readAll();
  await makeAttemptsDue();
  await sendDue();

  const [{ data }] = program.events() as unknown as [{ data: Record<string, unknown> }];
  expect(data).toMatchObject({ locationId: location, hasMore: true });
  expect((data.subProductIds as string[]).length).toBe(500);
});
