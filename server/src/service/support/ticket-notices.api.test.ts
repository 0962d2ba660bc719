import { supportRoutes } from '@aisle/contract/service/support';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { expect, test } from 'vitest';
import { openShop, type Person } from '../../../test/shop.ts';
import { addTicket } from '../../../test/support-builders.ts';
import { watchTickets } from './clock/support-clock.ts';

const shop = await openShop();
const manager = await shop.signIn();

const agentNow = () => shop.signIn({ permissions: ['support_reply'] });
const assigned = async (agent: Person) => {
  const { _id, version } = await addTicket(manager);
  const body = { version, assignee: agent.userId };
  return manager.do(supportRoutes.assign, { params: { id: _id }, body });
};
const change = (id: string, set: string) =>
  shop.db.owner.query(`UPDATE tickets SET ${set} WHERE id = '${id}'`);
const customerWrites = (id: string) =>
  change(id, `last_from = 'customer', last_message_at = now(), message_count = message_count + 1`);
const centerOf = (person: Person) => person.do(notificationRoutes.get);
const kindsFor = async (person: Person) => (await centerOf(person)).tickets.map(({ kind }) => kind);

test('an agent learns of a ticket that another person assigned, and nobody else does', async () => {
  const [agent, colleague] = [await agentNow(), await agentNow()];

  const ticket = await assigned(agent);

  const { tickets, unread } = await centerOf(agent);
  expect(tickets).toMatchObject([
    { kind: 'ticketAssigned', ticketId: ticket._id, number: ticket.number, isUnread: true },
  ]);
  expect(unread).toBe(1);
  expect(await kindsFor(colleague)).toEqual([]);
  const listed = await colleague.do(notificationRoutes.list, {
    body: { filters: { kind: 'ticketAssigned' } },
  });
  expect(listed.records).toEqual([]);
  const own = await agent.do(notificationRoutes.list, { body: { filters: { kind: 'ticketAssigned' } } });
  expect(own.records).toMatchObject([{ ticketId: ticket._id, text: ticket.number }]);
});

test('who takes a ticket gets no notice of it', async () => {
  const agent = await agentNow();
  const { _id, version } = await addTicket(manager);

  await agent.do(supportRoutes.assign, { params: { id: _id }, body: { version, assignee: 'me' } });

  expect(await kindsFor(agent)).toEqual([]);
});

test('a reply of the customer is a notice until the agent answers', async () => {
  const agent = await agentNow();
  const { _id: id } = await assigned(agent);

  await customerWrites(id);
  const waiting = await kindsFor(agent);
  await agent.do(supportRoutes.reply, { params: { id }, body: { text: 'It is on its way' } });

  expect(waiting).toEqual(['ticketReply', 'ticketAssigned']);
  expect(await kindsFor(agent)).toEqual(['ticketAssigned']);
});

test('a target that is close is a notice once, and over with the ticket', async () => {
  const agent = await agentNow();
  const { _id: id } = await assigned(agent);
  await change(id, `due_at = now() + interval '10 minutes'`);

  await watchTickets(shop.db);
  await watchTickets(shop.db);
  const due = await kindsFor(agent);
  await agent.do(supportRoutes.reply, { params: { id }, body: { text: 'Done', status: 'resolved' } });

  expect(due.filter((kind) => kind === 'ticketDue')).toHaveLength(1);
  expect(await kindsFor(agent)).toEqual([]);
});

test('one that is far away is none, and a ticket that is given on takes its notices along', async () => {
  const [agent, other] = [await agentNow(), await agentNow()];
  const { _id: id } = await assigned(agent);
  await change(id, `due_at = now() + interval '2 days'`);
  await watchTickets(shop.db);
  expect(await kindsFor(agent)).toEqual(['ticketAssigned']);

  await manager.do(supportRoutes.assign, { params: { id }, body: { assignee: other.userId } });

  expect(await kindsFor(agent)).toEqual([]);
  expect(await kindsFor(other)).toEqual(['ticketAssigned']);
});
