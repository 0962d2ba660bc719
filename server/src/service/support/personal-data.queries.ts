import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { erasedName, oneOf, type Person, type PersonalData } from '../../core/personal-data.ts';

/** Tickets of a person: their own, those about their orders, and emails from their addresses. */
const theirTickets = (person: Person) => sql`
  SELECT t.id FROM tickets t WHERE t.customer_id = ${oneOf(person)}
  UNION SELECT t.id FROM tickets t JOIN orders o ON o.location_id = t.order_location_id AND o.id = t.order_id
  WHERE o.customer_id = ${oneOf(person)}
  UNION SELECT t.id FROM tickets t JOIN customers c ON lower(c.email) = lower(t.sender_email)
  WHERE c.id = ${oneOf(person)}`;

export const supportPersonalData: PersonalData = {
  tables: {
    tickets: 'erased',
    ticket_messages: 'erased',
    ticket_attachments: 'erased',
    ticket_events: 'erased',
    ticket_words: 'erased',
    inbound_mails: 'erased',
  },
  takeOut: {
    Tickets: (person) => sql`
      SELECT t.id, format_number('ticket', t.number) AS number, t.subject, t.status, t.category,
        t.created_at AS "createdAt", t.resolved_at AS "resolvedAt"
      FROM tickets t WHERE t.customer_id = ${oneOf(person)} ORDER BY t.created_at, t.id`,
    'Ticket messages': (person) => sql`
      SELECT format_number('ticket', t.number) AS ticket, m.side AS "from", m.author_name AS author, m.text,
        m.created_at AS "at"
      FROM tickets t JOIN ticket_messages m ON m.ticket_id = t.id
      WHERE t.customer_id = ${oneOf(person)} AND NOT m.internal ORDER BY m.created_at, m.id`,
    'Ticket notes': (person) => sql`
      SELECT format_number('ticket', t.number) AS ticket, m.author_name AS author, m.text, m.created_at AS "at"
      FROM tickets t JOIN ticket_messages m ON m.ticket_id = t.id
      WHERE t.customer_id = ${oneOf(person)} AND m.internal ORDER BY m.created_at, m.id`,
  },
  audited: { support: theirTickets, tickets: theirTickets },
  erase: eraseTickets,
  timeline: {
    ticket: [
      (person, cut) => sql`
        SELECT t.created_at, t.id, 'opened', t.id, format_number('ticket', t.number), NULL::bigint, NULL, t.subject,
          coalesce(t.order_location_id, t.location_id)
        FROM tickets t WHERE t.customer_id = ${oneOf(person)} AND ${cut.after('t.created_at', 't.id')}
        ${cut.latest('t.created_at', 't.id')}`,
      (person, cut) => sql`
        SELECT t.resolved_at, t.id, 'resolved', t.id, format_number('ticket', t.number), NULL::bigint, NULL, NULL,
          coalesce(t.order_location_id, t.location_id)
        FROM tickets t WHERE t.customer_id = ${oneOf(person)} AND t.resolved_at IS NOT NULL
          AND ${cut.after('t.resolved_at', 't.id')}
        ${cut.latest('t.resolved_at', 't.id')}`,
    ],
  },
};

/** Tickets keep their times and figures; subject, messages, notes and attachments go. */
async function eraseTickets(tx: Tx, person: Person): Promise<readonly string[]> {
  const { rows: found } = await sql<{ id: string }>`${theirTickets(person)}`.execute(tx);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const ofPerson = sql`ANY (${ids}::uuid[])`;
  const { rows: files } = await sql<{ id: string }>`
    DELETE FROM ticket_attachments WHERE ticket_id = ${ofPerson} RETURNING file_id AS id`.execute(tx);
  await sql`DELETE FROM inbound_mails WHERE ticket_id = ${ofPerson} OR lower(sender) IN (
      SELECT lower(email) FROM customers WHERE id = ${oneOf(person)})`.execute(tx);
  await sql`
    UPDATE mails m SET recipient = 'erased', subject = 'Erased', body = '', headers = '{}', last_error = NULL,
      next_attempt_at = CASE WHEN m.sent_at IS NULL THEN 'infinity' ELSE m.next_attempt_at END
    FROM ticket_messages t WHERE t.ticket_id = ${ofPerson} AND m.id = t.mail_id`.execute(tx);
  await eraseFromEvents(tx, ofPerson);
  await sql`
    UPDATE ticket_messages SET text = 'Erased', quoted = NULL, author_email = NULL, mail_to = NULL,
      mail_message_id = NULL, author_name = CASE WHEN side = 'customer' THEN ${erasedName} ELSE author_name END
    WHERE ticket_id = ${ofPerson}`.execute(tx);
  await sql`
    UPDATE tickets SET subject = 'Erased', excerpt = '', sender_name = NULL, sender_email = NULL, tags = '{}'
    WHERE id = ${ofPerson}`.execute(tx);
  return files.map(({ id }) => id);
}

/** Emails that open or reopen a ticket leave the sender as its author; their messages still have the same name. */
async function eraseFromEvents(tx: Tx, tickets: RawBuilder<unknown>): Promise<void> {
  await sql`
    UPDATE ticket_events SET by_name = ${erasedName} WHERE ticket_id = ${tickets} AND by_id IS NULL
      AND by_name IN (SELECT unnest(ARRAY[author_name, author_email]) FROM ticket_messages
        WHERE ticket_id = ${tickets} AND side = 'customer')`.execute(tx);
  await sql`
    UPDATE ticket_events SET from_text = NULL, to_text = NULL
    WHERE ticket_id = ${tickets} AND kind = 'linked'`.execute(tx);
}
