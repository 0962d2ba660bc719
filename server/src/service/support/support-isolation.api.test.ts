import { presenceTopic, supportRoutes } from '@aisle/contract/service/support';
import { exportRoutes } from '@aisle/contract/system/exports';
import { expect, onTestFinished, test } from 'vitest';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { addShopper, addTicket } from '../../../test/support-builders.ts';
import type { StoredEvent } from '../../system/live/live.queries.ts';
import { LiveReader } from '../../system/live/live-reader.ts';

// A store's clerk sees the tickets of the store and about its orders, and can't tell that others exist.

const secret = 'Zebulonquince';

const shop = await openShop();
const agent = await shop.signIn();
const here = await addOrderLocation(shop);
const elsewhere = await addOrderLocation(shop);
const clerk = await shop.signIn({
  permissions: [
    'support_list',
    'support_view',
    'support_reply',
    'support_add',
    'support_edit',
    'support_dashboard',
  ],
  locations: [here],
});
const [orderHere, orderElsewhere] = [
  await placeOne(agent, here, await addGoods(shop, here)),
  await placeOne(agent, elsewhere, await addGoods(shop, elsewhere)),
];
const customerId = await addShopper(shop, 'both@people.example');
const message = secret;
const files = { attachments: [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.4 secret') }] };
const create = (body: object) =>
  agent.do(supportRoutes.create, { body: { subject: 'Help', category: 'order', message, ...body }, files });
const about = {
  ourOrder: await create({ customerId, orderId: orderHere._id, tags: ['Ours'] }),
  ourOwn: await create({ locationId: here }),
  theirOrder: await create({ customerId, orderId: orderElsewhere._id, tags: ['Theirs'] }),
  theirOwn: await create({ locationId: elsewhere }),
  nobodys: await create({ customerId, tags: ['Nobodys'] }),
};

const ours = () => [about.ourOrder, about.ourOwn].map(({ _id }) => _id).toSorted();
const hidden = () => [about.theirOrder, about.theirOwn, about.nobodys];

test('limits lists, searches, filters and counts to tickets in reach', async () => {
  const list = async (body: object) =>
    (await clerk.do(supportRoutes.list, { body })).records.map(({ _id }) => _id).toSorted();

  expect(await list({})).toEqual(ours());
  expect(await list({ search: secret })).toEqual(ours());
  expect(await list({ filters: { customerId: about.nobodys.customerId! } })).toEqual([about.ourOrder._id]);
  expect(await list({ filters: { locationId: elsewhere } })).toEqual([]);
  expect(await list({ filters: { tag: 'Theirs' } })).toEqual([]);
  for (const { number } of hidden()) expect(await list({ search: number })).toEqual([]);
  expect(await clerk.do(supportRoutes.counts)).toMatchObject({ open: 2, unassigned: 2 });
  expect(await clerk.do(supportRoutes.tags, { query: {} })).toEqual(['Ours']);
  const dashboard = await clerk.do(supportRoutes.dashboard, { query: {} });
  expect([dashboard.open.count, dashboard.created.count]).toEqual([2, 2]);
});

test('shows attachments of a ticket in reach and returns 404 for any request about another', async () => {
  const seen = await clerk.do(supportRoutes.get, { params: { id: about.ourOrder._id } });
  expect(seen.messages[0]?.attachments).toHaveLength(1);
  const version = 1;
  for (const { _id } of hidden()) {
    const params = { params: { id: _id } };
    const answers = [
      await clerk.call(supportRoutes.get, params),
      await clerk.call(supportRoutes.reply, { ...params, body: { text: 'Mine' } }),
      await clerk.call(supportRoutes.reply, { ...params, body: { text: 'Mine', internal: true } }),
      await clerk.call(supportRoutes.updateStatus, { ...params, body: { status: 'resolved' } }),
      await clerk.call(supportRoutes.assign, { ...params, body: { assignee: 'me' } }),
      await clerk.call(supportRoutes.edit, { ...params, body: { version, priority: 'low' } }),
      await clerk.call(supportRoutes.merge, { ...params, body: { intoId: about.ourOrder._id } }),
      await clerk.call(supportRoutes.merge, { params: { id: about.ourOrder._id }, body: { intoId: _id } }),
      await clerk.call(supportRoutes.presence, { ...params, body: { doing: 'looking' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret);
  }
});

test('limits reads and writes to tickets in reach in the database', async () => {
  const { rows } = await shop.db.owner.query<{ table: string; count: number }>(
    `SELECT set_config('app.locations', '{${here}}', false)`,
  );
  expect(rows).toHaveLength(1);
  const client = await shop.db.locationScope.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('app.locations', '{${here}}', true)`);
    for (const [table, column] of [
      ['tickets', 'id'],
      ['ticket_messages', 'ticket_id'],
      ['ticket_attachments', 'ticket_id'],
      ['ticket_events', 'ticket_id'],
      ['ticket_words', 'ticket_id'],
    ] as const) {
      const found = await client.query<{ id: string }>(`SELECT DISTINCT ${column} AS id FROM ${table}`);
      expect([table, found.rows.map(({ id }) => id).toSorted()]).toEqual([table, ours()]);
    }
    await expect(client.query('SELECT FROM inbound_mails')).rejects.toThrow('permission denied');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test("hides internal notes on a store's ticket from the store and reopens it when the store replies", async () => {
  const ticket = await addTicket(agent, { locationId: here, message: 'About your opening hours' });
  const params = { id: ticket._id };
  await agent.do(supportRoutes.reply, {
    params,
    body: { text: 'They never answer, watch them', internal: true },
  });
  await agent.do(supportRoutes.reply, { params, body: { text: 'Please confirm', status: 'pending' } });

  const answered = await clerk.do(supportRoutes.reply, { params, body: { text: 'Confirmed' } });

  expect(answered).toMatchObject({ status: 'open', lastFrom: 'location' });
  expect(answered.messages.map(({ text }) => text)).toEqual([
    'About your opening hours',
    'Please confirm',
    'Confirmed',
  ]);
  const search = (person: Person) => person.do(supportRoutes.list, { body: { search: 'watch them' } });
  expect((await search(clerk)).records).toEqual([]);
  expect((await agent.do(supportRoutes.get, { params })).messages).toHaveLength(4);
});

test('lets a store open tickets about its orders and itself only', async () => {
  const own = await addTicket(clerk, { subject: 'Our scale is broken' });
  expect(own).toMatchObject({ locationId: here, messages: [{ from: 'location' }] });
  const create = (input: object) =>
    clerk.call(supportRoutes.create, {
      body: { subject: 'Help', category: 'order', message: 'Please', ...input },
    });

  expect((await create({ orderId: about.theirOrder.orderId! })).status).toBe(404);
  expect((await create({ locationId: elsewhere })).status).toBe(404);
  const linked = await clerk.call(supportRoutes.edit, {
    params: { id: own._id },
    body: { version: own.version, orderId: about.theirOrder.orderId! },
  });
  expect(linked.status).toBe(404);
});

// Events are read only when no older transaction of the cluster is open, and other test files have long ones.
test('sends live events of a ticket only to users who can see it', {
  timeout: 120_000,
}, async () => {
  const reader = new LiveReader(shop.db, shop.services.liveEvents, (error) => expect.fail(String(error)));
  onTestFinished(() => reader.stop());
  const heard: Record<'clerk' | 'agent', StoredEvent[]> = { clerk: [], agent: [] };
  const listen = (name: 'clerk' | 'agent', locations: string[] | null) =>
    reader.watch(
      {
        userId: name,
        sessionId: '0190a000-0000-7000-8000-000000000001',
        permissions: new Set(['support_list', 'support_view'] as const),
        locations,
        send: (event) => heard[name].push(event),
        placed: () => undefined,
        reset: () => undefined,
        end: () => undefined,
      },
      { after: undefined, withinMs: 0 },
    );
  await listen('clerk', [here]);
  await listen('agent', null);

  for (const { _id } of Object.values(about)) {
    await agent.do(supportRoutes.reply, { params: { id: _id }, body: { text: 'News', internal: true } });
    await agent.do(supportRoutes.presence, { params: { id: _id }, body: { doing: 'typing' } });
  }

  const all = Object.values(about).map(({ _id }) => _id);
  // Events of earlier tests can still arrive.
  const idsOf = (name: 'clerk' | 'agent', topic: string) => {
    const ids = heard[name].filter((one) => one.topic === topic).map(({ recordId }) => recordId!);
    return [...new Set(ids)].filter((id) => all.includes(id)).toSorted();
  };
  for (const topic of ['support', presenceTopic]) {
    await expect.poll(() => idsOf('agent', topic), { timeout: 100_000 }).toEqual(all.toSorted());
    expect(idsOf('clerk', topic)).toEqual(ours());
  }
  expect(heard.agent.find(({ topic }) => topic === presenceTopic)?.data).toEqual({
    userId: agent.userId,
    name: 'Ada Tester',
    doing: 'typing',
  });
});

test('exports only tickets in reach', async () => {
  const { url } = await clerk.do(exportRoutes.create, {
    params: { name: 'tickets' },
    query: { format: 'csv' },
    body: {},
  });

  const file = (await shop.server.inject(url!)).body;
  expect(file).toContain(about.ourOrder.number);
  for (const { number } of hidden()) expect(file).not.toContain(number);
});
