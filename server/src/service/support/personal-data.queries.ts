import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import {
  type ColumnDecisions,
  elsewhere,
  exportedColumns,
  leftOut,
  ofStaff,
  technical,
  theirId,
  written,
} from '../../core/exported-columns.ts';
import { erasedName, oneOf, type Person, type PersonalData } from '../../core/personal-data.ts';

/** A person's tickets: their own, those about their orders, and emails from their addresses. */
const ticketsOfPerson = (person: Person) => sql`
  SELECT t.id FROM tickets t WHERE t.customer_id = ${oneOf(person)}
  UNION SELECT t.id FROM tickets t JOIN orders o ON o.location_id = t.order_location_id AND o.id = t.order_id
  WHERE o.customer_id = ${oneOf(person)}
  UNION SELECT t.id FROM tickets t JOIN customers c ON lower(c.email) = lower(t.sender_email)
  WHERE c.id = ${oneOf(person)}`;

const ticket: ColumnDecisions<'tickets'> = {
  ...written(
    'id',
    'subject',
    'requester',
    'sender_name',
    'sender_email',
    'category',
    'priority',
    'status',
    'tags',
  ),
  ...written(
    'source',
    'created_at',
    'first_response_at',
    'resolved_at',
    'closed_at',
    'last_message_at',
    'updated_at',
  ),
  ...leftOut(theirId, 'customer_id'),
  ...leftOut(elsewhere, 'number', 'location_id', 'order_location_id', 'order_id'),
  ...leftOut(ofStaff, 'assignee_id', 'assignee_name', 'created_by'),
  ...leftOut('not: the messages have it', 'excerpt', 'last_from', 'message_count'),
  ...leftOut(
    'not: a deadline of staff',
    'clock_from',
    'waiting_since',
    'first_response_due_at',
    'resolution_due_at',
    'due_at',
  ),
  ...leftOut(technical, 'overdue_noted', 'merged_into', 'previous_id', 'version'),
};
const ticketMessage: ColumnDecisions<'ticket_messages'> = {
  side: 'as from',
  author_name: 'as author',
  ...written('author_email', 'text', 'quoted', 'mail_to'),
  created_at: 'as at',
  ...leftOut(elsewhere, 'ticket_id'),
  ...leftOut(ofStaff, 'author_id'),
  internal: 'not: notes are in a separate section',
  ...leftOut(technical, 'id', 'mail_message_id', 'mail_id'),
};
const ticketEvent: ColumnDecisions<'ticket_events'> = {
  kind: true,
  from_text: 'as from',
  to_text: 'as to',
  created_at: 'as at',
  ...leftOut(elsewhere, 'ticket_id'),
  ...leftOut(ofStaff, 'by_id', 'by_name'),
  ...leftOut(technical, 'id'),
};

const ignoredMail: ColumnDecisions<'ignored_mails'> = {
  sender_email: 'as from',
  sender_name: 'as author',
  subject: true,
  preview: 'as text',
  created_at: 'as at',
  ...leftOut(technical, 'id', 'reason', 'file_id', 'ticket_id'),
};

const emailsOf = (person: Person) => sql`
  SELECT lower(email) FROM customers WHERE id = ${oneOf(person)} AND email IS NOT NULL`;
const isFromThem = (person: Person) => sql`lower(i.sender_email) IN (${emailsOf(person)})`;

export const supportPersonalData: PersonalData = {
  tables: {
    tickets: 'erased',
    ticket_messages: 'erased',
    ticket_attachments: 'erased',
    ticket_events: 'erased',
    ticket_words: 'erased',
    inbound_mails: 'erased',
    ignored_mails: 'erased',
  },
  columns: {
    tickets: ticket,
    ticket_messages: ticketMessage,
    ticket_events: ticketEvent,
    ignored_mails: ignoredMail,
  },
  exportData: {
    Tickets: (person) => sql`
      SELECT format_number('ticket', t.number) AS number, ${exportedColumns('t', ticket)},
        l.name AS location, CASE WHEN o.id IS NOT NULL THEN format_number('order', o.number) END AS "order"
      FROM tickets t LEFT JOIN locations l ON l.id = t.location_id
      LEFT JOIN orders o ON o.location_id = t.order_location_id AND o.id = t.order_id
      WHERE t.customer_id = ${oneOf(person)} ORDER BY t.created_at, t.id`,
    'Ticket messages': (person) => sql`
      SELECT format_number('ticket', t.number) AS ticket, ${exportedColumns('m', ticketMessage)},
        (SELECT json_agg(f.name ORDER BY a.position) FROM ticket_attachments a JOIN files f ON f.id = a.file_id
          WHERE a.ticket_id = m.ticket_id AND a.message_id = m.id) AS attachments
      FROM tickets t JOIN ticket_messages m ON m.ticket_id = t.id
      WHERE t.customer_id = ${oneOf(person)} AND NOT m.internal ORDER BY m.created_at, m.id`,
    'Ticket history': (person) => sql`
      SELECT format_number('ticket', t.number) AS ticket, ${exportedColumns('e', ticketEvent)}
      FROM tickets t JOIN ticket_events e ON e.ticket_id = t.id
      WHERE t.customer_id = ${oneOf(person)} ORDER BY e.created_at, e.id`,
    'Ticket notes': (person) => sql`
      SELECT format_number('ticket', t.number) AS ticket, ${exportedColumns('m', ticketMessage)}
      FROM tickets t JOIN ticket_messages m ON m.ticket_id = t.id
      WHERE t.customer_id = ${oneOf(person)} AND m.internal ORDER BY m.created_at, m.id`,
    'Ignored emails': (person) => sql`
      SELECT ${exportedColumns('i', ignoredMail)}
      FROM ignored_mails i WHERE ${isFromThem(person)} ORDER BY i.created_at, i.id`,
  },
  audited: { support: ticketsOfPerson, tickets: ticketsOfPerson },
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

/** Tickets keep their times and metrics, but lose subject, messages, notes and attachments. */
async function eraseTickets(tx: Tx, person: Person): Promise<readonly string[]> {
  const { rows: found } = await sql<{ id: string }>`${ticketsOfPerson(person)}`.execute(tx);
  const ids = found.map(({ id }) => id);
  const ofPerson = sql`ANY (${ids}::uuid[])`;
  const { rows: emails } = await sql<{ id: string }>`
    DELETE FROM ignored_mails i WHERE i.ticket_id = ${ofPerson} OR ${isFromThem(person)} RETURNING file_id AS id`.execute(
    tx,
  );
  await sql`DELETE FROM inbound_mails WHERE ticket_id = ${ofPerson} OR lower(sender) IN (${emailsOf(person)})`.execute(
    tx,
  );
  const files = ids.length === 0 ? [] : await eraseMessages(tx, ofPerson);
  return [...emails.map(({ id }) => id), ...files];
}

async function eraseMessages(tx: Tx, ofPerson: RawBuilder<unknown>): Promise<string[]> {
  const { rows: files } = await sql<{ id: string }>`
    DELETE FROM ticket_attachments WHERE ticket_id = ${ofPerson} RETURNING file_id AS id`.execute(tx);
  await sql`
    UPDATE mails m SET recipient = 'erased', subject = 'Erased', body = '', html = NULL, headers = '{}', last_error = NULL,
      next_attempt_at = CASE WHEN m.sent_at IS NULL THEN 'infinity' ELSE m.next_attempt_at END
    FROM ticket_messages t WHERE t.ticket_id = ${ofPerson} AND m.id = t.mail_id`.execute(tx);
  await eraseFromEvents(tx, ofPerson);
  await sql`
    UPDATE ticket_messages SET text = 'Erased', quoted = NULL, author_email = NULL, mail_to = NULL,
      mail_message_id = NULL, author_name = CASE WHEN side = 'customer' THEN ${erasedName} ELSE author_name END
    WHERE ticket_id = ${ofPerson}`.execute(tx);
  await sql`
    WITH erased AS (
      UPDATE tickets SET subject = 'Erased', excerpt = '', sender_name = NULL, sender_email = NULL, tags = '{}'
      WHERE id = ${ofPerson} RETURNING id
    )
    SELECT announce_tickets(array_agg(id)) FROM erased`.execute(tx);
  return files.map(({ id }) => id);
}

/**
 * When an email opens or reopens a ticket, the event's author is the sender, under the name that the ticket's messages still
 * have.
 */
async function eraseFromEvents(tx: Tx, tickets: RawBuilder<unknown>): Promise<void> {
  await sql`
    UPDATE ticket_events SET by_name = ${erasedName} WHERE ticket_id = ${tickets} AND by_id IS NULL
      AND by_name IN (SELECT unnest(ARRAY[author_name, author_email]) FROM ticket_messages
        WHERE ticket_id = ${tickets} AND side = 'customer')`.execute(tx);
  await sql`
    UPDATE ticket_events SET from_text = NULL, to_text = NULL
    WHERE ticket_id = ${tickets} AND kind = 'linked'`.execute(tx);
}
