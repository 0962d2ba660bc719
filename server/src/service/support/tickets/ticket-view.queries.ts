import type { NumberKind } from '@aisle/contract/core/numbers';
import { maxMessages, type TicketMessage, type TicketView } from '@aisle/contract/service/support';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

type Beside = Pick<TicketView, 'contact' | 'orderData' | 'mergedFrom' | 'followUps' | 'events'>;

const numbered = (kind: NumberKind, condition: ReturnType<typeof sql>) => sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('_id', x.id, 'number', format_number(${sql.lit(kind)}, x.number)) ORDER BY x.number)
  FROM (SELECT id, number FROM tickets WHERE ${condition} ORDER BY number LIMIT 100) AS x), '[]')`;

/** The contact, the order, related tickets and the events of a ticket, in one statement. */
export async function besideTicket(tx: Tx, id: string): Promise<Beside> {
  const { rows } = await sql<Beside>`
    SELECT
      (SELECT jsonb_build_object('_id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'email', c.email,
         'phone', c.phone, 'status', c.status) FROM customers c WHERE c.id = t.customer_id) AS contact,
      (SELECT jsonb_build_object('_id', o.id, 'number', format_number('order', o.number), 'locationId', o.location_id,
         'locationName', l.name, 'timeZone', l.time_zone, 'status', o.headline_status,
         'createdAt', iso(o.created_at))
       FROM orders o JOIN locations l ON l.id = o.location_id
       WHERE o.location_id = t.order_location_id AND o.id = t.order_id) AS "orderData",
      ${numbered('ticket', sql`merged_into = ${id}`)} AS "mergedFrom",
      ${numbered('ticket', sql`previous_id = ${id}`)} AS "followUps",
      coalesce((SELECT jsonb_agg(jsonb_build_object('_id', e.id, 'kind', e.kind, 'from', e.from_text, 'to', e.to_text,
        'by', e.by_name, 'at', iso(e.created_at)) ORDER BY e.id)
        FROM (SELECT * FROM ticket_events WHERE ticket_id = ${id} ORDER BY id DESC LIMIT 500) AS e), '[]') AS events
    FROM tickets t WHERE t.id = ${id}`.execute(tx);
  return rows[0]!;
}

interface StoredAttachment {
  _id: string;
  name: string;
  kind: string;
  bytes: number;
  key: string;
}
export interface StoredMessage extends Omit<TicketMessage, 'attachments'> {
  attachments: StoredAttachment[];
}
/** The latest messages of a ticket and of those merged into it, oldest first, and the number of older ones. */
export async function messagesOf(
  tx: Tx,
  id: string,
): Promise<{ messages: StoredMessage[]; olderMessages: number }> {
  const own = sql`m.ticket_id = ANY (ARRAY(SELECT ${id}::uuid UNION ALL SELECT id FROM tickets WHERE merged_into = ${id}))`;
  const { rows } = await sql<StoredMessage>`
    SELECT m.id AS "_id", m.ticket_id AS "ticketId", m.side AS "from",
      jsonb_build_object('_id', m.author_id, 'name', m.author_name, 'email', m.author_email) AS author,
      m.text, m.quoted, m.internal, m.created_at AS at,
      CASE WHEN m.mail_message_id IS NOT NULL THEN jsonb_build_object('messageId', m.mail_message_id,
        'state', CASE WHEN m.mail_id IS NULL THEN 'received' ELSE coalesce(mail_state(m.mail_id), 'sent') END,
        'to', m.mail_to) END AS mail,
      coalesce((SELECT jsonb_agg(jsonb_build_object('_id', f.id, 'name', f.name, 'kind', f.kind, 'bytes', f.bytes,
          'key', f.storage_key)
          ORDER BY a.position)
        FROM ticket_attachments a JOIN files f ON f.id = a.file_id
        WHERE a.ticket_id = m.ticket_id AND a.message_id = m.id), '[]') AS attachments
    FROM ticket_messages m WHERE ${own} ORDER BY m.id DESC LIMIT ${sql.lit(maxMessages + 1)}`.execute(tx);
  const messages = rows.slice(0, maxMessages).reverse();
  if (rows.length <= maxMessages) return { messages, olderMessages: 0 };
  const counted = await sql<{ all: number }>`
    SELECT count(*) AS all FROM ticket_messages m WHERE ${own}`.execute(tx);
  return { messages, olderMessages: counted.rows[0]!.all - maxMessages };
}
