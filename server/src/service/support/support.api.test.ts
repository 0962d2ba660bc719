import { supportRoutes, type Ticket, type TicketView } from '@aisle/contract/service/support';
import { nextTicketStatuses } from '@aisle/contract/service/support-flow';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { ticketStatuses } from '@aisle/contract/system/support-rules';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { mailsTo } from '../../../test/people-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { addShopper, addTicket, setSupport } from '../../../test/support-builders.ts';
import { newId } from '../../core/ids.ts';

let agent: Person;

const shop = await openShop();
const here = await addOrderLocation(shop, { name: 'North' });
const soap = await addGoods(shop, here, { stock: 1000 });
beforeEach(async () => {
  agent = await shop.signIn();
});

const view = ({ _id }: Pick<Ticket, '_id'>, person = agent) =>
  person.do(supportRoutes.get, { params: { id: _id } });
const reply = ({ _id }: Pick<Ticket, '_id'>, body: object, person = agent) =>
  person.call(supportRoutes.reply, {
    params: { id: _id },
    body: { text: 'We are looking into it', ...body },
  });
const list = async (filters: object, person = agent) =>
  (await person.do(supportRoutes.list, { body: { filters } })).records.map(({ _id }) => _id);
const search = async (text: string, person = agent) =>
  (await person.do(supportRoutes.list, { body: { search: text } })).records.map(({ _id }) => _id);
const step = ({ _id }: Pick<Ticket, '_id'>, status: Ticket['status'], person = agent) =>
  person.call(supportRoutes.updateStatus, { params: { id: _id }, body: { status } });
const fieldOf = ({ body }: { body: { error?: { fields?: { path: string }[] | undefined } | undefined } }) =>
  body.error?.fields?.[0]?.path;

test("opens a ticket with the customer's first message and all fields of list and view", async () => {
  const customerId = await addShopper(shop, 'grace@people.example');
  const order = await placeOne(agent, here, soap);

  const made = await addTicket(agent, { customerId, orderId: order._id, priority: 'high' });

  expect(made).toMatchObject({
    number: expect.stringMatching(/^H-\d+$/),
    subject: 'Where is my order?',
    customerId,
    orderId: order._id,
    order: { number: order.number },
    orderData: {
      number: order.number,
      locationName: 'North',
      timeZone: 'America/Chicago',
      status: 'orderPlaced',
    },
    contact: { email: 'grace@people.example' },
    category: 'order',
    priority: 'high',
    status: 'open',
    assignee: null,
    messages: [{ from: 'customer', text: 'It has not come.', internal: false, mail: null }],
    events: [{ kind: 'created', by: 'Ada Tester' }],
    isOverdue: false,
    version: expect.any(Number),
  });
  expect(made.dueAt).not.toBeNull();
  const { records } = await agent.do(supportRoutes.list, { body: { filters: { customerId } } });
  expect(records).toMatchObject([{ _id: made._id, excerpt: 'It has not come.', messageCount: 1 }]);
});

test('rejects unknown customers, orders, locations, assignees and categories', async () => {
  const refused = async (input: object) => {
    const got = await agent.call(supportRoutes.create, {
      body: { subject: 'Help', category: 'order', message: 'Please', ...input },
    });
    return [got.status, fieldOf(got)];
  };

  expect(await refused({ customerId: newId() })).toEqual([404, 'customerId']);
  expect(await refused({ orderId: newId() })).toEqual([404, 'orderId']);
  expect(await refused({ locationId: newId() })).toEqual([404, 'locationId']);
  expect(await refused({ assignee: newId() })).toEqual([404, 'assignee']);
  expect(await refused({ category: 'weather' })).toEqual([400, 'category']);
  expect(await refused({ subject: ' ' })).toEqual([400, 'subject']);
});

test('emails a reply to the customer, counts it as first response and keeps the status', async () => {
  const customerId = await addShopper(shop, 'reply@people.example');
  const ticket = await addTicket(agent, { customerId });

  const { data } = await reply(ticket, { text: 'Hello {{customer.firstName}}, it is on its way' });

  expect(data).toMatchObject({
    status: 'open',
    lastFrom: 'staff',
    messages: [
      {},
      {
        from: 'staff',
        text: 'Hello Grace, it is on its way',
        author: { _id: agent.userId, name: 'Ada Tester' },
        mail: { to: 'reply@people.example', messageId: expect.any(String), state: expect.any(String) },
      },
    ],
  });
  expect(data.firstResponseAt).not.toBeNull();
  const [mail] = await mailsTo(shop, 'reply@people.example');
  expect(mail?.subject).toBe(`Re: Where is my order? [${ticket.number}]`);
});

test('keeps a note internal, without counting it as a response or changing the status', async () => {
  const customerId = await addShopper(shop, 'note@people.example');
  const ticket = await addTicket(agent, { customerId });

  const { data } = await reply(ticket, { text: 'Call {{them}}', internal: true, status: 'resolved' });

  expect(data).toMatchObject({ status: 'open', firstResponseAt: null, excerpt: 'It has not come.' });
  expect(data.messages.at(-1)).toMatchObject({ internal: true, text: 'Call {{them}}', mail: null });
  expect(await mailsTo(shop, 'note@people.example')).toEqual([]);
});

test('sets status, assignee and tags with a reply', async () => {
  const ticket = await addTicket(agent, { customerId: await addShopper(shop, null) });

  const { data } = await reply(ticket, { status: 'pending', assignee: 'me', addTags: ['Late'] });

  expect(data).toMatchObject({ status: 'pending', assignee: { _id: agent.userId }, tags: ['Late'] });
  expect(data.events.map(({ kind }) => kind)).toEqual(['created', 'status', 'assigned', 'tags']);
});

test('rejects an unknown field, or one without a value for the ticket', async () => {
  const ticket = await addTicket(agent);

  for (const text of ['Hi {{customer.shoeSize}}', 'About {{order.number}}']) {
    const refused = await reply(ticket, { text });
    expect([refused.status, fieldOf(refused)]).toEqual([400, 'text']);
  }
  expect((await view(ticket)).messages).toHaveLength(1);
});

test('rejects the second of two simultaneous replies and shows the first', async () => {
  const ticket = await addTicket(agent);
  const other = await shop.signIn({ permissions: ['support_reply'] });
  const send = (person: Person, text: string) => reply(ticket, { text, version: ticket.version }, person);

  const results = await Promise.all([send(agent, 'First'), send(other, 'Second')]);

  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const late = results.find(({ status }) => status === 409)!;
  const current = late.body.data as TicketView;
  expect(late.body.error?.code).toBe('version-stale');
  expect(current.messages).toHaveLength(2);
  expect((await reply(ticket, { version: current.version }, other)).status).toBe(200);
});

test.each(ticketStatuses.flatMap((from) => ticketStatuses.map((to) => [from, to] as const)))(
  'moves a ticket from %s to %s if the flow allows it',
  async (from, to) => {
    const ticket = await addTicket(agent);
    const path = {
      open: [],
      pending: ['pending'],
      resolved: ['resolved'],
      closed: ['resolved', 'closed'],
    } as const;
    for (const status of path[from]) expect((await step(ticket, status)).status).toBe(200);
    const may = nextTicketStatuses(from).includes(to);

    const got = await step(ticket, to);

    expect(got.status).toBe(may ? 200 : 409);
    if (!may) expect(got.body.error?.code).toBe('support.step-not-possible');
    const now = await view(ticket);
    expect(now.status).toBe(may ? to : from);
    expect(now.dueAt === null).toBe(now.status !== 'open');
  },
);

test('lets editors assign tickets and change their status, but not reply', async () => {
  const ticket = await addTicket(agent);
  const editor = await shop.signIn({ permissions: ['support_edit'] });
  const params = { id: ticket._id };

  await editor.do(supportRoutes.assign, { params, body: { assignee: agent.userId } });
  await editor.do(supportRoutes.updateStatus, { params, body: { status: 'pending' } });

  expect(await view(ticket)).toMatchObject({ status: 'pending', assignee: { _id: agent.userId } });
  expect((await reply(ticket, { text: 'Soon' }, editor)).status).toBe(403);
});

test('accepts notes on a closed ticket, but no replies', async () => {
  const ticket = await addTicket(agent);
  await step(ticket, 'resolved');
  await step(ticket, 'closed');

  expect((await reply(ticket, {})).body.error?.code).toBe('support.closed');
  expect((await reply(ticket, { internal: true })).status).toBe(200);
});

test('assigns a ticket to a user who can answer it, or to no one', async () => {
  const ticket = await addTicket(agent);
  const assign = (assignee: string | null) =>
    agent.call(supportRoutes.assign, { params: { id: ticket._id }, body: { assignee } });
  const cook = await shop.signIn({ permissions: ['product_list'] });
  const elsewhere = await addOrderLocation(shop);
  const stranger = await shop.signIn({ permissions: ['support_reply'], locations: [elsewhere] });
  const colleague = await shop.signIn({ permissions: ['support_reply'] });

  expect((await assign(colleague.userId)).data.assignee).toMatchObject({ _id: colleague.userId });
  expect(await list({ assignee: colleague.userId })).toEqual([ticket._id]);
  expect(await list({ assignee: 'me' }, colleague)).toEqual([ticket._id]);
  expect((await assign(cook.userId)).status).toBe(404);
  expect((await assign(stranger.userId)).status).toBe(400);
  expect((await assign('nobody')).data.assignee).toBeNull();
  expect(await list({ assignee: 'nobody' })).toContain(ticket._id);
  const offered = await agent.do(supportRoutes.agents, { query: {} });
  const ids = offered.map(({ _id }) => _id);
  expect(ids[0]).toBe(agent.userId);
  expect(ids).toContain(colleague.userId);
  expect(ids).not.toContain(cook.userId);
});

test('changes priority, category, tags, customer and order, and the target with the priority', async () => {
  const ticket = await addTicket(agent, { priority: 'low' });
  const customerId = await addShopper(shop, null);
  const order = await placeOne(agent, here, soap);

  const edited = await agent.do(supportRoutes.edit, {
    params: { id: ticket._id },
    body: {
      version: ticket.version,
      priority: 'urgent',
      category: 'delivery',
      addTags: ['VIP', 'vip'],
      customerId,
      orderId: order._id,
    },
  });

  expect(edited).toMatchObject({
    priority: 'urgent',
    category: 'delivery',
    tags: ['VIP'],
    customerId,
    orderId: order._id,
  });
  expect(Date.parse(edited.dueAt!)).toBeLessThan(Date.parse(ticket.dueAt!));
  expect(await list({ tag: 'VIP' })).toEqual([ticket._id]);
  expect(await agent.do(supportRoutes.tags, { query: { search: 'vi' } })).toEqual(['VIP']);
  const stale = await agent.call(supportRoutes.edit, {
    params: { id: ticket._id },
    body: { version: ticket.version, priority: 'low' },
  });
  expect(stale.body.error?.code).toBe('version-stale');
});

test('shows messages of a merged ticket on the remaining one, which gets its customer', async () => {
  const customerId = await addShopper(shop, 'merge@people.example');
  const first = await addTicket(agent, { subject: 'Broken eggs', message: 'Two are broken', customerId });
  const second = await addTicket(agent, { subject: 'Eggs again', message: 'Three, in fact' });
  const merge = (from: Ticket, into: Ticket) =>
    agent.call(supportRoutes.merge, { params: { id: from._id }, body: { intoId: into._id } });

  const { data } = await merge(first, second);

  expect(data).toMatchObject({ _id: second._id, customerId, mergedFrom: [{ number: first.number }] });
  expect(data.messages.map(({ text }) => text)).toEqual(['Two are broken', 'Three, in fact']);
  expect(await view(first)).toMatchObject({
    status: 'closed',
    mergedInto: { _id: second._id, number: second.number },
  });
  expect((await merge(first, second)).body.error?.code).toBe('support.not-mergeable');
  expect((await merge(second, second)).body.error?.code).toBe('support.not-mergeable');
  expect((await merge(second, { ...second, _id: newId() })).status).toBe(404);
  const third = await addTicket(agent, { message: 'Other' });
  expect((await merge(second, third)).data.messages).toHaveLength(3);
  expect((await view(first)).mergedInto?._id).toBe(third._id);
});

test('rejects merging tickets of different customers', async () => {
  const [first, second] = [
    await addTicket(agent, { customerId: await addShopper(shop, null) }),
    await addTicket(agent, { customerId: await addShopper(shop, null) }),
  ];

  const refused = await agent.call(supportRoutes.merge, {
    params: { id: first._id },
    body: { intoId: second._id },
  });

  expect(refused.status).toBe(409);
});

test('finds a ticket by subject, messages, customer and numbers', async () => {
  const customerId = await addShopper(shop, 'zebedee@people.example', 'Zebedee');
  const order = await placeOne(agent, here, soap);
  const ticket = await addTicket(agent, {
    subject: 'Marmalade leaked',
    message: 'All over the quinces',
    customerId,
    orderId: order._id,
  });
  await reply(ticket, { text: 'Apologies for the persimmons' });

  for (const text of [
    'marmal',
    'LEAKED marmalade',
    'quinces',
    'persimm',
    'zebedee',
    'zebedee@people',
    ticket.number,
    ticket.number.replace('-', '').toLowerCase(),
    order.number,
    order.number.slice(2),
  ]) {
    expect([text, await search(text)]).toEqual([text, [ticket._id]]);
  }
  await shop.db.owner.query(`UPDATE customers SET first_name = 'Wilhelmina' WHERE id = '${customerId}'`);
  expect(await search('wilhelm')).toEqual([ticket._id]);
  for (const text of ['marmalade plum', "'; --", ':*', '!!!', '🍓', '\\']) {
    expect([text, await search(text)]).toEqual([text, []]);
  }
});

test('finds common words in the newest tickets first and estimates the total', async () => {
  const made: string[] = [];
  for (let nth = 0; nth < 12; nth += 1) {
    made.push((await addTicket(agent, { subject: `Kumquats squashed ${nth}` }))._id);
  }
  await addTicket(agent, { subject: 'Kumquats bruised' });
  // Simulates a marketplace with many tickets, until the next ANALYZE.
  await shop.db.owner.query(`UPDATE pg_class SET reltuples = 200000 WHERE relname = 'tickets'`);

  const found = await agent.do(supportRoutes.list, { body: { search: 'squash kumquat', limit: 5 } });
  const next = await agent.do(supportRoutes.list, { body: { search: 'squash kumquat', limit: 5, page: 3 } });

  await shop.db.owner.query('ANALYZE tickets');
  expect(found.records.map(({ _id }) => _id)).toEqual(made.slice(-5).reverse());
  expect(found).toMatchObject({ totalRecords: 12_000, totalIsEstimate: true });
  expect(next.records.map(({ _id }) => _id)).toEqual(made.slice(0, 2).reverse());
  expect(await search('squash kumquat')).toEqual([...made].reverse());
});

test('pauses the time of a ticket that waits for the customer', async () => {
  await setSupport(agent, { hours: [] });
  const ticket = await addTicket(agent, { priority: 'urgent' });
  const hours = (field: 'dueAt' | 'createdAt', { [field]: at }: TicketView) => Date.parse(at!) / 3_600_000;
  await reply(ticket, { status: 'pending' });
  // The ticket has waited for four days, longer than its targets.
  await shop.db.owner.query(`UPDATE tickets SET created_at = created_at - interval '4 days',
    clock_from = clock_from - interval '4 days', waiting_since = waiting_since - interval '4 days',
    first_response_due_at = first_response_due_at - interval '4 days',
    resolution_due_at = resolution_due_at - interval '4 days' WHERE id = '${ticket._id}'`);

  expect(await view(ticket)).toMatchObject({ isOverdue: false, dueAt: null });
  expect(await list({ overdue: true })).not.toContain(ticket._id);
  await step(ticket, 'open');

  const resumed = await view(ticket);
  expect(resumed.isOverdue).toBe(false);
  const remaining = hours('dueAt', resumed) - Date.now() / 3_600_000;
  expect(remaining).toBeGreaterThan(0);
  const original = hours('dueAt', ticket) - hours('createdAt', ticket);
  expect(hours('dueAt', resumed) - hours('createdAt', resumed)).toBeCloseTo(96 + original, 1);
});

test('keeps a ticket overdue that was late before it waited for the customer', async () => {
  const ticket = await addTicket(agent);
  await shop.db.owner.query(`UPDATE tickets SET due_at = now() - interval '1 hour',
    first_response_due_at = now() - interval '2 hours', resolution_due_at = now() - interval '1 hour'
    WHERE id = '${ticket._id}'`);

  await step(ticket, 'pending');
  await step(ticket, 'open');

  expect(await view(ticket)).toMatchObject({ isOverdue: true });
  // Other tests count overdue tickets.
  await step(ticket, 'resolved');
});

test('names the agent who wrote the last message', async () => {
  const ticket = await addTicket(agent, { customerId: await addShopper(shop, null) });
  expect(ticket.lastAuthor).toBeNull();

  await reply(ticket, {});
  await reply(ticket, { text: 'Ask the store', internal: true }, await shop.signIn());

  expect((await view(ticket)).lastAuthor).toEqual({ _id: agent.userId, name: expect.stringMatching(/\w/) });
});

test('filters tickets and counts them by tab like the list', async () => {
  const before = await agent.do(supportRoutes.counts);
  const ticket = await addTicket(agent, { category: 'payment', priority: 'urgent', assignee: 'me' });
  const late = await addTicket(agent);
  await shop.db.owner.query(`UPDATE tickets SET due_at = now() - interval '1 hour' WHERE id = '${late._id}'`);

  expect(await agent.do(supportRoutes.counts)).toMatchObject({
    mine: 1,
    open: before.open + 2,
    unassigned: before.unassigned + 1,
    overdue: before.overdue + 1,
  });
  expect(await list({ category: 'payment', priority: 'urgent', status: ['open', 'pending'] })).toEqual([
    ticket._id,
  ]);
  expect(await list({ overdue: true })).toEqual([late._id]);
  expect(await view(late)).toMatchObject({ isOverdue: true });
  expect(await list({ overdue: false })).not.toContain(late._id);
  const sorted = await agent.do(supportRoutes.list, { body: { sort: { field: 'dueAt', order: 'asc' } } });
  expect(sorted.records[0]?._id).toBe(late._id);
});

test('detects the type of attachments by content and opens them by a signed address', async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const pdf = Buffer.from('%PDF-1.4 not much of one');
  const files = {
    attachments: [
      { name: 'egg.txt', bytes: picture },
      { name: 'receipt.pdf', bytes: pdf },
    ],
  };

  const made = await agent.do(supportRoutes.create, {
    body: { subject: 'Broken', category: 'quality', message: 'See here' },
    files,
  });

  const [first, second] = made.messages[0]!.attachments;
  expect([first, second]).toMatchObject([
    { name: 'egg.txt', kind: 'image', preview: expect.any(String) },
    { name: 'receipt.pdf', kind: 'document', bytes: pdf.length, preview: null },
  ]);
  const [shown, saved] = [await shop.server.inject(first!.url), await shop.server.inject(second!.url)];
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  expect([saved.statusCode, saved.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await shop.server.inject(second!.url.replace(/s=[^&]+/, 's=made-up'))).statusCode).toBe(404);
});

test('rejects files other than pictures and PDFs, and more than ten files', async () => {
  const send = (files: { name: string; bytes: Buffer }[]) =>
    agent.call(supportRoutes.create, {
      body: { subject: 'Broken', category: 'quality', message: 'See here' },
      files: { attachments: files },
    });
  const page = { name: 'page.pdf', bytes: Buffer.from('<html><script>alert(1)</script>') };
  const pdf = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.4') };

  expect((await send([page])).status).toBe(415);
  const tooMany = await send(Array.from({ length: 11 }, () => pdf));
  expect([tooMany.status, fieldOf(tooMany)]).toEqual([400, 'attachments']);
  expect((await send(Array.from({ length: 10 }, () => pdf))).data.messages[0]?.attachments).toHaveLength(10);
  const large = { name: 'large.pdf', bytes: Buffer.concat([pdf.bytes, Buffer.alloc(10 * 1024 * 1024)]) };
  expect((await send([large])).status).toBe(413);
});

test('closes resolved tickets after some time', async () => {
  const [old, young] = [await addTicket(agent), await addTicket(agent)];
  for (const ticket of [old, young]) await step(ticket, 'resolved');
  await shop.db.owner.query(
    `UPDATE tickets SET resolved_at = now() - interval '8 days' WHERE id = '${old._id}'`,
  );

  const { watchTickets } = await import('./clock/support-clock.ts');
  await watchTickets(shop.db);

  expect(await view(old)).toMatchObject({
    status: 'closed',
    events: [{}, {}, { to: 'closed', by: 'System' }],
  });
  expect((await view(young)).status).toBe('resolved');
});

test('stores canned replies in the settings and checks their fields', async () => {
  const canned = { _id: newId(), name: 'Sorry', text: 'Sorry, {{customer.firstName}}', assignToMe: true };

  await setSupport(agent, { cannedReplies: [canned] });

  const reader = await shop.signIn({ permissions: ['support_list'] });
  expect((await reader.do(supportRoutes.options)).cannedReplies).toEqual([canned]);
  const { version, support } = await agent.do(settingsRoutes.get);
  const refused = await agent.call(settingsRoutes.update, {
    body: {
      version,
      support: { ...support, cannedReplies: [{ ...canned, text: 'Dear {{customer.shoeSize}}' }] },
    },
  });
  expect([refused.status, fieldOf(refused)]).toEqual([400, 'support.cannedReplies.0.text']);
  expect(refused.body.message).toContain('{{customer.shoeSize}}');
});

test('lets a storefront key with the scope only open tickets', async () => {
  const { key } = await agent.do(apiKeyRoutes.create, { body: { name: 'Shop', scopes: ['support'] } });
  const headers = { authorization: `Bearer ${key}` };
  const customerId = await addShopper(shop, null);

  const got = await shop.anonymous.call(supportRoutes.create, {
    headers: { ...headers, 'idempotency-key': newId() },
    body: { subject: 'From the shop', category: 'order', message: 'Hello', customerId },
  });

  expect(got.data).toMatchObject({ source: 'api', messages: [{ from: 'customer' }] });
  expect((await shop.anonymous.call(supportRoutes.list, { headers, body: {} })).status).toBe(403);
});
