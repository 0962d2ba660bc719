import type { AddressInfo } from 'node:net';
import { supportRoutes } from '@aisle/contract/service/support';
import { expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import { mailOf, openMailbox } from '../../../test/support-builders.ts';

// Emails that once stopped the server or incoming email. The tests check the order of the responses, never their duration.

const shop = await openShop();
await shop.server.listen({ port: 0, host: '127.0.0.1' });
const base = `http://127.0.0.1:${(shop.server.server.address() as AddressInfo).port}`;
const admin = await shop.signIn();
const mailbox = await openMailbox(shop, admin);
await mailbox.deliver(mailOf());

let mails = 0;
/** An email with a unique sender. */
function hostile(text: string, type = 'text/plain'): string {
  mails += 1;
  return mailOf({
    from: `bad-${mails}@people.example`,
    text,
    headers: { 'Content-Type': `${type}; charset=utf-8` },
  });
}

const quoted = `${'>\n'.repeat(49_999)}x`;
const attacks: [string, () => string][] = [
  ['quoted lines with a reply below', () => hostile(quoted)],
  ['alternating quoted and unquoted lines', () => hostile('x:\n>\n'.repeat(50_000))],
  ['opening brackets', () => hostile('['.repeat(300_000))],
  ['picture addresses', () => hostile('[cid:'.repeat(60_000))],
  ['unclosed scripts', () => hostile('<script'.repeat(150_000), 'text/html')],
  ['deeply nested HTML', () => hostile('<div>'.repeat(150_000), 'text/html')],
  [
    'closing tags without opening tags',
    () => hostile(`${'<div>'.repeat(100_000)}${'</b>'.repeat(100_000)}`, 'text/html'),
  ],
  [
    'references',
    () => mailOf({ from: 'refs@people.example', headers: { References: '<a'.repeat(100_000) } }),
  ],
  [
    'a subject of prefixes',
    () => mailOf({ from: 'subj@people.example', subject: `${'re: '.repeat(50_000)}x` }),
  ],
  ['encoded words', () => mailOf({ from: 'word@people.example', subject: '=?utf-8?q?a'.repeat(20_000) })],
];

test.each(attacks)('stays responsive and accepts an email with %s', async (_, attack) => {
  let isAnswered = false;
  const sent = mailbox.send(attack()).finally(() => {
    isAnswered = true;
  });
  const alive = new Set<number>();
  while (!isAnswered) alive.add((await fetch(`${base}/livez`)).status);

  expect([...alive, (await sent).status]).toEqual([200, 200]);
});

test('parses all of these emails', async () => {
  const { records } = await admin.do(supportRoutes.list, { body: { limit: 100 } });

  expect(records.length).toBeGreaterThanOrEqual(attacks.length);
  expect(records.filter(({ subject }) => subject === "Email couldn't be read")).toEqual([]);
});

test('stays responsive while quoted lines are parsed', async () => {
  const order: string[] = [];
  const attack = Promise.all(
    Array.from({ length: 6 }, () => mailbox.send(hostile(quoted)).then(() => order.push('attack'))),
  );
  await fetch(`${base}/livez`).then(() => order.push('others'));
  await attack;

  expect(order[0]).toBe('others');
}, 120_000);

test('accepts an email while another one is slow', async () => {
  const order: string[] = [];
  const large = `<p>${'<b>x</b>'.repeat(1_000_000)}</p>`;
  const slow = mailbox.send(hostile(large, 'text/html')).then(() => order.push('slow'));
  // Emails are parsed in the order they arrive, so the slow one has started when the first quick one is parsed.
  for (const from of ['quick@people.example', 'quicker@people.example']) {
    await mailbox.send(mailOf({ from })).then(() => order.push('quick'));
  }
  await slow;

  expect(order).toEqual(['quick', 'quick', 'slow']);
}, 120_000);

test('returns 503 and Retry-After while too many emails wait and accepts them afterwards', async () => {
  const slow = Array.from({ length: 60 }, () => hostile('<b>x</b>'.repeat(20_000), 'text/html'));
  const responses = await Promise.all(slow.map((raw) => mailbox.send(raw)));
  const refused = responses.filter(({ status }) => status === 503);

  expect(refused.length).toBeGreaterThan(0);
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
  for (const { body, headers } of refused) {
    expect(body.error?.code).toBe('busy');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await mailbox.send(hostile('Hello'))).status).toBe(200);
}, 120_000);
