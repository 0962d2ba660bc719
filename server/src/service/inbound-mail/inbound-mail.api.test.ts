import { supportRoutes } from '@aisle/contract/service/support';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addShopper, addTicket, mailOf, openMailbox, setSupport } from '../../../test/support-builders.ts';
import { replyAddress } from '../support/mail/reply-address.ts';

const shop = await openShop();
const agent = await shop.signIn();
const mailbox = await openMailbox(shop, agent);
await setSupport(agent, { address: 'help@shop.example' });

const view = (id: string | null) => agent.do(supportRoutes.get, { params: { id: id! } });
const reply = (id: string, body: object = {}) =>
  agent.do(supportRoutes.reply, { params: { id }, body: { text: 'We are on it', ...body } });
const step = (id: string, status: 'resolved' | 'closed') =>
  agent.do(supportRoutes.updateStatus, { params: { id }, body: { status } });
/** The headers of the last email to an address. */
const lastMail = async (to: string) => {
  const { rows } = await shop.db.owner.query<{
    headers: { messageId: string; replyTo: string; references?: string[] };
  }>(`SELECT headers FROM mails WHERE recipient = '${to}' ORDER BY id DESC LIMIT 1`);
  return rows[0]!.headers;
};

test('opens a ticket of the sender about the order in the subject', async () => {
  const customerId = await addShopper(shop, 'rose@people.example', 'Rose');
  const here = await addOrderLocation(shop);
  const order = await placeOne(agent, here, await addGoods(shop, here));
  await shop.db.owner.query(`UPDATE orders SET customer_id = '${customerId}' WHERE id = '${order._id}'`);

  const made = await mailbox.deliver(
    mailOf({ from: 'Rose <Rose@People.example>', subject: `Re: ${order.number} is late`, text: 'Where?\n' }),
  );

  expect(made).toMatchObject({ result: 'created', reason: null, number: expect.stringMatching(/^H-/) });
  expect(await view(made.ticketId)).toMatchObject({
    subject: `${order.number} is late`,
    customerId,
    orderId: order._id,
    sender: null,
    source: 'email',
    category: 'other',
    status: 'open',
    messages: [{ from: 'customer', text: 'Where?', author: { name: 'Rose' }, mail: { state: 'received' } }],
  });
});

test('links an order named only in the text but not one in the quoted text', async () => {
  const customerId = await addShopper(shop, 'ivy@people.example', 'Ivy');
  const here = await addOrderLocation(shop);
  const goods = await addGoods(shop, here);
  const order = await placeOne(agent, here, goods);
  const other = await placeOne(agent, here, goods);
  await shop.db.owner.query(`UPDATE orders SET customer_id = '${customerId}' WHERE id = '${order._id}'`);
  const from = 'ivy@people.example';

  const named = await mailbox.deliver(
    mailOf({ from, subject: 'Spoiled', text: `Not ${other.number} of my neighbor: ${order.number} was.\n` }),
  );
  const quoted = await mailbox.deliver(
    mailOf({
      from,
      subject: 'Hello',
      text: `A question.\n\nOn Monday Aisle wrote:\n> About ${order.number}\n`,
    }),
  );

  expect(await view(named.ticketId)).toMatchObject({ orderId: order._id });
  expect(await view(quoted.ticketId)).toMatchObject({ orderId: null });
});

test("doesn't link another customer's order named in the subject", async () => {
  const here = await addOrderLocation(shop);
  const order = await placeOne(agent, here, await addGoods(shop, here));

  const made = await mailbox.deliver(mailOf({ from: 'eve@evil.example', subject: order.number }));

  expect(await view(made.ticketId)).toMatchObject({
    orderId: null,
    customerId: null,
    sender: { name: null, email: 'eve@evil.example' },
  });
});

test('sends replies with threading headers and reopens the ticket when the customer writes back', async () => {
  const from = 'Finn <finn@people.example>';
  const made = await mailbox.deliver(mailOf({ from, messageId: 'finn-1@people.example' }));
  await reply(made.ticketId!, { status: 'resolved' });
  const sent = await lastMail('finn@people.example');
  expect(sent).toMatchObject({
    inReplyTo: 'finn-1@people.example',
    replyTo: replyAddress(shop.services.seals, 'help@shop.example', made.ticketId!),
  });

  const answered = await mailbox.deliver(
    mailOf({
      from,
      headers: { 'In-Reply-To': `<${sent.messageId}>` },
      text: 'Thank you!\n\nOn Mon, Nov 23, 2026 at 9:00 AM Aisle <help@shop.example> wrote:\n> We are on it',
    }),
  );

  expect(answered).toMatchObject({ result: 'answered', ticketId: made.ticketId });
  const ticket = await view(made.ticketId);
  expect(ticket).toMatchObject({
    status: 'open',
    resolvedAt: null,
    lastFrom: 'customer',
    excerpt: 'Thank you!',
  });
  expect(ticket.messages.at(-1)).toMatchObject({
    text: 'Thank you!',
    quoted: expect.stringContaining('> We are on it'),
  });
  await reply(made.ticketId!);
  expect((await lastMail('finn@people.example')).references).toHaveLength(3);
});

test('threads an email by any email it refers to, or otherwise by its recipient address', async () => {
  const made = await mailbox.deliver(mailOf({ messageId: 'root@people.example' }));
  const to = replyAddress(shop.services.seals, 'help@shop.example', made.ticketId!);

  const byReference = await mailbox.deliver(
    mailOf({ headers: { References: '<unknown@x.example> <root@people.example> <other@x.example>' } }),
  );
  const byAddress = await mailbox.deliver(mailOf({ to: `Help <${to.toUpperCase()}>` }));
  const byDelivery = await mailbox.deliver(mailOf({ headers: { 'Delivered-To': to } }));
  const forged = await mailbox.deliver(mailOf({ to: to.replace(/.{3}@/, '000@') }));

  for (const one of [byReference, byAddress, byDelivery]) {
    expect(one).toMatchObject({ result: 'answered', ticketId: made.ticketId });
  }
  expect(forged.result).toBe('created');
  expect((await view(made.ticketId)).messages).toHaveLength(4);
});

test('opens a new ticket for a reply to a closed one and refers to it', async () => {
  await addShopper(shop, 'cleo@people.example', 'Cleo');
  const from = 'cleo@people.example';
  const made = await mailbox.deliver(mailOf({ from, messageId: 'cleo-1@people.example' }));
  await step(made.ticketId!, 'resolved');
  await step(made.ticketId!, 'closed');

  const later = await mailbox.deliver(
    mailOf({ from, headers: { 'In-Reply-To': '<cleo-1@people.example>' }, text: 'It broke again' }),
  );

  expect(later.result).toBe('created');
  const [old, next] = [await view(made.ticketId), await view(later.ticketId)];
  expect(next).toMatchObject({
    status: 'open',
    previous: { _id: old._id, number: old.number },
    customerId: old.customerId,
  });
  expect(old).toMatchObject({ status: 'closed', followUps: [{ _id: next._id }] });
  expect(old.messages).toHaveLength(1);
});

test('adds a reply to a merged ticket to the remaining one', async () => {
  const made = await mailbox.deliver(mailOf({ messageId: 'merged@people.example' }));
  const into = await addTicket(agent);
  await agent.do(supportRoutes.merge, { params: { id: made.ticketId! }, body: { intoId: into._id } });

  const answered = await mailbox.deliver(mailOf({ headers: { 'In-Reply-To': '<merged@people.example>' } }));

  expect(answered).toMatchObject({ result: 'answered', ticketId: into._id });
});

test('counts the same email once, even if it is delivered twice simultaneously', async () => {
  const mail = mailOf({ messageId: 'twice@people.example' });

  const results = await Promise.all([1, 2, 3].map(() => mailbox.deliver(mail)));

  expect(results.map(({ result }) => result).toSorted()).toEqual(['created', 'ignored', 'ignored']);
  expect(new Set(results.map(({ ticketId }) => ticketId)).size).toBe(1);
  const unnamed = mailOf().replace(/^Message-ID: .*\r\n/m, '');
  expect((await mailbox.deliver(unnamed)).result).toBe('created');
  expect(await mailbox.deliver(unnamed)).toMatchObject({ result: 'ignored', reason: 'duplicate' });
});

test.each([
  ['autoReply', { headers: { 'Auto-Submitted': 'auto-replied' } }],
  ['autoReply', { headers: { 'Auto-Submitted': 'auto-generated (vacation)' } }],
  ['autoReply', { headers: { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' } }],
  ['autoReply', { headers: { Precedence: 'bulk' } }],
  ['autoReply', { headers: { Precedence: 'list' } }],
  ['autoReply', { headers: { 'X-Autoreply': 'yes' } }],
  ['list', { headers: { 'List-ID': 'News <news.letters.example>' } }],
  ['list', { headers: { 'List-Unsubscribe': '<mailto:out@letters.example>' } }],
  ['bounce', { from: 'MAILER-DAEMON@mail.example' }],
  ['bounce', { headers: { 'Return-Path': '<>' } }],
  ['bounce', { headers: { From: '<>' } }],
  ['bounce', { headers: { 'Content-Type': 'multipart/report; boundary=x' } }],
  ['loop', { headers: { 'X-Aisle-Ticket': 'H-1001' } }],
  ['loop', { headers: { 'X-Loop': 'help@shop.example' } }],
  ['loop', { from: 'help+tag@shop.example' }],
  ['loop', { from: 'help@shop.example', headers: { 'Reply-To': 'help+tag@shop.example' } }],
  ['empty', { subject: '', text: '' }],
])("ignores a program's email: %s %j", async (reason, parts) => {
  expect(await mailbox.deliver(mailOf(parts))).toMatchObject({ result: 'ignored', reason, ticketId: null });
});

test.each([
  'Out of office delivery possible?',
  'Out of the office, please leave it at the door',
  'Automatic reply: A question',
  'Auto response to your offer',
  'Undelivered Mail Returned to Sender',
])("accepts a person's email with the subject: %s", async (subject) => {
  expect(await mailbox.deliver(mailOf({ from: 'sam@people.example', subject }))).toMatchObject({
    result: 'created',
  });
});

test.each<Record<string, string>>([
  { 'Auto-Submitted': 'no' },
  { Precedence: 'normal' },
  { 'X-Auto-Response-Suppress': 'DR, RN, NRN' },
  { Precedence: 'list', 'List-ID': '<help.shop.example>', 'List-Post': '<mailto:help@shop.example>' },
])("accepts a person's email with the headers %j", async (headers) => {
  expect(await mailbox.deliver(mailOf({ from: 'sam@people.example', headers }))).toMatchObject({
    result: 'created',
  });
});

test('accepts 20 emails per hour from a sender, even with equal texts', async () => {
  const results = [];
  for (let time = 0; time < 23; time += 1) {
    results.push(
      await mailbox.deliver(mailOf({ from: 'robot@loop.example', subject: '', text: 'Yes, thank you!' })),
    );
  }
  const other = await mailbox.deliver(mailOf({ from: 'ida@people.example', text: 'Yes, thank you!' }));

  expect(results.map(({ result }) => result)).toEqual([
    ...Array(20).fill('created'),
    ...Array(3).fill('ignored'),
  ]);
  expect(results.at(-1)).toMatchObject({ reason: 'tooMany' });
  expect(other.result).toBe('created');
});

test('ignores our own email that is returned to us', async () => {
  const made = await mailbox.deliver(mailOf({ from: 'ida@people.example' }));
  await reply(made.ticketId!);
  const { messageId } = await lastMail('ida@people.example');

  expect(await mailbox.deliver(mailOf({ messageId }))).toMatchObject({ result: 'ignored', reason: 'loop' });
});

test('uses the Reply-To of a form as the sender and replies to it', async () => {
  const customerId = await addShopper(shop, 'carla@people.example', 'Carla');
  const made = await mailbox.deliver(
    mailOf({
      from: 'Web form <noreply@forms.example>',
      headers: { 'Reply-To': 'Carla <Carla@people.example>' },
    }),
  );
  await reply(made.ticketId!);

  const ticket = await view(made.ticketId);
  expect(ticket).toMatchObject({ customerId, sender: null });
  expect(ticket.messages[0]?.author).toMatchObject({ name: 'Carla', email: 'carla@people.example' });
  expect(ticket.messages[1]?.mail).toMatchObject({ to: 'carla@people.example' });
});

test('uses Reply-To if a form sends from the support address', async () => {
  const made = await mailbox.deliver(
    mailOf({ from: 'Shop <help@shop.example>', headers: { 'Reply-To': 'dora@people.example' } }),
  );

  expect(made.result).toBe('created');
  expect((await view(made.ticketId)).sender).toEqual({ name: null, email: 'dora@people.example' });
});

test.each(['', 'not an address', '<help@shop.example>'])(
  'uses From as the sender if Reply-To is %j',
  async (replyTo) => {
    const made = await mailbox.deliver(
      mailOf({ from: 'Eve <eve@people.example>', headers: { 'Reply-To': replyTo } }),
    );

    expect((await view(made.ticketId)).sender).toEqual({ name: 'Eve', email: 'eve@people.example' });
  },
);

test('accepts two emails with one Message-ID if their senders or texts differ', async () => {
  const messageId = 'form@forms.example';
  const first = await mailbox.deliver(mailOf({ messageId, from: 'a@people.example', text: 'Milk' }));
  const otherText = await mailbox.deliver(mailOf({ messageId, from: 'a@people.example', text: 'Eggs' }));
  const otherSender = await mailbox.deliver(mailOf({ messageId, from: 'b@people.example', text: 'Milk' }));
  const again = await mailbox.deliver(mailOf({ messageId, from: 'b@people.example', text: 'Milk' }));
  const answered = await mailbox.deliver(
    mailOf({ from: 'b@people.example', headers: { 'In-Reply-To': `<${messageId}>` } }),
  );

  expect([first, otherText, otherSender].map(({ result }) => result)).toEqual([
    'created',
    'created',
    'created',
  ]);
  expect(again).toMatchObject({ result: 'ignored', reason: 'duplicate', ticketId: otherSender.ticketId });
  expect(answered).toMatchObject({ result: 'answered', ticketId: otherSender.ticketId });
});

test.each<[string, Record<string, string>]>([
  ['References without spaces', { References: '<a@y><thread-1@people.example><b@y>' }],
  ['References with commas', { References: '<a@y>,<thread-1@people.example>' }],
  ['References across several lines', { References: '<a@y>\r\n <thread-1@people.example>' }],
  ['In-Reply-To within text', { 'In-Reply-To': 'Your message <thread-1@people.example> of Monday' }],
  ['In-Reply-To without brackets', { 'In-Reply-To': 'thread-1@people.example' }],
])('threads by %s', async (_, headers) => {
  await mailbox.deliver(mailOf({ messageId: 'thread-1@people.example', text: 'The first' }));

  expect((await mailbox.deliver(mailOf({ from: 'ref@people.example', headers }))).result).toBe('answered');
});

test('threads by the ticket number in the subject only for the same sender', async () => {
  await addShopper(shop, 'subj@people.example', 'Sue');
  const from = 'subj@people.example';
  const made = await mailbox.deliver(mailOf({ from }));
  const subject = `Re: A question [${made.number}]`;

  expect(await mailbox.deliver(mailOf({ from, subject }))).toMatchObject({
    result: 'answered',
    ticketId: made.ticketId,
  });
  expect((await mailbox.deliver(mailOf({ from: 'eve@evil.example', subject }))).result).toBe('created');
});

test('shows replies between quoted lines and links their order', async () => {
  const customerId = await addShopper(shop, 'between@people.example', 'Bea');
  const here = await addOrderLocation(shop);
  const order = await placeOne(agent, here, await addGoods(shop, here));
  await shop.db.owner.query(`UPDATE orders SET customer_id = '${customerId}' WHERE id = '${order._id}'`);

  const made = await mailbox.deliver(
    mailOf({
      from: 'between@people.example',
      text: `Hello,\nOn Tuesday I wrote to you about this:\nthe milk was sour. Please refund ${order.number}.`,
    }),
  );

  const ticket = await view(made.ticketId);
  expect(ticket).toMatchObject({ orderId: order._id, excerpt: expect.stringContaining('the milk was sour') });
  expect(ticket.messages[0]).toMatchObject({ text: expect.stringContaining('milk was sour'), quoted: null });
});

test('rejects an empty body, another type and an email above the limit', async () => {
  const manager = await shop.signIn({
    permissions: ['support_add'],
    locations: [await addOrderLocation(shop)],
  });
  const refused = [
    await mailbox.send(''),
    await mailbox.send('{}', 'application/json'),
    await mailbox.send(Buffer.alloc(41 * 1024 * 1024, 'x')),
  ];

  expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual([
    [400, 'support.unreadable-mail'],
    [415, 'unsupported-type'],
    [413, 'too-large'],
  ]);
  expect((await manager.call(supportRoutes.inboundMail, {})).status).toBe(403);
  expect((await shop.anonymous.call(supportRoutes.inboundMail, {})).status).toBe(401);
});
