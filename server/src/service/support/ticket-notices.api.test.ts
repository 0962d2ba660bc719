import { supportRoutes } from '@aisle/contract/service/support';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { expect, test } from 'vitest';
import { catchUp } from '../../../test/change-readers.ts';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { addShopper, addTicket, mailOf, openMailbox } from '../../../test/support-builders.ts';
import { noticeReader } from '../../system/notifications/notice-reader.ts';
import { watchTickets } from './clock/support-clock.ts';

const shop = await openShop();
const manager = await shop.signIn();
const mailbox = await openMailbox(shop, manager);
const email = 'grace@people.example';
const customerId = await addShopper(shop, email);

const addAgent = () => shop.signIn({ permissions: ['support_reply', 'support_edit'] });
const assign = (id: string, agent: Person) =>
  manager.do(supportRoutes.assign, { params: { id }, body: { assignee: agent.userId } });
const addAssigned = async (agent: Person) => assign((await addTicket(manager, { customerId }))._id, agent);
const setStatus = (id: string, status: 'resolved' | 'open') =>
  manager.do(supportRoutes.updateStatus, { params: { id }, body: { status } });
const setDueSoon = async (id: string) => {
  await shop.db.owner.query(`UPDATE tickets SET due_at = now() + interval '10 minutes' WHERE id = '${id}'`);
  await watchTickets(shop.db);
};
const mailAbout = (number: string) => mailbox.deliver(mailOf({ from: email, subject: `Re: [${number}]` }));
const getCenter = async (person: Person) => {
  await catchUp(shop, noticeReader);
  return person.do(notificationRoutes.get);
};
const listKinds = async (person: Person) => (await getCenter(person)).tickets.map(({ kind }) => kind);
const countNotices = async (person: Person) => {
  await catchUp(shop, noticeReader);
  return (await person.do(notificationRoutes.list, { body: {} })).totalRecords;
};

test('notifies only the assignee of an assigned ticket', async () => {
  const [agent, colleague] = [await addAgent(), await addAgent()];

  const ticket = await addAssigned(agent);

  const { tickets, unread } = await getCenter(agent);
  expect(tickets).toMatchObject([
    { kind: 'ticketAssigned', ticketId: ticket._id, number: ticket.number, isUnread: true },
  ]);
  expect(unread).toBe(1);
  expect(await listKinds(colleague)).toEqual([]);
  const body = { filters: { kind: 'ticketAssigned' as const } };
  expect((await colleague.do(notificationRoutes.list, { body })).records).toEqual([]);
  expect((await agent.do(notificationRoutes.list, { body })).records).toMatchObject([
    { ticketId: ticket._id, text: ticket.number },
  ]);
});

test('notifies the assignee of a ticket created for them', async () => {
  const agent = await addAgent();

  await addTicket(manager, { assignee: agent.userId });

  expect(await listKinds(agent)).toEqual(['ticketAssigned']);
});

test("doesn't notify users of tickets that they assign to themselves", async () => {
  const agent = await addAgent();
  const { _id, version } = await addTicket(manager);

  await agent.do(supportRoutes.assign, { params: { id: _id }, body: { version, assignee: 'me' } });

  expect(await listKinds(agent)).toEqual([]);
});

test('shows a notice of an email reply until the agent responds, and again for the next one', async () => {
  const agent = await addAgent();
  const { _id: id, number } = await addAssigned(agent);

  await mailAbout(number);
  const waiting = await listKinds(agent);
  await agent.do(supportRoutes.reply, { params: { id }, body: { text: 'It is on its way' } });
  const answered = await listKinds(agent);
  await mailAbout(number);
  await mailAbout(number);

  expect(waiting).toEqual(['ticketReply', 'ticketAssigned']);
  expect(answered).toEqual(['ticketAssigned']);
  expect(await listKinds(agent)).toEqual(['ticketReply', 'ticketAssigned']);
  // Each email is a new notice, and closes the previous one.
  expect(await countNotices(agent)).toBe(4);
});

test("notifies the assignee of a store's reply", async () => {
  const agent = await addAgent();
  const locationId = await addOrderLocation(shop);
  const clerk = await shop.signIn({ permissions: ['support_reply'], locations: [locationId] });
  const { _id: id } = await addTicket(manager, { locationId, assignee: agent.userId });

  await clerk.do(supportRoutes.reply, { params: { id }, body: { text: 'Any news?' } });

  expect(await listKinds(agent)).toEqual(['ticketReply', 'ticketAssigned']);
});

test('keeps notices when a colleague adds an internal note', async () => {
  const agent = await addAgent();
  const { _id: id, number } = await addAssigned(agent);
  await mailAbout(number);

  await manager.do(supportRoutes.reply, { params: { id }, body: { text: 'A regular', internal: true } });

  expect(await listKinds(agent)).toEqual(['ticketReply', 'ticketAssigned']);
});

test('shows an approaching target once until the ticket is resolved', async () => {
  const agent = await addAgent();
  const { _id: id } = await addAssigned(agent);
  await setDueSoon(id);

  await watchTickets(shop.db);
  const due = await listKinds(agent);
  await agent.do(supportRoutes.reply, { params: { id }, body: { text: 'Done', status: 'resolved' } });

  expect(due.filter((kind) => kind === 'ticketDue')).toHaveLength(1);
  expect(await listKinds(agent)).toEqual([]);
});

test('closes the notice of a target when the priority changes it', async () => {
  const agent = await addAgent();
  const { _id: id, version } = await addAssigned(agent);
  await setDueSoon(id);
  const due = await listKinds(agent);

  const body = { version: version + 1, priority: 'high' as const };
  await manager.do(supportRoutes.edit, { params: { id }, body });

  expect(due).toContain('ticketDue');
  expect(await listKinds(agent)).toEqual(['ticketAssigned']);
});

test('closes the notices of a resolved ticket permanently', async () => {
  const agent = await addAgent();
  const { _id: id, number } = await addAssigned(agent);
  await mailAbout(number);

  await setStatus(id, 'resolved');
  const resolved = await listKinds(agent);
  await setStatus(id, 'open');

  expect(resolved).toEqual([]);
  expect(await listKinds(agent)).toEqual([]);
});

test('closes the notices of a merged ticket and notifies the other assignee of its later message', async () => {
  const [agent, other] = [await addAgent(), await addAgent()];
  const into = await addAssigned(other);
  const { _id: id, number } = await addAssigned(agent);
  await mailAbout(number);

  await manager.do(supportRoutes.merge, { params: { id }, body: { intoId: into._id } });

  expect(await listKinds(agent)).toEqual([]);
  expect(await listKinds(other)).toEqual(['ticketReply', 'ticketAssigned']);
});

test('closes the notices of the previous assignee and shows no distant target', async () => {
  const [agent, other] = [await addAgent(), await addAgent()];
  const { _id: id } = await addAssigned(agent);
  await shop.db.owner.query(`UPDATE tickets SET due_at = now() + interval '2 days' WHERE id = '${id}'`);
  await watchTickets(shop.db);
  expect(await listKinds(agent)).toEqual(['ticketAssigned']);

  await assign(id, other);

  expect(await listKinds(agent)).toEqual([]);
  expect(await listKinds(other)).toEqual(['ticketAssigned']);
});

test('skips notices of a user deleted meanwhile', async () => {
  const agent = await addAgent();
  await addAssigned(agent);
  await shop.db.owner.query(`DELETE FROM users WHERE id = '${agent.userId}'`);
  const other = await addAgent();

  await addAssigned(other);

  expect(await listKinds(other)).toEqual(['ticketAssigned']);
});
