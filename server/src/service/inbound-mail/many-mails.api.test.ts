import { supportRoutes, type TicketMessage } from '@aisle/contract/service/support';
import { expect, test } from 'vitest';
import { manyMails } from '../../../test/mime-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { mailOf, openMailbox } from '../../../test/support-builders.ts';

const shop = await openShop();
const agent = await shop.signIn();
const mailbox = await openMailbox(shop, agent);

test('turns 500 emails of all kinds into tickets, messages or refusals and executes none of their content', async () => {
  const root = await mailbox.deliver(mailOf({ messageId: 'root@many.example' }));
  const wrong: string[] = [];
  const ofHtml: string[] = [];

  for (const [nth, { kind, raw, outcomes }] of manyMails(500).entries()) {
    const got = await mailbox.send(raw);
    const outcome = got.status === 200 ? got.data.result : got.status < 500 ? 'refused' : 'failed';
    if (!(outcomes as readonly string[]).includes(outcome)) {
      wrong.push(`${nth} ${kind}: ${outcome} ${JSON.stringify(got.body)}`);
    }
    if (kind === 'html' && outcome === 'created') ofHtml.push(got.data.ticketId!);
  }

  expect(wrong).toEqual([]);
  const messages: TicketMessage[] = [];
  for (const id of ofHtml) messages.push(...(await agent.do(supportRoutes.get, { params: { id } })).messages);
  expect(messages.length).toBeGreaterThan(20);
  for (const { text } of messages) {
    expect(text).toMatch(/Hello|alert|ipt/);
    expect(text).not.toMatch(/<script|<img|<iframe|onerror|tracker\.example|background:/i);
  }
  const thread = await agent.do(supportRoutes.get, { params: { id: root.ticketId! } });
  expect(thread.messages.length).toBeGreaterThan(30);
  const all = await agent.do(supportRoutes.list, { body: { limit: 100 } });
  for (const ticket of all.records) expect(JSON.stringify(ticket)).not.toMatch(/\\u0000|\\u202e|\u202e/);
}, 240_000);

test('responds to requests while an email is parsed', async () => {
  const { raw } = manyMails(5).find(({ kind }) => kind === 'oneLine')!;
  const finished: string[] = [];

  const delivery = mailbox.send(raw).then(() => finished.push('mail'));
  for (let time = 0; time < 3; time += 1) {
    await agent.do(supportRoutes.counts);
    finished.push('counts');
  }
  await delivery;

  expect(finished.at(-1)).toBe('mail');
});
