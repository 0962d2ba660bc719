import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import { refreshMembers } from '../../src/customers/customer-groups/customer-groups.queries.ts';
import { countOrdersOfNext } from '../../src/service/messages/messages.queries.ts';
import { recount } from '../../src/service/messages/sending.queries.ts';
import { idAt } from './demo-ids.ts';
import type { Staff } from './people.ts';

const day = 86_400_000;
const sentAgo = 9 * day;
const recipients = 180;

interface Demo {
  staff: readonly Staff[];
  now: number;
}

/** A message to customers who agreed to marketing, with its results. */
export async function addMessages(tx: Tx, { staff, now }: Demo): Promise<void> {
  const sender = staff.find(({ role }) => role === 'admin') ?? staff[0]!;
  const [id, at] = [idAt(now - sentAgo), new Date(now - sentAgo).toISOString()];
  await sql`
    INSERT INTO bulk_messages (id, name, channel, subject, body, button_label, button_url, audience, created_by,
      created_by_name, started_at, finished_at, created_at)
    VALUES (${id}, 'Pumpkin week', 'email', 'Pumpkins are here, {{customer.firstName}}',
      ${'Hi {{customer.firstName}},\n\nour growers brought in the first pumpkins. All week they are 20% off in every store.\n\nSee you soon!'},
      'See the pumpkins', 'https://shop.example.com/pumpkins',
      ${'{}'}::jsonb, ${sender.id}, ${sender.name}, ${at}::timestamptz, ${at}::timestamptz + interval '4 minutes',
      ${at}::timestamptz)`.execute(tx);
  // One mailbox was full, and one customer withdrew consent meanwhile. Every eighth customer clicked, and two unsubscribed.
  await sql`
    INSERT INTO bulk_recipients (message_id, position, customer_id, outcome, reason, claimed_at, done_at, clicked_at,
      unsubscribed_at)
    SELECT ${id}, n, customer, outcome, CASE outcome WHEN 'failed' THEN 'The mailbox is full' WHEN 'leftOut' THEN 'unsubscribed' END,
      sent_at, sent_at + interval '1 second',
      CASE WHEN outcome = 'sent' AND n % 8 = 3 THEN sent_at + make_interval(mins => n * 13) END,
      CASE WHEN outcome = 'sent' AND n IN (12, 64) THEN sent_at + make_interval(hours => n) END
    FROM (SELECT c.id AS customer, n, ${at}::timestamptz + make_interval(secs => n) AS sent_at,
        CASE n % 60 WHEN 17 THEN 'failed' WHEN 41 THEN 'leftOut' ELSE 'sent' END AS outcome
      FROM (SELECT id, row_number() OVER (ORDER BY id)::integer AS n FROM customers
        WHERE marketing_consent AND email IS NOT NULL AND merged_into IS NULL AND created_at < ${at}::timestamptz
        ORDER BY id LIMIT ${recipients}) AS c) AS chosen`.execute(tx);
  await sql`UPDATE bulk_messages SET (recipient_count, clicked_count, unsubscribed_count) =
      (SELECT count(*), count(clicked_at), count(unsubscribed_at) FROM bulk_recipients WHERE message_id = ${id})
    WHERE id = ${id}`.execute(tx);
  await recount(tx, id);
  await countOrdersOfNext(tx);
  await addGroups(tx, now);
  await addDrafts(tx, { staff, now });
}

/** Groups by conditions, and one that staff chose. */
async function addGroups(tx: Tx, now: number): Promise<void> {
  const rules = {
    'Not seen for 30 days': { notOrderedInDays: 30, minOrders: 1 },
    'Regulars, no plan': { minOrders: 5, hasPlan: false },
    'Spent $500 or more': { minSpent: 50_000 },
  };
  for (const [name, rule] of Object.entries(rules)) {
    const id = idAt(now - 20 * day);
    await sql`INSERT INTO customer_groups (id, name, kind, rule) VALUES (${id}, ${name}, 'rule', ${JSON.stringify(rule)}::jsonb)`.execute(
      tx,
    );
    await refreshMembers(tx, id, rule);
  }
  const id = idAt(now - 12 * day);
  await sql`INSERT INTO customer_groups (id, name, kind) VALUES (${id}, 'Tasting panel', 'manual')`.execute(
    tx,
  );
  await sql`
    INSERT INTO customer_group_members (group_id, customer_id, since)
    SELECT ${id}, c.id, ${new Date(now - 12 * day).toISOString()}::timestamptz FROM customers c
    WHERE c.merged_into IS NULL AND c.erased_at IS NULL ORDER BY c.created_at, c.id LIMIT 12`.execute(tx);
  await refreshMembers(tx, id, null);
}

async function addDrafts(tx: Tx, { staff, now }: Demo): Promise<void> {
  const writer = staff.find(({ role }) => role === 'admin') ?? staff[0]!;
  const add = (
    kind: 'draft' | 'template',
    audience: RawBuilder<unknown>,
    text: Record<'name' | 'subject' | 'body', string>,
  ) =>
    sql`
      INSERT INTO message_drafts (id, kind, name, channel, subject, body, button_label, button_url, audience, saved_by_name)
      SELECT ${idAt(now - 2 * day)}, ${kind}, ${text.name}, 'email', ${text.subject}, ${text.body}, 'See the offers',
        'https://shop.example.com/offers', ${audience}, ${writer.name}`.execute(tx);
  await add('template', sql`'{}'::jsonb`, {
    name: 'Weekly offers',
    subject: 'This week at {{brand.name}}',
    body: 'Hi {{customer.firstName}},\n\nhere is what is fresh this week.\n\nSee you soon!',
  });
  await add(
    'draft',
    sql`(SELECT jsonb_build_object('groupId', id) FROM customer_groups WHERE name = 'Not seen for 30 days')`,
    {
      name: 'We miss you',
      subject: 'Free delivery for your next order, {{customer.firstName}}',
      body: 'Hi {{customer.firstName}},\n\nit has been a while. Your next delivery is on us.',
    },
  );
}
