import { supportRoutes } from '@aisle/contract/service/support';
import { afterAll, expect, test, vi } from 'vitest';
import { harmful, openClamd } from '../../../test/clamd.ts';
import { openShop, refusal } from '../../../test/shop.ts';
import { mailOf, openMailbox } from '../../../test/support-builders.ts';

const clamd = await openClamd();
const shop = await openShop({ virusScanner: clamd.scanner });
const agent = await shop.signIn();
const mailbox = await openMailbox(shop, agent);
afterAll(() => clamd.close());

/** More parts than the parser accepts. */
function manyParts(head: string): string {
  const part = '--b\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\r\n';
  return `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n${part.repeat(1500)}--b--\r\n`;
}
async function receive(raw: string | Buffer) {
  const result = await mailbox.deliver(raw);
  const ticket = await agent.do(supportRoutes.get, { params: { id: result.ticketId! } });
  return { result, ticket, message: ticket.messages.at(-1)! };
}

test('opens a ticket for an unparsable email and attaches the email', async () => {
  const raw = manyParts(
    'From: Pat <pat@people.example>\r\nSubject: My order\r\nMessage-ID: <pat-1@people.example>\r\n',
  );

  const { result, ticket, message } = await receive(raw);

  expect(result).toMatchObject({ result: 'created', reason: null });
  expect(ticket).toMatchObject({
    subject: "Email couldn't be read",
    sender: { name: 'Pat', email: 'pat@people.example' },
  });
  expect(message.text).toMatch(/couldn't be read: .*Its subject is “My order”/);
  expect(message.attachments).toMatchObject([{ name: 'email.eml', kind: 'document', bytes: raw.length }]);
  const answer = await shop.server.inject(message.attachments[0]!.url);
  expect(answer.body).toBe(raw);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="email.eml"',
    'x-content-type-options': 'nosniff',
  });
});

test('adds an unparsable email to the ticket that it replies to', async () => {
  const made = await mailbox.deliver(mailOf({ messageId: 'quinn-1@people.example' }));

  const { result } = await receive(
    manyParts('From: quinn@people.example\r\nIn-Reply-To: <quinn-1@people.example>\r\n'),
  );

  expect(result).toMatchObject({ result: 'answered', ticketId: made.ticketId });
});

test.each([
  ['no headers', 'no headers at all'],
  ['arbitrary bytes', Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 97) % 256))],
  ['no sender', mailOf({ from: 'nobody', subject: 'Late', text: 'Where is it?' })],
  ['a huge header', `From: a@people.example\r\nX-Long: ${'y'.repeat(3_000_000)}\r\n\r\nHello`],
])('opens a ticket for an email with %s', async (_, raw) => {
  const { result, message } = await receive(raw);

  expect(result.result).toBe('created');
  expect(message.attachments).toMatchObject([{ name: 'email.eml' }]);
});

test('shows the text of an email without a sender', async () => {
  const { ticket, message } = await receive(mailOf({ from: 'nobody', subject: 'Eggs', text: 'All broken' }));

  expect(ticket).toMatchObject({ subject: 'Eggs', sender: null, customerId: null });
  expect(message.author.name).toBe('Unknown sender');
  expect(message.text).toMatch(/^All broken\n\n\[.*it has no sender/);
});

test('counts the same unreadable email once', async () => {
  const raw = manyParts('From: ray@people.example\r\n');

  const [first, second] = [await mailbox.deliver(raw), await mailbox.deliver(raw)];

  expect(second).toMatchObject({ result: 'ignored', reason: 'duplicate', ticketId: first.ticketId });
});

test('scans an email before creating anything from it', async () => {
  const refused = await mailbox.send(manyParts(`From: sue@people.example\r\nX-Note: ${harmful}\r\n`));

  expect(refusal(refused)).toEqual([400, 'file-infected']);
  expect((await agent.do(supportRoutes.list, { body: { search: 'sue' } })).records).toEqual([]);
});

test('returns 503 with Retry-After while the disk is full and accepts the email afterwards', async () => {
  const raw = manyParts('From: tom@people.example\r\n');
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const storing = vi.spyOn(shop.services.storage, 'putStream').mockRejectedValueOnce(full);

  const refused = await mailbox.send(raw);
  storing.mockRestore();

  expect(refusal(refused)).toEqual([503, 'disk-full']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await mailbox.deliver(raw)).result).toBe('created');
});
