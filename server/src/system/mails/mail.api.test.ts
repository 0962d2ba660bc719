import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { mailRoutes } from '@aisle/contract/system/mails';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test, vi } from 'vitest';
import { openShop, type Shop } from '../../../test/shop.ts';
import { queueMail } from './mail.ts';

const shops: Shop[] = [];
const open = async (...options: Parameters<typeof openShop>) => {
  const shop = await openShop(...options);
  shops.push(shop);
  return shop;
};
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
});

const mail = { to: 'ada@people.example', subject: 'Willkommen, Ada – schön', text: 'Grüße\n' };
const stored = (shop: Shop) => shop.look((tx) => tx.selectFrom('mails').selectAll().execute());

test('writes each email to a readable file without SMTP, and then deletes its text', async () => {
  const shop = await open({ demo: false });
  const link = `http://localhost:4000/set-password/${'Ab_-'.repeat(11)}`;
  await shop.look((tx) => queueMail(tx, { ...mail, text: `Hello\n\n${link}\n` }));

  const folder = path.join(shop.dataDir, 'outbox');
  const [file] = await vi.waitFor(async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    expect(files).toHaveLength(1);
    return files;
  });

  const text = await readFile(path.join(folder, file!), 'utf8');
  expect(text).toMatch(/^To: ada@people.example\r$/m);
  expect(text).toMatch(/^Content-Transfer-Encoding: (7bit|quoted-printable)\r$/m);
  expect(text.replace(/=\r\n/g, '')).toContain(link);
  expect(text).toMatch(/^[\x20-\x7e\r\n\t]*$/);
  await vi.waitFor(async () => expect((await stored(shop))[0]).toMatchObject({ body: '', attempts: 1 }));
});

test('sends an email over SMTP if it is set up', async () => {
  const inbox: string[] = [];
  const smtp = await listen(inbox);
  const lines: string[] = [];
  const logTo = { write: (line: string) => lines.push(line) };
  const shop = await open(
    { smtpUrl: smtp.url, mailFrom: 'Aisle <hello@aisle.example>', logLevel: 'info' },
    { logTo },
  );
  await shop.look((tx) => queueMail(tx, mail));

  await vi.waitFor(() => expect(inbox).toHaveLength(1));

  expect(inbox[0]).toContain('From: Aisle <hello@aisle.example>');
  expect(inbox[0]).toContain('Gr=C3=BC=C3=9Fe');
  await vi.waitFor(() => expect(lines.join('')).toContain('message sent'));
  expect(lines.join('')).not.toContain(mail.to);
  expect(lines.join('')).not.toContain(mail.text.trim());
  await smtp.close();
});

test('sends the headers that thread replies, and custom ones', async () => {
  const inbox: string[] = [];
  const smtp = await listen(inbox);
  const shop = await open({ smtpUrl: smtp.url });
  const headers = {
    messageId: 'second@aisle',
    inReplyTo: 'first@aisle',
    references: ['zeroth@aisle', 'first@aisle'],
    replyTo: 'help+1@aisle.example',
    other: { 'X-Aisle-Ticket': 'H-1' },
  };

  await shop.look((tx) => queueMail(tx, { ...mail, headers }));

  await vi.waitFor(() => expect(inbox).toHaveLength(1));
  for (const line of [
    'Message-ID: <second@aisle>',
    'In-Reply-To: <first@aisle>',
    'References: <zeroth@aisle> <first@aisle>',
    'Reply-To: help+1@aisle.example',
    'X-Aisle-Ticket: H-1',
  ]) {
    expect(inbox[0]).toContain(line);
  }
  await smtp.close();
});

test("attaches a file unchanged, and opens it in the demo's outbox", async () => {
  const inbox: string[] = [];
  const smtp = await listen(inbox);
  const shop = await open({ demo: true, smtpUrl: smtp.url });
  const report = { key: 'mails/report.csv', name: 'Report.csv', mime: 'text/csv' };
  await shop.services.storage.put(report.key, 'Location,Orders\nNorth,3\n');

  await shop.look((tx) => queueMail(tx, { ...mail, attachments: [report] }));

  await vi.waitFor(() => expect(inbox).toHaveLength(1));
  expect(inbox[0]).toMatch(/Content-Type: text\/csv; name=Report.csv/);
  expect(inbox[0]!.replace(/\r\n/g, '')).toContain(
    Buffer.from('Location,Orders\nNorth,3\n').toString('base64'),
  );
  const [shown] = await (await shop.signIn({ permissions: [] })).do(mailRoutes.list);
  const [attached] = shown!.attachments;
  const file = await shop.server.inject(attached!.url);
  expect([attached!.name, file.body]).toEqual(['Report.csv', 'Location,Orders\nNorth,3\n']);
  await smtp.close();
});

test('keeps an email waiting while its file is missing', async () => {
  const shop = await open({ demo: true });
  const report = { key: 'mails/gone.csv', name: 'Report.csv', mime: 'text/csv' };

  await shop.look((tx) => queueMail(tx, { ...mail, attachments: [report] }));

  await vi.waitFor(async () => {
    const [waiting] = await stored(shop);
    expect(waiting).toMatchObject({ sent_at: null, attempts: 1 });
    expect(waiting!.last_error).toBeTruthy();
  });
});

test('retries a failed email without logging its text', async () => {
  const shop = await open({ smtpUrl: 'smtp://127.0.0.1:1' });
  await shop.look((tx) => queueMail(tx, mail));

  const [waiting] = await vi.waitFor(async () => {
    const rows = await stored(shop);
    expect(rows[0]!.last_error).toMatch(/ECONNREFUSED/);
    return rows;
  });

  expect(waiting).toMatchObject({ sent_at: null, attempts: 1, body: mail.text });
  expect(new Date(waiting!.next_attempt_at).getTime()).toBeGreaterThan(Date.now() + 5_000);
});

test('never sends an uncommitted email', async () => {
  const shop = await open({ demo: true });
  const failing = shop.look(async (tx) => {
    await queueMail(tx, mail);
    throw new Error('changed my mind');
  });

  await expect(failing).rejects.toThrow('changed my mind');
  expect(await stored(shop)).toEqual([]);
});

test('shows the outbox only in the demo', async () => {
  const demo = await open({ demo: true });
  const real = await open({ demo: false });
  await demo.look((tx) => queueMail(tx, mail));

  expect(await (await demo.signIn({ permissions: [] })).do(mailRoutes.list)).toMatchObject([mail]);
  expect((await (await real.signIn()).call(mailRoutes.list)).status).toBe(404);
});

async function listen(inbox: string[]) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      stream.on('end', () => {
        inbox.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
