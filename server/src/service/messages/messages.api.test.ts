import { auditSentence } from '@aisle/contract/audit-sentences';
import type { BodyInputOf } from '@aisle/contract/core/route';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { type BulkMessage, messageRoutes } from '@aisle/contract/service/messages';
import { auditRoutes } from '@aisle/contract/system/audit';
import { exportRoutes } from '@aisle/contract/system/exports';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openMailServer } from '../../../test/mail-server.ts';
import { addGoods, addOrderLocation, decide, newShopper, placeOne } from '../../../test/order-builders.ts';
import { addPlan } from '../../../test/plan-builders.ts';
import { openShop, refusal } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const { send, preview, get, list, results, stop, resume, job } = messageRoutes;
type Message = BodyInputOf<typeof send>;
let refuse: (to: string) => Error | undefined = () => undefined;
let slowMs = 0;
let city = 0;

const smtp = await openMailServer(async ({ to }) => {
  if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
  return refuse(to[0]!);
});
const shop = await openShop({ smtpUrl: smtp.url, publicUrl: 'https://shop.example' });
await shop.jobs.start();
const marketer = await shop.signIn();
beforeEach(async () => {
  smtp.mails.length = 0;
  refuse = () => undefined;
  slowMs = 0;
  city += 1;
  await decide(shop, { bulkMessages: { confirmAbove: 500, perMinute: 60_000 } });
});
afterAll(() => smtp.close());

/** Each test uses its own city, so that tests don't share an audience. */
const here = () => `City ${city}`;
let people = 0;
async function addPerson(parts: object = {}, by = marketer) {
  people += 1;
  const { phone } = newShopper();
  const address = { line1: '1 Elm St', city: here(), state: 'TX', postalCode: '78701' };
  const ada = { firstName: 'Ada', lastName: `Lovelace ${people}`, email: `p${people}@shoppers.example` };
  const body = { ...ada, phone, addresses: [address], marketingConsent: true, ...parts };
  return by.do(customerRoutes.create, { body });
}
const message = (parts: Partial<Message> = {}): Message => ({
  name: 'Spring',
  audience: { city: here() },
  channel: 'email',
  subject: 'Hello {{customer.firstName}}',
  body: 'Dear {{customer.firstName}} {{customer.lastName}}, come to {{brand.name}}.',
  ...parts,
});
const eventually = <Result>(look: () => Promise<Result>) =>
  vi.waitFor(look, { timeout: 20_000, interval: 30 });
const over = (id: string, state: BulkMessage['state'] = 'sent') =>
  eventually(async () => {
    const found = await marketer.do(get, { params: { id } });
    expect(found.state).toBe(state);
    return found;
  });
const sent = async (parts: Partial<Message> = {}) => {
  const { _id } = await marketer.do(send, { body: message(parts) });
  return over(_id!);
};
/** Nothing is sent after the job has ended. */
const jobEnded = (id: string) =>
  eventually(async () => {
    expect(['waiting', 'running']).not.toContain((await marketer.do(job, { params: { id } })).status);
  });
/** Filters by subject, because orders of other tests are confirmed at the same time. */
const recipientsOf = (subject: string) =>
  smtp.mails.filter(({ text }) => text.includes(`Subject: ${subject}`)).flatMap(({ to }) => to);
const resultsOf = async (messageId: string) =>
  (await marketer.do(results, { body: { filters: { messageId }, limit: 100 } })).records;
const unsubscribePath = (mail: { text: string }) =>
  /List-Unsubscribe: <https:\/\/shop\.example([^>]+)>/.exec(mail.text.replace(/\r\n[ \t]+/g, ' '))![1]!;

test('reaches everyone who consented once and inserts their name', async () => {
  const ada = await addPerson({ firstName: 'Ada', lastName: 'Byron' });
  const grace = await addPerson({ firstName: 'Grace' });
  await addPerson({ marketingConsent: false });

  const done = await sent();

  expect(smtp.recipients().sort()).toEqual([ada.email, grace.email].sort());
  const text = smtp.mails.find(({ to }) => to[0] === ada.email)!.text;
  expect(text).toContain('Subject: Hello Ada');
  expect(text).toContain('Dear Ada Byron, come to Aisle.');
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(done).toMatchObject({
    recipients: 2,
    counts: { sent: 2, waiting: 0 },
    leftOut: [{ reason: 'no-consent', count: 1 }],
  });
  const results = [ada, grace].map(({ _id }) => ({ customerId: _id, outcome: 'sent' }));
  expect(await resultsOf(done._id)).toMatchObject(results);
});

test('counts recipients, explains exclusions and shows three examples in a dry run without saving', async () => {
  for (const firstName of ['Ann', 'Bea', 'Cleo', 'Dora']) await addPerson({ firstName });
  await addPerson({ marketingConsent: false });
  await addPerson({ email: null });
  const blocked = await addPerson();
  await marketer.do(customerRoutes.changeStatus, {
    params: { id: blocked._id },
    body: { status: 'blocked' },
  });
  const before = await marketer.do(list);

  const seen = await marketer.do(send, { body: message({ dryRun: true }) });

  expect(seen.count).toBe(4);
  expect(seen.leftOut).toHaveLength(3);
  expect(seen.leftOut).toEqual(
    expect.arrayContaining([
      { reason: 'no-consent', count: 1 },
      { reason: 'no-email', count: 1 },
      { reason: 'blocked', count: 1 },
    ]),
  );
  expect(seen.examples.map(({ subject }) => subject)).toEqual(['Hello Ann', 'Hello Bea', 'Hello Cleo']);
  expect(await marketer.do(list)).toEqual(before);
  expect(smtp.mails).toEqual([]);
});

test('rejects an unknown field and names its part, even in a dry run', async () => {
  const wrong = [
    { body: 'Hi {{customer.name}}' },
    { subject: '{{x}}' },
    { body: 'Hi {{customer.firstName}' },
  ];

  const refused = await Promise.all(
    wrong.flatMap((parts) =>
      [true, false].map((dryRun) => marketer.call(send, { body: message({ ...parts, dryRun }) })),
    ),
  );

  expect(refused.map(({ status, body }) => [status, body.error?.fields?.[0]?.path])).toEqual(
    ['body', 'body', 'subject', 'subject', 'body', 'body'].map((path) => [400, path]),
  );
});

test('requires a provider for text messages and push notifications', async () => {
  const refused = await Promise.all(
    (['sms', 'push'] as const).map((channel) => marketer.call(send, { body: message({ channel }) })),
  );

  expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual([
    [409, 'messages.no-provider'],
    [409, 'messages.no-provider'],
  ]);
});

test('asks for the password above the recipient limit, but not for a dry run', async () => {
  await addPerson();
  await decide(shop, { bulkMessages: { confirmAbove: 0, perMinute: 60_000 } });
  await shop.look((tx) => sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour'`.execute(tx));

  const refused = await marketer.call(send, { body: message() });
  const dry = await marketer.call(send, { body: message({ dryRun: true }) });

  expect([refused.status, refused.body.error?.code, dry.status]).toEqual([403, 'reauth-required', 200]);
});

test('sends once with the same key and rejects another body with it', async () => {
  await addPerson();
  const headers = { 'idempotency-key': `key-${here()}` };

  const [first, second] = [
    await marketer.call(send, { body: message(), headers }),
    await marketer.call(send, { body: message(), headers }),
  ];
  const other = await marketer.call(send, { body: message({ name: 'Other' }), headers });
  await over(first.data._id!);

  expect(second.data).toEqual(first.data);
  expect(refusal(other)).toEqual([409, 'idempotency-key-reused']);
  expect(smtp.mails).toHaveLength(1);
});

test('unsubscribes with one click without signing in, also from messages being sent', async () => {
  const [ada, grace] = [await addPerson(), await addPerson()];
  await sent();
  const mail = smtp.mails.find(({ to }) => to[0] === ada.email)!;
  const { _id: later } = await marketer.do(send, {
    body: message({ sendAt: new Date(Date.now() + 3_000).toISOString() }),
  });
  smtp.mails.length = 0;

  const looked = await shop.server.inject({
    method: 'GET',
    url: `/api/v2/notification${unsubscribePath(mail)}`,
  });
  const clicked = await shop.server.inject({
    method: 'POST',
    url: unsubscribePath(mail),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  const again = await shop.server.inject({ method: 'POST', url: unsubscribePath(mail) });
  await over(later!);

  expect(looked.json().data).toEqual({
    brandName: 'Aisle',
    email: 'p•••@shoppers.example'.replace('p', ada.email![0]!),
    subscribed: true,
  });
  expect([clicked.statusCode, clicked.json().data.subscribed, again.statusCode]).toEqual([200, false, 200]);
  expect(smtp.recipients()).toEqual([grace.email]);
  expect(await marketer.do(customerRoutes.show, { params: { id: ada._id } })).toMatchObject({
    marketingConsent: false,
    marketingConsentHow: 'unsubscribeLink',
    marketingConsentAt: expect.any(String),
  });
  const { leftOut } = await marketer.do(send, { body: message({ dryRun: true }) });
  expect(leftOut).toEqual([{ reason: 'no-consent', count: 1 }]);
});

test('accepts an unsubscribe form as multipart data and returns 404 for forged or cut links', async () => {
  const ada = await addPerson();
  await sent();
  const path = unsubscribePath(smtp.mails[0]!);
  const boundary = 'x1';
  const token = path.split('/').at(-1)!;
  const forged = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;

  const wrong = await Promise.all(
    [forged, token.slice(0, -4), 'x'].map((one) =>
      shop.server.inject({ method: 'POST', url: `/unsubscribe/${one}` }),
    ),
  );
  const right = await shop.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
  });

  expect(wrong.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  expect(right.statusCode).toBe(200);
  expect((await marketer.do(customerRoutes.show, { params: { id: ada._id } })).marketingConsent).toBe(false);
});

test('stops within a second and sends the rest when resumed', async () => {
  for (let count = 0; count < 12; count += 1) await addPerson();
  await decide(shop, { bulkMessages: { confirmAbove: 500, perMinute: 300 } });
  const { _id: id } = await marketer.do(send, { body: message() });
  await vi.waitFor(() => expect(smtp.mails.length).toBeGreaterThan(1), { timeout: 10_000, interval: 20 });

  const stopped = await marketer.do(stop, { params: { id: id! } });
  const stoppedAt = Date.now();
  await jobEnded(stopped.jobId!);
  const [late, before] = [smtp.mails.filter(({ at }) => at > stoppedAt + 1_000), smtp.mails.length];
  const afterwards = await marketer.call(stop, { params: { id: id! } });
  await decide(shop, { bulkMessages: { confirmAbove: 500, perMinute: 60_000 } });
  await marketer.do(resume, { params: { id: id! } });
  await over(id!);

  const { records } = await marketer.do(auditRoutes.list, { body: { filters: { recordId: id! } } });
  expect(records.map(auditSentence)).toEqual([
    `Ada Tester resumed message “${stopped.name}”`,
    expect.stringMatching(`^Ada Tester stopped message “${stopped.name}” after \\d+ recipients?$`),
    `Ada Tester sent message “${stopped.name}” to 12 recipients`,
  ]);
  expect(stopped.state).toBe('stopped');
  expect([late, before < 12]).toEqual([[], true]);
  expect(afterwards.body.error?.code).toBe('messages.over');
  expect(new Set(smtp.recipients()).size).toBe(12);
  expect(smtp.mails).toHaveLength(12);
});

test('stops promptly with a slow mail server', async () => {
  for (let count = 0; count < 15; count += 1) await addPerson();
  slowMs = 400;
  const { _id: id } = await marketer.do(send, { body: message() });
  await vi.waitFor(() => expect(smtp.mails.length).toBeGreaterThan(0), { timeout: 10_000, interval: 20 });

  const { jobId } = await marketer.do(stop, { params: { id: id! } });
  const stoppedAt = Date.now();
  await jobEnded(jobId!);

  expect(smtp.mails.length).toBeLessThan(15);
  expect(smtp.mails.filter(({ at }) => at > stoppedAt + 1_000)).toEqual([]);
  const { counts } = await marketer.do(get, { params: { id: id! } });
  expect(counts).toMatchObject({ sending: 0, sent: smtp.mails.length, waiting: 15 - smtp.mails.length });
});

test('keeps the rate across simultaneous messages', async () => {
  for (let count = 0; count < 4; count += 1) await addPerson();
  await decide(shop, { bulkMessages: { confirmAbove: 500, perMinute: 120 } });
  const both = await Promise.all([0, 1].map(() => marketer.do(send, { body: message() })));

  await Promise.all(both.map(({ _id }) => over(_id!)));

  const times = await shop.look((tx) =>
    tx
      .selectFrom('bulk_recipients')
      .select('claimed_at')
      .where(
        'message_id',
        'in',
        both.map(({ _id }) => _id!),
      )
      .orderBy('claimed_at')
      .execute(),
  );
  // Two messages per second, each at least half a second after the previous one.
  const gaps = times
    .slice(1)
    .map(({ claimed_at }, index) => Date.parse(claimed_at!) - Date.parse(times[index]!.claimed_at!));
  expect(gaps).toHaveLength(7);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(499);
});

test('shows the reason of refused emails and allows a retry', async () => {
  const [ada, grace] = [await addPerson(), await addPerson()];
  refuse = (to) =>
    to === grace.email ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : undefined;
  const done = await sent();
  const failed = await resultsOf(done._id);
  refuse = () => undefined;

  await marketer.do(resume, { params: { id: done._id } });
  const again = await vi.waitFor(async () => {
    const found = await marketer.do(get, { params: { id: done._id } });
    expect(found.counts.sent).toBe(2);
    return found;
  }, 10_000);

  expect(failed.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['sent', null],
    ['failed', expect.stringContaining('No such mailbox')],
  ]);
  expect(again.counts.failed).toBe(0);
  expect(smtp.recipients()).toEqual([ada.email, grace.email]);
});

test('schedules a message and stops it before its time', async () => {
  await addPerson();
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { _id: id, state } = await marketer.do(send, { body: message({ sendAt }) });

  const stopped = await marketer.do(stop, { params: { id: id! } });
  const past = await marketer.call(send, { body: message({ sendAt: '2020-01-01T00:00:00Z' }) });

  expect([state, stopped.state]).toEqual(['scheduled', 'stopped']);
  expect(past.body.error?.fields?.[0]?.path).toBe('sendAt');
  expect(smtp.mails).toEqual([]);
});

test("finds the job by its ID and the message's ID and exports the results", async () => {
  await addPerson();
  const { _id: id, jobId } = await marketer.do(send, { body: message() });
  await over(id!);

  const jobs = [
    await marketer.do(job, { params: { id: id! } }),
    await marketer.do(job, { params: { id: jobId! } }),
    await marketer.do(jobRoutes.get, { params: { id: jobId! } }),
  ];
  const file = await marketer.do(exportRoutes.create, {
    params: { name: 'messageResults' },
    query: { format: 'csv' },
    body: { filters: { messageId: id! } },
  });

  expect(jobs.map(({ _id }) => _id)).toEqual([jobId, jobId, jobId]);
  expect((await shop.server.inject(file.url!)).body).toMatch(/Ada Lovelace.*Sent/);
});

test('filters the audience by purchases, location, time and amount', async () => {
  const [oak, elm, ash] = [
    await addOrderLocation(shop),
    await addOrderLocation(shop),
    await addOrderLocation(shop),
  ];
  const eggs = await addGoods(shop, oak, { price: 400 });
  const milk = await addGoods(shop, oak, { price: 300 });
  for (const location of [elm, ash]) {
    await shop.look((tx) =>
      tx
        .insertInto('location_sub_products')
        .values([{ location_id: location, sub_product_id: eggs, assigned: true }])
        .execute(),
    );
  }
  const stocked = { oak, elm, ash };
  const { receive } = await import('../../../test/catalogue-builders.ts');
  for (const location of [elm, ash]) await receive(shop, location, eggs, { quantity: 100, expiresOn: null });
  const [ann, bea, cleo, dora] = [await addPerson(), await addPerson(), await addPerson(), await addPerson()];
  await placeOne(marketer, stocked.oak, eggs, { customerId: ann._id, customer: undefined, quantity: 3 });
  await placeOne(marketer, stocked.elm, eggs, { customerId: bea._id, customer: undefined, quantity: 1 });
  await placeOne(marketer, stocked.elm, eggs, { customerId: bea._id, customer: undefined, quantity: 1 });
  await placeOne(marketer, stocked.ash, eggs, { customerId: cleo._id, customer: undefined, quantity: 1 });
  await placeOne(marketer, stocked.oak, milk, { customerId: dora._id, customer: undefined, quantity: 1 });
  const old = new Date(Date.now() - 40 * 86_400_000).toISOString();
  await shop.look((tx) =>
    tx
      .updateTable('orders')
      .set({ created_at: old })
      .where('customer_id', 'in', [ann._id, cleo._id])
      .execute(),
  );
  const category = await shop.look((tx) =>
    tx
      .selectFrom('sub_products as s')
      .innerJoin('products as p', 'p.id', 's.product_id')
      .select('p.category_id')
      .where('s.id', '=', milk)
      .executeTakeFirstOrThrow(),
  );
  const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const named: Record<string, string> = {
    [ann._id]: 'ann',
    [bea._id]: 'bea',
    [cleo._id]: 'cleo',
    [dora._id]: 'dora',
  };
  const found = async (audience: Message['audience']) => {
    const { examples, count } = await marketer.do(preview, {
      body: { audience: { city: here(), ...audience }, channel: 'email' },
    });
    return count > 3 ? count : examples.map(({ customerId }) => named[customerId]);
  };

  expect(await found({})).toBe(4);
  expect(await found({ boughtSubProductId: eggs, locationIds: [oak, elm] })).toEqual(['ann', 'bea']);
  expect(await found({ boughtSubProductId: eggs, locationIds: [oak, elm], notOrderedSince: since })).toEqual([
    'ann',
  ]);
  expect(await found({ notOrderedSince: since })).toEqual(['ann', 'cleo']);
  expect(await found({ orderedSince: since })).toEqual(['bea', 'dora']);
  expect(await found({ minOrders: 2 })).toEqual(['bea']);
  expect(await found({ minSpent: 1000 })).toEqual(['ann']);
  expect(await found({ boughtCategoryId: category.category_id })).toEqual(['dora']);
  expect(await found({ locationIds: [ash] })).toEqual(['cleo']);
  expect(await found({ postalCodes: ['99999'] })).toEqual([]);
  expect(await found({ status: 'blocked' })).toEqual([]);
});

test('filters the audience by a plan, any plan or none', async () => {
  const [ann, bea, cleo] = [await addPerson(), await addPerson(), await addPerson()];
  const [gold, basic] = [await addPlan(shop), await addPlan(shop)];
  await subscribe(ann._id, gold, { days: 30 });
  await subscribe(bea._id, basic, { days: 30 });
  await subscribe(cleo._id, gold, { days: -1 });
  const found = async (audience: Message['audience']) => {
    const question = { audience: { city: here(), ...audience }, channel: 'email' as const };
    return (await marketer.do(preview, { body: question })).examples.map(({ customerId }) => customerId);
  };

  expect(await found({ planId: gold })).toEqual([ann._id]);
  expect(await found({ hasPlan: true })).toEqual([ann._id, bea._id]);
  expect(await found({ hasPlan: false })).toEqual([cleo._id]);
});

test('names the audience of a message', async () => {
  const place = await addOrderLocation(shop, { name: 'Harbor' });
  const goods = await addGoods(shop, place, { price: 100, stock: 1 });
  const planId = await addPlan(shop);
  const audience = { locationIds: [place, newId()], boughtSubProductId: goods, planId, city: here() };
  const { _id } = await marketer.do(send, { body: message({ audience }) });

  const shown = await marketer.do(get, { params: { id: _id! } });

  expect(shown.audience).toEqual(audience);
  expect(shown.audienceData).toEqual({
    locations: [{ _id: place, name: 'Harbor' }],
    boughtSubProduct: { _id: goods, name: expect.any(String) },
    boughtCategory: null,
    group: null,
    plan: { _id: planId, name: `Plan ${planId}` },
  });
});

/** A one-month subscription that ends in the given number of days. */
const subscribe = (customerId: string, planId: string, { days }: { days: number }) =>
  shop.look((tx) =>
    sql`INSERT INTO subscriptions (id, customer_id, plan_id, edition, starts_at, first_starts_at, ends_at, months,
        payment_type, price)
      SELECT ${newId()}, ${customerId}, ${planId}, 1, at - interval '30 days', at - interval '30 days', at, 1, 'cash', 900
      FROM (SELECT now() + make_interval(days => ${days}) AS at) AS ends`.execute(tx),
  );

test('limits store users to their own customers and messages', async () => {
  const [ours, others] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const owner = await shop.signIn({ permissions: ['customer_list', 'customer_add'], locations: [ours] });
  const other = await shop.signIn({ permissions: ['customer_list'], locations: [others] });
  const mine = await addPerson({}, owner);
  await addPerson();
  const { _id: wide } = await marketer.do(send, { body: message({ name: 'Everywhere' }) });
  await over(wide!);
  smtp.mails.length = 0;

  const { _id: id, count } = await owner.do(send, { body: message({ name: 'Ours' }) });
  await over(id!);

  expect(count).toBe(1);
  expect(recipientsOf('Hello Ada')).toEqual([mine.email]);
  expect((await owner.do(list, { body: {} })).records.map(({ name }) => name)).toEqual(['Ours']);
  expect((await other.do(list, { body: {} })).records).toEqual([]);
  for (const person of [other, owner]) {
    const hidden = person === owner ? wide! : id!;
    expect((await person.call(get, { params: { id: hidden } })).status).toBe(404);
    expect((await person.call(stop, { params: { id: hidden } })).status).toBe(404);
    expect((await person.do(results, { body: { filters: { messageId: hidden } } })).records).toEqual([]);
  }
});

test('sends a test with filled-in fields to the current user', async () => {
  await marketer.do(messageRoutes.test, {
    body: { channel: 'email', subject: 'Hi {{customer.firstName}}', body: 'Text' },
  });

  await vi.waitFor(
    () => expect(recipientsOf('Test: Hi Ada')).toEqual([`${marketer.userId}@test.example`]),
    10_000,
  );
});
