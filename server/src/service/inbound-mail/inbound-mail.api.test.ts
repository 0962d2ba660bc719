import { supportRoutes } from '@aisle/contract/service/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';
import { addShopper, addTicket, mailOf, openMailbox, setSupport } from '../../../test/support-builders.ts';
import { replyAddress } from '../support/mail/reply-address.ts';

let shop: Shop;
let agent: Person;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
beforeAll(async () => {
  shop = await openShop();
  agent = await shop.signIn();
  mailbox = await openMailbox(shop, agent);
  await setSupport(agent, { address: 'help@shop.example' });
});
afterAll(() => shop.close());

const view = (id: string | null) => agent.do(supportRoutes.get, { params: { id: id! } });
const reply = (id: string, body: object = {}) =>
  agent.do(supportRoutes.reply, { params: { id }, body: { text: 'We are on it', ...body } });
const step = (id: string, status: 'resolved' | 'closed') =>
  agent.do(supportRoutes.updateStatus, { params: { id }, body: { status } });
/** The headers of the last email that was written to somebody. */
const lastMail = async (to: string) => {
  const { rows } = await shop.db.owner.query<{
    headers: { messageId: string; replyTo: string; references?: string[] };
  }>(`SELECT headers FROM mails WHERE recipient = '${to}' ORDER BY id DESC LIMIT 1`);
  return rows[0]!.headers;
};

test('an email of a customer is a ticket of theirs, about the order that its subject names', async () => {
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

test('an order that only the text names is linked, and one in the quoted text is not', async () => {
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

test('the order of somebody else is not linked, whatever a subject says', async () => {
  const here = await addOrderLocation(shop);
  const order = await placeOne(agent, here, await addGoods(shop, here));

  const made = await mailbox.deliver(mailOf({ from: 'eve@evil.example', subject: order.number }));

  expect(await view(made.ticketId)).toMatchObject({
    orderId: null,
    customerId: null,
    sender: { name: null, email: 'eve@evil.example' },
  });
});

test('a reply goes out with what threads its answer, and the answer reopens the ticket', async () => {
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

test('an answer is threaded by any email it refers to, or else by the address it was sent to', async () => {
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

test('an answer to a closed ticket is a new one, which names the old', async () => {
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

test('an answer to a merged ticket reaches the one that stays', async () => {
  const made = await mailbox.deliver(mailOf({ messageId: 'merged@people.example' }));
  const into = await addTicket(agent);
  await agent.do(supportRoutes.merge, { params: { id: made.ticketId! }, body: { intoId: into._id } });

  const answered = await mailbox.deliver(mailOf({ headers: { 'In-Reply-To': '<merged@people.example>' } }));

  expect(answered).toMatchObject({ result: 'answered', ticketId: into._id });
});

test('the same email counts once, also when it arrives twice at a time', async () => {
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
  ['autoReply', { headers: { Precedence: 'bulk' } }],
  ['autoReply', { headers: { 'X-Autoreply': 'yes' } }],
  ['autoReply', { subject: 'Automatic reply: A question' }],
  ['bounce', { from: 'MAILER-DAEMON@mail.example' }],
  ['bounce', { headers: { 'Return-Path': '<>' } }],
  ['bounce', { headers: { 'Content-Type': 'multipart/report; boundary=x' } }],
  ['loop', { headers: { 'X-Aisle-Ticket': 'H-1001' } }],
  ['loop', { from: 'help+tag@shop.example' }],
  ['empty', { subject: '', text: '' }],
])('what nobody wrote is ignored: %s %j', async (reason, parts) => {
  expect(await mailbox.deliver(mailOf(parts))).toMatchObject({ result: 'ignored', reason, ticketId: null });
});

test('a program that sends the same again and again ends up ignored, and our own email is never a ticket', async () => {
  const results = [];
  for (let time = 0; time < 8; time += 1) {
    results.push(await mailbox.deliver(mailOf({ from: 'robot@loop.example', text: 'I am away' })));
  }
  const made = await mailbox.deliver(mailOf({ from: 'ida@people.example' }));
  await reply(made.ticketId!);
  const { messageId } = await lastMail('ida@people.example');

  expect(results.slice(0, 5).every(({ result }) => result === 'created')).toBe(true);
  expect(results.at(-1)).toMatchObject({ result: 'ignored', reason: 'loop' });
  expect(await mailbox.deliver(mailOf({ messageId }))).toMatchObject({ reason: 'loop' });
});

test('what is no email, is empty or has no sender is refused', async () => {
  const manager = await shop.signIn({
    permissions: ['support_add'],
    locations: [await addOrderLocation(shop)],
  });
  const statuses = [
    await mailbox.send(''),
    await mailbox.send('no headers at all'),
    await mailbox.send(mailOf({ from: 'nobody' })),
    await mailbox.send('{}', 'application/json'),
    await mailbox.send(Buffer.alloc(41 * 1024 * 1024, 'x')),
  ].map(({ status }) => status);

  expect(statuses).toEqual([400, 400, 400, 415, 413]);
  expect((await manager.call(supportRoutes.inboundMail, {})).status).toBe(403);
  expect((await shop.anonymous.call(supportRoutes.inboundMail, {})).status).toBe(401);
});
