import type { Ref } from '@aisle/contract/core/fields';
import { allPermissions, withNeeded } from '@aisle/contract/permissions';
import type { MessageSide, TicketEvent } from '@aisle/contract/service/support';
import type { TicketPriority, TicketStatus } from '@aisle/contract/system/support-rules';
import { type OperationNodeSource, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { Tickets } from '../../../core/db/db-types.generated.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { hasWords } from '../../../core/list/search-text.ts';
import { announceRows } from '../../../core/live-events.ts';

/** A locked ticket. */
export interface LockedTicket {
  id: string;
  number: string;
  subject: string;
  customerId: string | null;
  locationId: string | null;
  orderId: string | null;
  orderLocationId: string | null;
  requester: MessageSide;
  senderEmail: string | null;
  category: string;
  priority: TicketPriority;
  status: TicketStatus;
  assigneeId: string | null;
  assigneeName: string | null;
  tags: string[];
  firstResponseAt: string | null;
  resolvedAt: string | null;
  createdAt: string;
  clockFrom: string;
  /** Since when the ticket waits for the customer; null if it doesn't. */
  waitingSince: string | null;
  firstResponseDueAt: string;
  resolutionDueAt: string;
  messageCount: number;
  lastMessageAt: string;
  mergedInto: string | null;
  version: number;
}

/** Locks tickets one after another by ID, so that two users who merge the same ones wait for each other. */
export async function lockTickets(tx: Tx, ids: readonly string[]): Promise<LockedTicket[]> {
  const { rows } = await sql<LockedTicket>`
    SELECT id, format_number('ticket', number) AS number, subject, customer_id AS "customerId",
      location_id AS "locationId", order_id AS "orderId", order_location_id AS "orderLocationId", requester,
      sender_email AS "senderEmail", category, priority, status, assignee_id AS "assigneeId",
      assignee_name AS "assigneeName", tags, first_response_at AS "firstResponseAt", resolved_at AS "resolvedAt",
      created_at AS "createdAt", clock_from AS "clockFrom", waiting_since AS "waitingSince",
      first_response_due_at AS "firstResponseDueAt",
      resolution_due_at AS "resolutionDueAt", message_count AS "messageCount", last_message_at AS "lastMessageAt",
      merged_into AS "mergedInto", version
    FROM tickets WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return rows;
}

export interface NewTicket {
  id: string;
  subject: string;
  customerId: string | null;
  locationId: string | null;
  orderId: string | null;
  orderLocationId: string | null;
  requester: MessageSide;
  senderName: string | null;
  senderEmail: string | null;
  category: string;
  priority: TicketPriority;
  assignee: Ref | null;
  tags: readonly string[];
  source: 'staff' | 'email' | 'api';
  firstResponseDueAt: string;
  resolutionDueAt: string;
  dueAt: string;
  previousId: string | null;
  createdBy: string | null;
}
export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<void> {
  const insert = tx
    .insertInto('tickets')
    .values({
      id: ticket.id,
      subject: ticket.subject,
      customer_id: remainingCustomer(ticket.customerId),
      location_id: ticket.locationId,
      order_id: ticket.orderId,
      order_location_id: ticket.orderLocationId,
      requester: ticket.requester,
      sender_name: ticket.senderName,
      sender_email: ticket.senderEmail,
      category: ticket.category,
      priority: ticket.priority,
      assignee_id: ticket.assignee?._id ?? null,
      assignee_name: ticket.assignee?.name ?? null,
      tags: [...ticket.tags],
      source: ticket.source,
      first_response_due_at: ticket.firstResponseDueAt,
      resolution_due_at: ticket.resolutionDueAt,
      due_at: ticket.dueAt,
      previous_id: ticket.previousId,
      created_by: ticket.createdBy,
    })
    .returningAll();
  await writeTicket(tx, ticket.id, insert);
}

export type TicketChange = Updateable<Tickets>;
export async function updateTicket(
  tx: Tx,
  id: string,
  { customer_id, ...change }: TicketChange,
): Promise<void> {
  const customer = customer_id === undefined ? {} : { customer_id: remainingCustomer(customer_id) };
  // Also announces the ticket to users of its previous location.
  if ('location_id' in change || 'order_location_id' in change) await announceTickets(tx, [id]);
  const update = tx
    .updateTable('tickets')
    .set({ ...change, ...customer })
    .where('id', '=', id)
    .returningAll();
  await writeTicket(tx, id, update);
}

/** Writes a ticket, and records its current data for readers of the change log in the same statement. */
async function writeTicket(tx: Tx, id: string, write: OperationNodeSource): Promise<void> {
  // The statement sees the previous row of the ticket, or none for a new ticket.
  await sql`
    WITH written AS (${write}), changed AS (
      SELECT written.*, former.status AS former_status, former.assignee_id AS former_assignee_id,
        written.assignee_id IS DISTINCT FROM former.assignee_id AS is_reassigned,
        written.due_at IS DISTINCT FROM former.due_at AS is_rescheduled,
        written.last_message_at > former.last_message_at AS has_message
      FROM written LEFT JOIN tickets former USING (id)
    ), moved AS (
      ${statusChanges(sql`FROM changed WHERE status IS DISTINCT FROM former_status`)}
    ) ${noticeChanges}`.execute(tx);
  await announceTickets(tx, [id]);
}

/**
 * Records in the change log that tickets were opened or change status. The rows are tickets with their `former_status`.
 * Webhooks send the snapshot.
 */
export const statusChanges = (tickets: RawBuilder<unknown>): RawBuilder<unknown> =>
  announceRows(
    {
      topic: 'tickets',
      action: 'status',
      recordId: sql`id`,
      locationId: sql`NULL::uuid`,
      permission: 'support_list',
      snapshot: sql`jsonb_build_object('ticketId', id, 'number', format_number('ticket', number), 'locationId',
        coalesce(location_id, order_location_id), 'orderId', order_id, 'customerId', customer_id,
        'from', former_status, 'to', status, 'version', version)`,
    },
    tickets,
  );

/**
 * Records which of the assignee's notices a change closes and opens. The reader of notices then applies it. Users get no notice
 * of their own changes.
 */
const noticeChanges = announceRows(
  {
    topic: 'ticketNotices',
    action: 'changed',
    recordId: sql`id`,
    locationId: sql`NULL::uuid`,
    permission: 'support_list',
    snapshot: sql`jsonb_build_object('assigneeId', assignee_id, 'closed', array_remove(ARRAY[
        CASE WHEN status IN ('resolved', 'closed') OR is_reassigned THEN 'ticketAssigned' END,
        CASE WHEN status IN ('resolved', 'closed') OR is_reassigned OR has_message THEN 'ticketReply' END,
        CASE WHEN due_at IS NULL OR is_reassigned OR is_rescheduled THEN 'ticketDue' END], NULL),
      'opened', CASE
        WHEN status IN ('resolved', 'closed') OR assignee_id IS NOT DISTINCT FROM actor_id() THEN NULL
        WHEN is_reassigned THEN 'ticketAssigned'
        WHEN has_message AND last_from <> 'staff' THEN 'ticketReply'
      END)`,
  },
  sql`FROM changed WHERE coalesce(assignee_id, former_assignee_id) IS NOT NULL
    AND (is_reassigned OR is_rescheduled OR has_message)`,
);

/** Announces changed tickets to the screens of their locations. Call it after every statement that writes tickets. */
export async function announceTickets(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`SELECT announce_tickets(${ids}::uuid[])`.execute(tx);
}

/** A ticket of a merged customer belongs to the remaining one, even if the request names the merged one. */
const remainingCustomer = (id: string | null) => sql<string | null>`remaining_customer(${id})`;

interface NewMessage {
  id: string;
  ticketId: string;
  side: MessageSide;
  authorId: string | null;
  authorName: string;
  authorEmail: string | null;
  text: string;
  quoted: string | null;
  internal: boolean;
  mailMessageId: string | null;
  mailId: string | null;
  mailTo: string | null;
}
export async function insertMessage(tx: Tx, message: NewMessage, fileIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('ticket_messages')
    .values({
      id: message.id,
      ticket_id: message.ticketId,
      side: message.side,
      author_id: message.authorId,
      author_name: message.authorName,
      author_email: message.authorEmail,
      text: message.text,
      quoted: message.quoted,
      internal: message.internal,
      mail_message_id: message.mailMessageId,
      mail_id: message.mailId,
      mail_to: message.mailTo,
    })
    .execute();
  if (fileIds.length === 0) return;
  await tx
    .insertInto('ticket_attachments')
    .values(
      fileIds.map((file_id, position) => ({
        ticket_id: message.ticketId,
        message_id: message.id,
        position,
        file_id,
      })),
    )
    .execute();
}

export type NewEvent = Pick<TicketEvent, 'kind' | 'from' | 'to'>;
export async function insertEvents(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'name'>,
  ticketId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insertInto('ticket_events')
    .values(
      events.map(({ kind, from, to }) => ({
        id: newId(),
        ticket_id: ticketId,
        kind,
        from_text: from,
        to_text: to,
        by_id: actor.userId,
        by_name: actor.name,
      })),
    )
    .execute();
}

interface LinkedOrder {
  id: string;
  locationId: string;
  number: string;
}
export async function findOrder(tx: Tx, id: string): Promise<LinkedOrder | undefined> {
  const { rows } = await sql<LinkedOrder>`
    SELECT id, location_id AS "locationId", format_number('order', number) AS number FROM orders
    WHERE id = ${id}`.execute(tx);
  return rows[0];
}

/** Facts about the recipient of a reply, and values for its fields. */
export interface Recipient {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  orderNumber: string | null;
  locationName: string | null;
}
export async function findRecipient(tx: Tx, ticketId: string): Promise<Recipient> {
  const { rows } = await sql<Recipient>`
    SELECT c.first_name AS "firstName", c.last_name AS "lastName",
      coalesce(c.email, t.sender_email) AS email, format_number('order', o.number) AS "orderNumber",
      (SELECT name FROM locations WHERE id = coalesce(t.order_location_id, t.location_id)) AS "locationName"
    FROM tickets t LEFT JOIN customers c ON c.id = t.customer_id
    LEFT JOIN orders o ON o.location_id = t.order_location_id AND o.id = t.order_id
    WHERE t.id = ${ticketId}`.execute(tx);
  return rows[0]!;
}

/** The message IDs of a ticket's emails, oldest first, which the next email refers to. */
export async function mailIdsOf(tx: Tx, ticketId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT mail_message_id AS id FROM ticket_messages
    WHERE ticket_id = ANY (ARRAY(SELECT ${ticketId}::uuid UNION ALL SELECT id FROM tickets WHERE merged_into = ${ticketId}))
      AND mail_message_id IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 20`.execute(tx);
  return rows.map(({ id }) => id).reverse();
}

const answers = allPermissions.filter((one) => withNeeded([one]).has('support_reply'));
/** Whether a user `u` is active and can answer tickets at any location. */
const canReply = sql<boolean>`u.status
  AND (u.roles && ${answers}::text[] OR (u.roles IS NULL AND u.user_type = 'admin'))`;
const fullName = sql<string>`u.first_name || ' ' || u.last_name`;

export interface Agent extends Ref {
  /** Null means all locations. */
  locations: string[] | null;
}
export async function findAgent(tx: Tx, id: string): Promise<Agent | undefined> {
  const { rows } = await sql<Agent>`
    SELECT u.id AS "_id", ${fullName} AS name, CASE WHEN u.user_type = 'store' THEN
      ARRAY(SELECT ul.location_id::text FROM user_locations ul WHERE ul.user_id = u.id) END AS locations
    FROM users u WHERE u.id = ${id} AND ${canReply}`.execute(tx);
  return rows[0];
}

export async function findAgents(tx: Tx, actor: Actor, search: string | undefined): Promise<Ref[]> {
  const { rows } = await sql<Ref>`
    SELECT u.id AS "_id", ${fullName} AS name FROM users u
    WHERE ${canReply} AND ${search ? hasWords(search, fullName) : sql`true`}
    ORDER BY u.id IS NOT DISTINCT FROM ${actor.userId}::uuid DESC, u.first_name COLLATE aisle_names, u.last_name COLLATE aisle_names, u.id LIMIT 50`.execute(
    tx,
  );
  return rows;
}

/** Moves the tickets that were merged into a ticket to the remaining one. */
export async function remerge(tx: Tx, from: string, into: string): Promise<void> {
  const rows = await tx
    .updateTable('tickets')
    .set({ merged_into: into })
    .where('merged_into', '=', from)
    .returning('id')
    .execute();
  await announceTickets(
    tx,
    rows.map(({ id }) => id),
  );
}

/** The storage keys of files for an email. */
export async function filesToSend(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; kind: string; key: string; name: string; mime: string }[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('files')
    .select(['id', 'kind', 'storage_key as key', 'name', 'mime'])
    .where('id', 'in', ids)
    .execute();
}
