import { supportRoutes } from '@aisle/contract/service/support';
import { expect, test } from 'vitest';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addShopper, mailOf, openMailbox, setSupport } from '../../../test/support-builders.ts';
import { newId } from '../../core/ids.ts';
import { deleteIgnored } from './ignored-mails.service.ts';

const shop = await openShop();
const agent = await shop.signIn();
const mailbox = await openMailbox(shop, agent);
await setSupport(agent, { address: 'help@shop.example' });

const listed = async (body: object = {}) =>
  (await agent.do(supportRoutes.ignoredEmails, { body: { limit: 100, ...body } })).records;
const openEmail = (id: string) => agent.do(supportRoutes.openIgnoredEmail, { params: { id } });
const away = { 'Auto-Submitted': 'auto-replied' };
/** Sends an email that is ignored, and returns its entry in the list. */
async function ignoreFrom(from: string, parts: Parameters<typeof mailOf>[0] = {}) {
  await mailbox.deliver(mailOf({ from, headers: away, ...parts }));
  return (await listed({ search: from }))[0]!;
}
const rawFiles = async (id: string) => {
  const { rows } = await shop.db.owner.query<{ key: string }>(
    `SELECT f.storage_key AS key FROM ignored_mails i JOIN files f ON f.id = i.file_id WHERE i.id = '${id}'`,
  );
  return rows[0]!.key;
};

test('lists an ignored email with its reason, newest first', async () => {
  await mailbox.deliver(mailOf({ from: 'old@people.example', headers: away }));
  await mailbox.deliver(
    mailOf({ from: 'Ann <ann@people.example>', subject: 'Away', text: 'Until\n\nMonday', headers: away }),
  );
  await mailbox.deliver(mailOf({ headers: { From: '<>' }, subject: 'Undelivered' }));

  const [first, second, third] = await listed();

  expect(first).toMatchObject({ reason: 'bounce', sender: null, subject: 'Undelivered', ticket: null });
  expect(second).toMatchObject({
    reason: 'autoReply',
    sender: { name: 'Ann', email: 'ann@people.example' },
    subject: 'Away',
    preview: 'Until Monday',
  });
  expect(third?.sender?.email).toBe('old@people.example');
  expect((await listed({ search: 'ann@' })).map(({ subject }) => subject)).toEqual(['Away']);
  expect((await listed({ filters: { reason: 'bounce' } })).map(({ subject }) => subject)).toEqual([
    'Undelivered',
  ]);
});

test('lists a duplicate only once', async () => {
  const mail = mailOf({ from: 'dup@people.example', headers: away });
  await mailbox.deliver(mail);
  expect((await mailbox.deliver(mail)).reason).toBe('duplicate');

  expect(await listed({ search: 'dup@people.example' })).toHaveLength(1);
});

test('opens an email once as a ticket of its sender', async () => {
  const customerId = await addShopper(shop, 'kim@people.example', 'Kim');
  const email = await ignoreFrom('kim@people.example', { subject: 'Milk', text: 'It was sour' });

  const [first, second] = await Promise.all([openEmail(email._id), openEmail(email._id)]);
  expect([second, await openEmail(email._id)]).toEqual([first, first]);
  expect((await listed({ search: 'kim@people.example' }))[0]?.ticket).toEqual(first);
  const ticket = await agent.do(supportRoutes.get, { params: { id: first._id } });
  expect(ticket).toMatchObject({ customerId, subject: 'Milk', source: 'email', status: 'open' });
  expect(ticket.messages).toMatchObject([{ from: 'customer', text: 'It was sour' }]);
});

test('opens an email as a message of the ticket that it replies to', async () => {
  const made = await mailbox.deliver(
    mailOf({ from: 'lee@people.example', messageId: 'lee-1@people.example' }),
  );
  const email = await ignoreFrom('lee@people.example', {
    text: 'I am away, and the milk is sour',
    headers: { ...away, 'In-Reply-To': '<lee-1@people.example>' },
  });

  expect(await openEmail(email._id)).toEqual({ _id: made.ticketId, number: made.number });
  const ticket = await agent.do(supportRoutes.get, { params: { id: made.ticketId! } });
  expect(ticket.messages.at(-1)?.text).toBe('I am away, and the milk is sour');
});

test('requires the permissions and access to all locations', async () => {
  const email = await ignoreFrom('max@people.example');
  const reader = await shop.signIn({ permissions: ['support_list'] });
  const clerk = await shop.signIn({
    permissions: ['support_list', 'support_view', 'support_add'],
    locations: [await addOrderLocation(shop)],
  });
  const opening = { params: { id: email._id } };

  expect((await reader.call(supportRoutes.openIgnoredEmail, opening)).status).toBe(403);
  expect((await clerk.call(supportRoutes.openIgnoredEmail, opening)).status).toBe(403);
  expect((await clerk.call(supportRoutes.ignoredEmails, { body: {} })).status).toBe(403);
  expect((await agent.call(supportRoutes.openIgnoredEmail, { params: { id: newId() } })).status).toBe(404);
});

test('deletes an email with its file after 30 days and keeps its ticket', async () => {
  const email = await ignoreFrom('nia@people.example');
  const recent = await ignoreFrom('oli@people.example');
  const key = await rawFiles(email._id);
  const ticket = await openEmail(email._id);
  await shop.db.owner.query(
    `UPDATE ignored_mails SET created_at = now() - interval '31 days' WHERE id = '${email._id}'`,
  );
  expect(await listed({ search: 'nia@people.example' })).toEqual([]);

  await deleteIgnored(shop.db, shop.services);

  expect(await shop.services.storage.exists(key)).toBe(false);
  expect(await shop.services.storage.exists(await rawFiles(recent._id))).toBe(true);
  const { rows } = await shop.db.owner.query(`SELECT FROM ignored_mails WHERE id = '${email._id}'`);
  expect(rows).toEqual([]);
  expect((await agent.call(supportRoutes.get, { params: { id: ticket._id } })).status).toBe(200);
});
