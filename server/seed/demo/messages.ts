import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import { recount } from '../../src/service/messages/sending.queries.ts';
import { idAt } from './demo-ids.ts';
import type { Staff } from './people.ts';

const day = 86_400_000;
const sentAgo = 9 * day;
const recipients = 180;

/** A message to customers who agreed to marketing, with its results. */
export async function addMessages(
  tx: Tx,
  { staff, now }: { staff: readonly Staff[]; now: number },
): Promise<void> {
  const sender = staff.find(({ role }) => role === 'admin') ?? staff[0]!;
  const [id, at] = [idAt(now - sentAgo), new Date(now - sentAgo).toISOString()];
  await sql`
    INSERT INTO bulk_messages (id, name, channel, subject, body, audience, created_by, created_by_name, started_at,
      finished_at, created_at, unsubscribed_count)
    VALUES (${id}, 'Pumpkin week', 'email', 'Pumpkins are here, {{customer.firstName}}',
      ${'Hi {{customer.firstName}},\n\nour growers brought in the first pumpkins. All week they are 20% off in every store.\n\nSee you soon!'},
      ${'{}'}::jsonb, ${sender.id}, ${sender.name}, ${at}::timestamptz, ${at}::timestamptz + interval '4 minutes',
      ${at}::timestamptz, 2)`.execute(tx);
  // One mailbox was full, and one customer withdrew consent meanwhile.
  await sql`
    INSERT INTO bulk_recipients (message_id, position, customer_id, outcome, reason, claimed_at, done_at)
    SELECT ${id}, n, customer, CASE n % 60 WHEN 17 THEN 'failed' WHEN 41 THEN 'leftOut' ELSE 'sent' END,
      CASE n % 60 WHEN 17 THEN 'The mailbox is full' WHEN 41 THEN 'unsubscribed' END,
      ${at}::timestamptz + make_interval(secs => n), ${at}::timestamptz + make_interval(secs => n + 1)
    FROM (SELECT c.id AS customer, row_number() OVER (ORDER BY c.id)::integer AS n FROM customers c
      WHERE c.marketing_consent AND c.email IS NOT NULL AND c.merged_into IS NULL AND c.created_at < ${at}::timestamptz
      ORDER BY c.id LIMIT ${recipients}) AS chosen`.execute(tx);
  await sql`UPDATE bulk_messages SET recipient_count = (SELECT count(*) FROM bulk_recipients WHERE message_id = ${id})
    WHERE id = ${id}`.execute(tx);
  await recount(tx, id);
}
