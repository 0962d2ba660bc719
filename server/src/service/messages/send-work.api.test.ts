import { customerRoutes } from '@aisle/contract/customers/customers';
import { messageRoutes } from '@aisle/contract/service/messages';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { BreakingConnections } from '../../../test/breaking-connection.ts';
import { openMailServer } from '../../../test/mail-server.ts';
import { decide, newShopper } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { transaction } from '../../core/db/db.ts';
import { writeOnPrimary } from '../../core/db/replica.ts';
import { type Actor, idOf, scopeOf } from '../../core/http/actor.ts';
import type { JobRun } from '../../system/jobs/job-run.ts';
import { actorOf } from '../../system/jobs/jobs.queries.ts';
import { bulkMessageWork } from './send-work.ts';

// Tests the work of the job without the runner: interrupts it at any point, and starts it again.

let place = 0;
/** Held emails are answered when this resolves. */
let held: Promise<Error | undefined> | undefined;
let heldMails = 0;

const smtp = await openMailServer(() => {
  if (held) heldMails += 1;
  return held;
});
const shop = await openShop({ smtpUrl: smtp.url });
const marketer = await shop.signIn();
beforeEach(async () => {
  smtp.mails.length = 0;
  held = undefined;
  heldMails = 0;
  place += 1;
  await decide(shop, { bulkMessages: { confirmAbove: 1_000_000, perMinute: 900 } });
});
afterAll(() => smtp.close());

const city = () => `Town ${place}`;
async function addPeople(count: number): Promise<string[]> {
  const emails: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const email = `p${place}-${nth}@shoppers.example`;
    const { phone } = newShopper();
    const addresses = [{ line1: '1 Elm St', city: city(), state: 'TX', postalCode: '78701' }];
    await marketer.do(customerRoutes.create, {
      body: { firstName: 'Ada', lastName: 'Byron', phone, email, addresses, marketingConsent: true },
    });
    emails.push(email);
  }
  return emails;
}
const send = async () => {
  const message = { name: 'Spring', subject: 'Hello', body: 'Hello', channel: 'email' as const };
  const { _id, jobId } = await marketer.do(messageRoutes.send, {
    body: { ...message, audience: { city: city() } },
  });
  return { id: _id!, jobId: jobId! };
};
const show = (id: string) => marketer.do(messageRoutes.get, { params: { id } });

async function workOn({ id, jobId }: { id: string; jobId: string }, parts: Partial<JobRun> = {}) {
  const actor = (await shop.look((tx) => actorOf(tx, marketer.userId))) as Actor;
  return bulkMessageWork({
    id: jobId,
    input: { messageId: id },
    actor,
    services: shop.services,
    inTransaction: (inner) => writeOnPrimary(shop.db, scopeOf(actor), idOf(actor), inner),
    progress: async () => {},
    pause: () => {
      throw new Error('paused');
    },
    ...parts,
  });
}
/** Backdates the claims of a server, as if it had been killed a while ago. */
const ageClaims = () =>
  shop.db.owner.query(
    "UPDATE bulk_recipients SET claimed_at = now() - interval '1 hour' WHERE outcome = 'sending'",
  );
const timesEach = (emails: readonly string[]) =>
  emails.map((email) => smtp.recipients().filter((to) => to === email).length);

test('sends at most once to each person and skips no one, wherever it is interrupted', {
  timeout: 120_000,
}, async () => {
  const emails = await addPeople(40);
  const message = await send();
  const breaking = new BreakingConnections(shop.db);

  let breaks = 0;
  for (let at = 1; ; at += 1) {
    const { broke } = await breaking.during({ message: at }, () => workOn(message).catch(() => undefined));
    expect(Math.max(...timesEach(emails))).toBeLessThan(2);
    if (!broke) break;
    breaks += 1;
    await ageClaims();
  }
  // The last run sends to the recipients that wait for their time.
  await workOn(message);

  const { counts, state } = await show(message.id);
  expect(breaks).toBeGreaterThan(15);
  expect(state).toBe('sent');
  expect(counts.sent + counts.unknown).toBe(40);
  expect([counts.waiting, counts.sending]).toEqual([0, 0]);
  // Emails recorded as sent were sent. An interrupted claim may have been sent.
  expect(smtp.mails.length).toBeGreaterThanOrEqual(counts.sent);
  expect(counts.unknown).toBeGreaterThan(0);
});

test('sends nothing twice after a server is killed between claiming and sending', async () => {
  const emails = await addPeople(6);
  const message = await send();
  const killed = new Error('killed');
  let claims = 0;

  // Only the first claims are committed, as after a kill.
  await workOn(message, {
    inTransaction: async (inner) => {
      const { userId } = marketer;
      if (claims > 0) throw killed;
      const result = await transaction(shop.db, { userId, locations: null }, inner);
      if (typeof result === 'object' && result !== null && 'claimed' in result) claims += 1;
      return result;
    },
  }).catch((error: unknown) => expect(error).toBe(killed));
  const before = [...smtp.recipients()];
  await ageClaims();
  await workOn(message);

  const { counts } = await show(message.id);
  expect(before.length).toBeGreaterThan(0);
  expect(timesEach(emails)).toEqual(emails.map(() => 1));
  expect(counts).toMatchObject({ unknown: before.length, sent: 6 - before.length, waiting: 0, sending: 0 });
});

test('sends nothing twice with two servers working on one message', async () => {
  const emails = await addPeople(20);
  const message = await send();
  await decide(shop, { bulkMessages: { confirmAbove: 1_000_000, perMinute: 6000 } });

  await Promise.all([workOn(message), workOn(message)]);

  expect(Math.max(...timesEach(emails))).toBe(1);
  expect((await show(message.id)).counts.waiting).toBe(0);
});

/** Starts work with a slow mail server, which holds a recipient before sending. */
async function startSlowWork(message: Awaited<ReturnType<typeof send>>) {
  const gate = Promise.withResolvers<Error | undefined>();
  held = gate.promise;
  const work = workOn(message).catch((error: unknown) => error);
  await vi.waitFor(() => expect(heldMails).toBe(5), { timeout: 60_000 });
  const release = (answer?: Error) => {
    held = undefined;
    gate.resolve(answer);
    return work;
  };
  return { release };
}
/** Resolves when the work has found nothing to do several times, or has ended. */
async function startOtherWork(message: Awaited<ReturnType<typeof send>>) {
  let looks = 0;
  let hasEnded = false;
  const work = workOn(message, {
    progress: async () => {
      looks += 1;
    },
  }).finally(() => {
    hasEnded = true;
  });
  await vi.waitFor(() => expect(hasEnded || looks > 3).toBe(true), { timeout: 60_000 });
  return { work };
}

test("doesn't finish while another server holds recipients", async () => {
  const emails = await addPeople(6);
  await decide(shop, { bulkMessages: { confirmAbove: 1_000_000, perMinute: 6000 } });
  const message = await send();
  const slow = await startSlowWork(message);

  const other = await startOtherWork(message);
  const { state } = await show(message.id);
  await slow.release();
  await other.work;

  expect(state).not.toBe('sent');
  expect(timesEach(emails)).toEqual(emails.map(() => 1));
  expect(await show(message.id)).toMatchObject({
    state: 'sent',
    counts: { sent: 6, waiting: 0, sending: 0, unknown: 0 },
  });
});

test('sends to recipients that another server releases', async () => {
  const emails = await addPeople(6);
  await decide(shop, { bulkMessages: { confirmAbove: 1_000_000, perMinute: 6000 } });
  const message = await send();
  const slow = await startSlowWork(message);
  await marketer.do(messageRoutes.stop, { params: { id: message.id } });
  const { jobId } = await marketer.do(messageRoutes.resume, { params: { id: message.id } });

  const other = await startOtherWork({ id: message.id, jobId: jobId! });
  await slow.release(Object.assign(new Error('Try again later'), { responseCode: 421 }));
  await other.work;

  expect(timesEach(emails)).toEqual(emails.map(() => 1));
  expect(await show(message.id)).toMatchObject({
    state: 'sent',
    counts: { sent: 6, waiting: 0, unknown: 0 },
  });
});

test('pauses for other jobs', async () => {
  await addPeople(30);
  const message = await send();
  await decide(shop, { bulkMessages: { confirmAbove: 1_000_000, perMinute: 60 } });

  await expect(workOn(message)).rejects.toThrow('paused');

  const { counts } = await show(message.id);
  expect(counts.waiting).toBeGreaterThan(20);
  expect(counts.sending).toBe(0);
}, 20_000);

test('lists a hundred thousand recipients in the database and reads a few at a time at the rate', {
  timeout: 120_000,
}, async () => {
  const rows = 100_000;
  await shop.db.owner.query(
    // Without the triggers and indexes for searching names.
    `DROP INDEX customers_search, customers_by_name, customers_by_phone_key, customers_by_email_key;
      SET session_replication_role = replica;
      INSERT INTO customers (id, first_name, last_name, email, phone, phone_digits, marketing_consent,
        marketing_consent_at, marketing_consent_how)
      SELECT gen_random_uuid(), 'Many', 'People', 'many' || n || '@shoppers.example', '+1' || n, '99' || n, true, now(), 'staff'
      FROM generate_series(1, ${rows}) AS n;
      RESET session_replication_role`,
  );
  const { _id, jobId } = await marketer.do(messageRoutes.send, {
    body: { name: 'Many', audience: {}, channel: 'email', subject: 'Hello', body: 'Hello' },
  });
  const msEach = 2;
  await decide(shop, { bulkMessages: { confirmAbove: 1_000_000, perMinute: 60_000 / msEach } });
  const before = process.memoryUsage().heapUsed;
  let largest = 0;

  await workOn(
    { id: _id!, jobId: jobId! },
    {
      progress: async (done) => {
        largest = Math.max(largest, process.memoryUsage().heapUsed - before);
        if (done >= 200) throw new Error('enough');
      },
    },
  ).catch((error: Error) => expect(error.message).toMatch(/enough|paused/));

  const { recipients, counts } = await show(_id!);
  expect(recipients).toBeGreaterThanOrEqual(rows);
  expect(counts.sent).toBeGreaterThan(25);
  // Loading all rows at once would take several times as much memory.
  expect(largest).toBeLessThan(40_000_000);
  const { rows: batches } = await shop.db.owner.query<{ at: Date; size: number }>(
    `SELECT claimed_at AS at, count(*)::int AS size FROM bulk_recipients
     WHERE message_id = $1 AND claimed_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
    [_id],
  );
  for (const [index, { at, size }] of batches.slice(0, -1).entries()) {
    const next = new Date(batches[index + 1]!.at).getTime();
    expect(next - new Date(at).getTime()).toBeGreaterThanOrEqual(Math.floor(size * msEach));
  }
});
