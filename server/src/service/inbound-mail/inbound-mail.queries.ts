import type { InboundResult } from '@aisle/contract/service/support';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** Identifies a repeated email. The Message-ID alone is not enough: some forms use the same one for every email. */
export interface MailKey {
  messageId: string;
  /** Empty if the email has no sender. */
  sender: string;
  digest: Buffer;
}
type ExistingMail = Pick<InboundResult, 'ticketId' | 'number' | 'leftOut'>;
/** The result of an identical earlier email, once its transaction has ended. */
export async function findInbound(tx: Tx, key: MailKey): Promise<ExistingMail | undefined> {
  const { rows } = await sql<ExistingMail>`
    SELECT i.ticket_id AS "ticketId", format_number('ticket', t.number) AS number, i.left_out AS "leftOut"
    FROM inbound_mails i LEFT JOIN tickets t ON t.id = i.ticket_id
    WHERE i.message_id = ${key.messageId} AND i.sender = ${key.sender} AND i.text_hash = ${key.digest}`.execute(
    tx,
  );
  return rows[0];
}

/** Reserves the key of an email. Returns false if the same email came before. */
export async function claimInbound(tx: Tx, key: MailKey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('inbound_mails')
    .values({ message_id: key.messageId, sender: key.sender, text_hash: key.digest, result: 'ignored' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function recordInbound(tx: Tx, key: MailKey, result: InboundResult): Promise<void> {
  await tx
    .updateTable('inbound_mails')
    .set({
      result: result.result,
      reason: result.reason,
      ticket_id: result.ticketId,
      left_out: result.leftOut,
    })
    .where('message_id', '=', key.messageId)
    .where('sender', '=', key.sender)
    .where('text_hash', '=', key.digest)
    .execute();
}

/** The number of emails accepted from a sender within the last hour, up to a maximum. */
export async function countRecentMails(tx: Tx, sender: string, bound: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT FROM inbound_mails
      WHERE sender = ${sender} AND created_at > now() - interval '1 hour' AND result <> 'ignored'
      LIMIT ${bound}) taken`.execute(tx);
  return rows[0]!.count;
}

/** Finds the message with this ID: one of our own that came back, or an email of this sender from before `inbound_mails`. */
export async function findMessage(
  tx: Tx,
  { messageId, sender }: MailKey,
): Promise<{ isOwn: boolean; ticketId: string; number: string } | undefined> {
  const { rows } = await sql<{ isOwn: boolean; ticketId: string; number: string }>`
    SELECT m.mail_id IS NOT NULL AS "isOwn", t.id AS "ticketId", format_number('ticket', t.number) AS number
    FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
    WHERE m.mail_message_id = ${messageId} AND (m.mail_id IS NOT NULL
      OR m.author_email = ${sender} AND m.created_at < now() - ${sql.lit(`${keptDays} days`)}::interval)
    ORDER BY m.mail_id IS NULL LIMIT 1`.execute(tx);
  return rows[0];
}

/** The ticket of the first of these emails that exists. If several have the same ID, the sender's is used. */
export async function ticketOfMails(
  tx: Tx,
  messageIds: readonly string[],
  sender: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT ticket_id AS id FROM ticket_messages WHERE mail_message_id = ANY (${messageIds}::text[])
    ORDER BY array_position(${messageIds}::text[], mail_message_id), author_email IS DISTINCT FROM ${sender}, id DESC
    LIMIT 1`.execute(tx);
  return rows[0]?.id;
}

/** The ticket with this number, if it belongs to the sender. */
export async function ticketOfSender(
  tx: Tx,
  number: number,
  sender: { email: string; customerId: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM tickets WHERE number = ${number}
      AND (customer_id = ${sender.customerId} OR lower(sender_email) = ${sender.email})`.execute(tx);
  return rows[0]?.id;
}

/** The ticket itself, or the one that it was merged into. */
export async function survivorOf(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT coalesce(merged_into, id) AS id FROM tickets WHERE id = ${id}`.execute(tx);
  return rows[0]?.id;
}

export interface Sender {
  customerId: string;
  name: string;
}
export async function customerOfEmail(tx: Tx, email: string): Promise<Sender | undefined> {
  const { rows } = await sql<Sender>`
    SELECT id AS "customerId", rtrim(first_name || ' ' || last_name) AS name FROM customers
    WHERE lower(email) = ${email}`.execute(tx);
  return rows[0];
}

/** The first of these orders that belongs to this customer. */
export async function orderOfCustomer(
  tx: Tx,
  customerId: string,
  numbers: readonly number[],
): Promise<{ id: string; locationId: string } | undefined> {
  const { rows } = await sql<{ id: string; locationId: string }>`
    SELECT id, location_id AS "locationId" FROM orders
    WHERE number = ANY (${numbers}::bigint[]) AND customer_id = ${customerId}
    ORDER BY array_position(${numbers}::bigint[], number::bigint) LIMIT 1`.execute(tx);
  return rows[0];
}

const keptDays = 90;
/** Deletes the keys of emails that are too old to be resent. */
export async function deleteInbound(tx: Tx): Promise<void> {
  await sql`DELETE FROM inbound_mails WHERE (message_id, sender, text_hash) IN (
    SELECT message_id, sender, text_hash FROM inbound_mails
    WHERE created_at < now() - ${sql.lit(`${keptDays} days`)}::interval ORDER BY created_at LIMIT 50000)`.execute(
    tx,
  );
}
